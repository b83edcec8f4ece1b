// The Count view: counting, stopping, resuming and saving, compared with the command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { checkInEachView, command, end, goTo, open, openInEachSize, sizes, takePicture, waitForAddress } from "./open.js";

after(end);

test("items and coins of the floor are counted as the command does", async () => {
  const { page, close } = await open("#/million?level=3&item=luna&measure=secret_neighbours&second=none&goal=2000&go=1");
  await page.getByText(/^Done\./).waitFor();
  const asked = await page.locator("pre code").textContent();
  assert.ok(asked.includes("--item luna"), asked);
  const { floors, measures } = JSON.parse(command(...asked.split(" ").slice(1), "--format", "json"));
  const mean = Object.entries(measures.secret_neighbours).reduce((sum, [value, count]) => sum + value * count, 0) / floors;
  const [, shown] = /mean ([\d.]+)/.exec(await page.locator(".million-news").textContent());
  assert.ok(Math.abs(shown - mean) < 0.01, `${shown} is not ${mean}`);
  await close();
});

const SMALL = "#/million?goal=20000";
const pressed = (page, name) => page.getByRole("button", { name, exact: true });

// Waits until all floors are counted and drawn: the button changes first, then the range and the maps are
// drawn in separate frames.
async function done(page) {
  await pressed(page, "Done").waitFor();
  const frame = () =>
    page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await frame();
  await frame();
}

test("the Count view draws its charts and maps and has no WCAG violations or horizontal overflow", () =>
  openInEachSize(SMALL, async ({ page, size }) => {
    await checkInEachView(page, "million before", { size });
    await pressed(page, "Count").focus();
    await page.keyboard.press("Enter");
    await done(page);
    assert.equal(await page.locator(".million-chart svg").count(), 1);
    assert.equal(await page.locator(".million-maps svg").count(), 2);
    assert.equal(await page.locator(".range-maps svg[data-map]").count(), 3);
    await page.locator(".range-maps").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".range-links a").first().waitFor();
    await page.getByText("The numbers, and the first").click();
    await page.locator(".million-numbers td").first().waitFor();
    await checkInEachView(page, "million", { size, also: (view) => takePicture(page, `${view} whole`, { fullPage: true }) });
  }));

async function saved(page, format) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    pressed(page, `Save ${format}`).click(),
  ]);
  return readFileSync(await file.path());
}

// Returns the rows of the saved table.
async function rowsOf(page) {
  const [, ...lines] = String(await saved(page, "CSV")).trim().split("\n");
  return lines.map((line) => {
    const [edition, counted, value, x, y, count, floors] = line.split(",");
    return { edition, counted, value, x, y, count: Number(count), floors: Number(floors) };
  });
}

test("counted values, cells and means match the command's", async () => {
  const query = "level=3&measure=boss_distance&curse=none&goal=6000&go=1&first=flash/article";
  const { page, close } = await open(`#/million?${query}`);
  await done(page);
  const rows = await rowsOf(page);
  for (const [backend, edition, start] of [
    ["flash", "article", [5, 3]],
    ["rebirth", "repentance", [6, 6]],
  ]) {
    const words = ["--backend", backend, "--edition", edition, "--level", "3", "--curse", "none"];
    const expected = JSON.parse(command("sample", ...words, "--count", "3000"));
    const own = rows.filter((row) => row.edition === `${backend}/${edition}`);
    const values = own.filter(({ counted }) => counted === "boss_distance");
    assert.deepEqual(
      Object.fromEntries(values.map(({ value, count }) => [value, count])),
      expected.measures.boss_distance,
    );
    const cells = (kind) => own.filter(({ counted }) => counted === `${kind} cells`);
    const placed = (list) =>
      Object.fromEntries(
        list.map(({ x, y, count }) => [`${start[0] + Number(x)},${start[1] + Number(y)}`, count]),
      );
    for (const kind of ["boss", "treasure", "secret"]) {
      assert.deepEqual(placed(cells(kind)), expected.locations[kind], kind);
    }
    assert.deepEqual(placed(cells("plan")), expected.occupancy);
    const mean = values.reduce((sum, { value, count }) => sum + value * count, 0) / 3000;
    const shown = await page
      .locator(".million-card", { hasText: edition })
      .locator(".million-mean")
      .textContent();
    assert.equal(Number(shown), Number(mean.toFixed(shown.split(".")[1]?.length ?? 0)));
  }
  await close();
});

test("changed rules and levels that only one game has are counted as the command does", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [query, words] of [
    ["level=3&second=none&set=rebirth.growth.neighbour_limit=3", ["--level", "3", "--set", "rebirth.growth.neighbour_limit=3"]],
    ["level=10", ["--level", "10"]],
  ]) {
    await reopen(`#/million?${query}&goal=1000&go=1`);
    await done(page);
    const counted = (await rowsOf(page)).filter(({ counted }) => counted === "rings");
    const expected = JSON.parse(command("sample", ...words, "--count", "1000", "--measures", "rings"));
    assert.deepEqual(Object.fromEntries(counted.map(({ value, count }) => [value, count])), expected.measures.rings, query);
  }
  await close();
});

test("counting stops within 1.5 seconds with the command's counts, and resumes", async () => {
  const { page, close } = await open("#/million?goal=10000000&first=flash/wrath-of-the-lamb&second=none&level=1");
  await pressed(page, "Count").click();
  await page.waitForFunction(() => Number(document.querySelector("progress").value) > 20000);
  const from = Date.now();
  await pressed(page, "Stop").click();
  await pressed(page, "Go on").waitFor();
  assert.ok(Date.now() - from < 1500, `${Date.now() - from} ms`);
  const first = await page.locator("progress").evaluate(({ value }) => value);
  const [{ floors, count }] = await rowsOf(page);
  assert.equal(floors, first);
  const words = ["--backend", "flash", "--edition", "wrath-of-the-lamb", "--measures", "rings"];
  const expected = JSON.parse(command("sample", ...words, "--count", String(floors)));
  assert.equal(count, expected.measures.rings["0"]);
  await pressed(page, "Go on").click();
  await page.waitForFunction((first) => document.querySelector("progress").value > first, first);
  await pressed(page, "Stop").click();
  await pressed(page, "Go on").waitFor();
  await close();
});

test("the button keeps the keyboard's focus when it stops and when the count is done", async () => {
  const { page, close } = await open("#/million?goal=200000&second=none");
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await pressed(page, "Count").press("Enter");
  await page.waitForFunction(() => Number(document.querySelector("progress").value) > 0);
  await page.keyboard.press("Enter");
  await pressed(page, "Go on").waitFor();
  assert.equal(await focused(), "Go on");
  await page.keyboard.press("Enter");
  await done(page);
  assert.equal(await focused(), "Done");
  await close();
});

test("a result of floors that draw their curses says so, and can be counted without one", async () => {
  const { page, reopen, close } = await open("#/million?goal=2000");
  const told = page.getByText("Each floor here draws its curse");
  await told.getByRole("button", { name: "Count without a curse" }).click();
  await waitForAddress(page, () => location.hash.includes("curse=none"));
  assert.equal(await told.count(), 0);
  await reopen("#/rule?level=1");
  await told.getByRole("button").click();
  await waitForAddress(page, () => location.hash.includes("curse=none"));
  // The article's floors draw none.
  await reopen("#/rule?backend=flash&edition=article&level=1");
  await page.getByText(/^By the edition's own rules the mean/).waitFor();
  assert.equal(await told.count(), 0);
  await close();
});

test("a level or curse that the other game lacks is named", async () => {
  const { page, reopen, close } = await open("#/million?level=10");
  await page.getByText("Flash: wrath of the lamb has no level 10.", { exact: true }).waitFor();
  await reopen("#/million?curse=maze");
  await page.getByText("Flash: wrath of the lamb has no Curse of the Maze.", { exact: true }).waitFor();
  await close();
});

test("choices are stored in the address, which restores them", async () => {
  const { page, reopen, close } = await open("#/million");
  await page.getByLabel(/^Measure/).selectOption("dead_ends");
  await page.getByLabel(/^Game/).selectOption("rebirth/article");
  await page.getByLabel(/^Level/).selectOption("4");
  await page.getByLabel(/^Curse/).selectOption("labyrinth");
  await page.getByLabel("Floors in all").selectOption("20000");
  await page.getByLabel("Hard mode").check();
  await page.getByLabel("Where this room is").selectOption("treasure");
  const hash = await page.evaluate(() => location.hash);
  const query = new URLSearchParams(hash.split("?")[1]);
  assert.deepEqual(Object.fromEntries(query), {
    measure: "dead_ends",
    backend: "rebirth",
    edition: "article",
    level: "4",
    curse: "labyrinth",
    goal: "20000",
    hard: "1",
    kind: "treasure",
  });
  await reopen(hash);
  assert.equal(await page.getByLabel(/^Measure/).inputValue(), "dead_ends");
  assert.equal(await page.getByLabel("Where this room is").inputValue(), "treasure");
  assert.ok(await page.getByLabel("Hard mode").isChecked());
  await pressed(page, "Count").click();
  await done(page);
  await close();
});

test("the chart can be saved as PNG and as an SVG with its own colours", async () => {
  const { page, close } = await open(`${SMALL}&go=1`, { scheme: "dark" });
  await done(page);
  const svg = String(await saved(page, "SVG"));
  assert.ok(svg.startsWith("<svg") && svg.includes("#b45f06") && !/var\(|class=/.test(svg));
  const png = await saved(page, "PNG");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.length > 20_000, `${png.length} bytes`);
  if (process.env.PICTURES) {
    const { writeFileSync } = await import("node:fs");
    writeFileSync(`${process.env.PICTURES}/million-saved.png`, png);
  }
  await close();
});

test("a request that cannot be counted shows an error message", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [query, expected] of [
    ["measure=luck", "give a measure"],
    ["first=flash/none&go=1", "edition"],
  ]) {
    await reopen(`#/million?${query}`);
    await page.waitForFunction(() => document.querySelector("#alerts").textContent);
    const message = await page.getByRole("alert").textContent();
    assert.ok(message.includes(expected), `${query}: ${message}`);
  }
  await close();
});

test("a chosen game that lacks the level is named, and each game gets as many floors", async () => {
  const { page, reopen, close } = await open("#/log");
  await reopen("#/million?backend=flash&edition=wrath-of-the-lamb&level=9&second=rebirth/article&goal=500&go=1");
  await done(page);
  const text = await page.locator("main").innerText();
  assert.ok(text.includes("Rebirth: article has no level 9."), text);
  // Every floor has a boss room, so no decimal is needed.
  assert.ok(text.includes("500 of 500 floors") && text.includes("On 100\u00a0% of floors."), text);
  assert.equal(await page.locator(".million-card").count(), 1);
  await reopen("#/million?goal=3&go=1");
  await done(page);
  assert.match(await page.locator(".million-pace").textContent(), /^4 of 4 floors/);
  await close();
});

test("two editions of a game are compared seed by seed, but two games are not", async () => {
  const { page, reopen, close } = await open("#/log");
  const told = async (second) => {
    const first = encodeURIComponent("rebirth/repentance");
    const beside = encodeURIComponent(second);
    await reopen(`#/million?first=${first}&second=${beside}&measure=rooms&goal=4000&level=4&curse=none&go=1`);
    await page.waitForFunction(() => document.querySelector(".million-news").textContent.startsWith("Done"));
    const sentence = await page.locator(".million-results > p").textContent();
    const floors = await page.locator(".million-pace strong").textContent();
    return { sentence, floors };
  };
  const editions = await told("rebirth/afterbirth-plus");
  assert.match(editions.sentence, /95\u00a0% interval of the difference on a seed/);
  assert.equal(editions.floors, "4,000");
  const games = await told("flash/wrath-of-the-lamb");
  assert.match(games.sentence, /\(95\u00a0% interval [\d.]/);
  await close();
});

test("changing the measure counts no floor again, and its counts match the command's", async () => {
  const { page, close } = await open("#/million?goal=20000&measure=rings&go=1");
  await page.evaluate(() => {
    globalThis.posted = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...given) {
      globalThis.posted += 1;
      return postMessage.apply(this, given);
    };
  });
  const pace = page.locator(".million-pace");
  await done(page);
  const counted = await pace.textContent();
  const posted = await page.evaluate(() => globalThis.posted);
  const words = ["--level", "1", "--count", "10000"];
  const expected = JSON.parse(command("sample", ...words, "--phase", "special", "--measures", "full_walk,rooms"));
  for (const measure of ["rooms", "full_walk"]) {
    await page.getByLabel(/^Measure/).selectOption(measure);
    await waitForAddress(page, (measure) => location.hash.includes(`measure=${measure}`), measure);
    await done(page);
    assert.equal(await pace.textContent(), counted);
    const own = (await rowsOf(page)).filter((row) => row.edition === "rebirth/repentance" && row.counted === measure);
    assert.deepEqual(Object.fromEntries(own.map(({ value, count }) => [value, count])), expected.measures[measure]);
  }
  assert.match(counted, /^20,000 of 20,000 floors/);
  assert.equal(await page.evaluate(() => globalThis.posted), posted);
  await close();
});

test("two measures at once: counts and the first floor of each cell match the command's", async () => {
  const { page, close } = await open("#/million?goal=4000&level=2&curse=none&measure=rooms&by=full_walk&go=1");
  await done(page);
  const rows = (await rowsOf(page)).filter(({ counted }) => counted === "rooms by full_walk");
  const samples = [
    ["rebirth/repentance", "Rebirth: repentance", ["--phase", "special"]],
    ["flash/wrath-of-the-lamb", "Flash: wrath of the lamb", ["--backend", "flash", "--edition", "wrath-of-the-lamb"]],
  ];
  const floors = {};
  for (const [edition, name, words] of samples) {
    const text = command("rows", ...words, "--level", "2", "--curse", "none", "--count", "2000", "--measures", "rooms,full_walk");
    const [head, ...lines] = text.trim().split("\n").map((line) => line.split(","));
    const [x, y, run, seed] = ["rooms", "full_walk", "run_seed", "seed"].map((column) => head.indexOf(column));
    const expected = {};
    floors[name] = {};
    for (const line of lines) {
      const key = `${line[x]},${line[y]}`;
      expected[key] = (expected[key] ?? 0) + 1;
      floors[name][key] ??= line[run] || line[seed];
    }
    const own = rows.filter((row) => row.edition === edition);
    assert.deepEqual(Object.fromEntries(own.map(({ x, y, count }) => [`${x},${y}`, count])), expected);
  }
  // The mouse points at a cell and chooses it, and keys move to the next cells.
  const map = page.locator(".range-maps svg[data-map]").first();
  await map.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await map.boundingBox();
  const told = page.locator(".range-told");
  await page.mouse.move(x + width * 0.5, y + height * 0.45);
  await page.waitForFunction(() => document.querySelector(".range-told").textContent.includes("Rebirth"));
  assert.equal(await page.locator(".range-links a").count(), 0);
  await page.mouse.down();
  await page.mouse.up();
  const check = async () => {
    const [, rooms, walk] = /^Rooms: (\d+)\. Doors to clear all rooms: (\d+)\. /.exec(await told.textContent());
    const links = await page.locator(".range-links a").allTextContents();
    const expected = samples.flatMap(([, name]) => {
      const seed = floors[name][`${rooms},${walk}`];
      return seed ? [`${name}, ${name.startsWith("Flash") ? "seed" : "run"} ${seed}`] : [];
    });
    assert.deepEqual(links, expected);
    return [Number(rooms), Number(walk), links.length];
  };
  const [rooms, walk] = await check();
  await page.locator(".range-maps").focus();
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual((await check()).slice(0, 2), [rooms - 1, walk]);
  let found = 0;
  for (let step = 0; step < 20 && !found; step++) {
    await page.keyboard.press("ArrowDown");
    [, , found] = await check();
  }
  assert.ok(found > 0);
  const [, key] = /^Rooms: (\d+)\. /.exec(await told.textContent());
  await page.locator(".range-links a").first().click();
  await page.locator("svg.floor-map[data-rooms]").waitFor();
  await page.locator(".view-floor").getByText(key, { exact: true }).first().waitFor();
  await close();
});

test("every measure is listed once, in the group of its subject", async () => {
  const { page, close } = await open(SMALL);
  const listed = await page.getByLabel(/^Measure/).evaluate((list) =>
    [...list.querySelectorAll("optgroup")].map(({ label, children }) => [label, [...children].map(({ value }) => value)]));
  const told = JSON.parse(command("measures", "--format", "json"));
  assert.deepEqual(listed.flatMap(([, names]) => names).sort(), told.map(({ name }) => name).sort());
  for (const [label, names] of listed) {
    assert.equal(new Set(told.filter(({ name }) => names.includes(name)).map(({ subject }) => subject)).size, 1, label);
  }
  await close();
});

test("counts of draws match the command's, insides of rooms included", async () => {
  const { page, close } = await open("#/million?goal=1000&second=none&measure=draws&by=attempts&go=1");
  await done(page);
  const expected = JSON.parse(command("sample", "--level", "1", "--count", "1000", "--measures", "draws"));
  const own = (await rowsOf(page)).filter(({ counted }) => counted === "draws");
  assert.deepEqual(Object.fromEntries(own.map(({ value, count }) => [value, count])), expected.measures.draws);
  assert.equal(await page.locator(".range-maps svg[data-map]").count(), 1);
  await close();
});

test("each name is within 60 pixels of its curve or has a line that leads to it", async () => {
  const { page, close } = await open("#/log");
  for (const [measure, level] of [["rings", 1], ["rooms", 3], ["boss_distance", 6], ["compactness", 2]]) {
    for (const size of Object.keys(sizes)) {
      await page.setViewportSize(sizes[size]);
      // Leave the view and return, so that the chart is drawn for the new size.
      await goTo(page, "#/log");
      await page.locator(".view-log").waitFor();
      await goTo(page, `#/million?goal=2000&level=${level}&measure=${measure}&go=1`);
      await done(page);
      const names = await page.locator(".million-chart svg").evaluate((svg) => {
        const curves = [...svg.querySelectorAll("path[stroke-width='2']")];
        return [...svg.querySelectorAll("text[font-weight]")].map((text) => {
          const colour = text.getAttribute("fill");
          const curve = curves.find((path) => path.getAttribute("stroke") === colour);
          const leader = [...svg.querySelectorAll("path:not([stroke-width])")].find((path) => path.getAttribute("stroke") === colour);
          const box = text.getBBox();
          // Collect the corners of the curve's path.
          const points = [];
          let [x, y] = [0, 0];
          for (const [, letter, given] of curve.getAttribute("d").matchAll(/([MVH])([^MVHZ]+)/g)) {
            const numbers = given.trim().split(/[ ,]+/).map(Number);
            if (letter === "M") [x, y] = numbers;
            else if (letter === "V") y = numbers[0];
            else x = numbers[0];
            points.push([x, y]);
          }
          const far = ([px, py]) => Math.hypot(Math.max(box.x - px, 0, px - box.x - box.width), Math.max(box.y - py, 0, py - box.y - box.height));
          const [, end] = leader ? /L(.+)$/.exec(leader.getAttribute("d")) : [];
          const [ex, ey] = end?.split(" ").map(Number) ?? [];
          // The vertical distance from the line's end to the nearest corner of the curve.
          const led = end ? Math.min(...points.map(([, py]) => Math.abs(py - ey))) : null;
          return { name: text.textContent, near: Math.min(...points.map(far)), led, ex };
        });
      });
      assert.equal(names.length, 2);
      for (const { name, near, led } of names) {
        assert.ok(led === null ? near <= 60 : led <= 3, `${measure}, ${size}: ${name} is ${near} from its curve; its line ends ${led} from it`);
      }
    }
  }
  await close();
});
