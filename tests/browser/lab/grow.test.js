// The Grow view: two growing floors, by mouse, keyboard and address, compared with the command.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkInEachView, checkPage, command, end, goTo, open, openInEachSize, random, readAtEach, schemes, sizes, waitForAddress } from "./open.js";

after(end);

test("forced dead ends are steps of their own", async () => {
  const { page, close } = await open("#/grow?level=2&run=B911+80N6&step=9");
  await page.getByText("From room 10: room 11 placed").waitFor();
  await goTo(page, "#/grow?level=2&run=B911+80N6&step=10");
  await page.getByText(/Room 12 is placed/).waitFor();
  await close();
});

const ADDRESS =
  "#/grow?backend=flash&edition=wrath-of-the-lamb&level=6&seed=2" +
  "&right.backend=rebirth&right.edition=repentance&right.level=3&right.run=B911%2099AC";
const map = (page, side) => page.getByRole("region", { name: `The ${side} floor` }).locator(".grow-map");
const range = (page, side) => page.getByRole("slider", { name: `Step of the ${side} floor` });
const stepOf = async (page, side) => Number(await map(page, side).getAttribute("data-step"));
const roomsOf = async (page, side) => JSON.parse(await map(page, side).getAttribute("data-rooms"));
const grown = (rooms) => rooms.map(({ kind, shape, cells }) => ({ kind, shape, cells }));

test("the Grow view shows a discarded attempt and weights, and has no WCAG violations or horizontal overflow", () =>
  openInEachSize(`${ADDRESS}&step=61&right.step=36`, async ({ page, size }) => {
    await page.waitForSelector(".grow-map[data-rooms]");
    await checkInEachView(page, "grow", { size });
    await goTo(page, `${ADDRESS}&step=17&right.step=17`);
    await page.waitForSelector(".grow-map[data-step='17'][data-rooms]");
    assert.match(await page.locator(".grow-words").first().textContent(), /Thrown away: the number of rooms/);
    assert.equal(await page.locator(".grow-weight:not([display])").count(), 0);
    await checkInEachView(page, "grow thrown", { size });
    await goTo(page, `${ADDRESS}&step=91&right.step=42`);
    await page.waitForSelector(".grow-map[data-step='91'][data-rooms]");
    assert.ok((await page.locator(".grow-weight:not([display])").count()) > 10);
    await checkInEachView(page, "grow weighed", { size });
    if (size === "phone") {
      for (const text of ["Look closer at the Flash floor", "Choose the Rebirth floor"]) await page.getByText(text).click();
    }
    await page.getByRole("button", { name: "Whole floor, left" }).click();
    await page.getByRole("button", { name: "Whole floor, right" }).click();
    await checkInEachView(page, "grow whole", { size });
  }));

test("the step of an address is the one shown, and rooms are counted as by the command", async () => {
  const { page, close } = await open(`${ADDRESS}&step=6&right.step=900`, { size: "phone" });
  const told = page.locator(".grow-count");
  assert.match(await told.first().textContent(), /^Step 6 of /);
  assert.match(await told.last().textContent(), / · 16 rooms \(1 of them hidden\) and 2 more hidden · /);
  assert.match(command("floor", "--level", "3", "--run-seed", "B911 99AC"), /^16 rooms .*and 2 more hidden/m);
  assert.equal(await page.locator(".bar summary").textContent(), "Flash: wrath of the lamb, level 6, seed 2");
  await close();
});

test("mouse and keyboard step through both floors, step one alone, and play and pause", () =>
  openInEachSize(`${ADDRESS}&step=6&right.step=4`, async ({ page }) => {
    const [back, forward] = ["Step back", "Step forward"].map((name) =>
      page.getByRole("button", { name }),
    );
    await forward.click();
    assert.deepEqual([await stepOf(page, "left"), await stepOf(page, "right")], [7, 5]);
    await back.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    assert.deepEqual([await stepOf(page, "left"), await stepOf(page, "right")], [5, 3]);
    // Each floor also has its own slider.
    await range(page, "right").focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual([await stepOf(page, "left"), await stepOf(page, "right")], [5, 4]);
    await page.keyboard.press("End");
    assert.match(await map(page, "right").getAttribute("data-address"), /run=/);
    assert.match(await page.evaluate(() => location.hash), /step=5&right\.step=\d\d/);
    const play = page.getByRole("button", { name: "Play" });
    await play.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".grow-map").dataset.step > 7);
    await page.getByRole("button", { name: "Pause" }).click();
    const stands = await stepOf(page, "left");
    await page.waitForTimeout(600);
    assert.equal(await stepOf(page, "left"), stands);
  }));

test("captions agree with the map on room kinds and with the list on failed chances", async () => {
  const { page, close } = await open("#/floor");
  let becomes = 0;
  for (let seed = 1; seed <= 15; seed++) {
    await goTo(page, `#/grow?backend=flash&edition=wrath-of-the-lamb&level=${2 + (seed % 7)}&seed=${seed}&right.backend=rebirth&right.run=B911+99AC&right.level=2&step=1&right.step=1`);
    await page.waitForFunction((seed) => document.querySelector(".grow-map")?.dataset.address?.includes(`seed=${seed}`), seed);
    for (const side of ["left", "right"]) {
      const told = await page.evaluate((side) => {
        const section = document.querySelector(`[aria-label="The ${side} floor"]`);
        const range = section.querySelector("input[type=range]");
        section.querySelector("details").open = true;
        const steps = [];
        for (let step = 0; step <= Number(range.max); step++) {
          range.value = step;
          range.dispatchEvent(new Event("input"));
          const said = section.querySelector(".grow-words").textContent;
          const [, room, name] = /Room (\d+) becomes the ([^.]+)\./.exec(said) ?? [];
          const [, unlucky] = /The chance of the ([^.]+) does not come up/.exec(said) ?? [];
          const events = [...section.querySelectorAll(".grow-events li")].map((line) => line.textContent);
          const shown = section.querySelector(`.grow-map [data-room="${room}"]`);
          const isPoor = said.includes("The conditions of the arcade are not met");
          if (isPoor !== events.includes("F11 arcade: its conditions are not met")) throw new Error(`${said}: ${events.join("; ")}`);
          if (room || unlucky) steps.push({ said, room, name, unlucky, events, shown: shown?.getAttribute("class") });
        }
        return JSON.stringify(steps);
      }, side);
      for (const { said, room, name, unlucky, events, shown } of JSON.parse(told)) {
        const kind = (name ?? unlucky).replace(/ room$/, "");
        const list = events.join("\n");
        if (room) {
          becomes += 1;
          assert.ok(shown.includes(`kind-${kind.replaceAll(" ", "_")}`), `${said}: ${shown}`);
          assert.match(list, new RegExp(`${kind}: room ${room},`), said);
          assert.doesNotMatch(list, /the chance does not come up/, said);
        } else assert.match(list, new RegExp(`${kind}: the chance does not come up`), said);
      }
    }
  }
  assert.ok(becomes > 150, String(becomes));
  await close();
});

test("Next attempt is disabled after the last attempt", async () => {
  const { page, close } = await open(`${ADDRESS}&step=6&right.step=4`, { size: "phone" });
  await page.getByText("Look closer at the Flash floor").click();
  const next = page.getByRole("button", { name: "Next attempt, left" });
  for (let before = -1; !(await next.isDisabled()); ) {
    await next.click();
    const step = await stepOf(page, "left");
    assert.ok(step > before);
    before = step;
  }
  const kept = await stepOf(page, "left");
  await page.getByRole("button", { name: "Kept attempt, left" }).click();
  assert.equal(await stepOf(page, "left"), kept);
  await close();
});

test("desk and phone offer Other seeds, which changes the seeds of both floors and keeps the rest", () =>
  openInEachSize(`${ADDRESS}&step=6&right.step=4`, async ({ page }) => {
    const read = async () => new URLSearchParams((await page.evaluate(() => location.hash)).split("?")[1]);
    const query = await read();
    await page.getByRole("button", { name: "Other seeds" }).click();
    await waitForAddress(page, (seed) => new URLSearchParams(location.hash.split("?")[1]).get("seed") !== seed, query.get("seed"));
    const next = await read();
    // The steps begin again.
    const changed = [...query.keys()].filter((name) => !name.endsWith("step") && query.get(name) !== next.get(name));
    assert.deepEqual(changed, ["seed", "right.run"]);
  }));

for (const size of Object.keys(sizes)) {
  test(`${size}: a rule card shows the rule's text, its parameters and its decisions on this floor`, async () => {
    const { page, close } = await open(`${ADDRESS}&step=96&right.step=21`, { size });
    const mark = page.locator(".grow-words .rule-mark").first();
    await mark.click();
    const card = page.getByRole("dialog", { name: "Rule F11" });
    await card.waitFor();
    assert.match(await card.textContent(), /Optional rooms.*six kinds of room try their luck.*sacrifice: 7/s);
    assert.match(await card.textContent(), /On this floor: 7 decisions, on the 2 outlined cells\./);
    assert.equal(await page.locator(".grow-decided:not([display])").count(), 2);
    await checkPage(page, `rule card ${size}`);
    // A rule mentioned in the text opens in the same card.
    await card.getByRole("button", { name: "F10" }).click();
    await page.getByRole("dialog", { name: "Rule F10" }).getByRole("heading", { name: /F10/ }).waitFor();
    await page.mouse.click(5, 5);
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.equal(await page.locator(".grow-decided:not([display])").count(), 0);
    // When opened by keyboard, the card takes the focus and returns it when it closes.
    await mark.focus();
    await page.keyboard.press("Enter");
    await card.waitFor();
    await page.waitForFunction(() => document.activeElement.className === "rule-card");
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.equal(await mark.evaluate((mark) => mark === document.activeElement), true);
    // Hovering with a mouse opens the card without a click.
    if (size === "desk") {
      await mark.hover();
      await card.waitFor();
      await page.mouse.move(5, 5);
      await card.waitFor({ state: "detached" });
    }
    await close();
  });
}

test("the list of decisions names shapes and kinds of rooms in words and draws the shapes", async () => {
  const { page, close } = await open(ADDRESS.replace("level=3&right.run", "level=5&right.run"));
  await page.getByRole("button", { name: "Whole floor, right" }).click();
  const told = await page.evaluate(() => {
    const section = document.querySelector('[aria-label="The right floor"]');
    const range = section.querySelector("input[type=range]");
    const lines = [];
    const undrawn = [];
    for (let step = 0; step <= Number(range.max); step++) {
      range.value = step;
      range.dispatchEvent(new Event("input"));
      lines.push(...[...section.querySelectorAll(".grow-events li")].map((line) => line.textContent));
      undrawn.push(...[...section.querySelectorAll(".grow-events li")].filter((line) => /L-shaped|cells (wide|tall)/.test(line.textContent) && !line.querySelector(".shape-icon")));
    }
    return lines.concat(undrawn.map((line) => `undrawn: ${line.textContent}`));
  });
  assert.deepEqual(told.filter((line) => line.startsWith("undrawn")), []);
  assert.ok(told.length > 150 && told.some((line) => /L-shaped|two cells wide/.test(line)));
  const short = told.filter((line) => /\b(1x1|ih|iv|1x2|iiv|2x1|iih|2x2|l[tb][lr])\b/.test(line));
  assert.deepEqual(short, []);
  assert.ok(told.some((line) => /super secret: room \d+/.test(line)) && told.some((line) => /dead ends: rooms \d+, /.test(line)));
  assert.deepEqual(told.filter((line) => /[_[\]]/.test(line)), []);
  await close();
});

for (const scheme of schemes) {
  test(`${scheme}: marks on rooms have a contrast ratio of at least 4.5`, async () => {
    const { page, close } = await open(`${ADDRESS}&step=61&right.step=36`, { scheme });
    await page.waitForSelector(".grow-map[data-rooms]");
    const ratios = await page.evaluate(() => {
      const light = (colour) => {
        const [r, g, b] = colour.match(/\d+/g).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return [...document.querySelectorAll(".grow-map .room")].filter((room) => room.querySelector(".mark")).map((room) => {
        const [one, other] = [".mark", ".area"].map((name) => light(getComputedStyle(room.querySelector(name)).fill));
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      });
    });
    assert.ok(ratios.length > 10 && Math.min(...ratios) >= 4.5, String(Math.min(...ratios)));
    await close();
  });
}

test("an address restores the same floors, steps and speed", async () => {
  const { page, close } = await open(ADDRESS);
  await page.getByLabel("Speed").selectOption("20");
  await page.waitForTimeout(1000);
  await page.getByRole("button", { name: "Pause" }).click();
  const stateOf = async (page) => ({
    hash: await page.evaluate(() => location.hash),
    left: await roomsOf(page, "left"),
    right: await roomsOf(page, "right"),
    speed: await page.getByLabel("Speed").inputValue(),
  });
  const state = await stateOf(page);
  assert.match(state.hash, /speed=20/);
  await close();
  const again = await open(state.hash);
  await again.page.waitForSelector(".grow-map[data-rooms]");
  assert.deepEqual(await stateOf(again.page), state);
  await again.close();
});

test("a phone shows the speeds in full and the player's controls in one row", async () => {
  const { page, close } = await open("#/grow", { size: "phone" });
  const list = page.locator(".grow-player select");
  const [own, whole] = await list.evaluate((list) => {
    const own = list.getBoundingClientRect().width;
    list.style.width = "max-content";
    list.style.maxWidth = "none";
    const natural = list.getBoundingClientRect().width;
    list.style = "";
    return [own, natural];
  });
  assert.ok(own >= whole, `${own} of ${whole} pixels`);
  const tops = await page.locator(".grow-player > *").evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1, tops.join());
  await close();
});

test("choices on the right do not change the level on the left, and Another seed keeps the focus", async () => {
  const { page, close } = await open(`${ADDRESS}&step=6&right.step=4`);
  await page.getByLabel("Level, right").selectOption("5");
  // The address changes before the page is redrawn.
  await page.getByRole("heading", { name: /Rebirth.*level 5/ }).waitFor();
  assert.match(await page.evaluate(() => location.hash), /[?&]level=6.*right\.level=5/);
  await page.getByRole("button", { name: "Another seed, right" }).focus();
  const before = await page.evaluate(() => location.hash);
  await page.keyboard.press("Enter");
  await waitForAddress(
    page,
    (before) => new URLSearchParams(before).get("right.run") !== new URLSearchParams(location.hash).get("right.run"),
    before,
  );
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Another seed, right");
  await close();
});

test("an impossible floor is reported, and the other floor still grows", async () => {
  const { page, close } = await open(`${ADDRESS.replace("right.level=3", "right.level=9")}&step=10`);
  assert.match(await page.getByRole("alert").textContent(), /right floor.*has no level 9/);
  assert.equal(await stepOf(page, "left"), 10);
  await close();
});

test("with reduced motion, nothing plays by itself, Play is absent and steps still work", async () => {
  const { page, close } = await open("");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await goTo(page, ADDRESS);
  await page.waitForSelector(".grow-map[data-rooms]");
  const step = await stepOf(page, "left");
  await page.waitForTimeout(700);
  assert.equal(await stepOf(page, "left"), step);
  assert.equal(await page.getByRole("button", { name: "Play" }).count(), 0);
  await page.getByRole("button", { name: "Step forward" }).click();
  assert.equal(await stepOf(page, "left"), step + 1);
  await close();
});

test("40 random floors end with the same rooms as the command's", async () => {
  const draw = random(33);
  const pick = (...list) => list[draw(list.length)];
  const choice = (backend) => {
    const query = new URLSearchParams({ backend });
    if (backend === "flash") {
      query.set("edition", pick("article", "wrath-of-the-lamb"));
      query.set("level", 1 + draw(8));
      query.set("seed", draw(2 ** 32));
      if (!draw(3)) query.set("curse", pick("none", "lost", "labyrinth"));
    } else {
      query.set("edition", pick("article", "afterbirth-plus", "repentance"));
      query.set("level", pick(1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12));
      query.set("seed", 1 + draw(2 ** 32 - 1));
      if (!draw(4)) query.set("hard", "");
      if (query.get("level") < 8 && !draw(3)) query.set("curse", "labyrinth");
      if (!draw(5)) query.set("set", "rebirth.growth.back_one_in=1");
    }
    return query;
  };
  const pairs = Array.from({ length: 20 }, () => [choice("flash"), choice("rebirth")]);
  const hashes = pairs.map(([left, right]) => {
    const query = new URLSearchParams(left);
    for (const [name, value] of right) query.append(`right.${name}`, value);
    query.set("step", 99999);
    query.set("right.step", 99999);
    return `#/grow?${query}`;
  });
  const { page, close } = await open("#/log");
  const shown = await readAtEach(page, hashes, () =>
    ["left", "right"].map((side) => {
      const { address, rooms } = document.querySelector(`[aria-label="The ${side} floor"] .grow-map`).dataset;
      return { seed: /seed=(\d+)/.exec(address)?.[1], rooms: JSON.parse(rooms) };
    }),
  );
  await close();
  for (const [place, pair] of pairs.entries()) {
    for (const [side, floor] of pair.entries()) {
      const words = [...floor].flatMap(([name, value]) => (value ? [`--${name}`, value] : [`--${name}`]));
      const { seed, rooms } = shown[place][side];
      assert.equal(seed ?? "0", floor.get("seed"));
      const expected = JSON.parse(command("floor", "--format", "json", ...words));
      assert.deepEqual(rooms, grown(expected.rooms), words.join(" "));
    }
  }
});

test("a step drawn right after a click on a link does not cancel the navigation", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [name, view] of [["Guess", "guess"], ["Find", "find"], ["Start", "guide"]]) {
    await reopen(`${ADDRESS}&step=6&right.step=4`);
    await page.getByRole("button", { name: "Step forward" }).waitFor();
    // Both clicks happen in one task, before the page receives the hashchange event.
    await page.evaluate((name) => {
      [...document.querySelectorAll("nav a")].find(({ textContent }) => textContent === name).click();
      document.querySelector("[aria-label='Step forward']").click();
    }, name);
    await page.locator(`.view-${view}`).waitFor({ timeout: 3000 });
    assert.ok(await page.evaluate((view) => location.hash.startsWith(`#/${view}`), view));
    await page.goBack();
    await page.locator(".view-grow").waitFor();
  }
  await close();
});
