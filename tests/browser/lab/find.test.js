// The Find view: conditions, searches and hits, compared with the command.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkInEachView, checkPage, command, end, goTo, open, openInEachSize, readAtEach, sizes, waitForAddress } from "./open.js";

after(end);

test("Flash's search begins with seed 0", async () => {
  const { page, close } = await open("#/find?backend=flash&where=1:+rooms+%3D%3D+7&limit=3");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("3 hits.").waitFor();
  const expected = command("find", "--backend", "flash", "--where", "1: rooms == 7", "--limit", "3", "--format", "json");
  const seeds = expected.trim().split("\n").map((line) => JSON.parse(line).number);
  assert.equal(seeds[0], 0);
  const shown = await page.locator(".find-hits tbody tr").evaluateAll((rows) => rows.map((row) => Number(/\d+/.exec(row.textContent)[0])));
  assert.deepEqual(shown, seeds);
  await close();
});

const search = (page) => page.getByRole("button", { name: /^(Search|Stop|Go on)$/ });

test("the Find view with hits has no WCAG violations or horizontal overflow", () =>
  openInEachSize("#/find?where=1:+rooms+%3D%3D+10&limit=5", async ({ page, size }) => {
    await search(page).click();
    await page.locator(".find-hits table").waitFor();
    await checkInEachView(page, "find", { size });
  }));

// Conditions, one per line, and the number of the last run to search.
const QUERIES = [
  ["1: rooms == 10", 300],
  ["1: curse == labyrinth", 2000],
  ["1: count(2x2) >= 2 and rings >= 1", 4000],
  ["1: rooms == 10\n2: rings >= 1", 3000],
  ["3: has(planetarium)", 2000],
];

test("the hits match the command's, in the same order", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [conditions, last] of QUERIES) {
    const where = conditions.split("\n");
    const words = where.flatMap((line) => ["--where", line]);
    const expected = command("find", "--format", "json", "--to", String(last), ...words)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).run);
    assert.ok(expected.length > 2, conditions);
    const query = new URLSearchParams({ limit: expected.length });
    for (const line of where) query.append("where", line);
    await reopen(`#/find?${query}`);
    await search(page).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll(".find-hits tbody tr").length >= Math.min(count, 200),
      expected.length,
    );
    await page.waitForFunction(() => /Stopped/.test(document.querySelector("main").textContent));
    // The page lists at most 200 hits, and no more than requested.
    const found = await page.locator(".find-hits tbody th").allTextContents();
    assert.deepEqual(found, expected.slice(0, 200), conditions);
    const told = new RegExp(`\\b${expected.length.toLocaleString("en-US")} hits`);
    assert.match(await page.locator("main").textContent(), told);
  }
  await close();
});

test("conditions are checked while they are typed and stored in the address", async () => {
  const { page, close } = await open("#/find");
  const text = page.getByLabel(/Conditions/);
  await text.fill("1: room == 8");
  assert.match(await page.locator(".find-remarks").textContent(), /rooms/);
  assert.ok(await search(page).isDisabled());
  await text.fill("1: rooms == 8");
  assert.match(await page.locator(".find-remarks").textContent(), /[Tt]he layout decides 1: rooms == 8/);
  await text.press("Tab");
  await waitForAddress(page, () => location.hash.includes("where="));
  await page.getByRole("button", { name: "At least three rings on stage 2" }).focus();
  await page.keyboard.press("Enter");
  await waitForAddress(page, () => decodeURIComponent(location.hash).includes("rings"));
  // The view is rebuilt after the address has changed.
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "2: rings >= 3");
  await close();
});

test("what a search rests on is told without commands, and the run's floors are found in the tab Run", async () => {
  const { page, close } = await open("#/find?where=2:+rings+%3E%3D+3");
  await page.getByText("What this rests on").click();
  await page.getByText("a run draws its own: the tab Run shows its floors.").waitFor();
  assert.doesNotMatch(await page.locator("#find-remarks").textContent(), /basement-lab|--/);
  await close();
});

test("a search can be stopped and resumed", async () => {
  const { page, close } = await open("#/find?where=1:+rooms+%3D%3D+8&limit=1000");
  await search(page).click();
  await page.waitForFunction(() => /[1-9][\d,]* seeds tested/.test(document.querySelector("main").textContent));
  await search(page).click();
  await page.waitForFunction(() => /Stopped/.test(document.querySelector("main").textContent));
  const told = () => page.evaluate(() => Number(/([\d,]+) seeds tested/.exec(document.querySelector("main").textContent)[1].replaceAll(",", "")));
  const before = await told();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.waitForFunction((before) => Number(/([\d,]+) seeds tested/.exec(document.querySelector("main").textContent)[1].replaceAll(",", "")) > before, before);
  await search(page).click();
  await close();
});

test("Go on after the limit finds the same number of further hits, which match the command's", async () => {
  const { page, close } = await open("#/find?where=2:+rings+%3E%3D+3&limit=20");
  const numbers = async (count) => {
    await page.waitForFunction((count) => document.querySelectorAll(".find-hits tbody tr").length === count, count);
    await page.waitForFunction(() => /Stopped/.test(document.querySelector("main").textContent));
    return page.locator(".find-hits tbody th").allTextContents();
  };
  await search(page).click();
  const first = await numbers(20);
  await page.getByRole("button", { name: "Go on" }).click();
  const more = await numbers(40);
  assert.deepEqual(more.slice(0, 20), first);
  const expected = command("find", "--where", "2: rings >= 3", "--limit", "40", "--format", "json");
  assert.deepEqual(more, expected.trim().split("\n").map((line) => JSON.parse(line).run));
  await close();
});

test("Back from a hit restores the list, and a search interrupted by a link resumes without a gap", async () => {
  const { page, close } = await open("#/find?where=2:+rings+%3E%3D+3&limit=20");
  const hits = page.locator(".find-hits tbody th");
  const told = page.locator("[role=status]", { hasText: "tested" });
  const stopped = (count) => page.waitForFunction((count) => document.querySelectorAll(".find-hits tbody tr").length === count && /Stopped/.test(document.querySelector("main").textContent), count);
  await search(page).click();
  await stopped(20);
  const [before, words] = [await hits.allTextContents(), await told.textContent()];
  // The status says how many runs contain the hits, which shows how rare the condition is.
  const numbers = JSON.parse(`[${command("find", "--where", "2: rings >= 3", "--limit", "20", "--format", "json").trim().replaceAll("\n", ",")}]`);
  assert.match(words, new RegExp(` 20 hits\\. They are among the first ${numbers.at(-1).number.toLocaleString("en-US")} of these\\. Stopped\\.$`));
  await page.locator(".find-hits a").first().click();
  await page.locator(".view-run, .view-floor").waitFor();
  await page.goBack();
  await stopped(20);
  assert.deepEqual([await hits.allTextContents(), await told.textContent()], [before, words]);
  // Leave the view by a link while the next search runs.
  await page.goto(page.url().replace(/limit=20/, "limit=190"));
  await page.locator(".view-find").waitFor();
  await page.evaluate(async () => {
    document.querySelector(".view-find button.primary").click();
    await new Promise((done) => setTimeout(done, 40));
    location.hash = "#/log";
  });
  await page.locator(".view-log").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Go on" }).click();
  await stopped(190);
  const expected = command("find", "--where", "2: rings >= 3", "--limit", "190", "--format", "json");
  assert.deepEqual(await hits.allTextContents(), expected.trim().split("\n").map((line) => JSON.parse(line).run));
  // The header stays when the list is scrolled.
  await page.locator(".find-hits").evaluate((list) => list.scrollTo(0, 900));
  const [list, head] = await Promise.all([".find-hits", ".find-hits th"].map((name) => page.locator(name).first().boundingBox()));
  assert.ok(Math.abs(head.y - list.y) < 2, `${head.y}, ${list.y}`);
  await close();
});

test("each hit states what it rests on, and the floors of the first have the rooms and rings that it states for both stages", async () => {
  const { page, close } = await open("#/find?where=1:+rooms+%3D%3D+9&where=2:+rings+%3E%3D+3&limit=3");
  await search(page).click();
  await page.waitForFunction(() => document.querySelectorAll(".find-hits tbody tr").length === 3);
  const rows = await page.locator(".find-hits tbody tr").allTextContents();
  await page.getByText("What rests on the layout is so in the game if").waitFor();
  for (const row of rows) assert.match(row, /Stage 1: rooms 9.*rests on the (layout|rooms)Stage 2: rings \d.*rests on the rooms/);
  const run = await page.locator(".find-hits tbody th").first().textContent();
  const measured = [["1", "rooms"], ["2", "rings"]].map(([level, name]) => {
    const [floor] = JSON.parse(command("rows", "--run-seed", run, "--level", level, "--count", "1", "--measures", name, "--format", "json"));
    assert.ok(rows[0].includes(`Stage ${level}: ${name} ${floor[name]}`), `${rows[0]}: ${floor[name]}`);
    return floor[name];
  });
  assert.ok(measured[0] === 9 && measured[1] >= 3, measured.join());
  await close();
});

for (const size of Object.keys(sizes)) {
  test(`${size}: the rarity estimate does not move the hits`, async () => {
    const { page, close } = await open("#/find?where=2:+rings+%3E%3D+3&limit=20", { size });
    const top = () => page.locator(".find-hits").evaluate((node) => node.getBoundingClientRect().top);
    await page.locator("#find-outlook").getByText("About").waitFor();
    const told = await top();
    await page.locator("#find-outlook").evaluate((node) => node.replaceChildren());
    assert.equal(await top(), told);
    await close();
  });
}

for (const size of Object.keys(sizes)) {
  test(`${size}: loading maps moves no hit, and Back restores the scroll positions`, async () => {
    const { page, close } = await open("#/find?where=1:+rooms+%3D%3D+9&where=2:+rings+%3E%3D+3&limit=40", { size });
    await page.evaluate(() => {
      globalThis.moved = [];
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries()) moved.push(...sources.map(({ node }) => node?.textContent));
      }).observe({ type: "layout-shift" });
    });
    await search(page).click();
    await page.waitForFunction(() => document.querySelectorAll(".find-hits tbody tr").length === 40, null, { timeout: 20000 });
    const list = page.locator(".find-hits");
    await list.scrollIntoViewIfNeeded();
    // Layout shifts within half a second of a press do not count.
    await page.waitForTimeout(800);
    await page.evaluate(() => moved.splice(0));
    await list.evaluate((node) => node.scrollTo(0, 900));
    await page.waitForTimeout(500);
    assert.deepEqual(await page.evaluate(() => moved), []);
    const tops = () => page.evaluate(() => [scrollY, document.querySelector(".find-hits").scrollTop]);
    const before = await tops();
    assert.equal(before[1], 900);
    await list.locator("th a").nth(12).evaluate((link) => link.click());
    await page.locator(".view-run").waitFor();
    await page.goBack();
    await list.locator("tr").nth(30).waitFor({ state: "attached" });
    await page.waitForTimeout(300);
    assert.deepEqual(await tops(), before);
    await close();
  });
}

test("the page estimates the rarity of the conditions before the search", async () => {
  const { page, reopen, close } = await open("#/log");
  const outlook = async (hash, expected) => {
    await reopen(hash);
    await page.waitForFunction(() => document.querySelector("#find-outlook").textContent);
    assert.match(await page.locator("#find-outlook").textContent(), expected);
  };
  await outlook(
    "#/find?where=2:+rings+%3E%3D+3&limit=20",
    /^About 1 of \d\d runs meets the conditions \(\d+ of 10,000 tried\); 20 hits take (about \d+\u00a0seconds?|less than a second)\.$/,
  );
  await outlook(
    "#/find?where=1:+wanted+%3D%3D+70",
    /^None of 10,000 runs tried meets the conditions: fewer than 1 of 3,300 does \(95\s%\); all 4,294,967,295 take about/,
  );
  // Flash has one seed more: 0.
  await outlook("#/find?backend=flash&where=1:+rooms+%3E%3D+1", /^About 100\u00a0% of the seeds meet the conditions \(10,000 of 10,000 tried\)/);
  await close();
});

test("conditions that no floor can meet are refused", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [where, told] of [
    ["where=2:+curse+%3D%3D+labyrinth", "No floor of stage 2 has the Curse of the Labyrinth."],
    ["where=1:+rooms+%3D%3D+9&where=1:+rooms+%3D%3D+10", "No floor meets all of these: 1: rooms == 9; 1: rooms == 10."],
    ["where=3:+rings+%3E+2+and+rings+%3C%3D+2", "No floor meets all of these: 3: rings > 2; 3: rings <= 2."],
  ]) {
    await reopen(`#/find?${where}`);
    assert.equal(await page.locator(".find-remarks .error").textContent(), told);
    assert.ok(await search(page).isDisabled());
  }
  await reopen("#/find?where=3:+curse+%3D%3D+labyrinth&where=1:+rooms+%3E%3D+9&where=1:+rooms+%3C+10&where=2:+curse+!%3D+lost");
  assert.ok(await search(page).isEnabled());
  await close();
});

test("a number that is not allowed stays in its field and is refused", async () => {
  const { page, close } = await open("#/find?where=1:+rooms+%3D%3D+8");
  const from = page.getByLabel("From run number");
  for (const number of ["0", "1.5", "4294967296"]) {
    await from.fill(number);
    await from.press("Tab");
    await page.getByText("From run number: give a whole number from 1 to 4,294,967,295.").waitFor();
    assert.deepEqual([await from.inputValue(), await from.getAttribute("aria-invalid")], [number, "true"]);
    assert.doesNotMatch(await page.evaluate(() => location.hash), /from=/);
  }
  await from.fill("4294967295");
  await from.press("Tab");
  await page.getByText("1 run is left, and none meets the conditions.").waitFor();
  await search(page).click();
  await page.getByText(/^1 seed tested,/).waitFor();
  await close();
});

test("a search without hits reports that nothing was found", async () => {
  const { page, close } = await open("#/find?where=1:+wanted+%3D%3D+70&from=4294960000");
  await search(page).click();
  await page.waitForFunction(() => /All seeds are tested/.test(document.querySelector("main").textContent));
  assert.match(await page.locator("main").textContent(), /7,296 seeds tested,.* Nothing is found\. All seeds are tested\./);
  await close();
});

// What each example promises, as a predicate on a whole floor.
const SHOWN = {
  "Nine rooms on the first floor": ({ rooms }) => rooms === 9,
  "A Labyrinth with at least four big square rooms": ({ curse, squares }) => curse === "labyrinth" && squares >= 4,
  "The boss at most two doors away, and no ring": ({ boss_distance, rings }) => boss_distance <= 2 && rings === 0,
  "At least three rings on stage 2": ({ rings }) => rings >= 3,
  "A planetarium on stage 3": ({ kinds }) => kinds.includes("planetarium"),
};

test("the first 20 hits of each example meet its conditions on the whole floor", async () => {
  const { page, close } = await open("#/find");
  const shown = await open("#/floor");
  const names = await page.locator(".find-examples button").allTextContents();
  assert.ok(names.length >= 5);
  for (const name of names) {
    await page.getByRole("button", { name }).click();
    await page.waitForFunction(() => document.querySelector("textarea").value);
    const condition = await page.locator("textarea").inputValue();
    await search(page).click();
    await page.waitForFunction(() => document.querySelectorAll(".find-hits tbody tr").length === 20, null, { timeout: 20000 });
    // Each hit has two links to its floor.
    const links = await page.locator(".find-hits td a").evaluateAll((links) => links.map(({ hash }) => hash));
    const hashes = [...new Set(links)];
    assert.deepEqual([links.length, hashes.length], [40, 20]);
    const floors = await readAtEach(shown.page, hashes, () => {
      const main = document.querySelector("main");
      return { rooms: JSON.parse(main.querySelector("svg.floor-map").dataset.rooms), told: main.innerText };
    });
    for (const [place, { rooms, told }] of floors.entries()) {
      const run = new URLSearchParams(hashes[place].split("?")[1]).get("run");
      assert.ok(told.includes(`, run ${run}`), told);
      const measure = (name) => Number(new RegExp(`^${name}\\s+(\\d+)`, "m").exec(told)[1]);
      const floor = {
        rooms: measure("rooms"),
        rings: measure("rings"),
        boss_distance: measure("doors to the boss"),
        curse: /Curse of the (\w+)/.exec(told)?.[1].toLowerCase(),
        squares: rooms.filter(({ cells }) => cells.length === 4).length,
        kinds: rooms.map(({ kind }) => kind),
      };
      assert.ok(SHOWN[name](floor), `${condition}: ${hashes[place]} has ${JSON.stringify(floor)}`);
    }
  }
  await shown.close();
  await close();
});

const row = (page, place) => page.locator(".find-row").nth(place - 1);
const choice = (page, name, place) => page.getByLabel(`${name}, condition ${place}`, { exact: true });

test("condition controls work by mouse and keyboard and stay in sync with the text", async () => {
  const { page, close } = await open("#/find?level=3");
  const text = page.getByLabel(/^Conditions, one per line/);
  await page.getByRole("button", { name: "Add a condition" }).click();
  assert.equal(await text.inputValue(), "3: rooms >= 10");
  await choice(page, "Quantity", 1).selectOption("rings");
  await choice(page, "Relation", 1).selectOption("==");
  await choice(page, "Value", 1).fill("2");
  await page.keyboard.press("Tab");
  assert.equal(await text.inputValue(), "3: rings == 2");
  await page.getByRole("button", { name: "And another" }).press("Enter");
  await choice(page, "Quantity", 2).selectOption("curse");
  await choice(page, "Value", 2).selectOption("labyrinth");
  await choice(page, "Stage", 2).focus();
  await choice(page, "Stage", 2).selectOption("1");
  assert.equal(await text.inputValue(), "3: rings == 2\n1: curse == labyrinth");
  // The control that was used last keeps the keyboard focus.
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Stage, condition 2");
  const query = new URLSearchParams((await page.evaluate(() => location.hash)).split("?")[1]);
  assert.deepEqual(query.getAll("where"), ["3: rings == 2", "1: curse == labyrinth"]);
  await page.getByRole("button", { name: "Remove condition 1" }).click();
  assert.equal(await text.inputValue(), "1: curse == labyrinth");
  // The form shows typed conditions as controls, but anything beyond a simple comparison as unchanged text.
  await text.fill("2: has(shop) and rooms < 12\n1: rooms == 9 or rings == 1");
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(".find-row").count(), 3);
  assert.equal(await choice(page, "Quantity", 1).inputValue(), "count(shop)");
  assert.equal(await choice(page, "Value", 2).inputValue(), "12");
  assert.match(await row(page, 3).textContent(), /1: rooms == 9 or rings == 1/);
  await close();
});

test("quantities are named in words, each exactly once, and an unlisted one is still shown", async () => {
  const { page, close } = await open("#/find?where=1:+rooms+%3D%3D+10");
  const list = await choice(page, "Quantity", 1).locator("option").allTextContents();
  assert.ok(list.includes("rooms (narrow, two cells tall)"), list.join("; "));
  assert.deepEqual(list.filter((name) => /\b(ih|iv|iih|iiv|lt[lr]|lb[lr]|\dx\d)\b/.test(name)), []);
  assert.deepEqual(list.filter((name, place) => list.indexOf(name) !== place), []);
  // A condition on a measure that is not in the list is still shown.
  await goTo(page, "#/find?where=1:+boss_rooms+%3D%3D+2");
  await page.waitForFunction(() => document.querySelector('[aria-label="Quantity, condition 1"]')?.value === "boss_rooms");
  await close();
});

test("hits have maps, and kept hits can be copied, survive a reload and can be cleared", async () => {
  const { page, close } = await open("#/find?where=2:+rings+%3E%3D+3&limit=3");
  await search(page).click();
  await page.locator(".find-hits tbody tr").last().scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelectorAll(".find-maps svg").length === 3);
  const hits = await page.locator(".find-hits tbody th").allTextContents();
  const drawn = await page.locator(".find-maps svg").first().locator(".room").count();
  const floor = JSON.parse(command("floor", "--format", "json", "--run-seed", hits[0], "--level", "2"));
  assert.equal(drawn, floor.rooms.length);
  await page.getByRole("button", { name: `Keep ${hits[0]}` }).click();
  await page.getByRole("button", { name: `Keep ${hits[2]}` }).press("Enter");
  const list = page.getByRole("textbox", { name: "Kept hits" });
  assert.equal(await list.inputValue(), `${hits[0]}  2: rings >= 3\n${hits[2]}  2: rings >= 3`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the list" }).click();
  await page.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await list.inputValue());
  await checkPage(page, "find kept");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.match(await list.inputValue(), new RegExp(hits[2]));
  await page.getByRole("button", { name: "Empty it" }).click();
  assert.equal(await list.count(), 0);
  await close();
});
