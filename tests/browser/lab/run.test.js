// The Run view: its stages, the open floor and room, bosses, and the saved and printed sheets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { checkInEachView, command, end, goTo, open, openInEachSize, sizes, waitForAddress } from "./open.js";

after(end);

const cards = (page) => page.locator(".run-card");

test("the Run view with an open room has no WCAG violations or horizontal overflow", () =>
  openInEachSize("#/run?run=B911+99AC&stage=2&room=1&awards=1", async ({ page, size }) => {
    await page.locator(".inside-of").waitFor();
    await checkInEachView(page, "run", { size });
  }));

test("the names, seeds and measures of all stages match the command's, as do the rooms of an opened one", async () => {
  const { page, close } = await open("#/run?run=02MG+2QRD&edition=afterbirth-plus&hard=1");
  const { stages } = JSON.parse(
    command("run", "02MG 2QRD", "--edition", "afterbirth-plus", "--hard", "--format", "json"),
  );
  assert.deepEqual(
    await cards(page).locator("strong").allTextContents(),
    stages.map(({ name }) => name),
  );
  const text = await cards(page).allTextContents();
  stages.forEach(({ seed, measures }, place) => {
    assert.ok(text[place].includes(`seed ${seed}`), text[place]);
    assert.ok(text[place].includes(`${measures.rooms} rooms, ${measures.dead_ends} dead ends`), text[place]);
  });
  await cards(page).nth(3).click();
  await page.locator(".run-detail svg.floor-map").waitFor();
  const rooms = JSON.parse(await page.locator(".run-detail svg.floor-map").getAttribute("data-rooms"));
  const expected = stages[3].rooms.map(({ cells, kind, seeds }) => ({ cells, kind, seeds }));
  assert.deepEqual(rooms.map(({ cells, kind, seeds }) => ({ cells, kind, seeds })), expected);
  await close();
});

test("the sheet says what its awards depend on", async () => {
  const { page, close } = await open("#/run?run=B911+99AC&awards=1");
  await page.getByText("The awards depend on the concrete rooms: they match the game only with").waitFor();
  await close();
});

test("the keyboard opens a floor and a room, and the address restores both", async () => {
  const { page, reopen, close } = await open("#/run?run=B911+99AC");
  await cards(page).first().focus();
  await page.keyboard.press("Enter");
  await waitForAddress(page, () => location.hash.includes("stage=0"));
  const room = page.locator('.run-detail [data-room="1"]');
  await room.focus();
  await page.keyboard.press("Enter");
  await waitForAddress(page, () => location.hash.includes("room=1"));
  const told = await page.locator(".run-detail").textContent();
  assert.ok(told.includes("Seeds") && told.includes("Doors"), told);
  const hash = await page.evaluate(() => location.hash);
  await reopen(hash);
  assert.equal(await page.locator(".run-detail").textContent(), told);
  await close();
});

test("a stage that the run does not have is removed from the address and reported", async () => {
  const { page, close } = await open("#/run?run=B911+80N6&stage=77&room=3");
  await page.getByRole("alert").getByText(/^stage cannot be 77: give a whole number from 0 to \d+, /).waitFor();
  assert.equal(await page.evaluate(() => location.hash), "#/run?run=B911+80N6");
  await cards(page).first().click();
  await waitForAddress(page, () => location.hash.includes("stage=0"));
  assert.equal(await page.getByRole("alert").textContent(), "");
  await close();
});

test("a room is removed from the address and reported if the stage lacks it or no stage is open", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [query, sentence] of [
    ["run=B911+80N6&stage=2&room=99", /^room cannot be 99: give a whole number from 0 to \d+, a room of /],
    ["run=B911+80N6&room=3", /^room needs an open stage: also give stage\.$/],
  ]) {
    await reopen(`#/run?${query}`);
    await page.getByRole("alert").getByText(sentence).waitFor();
    assert.equal(await page.evaluate(() => location.hash), `#/run?${query.replace(/&room=\d+/, "")}`);
  }
  await close();
});

test("the map does not clip the outline of any focused room", () =>
  openInEachSize("#/run?run=B911+80N6&stage=2", async ({ page }) => {
    const rooms = page.locator(".run-detail [data-room]");
    await rooms.first().waitFor();
    for (let place = 0; place < (await rooms.count()); place++) {
      await rooms.nth(place).focus();
      const cut = await page.evaluate(() => {
        const svg = document.querySelector(".run-detail svg.floor-map");
        const ring = [...svg.querySelectorAll(".ring")].find((ring) => ring.getAttribute("d"));
        const half = Number.parseFloat(getComputedStyle(ring).strokeWidth) / 2;
        const [own, all] = [ring.getBBox(), svg.viewBox.baseVal];
        return [own.x - half - all.x, own.y - half - all.y, all.x + all.width - own.x - own.width - half, all.y + all.height - own.y - own.height - half];
      });
      assert.ok(Math.min(...cut) >= 0, `room ${place}: ${cut}`);
    }
  }));

test("the floor link of a stage opens the same floor", async () => {
  const { page, close } = await open("#/run?run=B911+99AC&stage=6");
  const map = page.locator("svg.floor-map[data-rooms]");
  const rooms = await map.getAttribute("data-rooms");
  await page.getByRole("link", { name: /as a floor of its own/ }).click();
  await waitForAddress(page, () => location.hash.startsWith("#/floor"));
  const plain = (text) => JSON.parse(text).map(({ cells, kind, seeds }) => ({ cells, kind, seeds }));
  assert.deepEqual(plain(await map.getAttribute("data-rooms")), plain(rooms));
  await close();
});

test("the saved sheet is a self-contained SVG with unclipped maps and at least 20 units to the text below them", async () => {
  const { page, close } = await open("#/run?run=B911+99AC");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the sheet" }).click(),
  ]);
  const svg = readFileSync(await saved.path(), "utf8");
  assert.ok(svg.startsWith("<svg") && svg.includes("Run B911 99AC, repentance") && !svg.includes("var("), svg.slice(0, 200));
  // No map is clipped, and the text below a map starts at least 20 units under it.
  const { cut, apart } = await page.evaluate((svg) => {
    const frame = document.createElement("div");
    frame.innerHTML = svg;
    document.body.append(frame);
    const maps = [...frame.querySelectorAll("svg svg")];
    const number = (node, name) => Number(node.getAttribute(name));
    const cut = maps.filter((map) => [...map.querySelectorAll("path:not([d=''])")].some((path) => {
      const [own, all] = [path.getBBox(), map.viewBox.baseVal];
      return own.x - 1 < all.x || own.y - 1 < all.y || own.x + own.width + 1 > all.x + all.width || own.y + own.height + 1 > all.y + all.height;
    })).length;
    const apart = maps.map((map) => number(map.nextElementSibling, "y") - number(map, "y") - number(map, "height"));
    frame.remove();
    return { cut, apart };
  }, svg);
  assert.equal(apart.length, await cards(page).count());
  assert.equal(cut, 0);
  assert.ok(Math.min(...apart) >= 20, `${Math.min(...apart)} pixels`);
  await close();
});

test("an invalid run seed is rejected, Another run loads a run, and `type` selects the Cellar", async () => {
  const { page, close } = await open("#/run?run=B911+99AB");
  assert.match(await page.getByRole("alert").textContent(), /this check does not fit/);
  await page.getByRole("button", { name: "Another run" }).click();
  await cards(page).first().waitFor();
  await goTo(page, "#/run?run=B911+99AC&type=1");
  await page.waitForFunction(() => document.querySelector(".run-card strong")?.textContent === "Cellar I");
  await close();
});

for (const size of Object.keys(sizes)) {
  test(`${size}: a chosen floor opens in sight, right after its card, and the card keeps the focus`, async () => {
    const { page, close } = await open("#/run?run=B911+99AC", { size });
    for (const place of [0, 5, 12]) {
      await cards(page).nth(place).focus();
      await page.keyboard.press("Enter");
      await waitForAddress(page, (place) => location.hash.endsWith(`stage=${place}`), place);
      const map = page.locator(".run-detail svg.floor-map");
      await map.waitFor();
      await page.waitForTimeout(200);
      const { y } = await map.boundingBox();
      assert.ok(y >= 0 && y < sizes[size].height - 60, `the map of card ${place} begins at ${y}`);
      const [focused, after] = await page.evaluate(() => [
        [...document.querySelectorAll(".run-card")].indexOf(document.activeElement),
        document.querySelector(".run-detail").previousElementSibling === document.activeElement,
      ]);
      assert.deepEqual([focused, after], [place, true]);
    }
    await close();
  });
}

test("the Run and Look views report when a floor has a different boss in its run, and only then", async () => {
  const { page, close } = await open("#/run?run=B911+99AC&stage=1");
  const inRun = JSON.parse(command("run", "B911 99AC", "--format", "json")).stages[1].boss_name;
  const alone = JSON.parse(command("floor", "--run-seed", "B911 99AC", "--level", "2", "--format", "json")).boss_name;
  assert.notEqual(inRun, alone);
  const told = (page) => page.locator("main").textContent();
  assert.ok((await told(page)).includes(`has ${inRun}, because earlier floors of the run also decide it. By itself, the same floor has ${alone.replace(/\.$/, "")}.`));
  await goTo(page, "#/floor?level=2&run=B911+99AC");
  await page.getByRole("link", { name: "Burning Basement II in its run" }).click();
  await page.locator(".run-detail svg.floor-map").waitFor();
  assert.ok((await page.locator(".run-card").nth(1).textContent()).includes(inRun));
  // The Flooded Caves have a different boss from the Caves, regardless of earlier bosses.
  const [caves, flooded] = [[], ["--stage-type", "2"]].map((type) =>
    JSON.parse(command("floor", "--run-seed", "B911 99AC", "--level", "4", "--format", "json", ...type)).boss_name);
  assert.notEqual(caves, flooded);
  await goTo(page, "#/run?run=B911+99AC&stage=3");
  await page.getByRole("region", { name: "Flooded Caves II" }).waitFor();
  assert.ok((await page.locator(".run-card").nth(3).textContent()).includes(flooded));
  assert.ok(!(await told(page)).includes("also decide it"));
  // If both bosses are the same, nothing is reported.
  await goTo(page, "#/floor?level=1&run=B911+99AC");
  await page.getByText("boss: Larry Jr.").waitFor();
  assert.ok(!(await told(page)).includes("In the run"));
  await close();
});

test("a stage seed opens the run that it belongs to, from Look and from an address", async () => {
  const { seed } = JSON.parse(command("floor", "--run-seed", "02MG 2QRD", "--level", "4", "--format", "json"));
  const { page, close } = await open(`#/floor?backend=rebirth&edition=repentance&level=4&seed=${seed}`);
  for (const step of [() => page.locator("nav").getByRole("link", { name: "Run" }).click(), () => goTo(page, `#/run?level=4&seed=${seed}`)]) {
    await step();
    await waitForAddress(page, () => /^#\/run\?.*run=02MG\+2QRD.*stage=/.test(location.hash));
    assert.equal(await page.getByLabel("Run", { exact: true }).inputValue(), "02MG 2QRD");
    assert.ok((await page.locator(".run-card[aria-expanded=true]").textContent()).includes(`seed ${seed}`));
    await goTo(page, `#/floor?backend=rebirth&edition=repentance&level=4&seed=${seed}`);
    await page.locator(".view-floor").waitFor();
  }
  // Flash has no runs.
  await goTo(page, "#/floor?backend=flash&seed=5");
  await page.locator(".view-floor").waitFor();
  await page.locator("nav").getByRole("link", { name: "Run" }).click();
  await waitForAddress(page, () => location.hash === "#/run");
  await close();
});

test("the printed sheet shows the run's name, and a room's inside is wider than 400 pixels and described without codes", async () => {
  const { page, close } = await open("#/run?run=02MG+2QRD&edition=afterbirth-plus&hard=1&stage=2&room=3");
  const inside = await page.locator(".inside-of svg.inside").first().boundingBox();
  assert.ok(inside.width > 400, `${inside.width} pixels`);
  const words = await page.locator(".room-detail").textContent();
  assert.doesNotMatch(words, /(left|right|up|down)\d:|shape (1x1|ih|iv|lb|lt)/);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".run-name").isVisible(), true);
  assert.equal(await page.locator(".run-name").textContent(), "Run 02MG 2QRD, afterbirth plus, hard mode");
  await close();
});

test("the cards of a run do not clip walls", () =>
  openInEachSize("#/run?run=B911+99AC", async ({ page }) => {
    await cards(page).nth(3).locator("svg").waitFor();
    const cut = await cards(page).locator("svg").evaluateAll((maps) =>
      maps.flatMap((svg) => {
        const outer = svg.getBoundingClientRect();
        const shapes = [...svg.querySelectorAll(".walls")];
        return shapes.flatMap((shape) => {
          const { left, top, right, bottom } = shape.getBoundingClientRect();
          const matrix = shape.getScreenCTM();
          const half = (Number.parseFloat(getComputedStyle(shape).strokeWidth) * matrix.a) / 2;
          const over = Math.max(outer.left - left, outer.top - top, right - outer.right, bottom - outer.bottom) + half;
          return over > 0.25 ? [`${over.toFixed(2)} pixels`] : [];
        });
      }),
    );
    assert.deepEqual([...new Set(cut)], []);
    assert.ok((await cards(page).locator("svg .walls").count()) > 50);
  }));
