// The page's words: links stay within the page, and numbers, shapes and rules are written for readers.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { meaning } from "../../../web/page/plain.js";
import { chanceInWords } from "../../../web/page/ticks.js";
import { checkPage, end, goTo, open, readAtEach, waitForAddress } from "./open.js";

after(end);

test("a measure is explained in words, not as a formula", async () => {
  assert.equal(meaning("rings and double doors: doors - rooms + 1"), "rings and double doors");
  assert.equal(meaning("full_walk - (visible rooms - 1): doors passed again"), "doors passed again");
  assert.equal(meaning("cells / area: how much a floor fills"), "how much a floor fills");
  assert.equal(meaning("doors - rooms"), "doors - rooms");
  const { page, close } = await open("#/rule?backend=rebirth&edition=repentance&level=3&run=B911+99AC&measure=rings");
  await page.getByText("rings: ways round through three rooms or more.").first().waitFor();
  await close();
});

test("only a chance of 0 is written as 0", () => {
  const chances = [0, 1e-9, 0.0004, 0.0005, 0.123, 1].map((chance) => chanceInWords(chance).replaceAll("\u00a0", " "));
  assert.deepEqual(chances, ["0 %", "< 0.1 %", "< 0.1 %", "0.1 %", "12 %", "100 %"]);
});

test("every link in the views but the one to the article stays within the page", async () => {
  const { page, close } = await open("#/floor");
  const views = await page.locator("nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  for (const view of views) {
    await goTo(page, view);
    // Links include the current floor; the part before it names the view.
    await page.waitForFunction((view) => {
      const current = document.querySelector("nav a[aria-current]")?.getAttribute("href");
      return current?.split("?")[0] === view.split("?")[0];
    }, view);
    const links = await page.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    assert.deepEqual(links.filter((href) => !href.startsWith("#")), ["index.html"], view);
  }
  await close();
});

test("each heading is the name in the navigation", async () => {
  const { page, close } = await open("#/floor");
  const views = ["grow", "guess", "rule", "run", "floor", "million", "find", "rooms", "floors", "log"];
  const names = await readAtEach(page, views.map((view) => `#/${view}`), () => ["nav [aria-current]", "h2"].map((name) => document.querySelector(name).textContent));
  for (const [name, heading] of names) assert.equal(heading, name);
  await close();
});

test("rule cards have readable text, and ranges have at most four decimals", async () => {
  const { page, close } = await open("#/rule?backend=rebirth&edition=repentance&level=3&run=B911+99AC");
  await page.locator(".rule-entry").first().waitFor({ state: "attached" });
  const ranges = await page.locator(".rule-entry p[id$=meaning] > span").allTextContents();
  assert.ok(ranges.length > 150);
  assert.deepEqual(ranges.filter((text) => /\d\.\d{5}/.test(text)), []);
  await page.getByRole("searchbox").fill("growth");
  const marks = page.locator(".rule-all .rule-mark:visible");
  const seen = new Set();
  for (const mark of await marks.all()) {
    const rule = await mark.textContent();
    if (seen.has(rule)) continue;
    seen.add(rule);
    await mark.click();
    const card = page.getByRole("dialog", { name: `Rule ${rule}` });
    await card.waitFor();
    const words = await card.innerText();
    assert.ok(words.length > 80 && !/null|undefined|\]\(#/.test(words), words);
    await page.keyboard.press("Escape");
  }
  assert.ok(seen.size >= 5, [...seen].join());
  await marks.first().click();
  await checkPage(page, "rule card");
  await close();
});

test("a drawing accompanies each shape's name and matches the rooms of that shape", async () => {
  const { page, close } = await open("#/run?run=B911+80N6&stage=4");
  const rooms = JSON.parse(await page.locator(".run-detail svg.floor-map").getAttribute("data-rooms"));
  const drawn = (places) => places.evaluateAll((icons) => icons.map((icon) => icon.querySelector("path").getAttribute("d").split("z").filter(Boolean).sort().join()));
  let large = 0;
  for (const [place, { cells }] of rooms.entries()) {
    if (place && cells.length === 1) continue;
    await goTo(page, `#/run?run=B911+80N6&stage=4&room=${place}`);
    await page.waitForFunction((place) => document.querySelector(`.run-detail [data-room="${place}"][aria-pressed=true]`), place);
    // The first drawing is of the room on the floor, the second of the shape that the text names.
    const [lies, shape] = await drawn(page.locator(".room-detail .shape-icon"));
    if (shape === undefined) continue;
    assert.equal(shape, lies, `room ${place}`);
    large += cells.length > 1 ? 1 : 0;
  }
  assert.ok(large > 2, `${large} large rooms`);
  // In the list of rules, each variant of a shape has its own drawing, which begins at the entrance.
  await goTo(page, "#/rule?backend=rebirth&edition=repentance&level=3&run=B911+99AC");
  await page.locator(".rule-entry").first().waitFor({ state: "attached" });
  const variants = page.locator('.rule-entry[data-path^="rebirth.variants."]');
  const count = await variants.count();
  const icons = await page.locator(".rule-entry .shape-icon").evaluateAll((icons) => icons.map((icon) => icon.innerHTML));
  assert.deepEqual([icons.length, new Set(icons).size], [count, count]);
  // Conditions also have drawings.
  await goTo(page, "#/find?where=2:+count(ltl)+%3E%3D+1");
  await page.locator(".find-row .shape-icon").waitFor();
  // A measure of that shape also has a drawing, and its axis names the shape.
  await goTo(page, "#/million?level=3&goal=20000&go=1&measure=rooms_ltl");
  await page.locator(".view-million .shape-icon").waitFor();
  await page.locator(".million-chart text", { hasText: "rooms: L, no top left" }).waitFor();
  // A hit says in words what was counted on its floor.
  await goTo(page, "#/find?where=2:+count(shop)+%3E%3D+1&limit=2");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".find-hits td", { hasText: "Stage 2: shops 1, " }).first().waitFor();
  await close();
});

test("a count of one has a singular noun", async () => {
  const { page, close } = await open("#/grow?backend=flash&seed=5");
  // Floors with one attempt and with several, runs, single floors and finished guesses.
  const places = [
    ...[1, 2, 3, 4, 5, 6].map((seed) => `#/grow?backend=flash&edition=wrath-of-the-lamb&level=1&seed=${seed}&step=900&right.backend=rebirth&right.edition=repentance&right.level=1&right.seed=${seed}&right.step=900`),
    ...["B911+99AC", "02MG+2QRD", "897K+F64D"].map((run) => `#/run?run=${run}&stage=0`),
    ...[1, 2, 3].map((seed) => `#/floor?backend=rebirth&edition=repentance&level=1&seed=${seed}`),
    ...[1, 2].map((seed) => `#/guess?backend=flash&edition=wrath-of-the-lamb&level=1&seed=${seed}&end=1`),
  ];
  let only = 0;
  for (const place of places) {
    await goTo(page, place);
    await waitForAddress(page, (place) => location.hash.split("?")[0] === place.split("?")[0] && document.querySelector("main svg.floor-map, main svg"), place);
    const text = await page.locator("main").innerText();
    only += /the only attempt/.test(text) ? 1 : 0;
    assert.doesNotMatch(text, /(^|[^\d.,])1 (attempts|rooms|draws|doors|dead ends|rings|steps|bombs|floors|cells|neighbours|loops)\b/, place);
  }
  assert.ok(only > 0);
  await close();
});

test("numbers of draws have commas between thousands in the Grow view", async () => {
  const { page, close } = await open("#/grow?backend=flash&seed=5");
  let many = 0;
  for (const run of ["B911+80N6", "B911+99AC", "02MG+2QRD"]) {
    const side = `backend=rebirth&edition=repentance&level=6&run=${run}`;
    await goTo(page, `#/grow?${side}&step=9000`);
    await waitForAddress(page, (run) => new URLSearchParams(location.hash.split("?")[1]).get("run") === run.replace("+", " "), run);
    const told = await page.locator(".grow-words").first().innerText();
    assert.match(told, /[\d,]+ draws/);
    many += /\d,\d{3} draws/.test(told) ? 1 : 0;
    assert.doesNotMatch(await page.locator("main").innerText(), /\d{4,} draws/, run);
  }
  assert.ok(many > 0);
  await close();
});

test("percent signs follow their numbers after a non-breaking space in the Count view", async () => {
  const { page, close } = await open("#/million?go=1&goal=20000");
  await page.getByText(/^Done\./).waitFor({ state: "attached", timeout: 60000 });
  const texts = await page.locator("main").evaluate((main) => [main.textContent, ...[...main.querySelectorAll("[aria-label]")].map((node) => node.getAttribute("aria-label"))].join(" "));
  assert.ok(/\d\u00a0%/.test(texts));
  assert.doesNotMatch(texts, /\d %/);
  await close();
});
