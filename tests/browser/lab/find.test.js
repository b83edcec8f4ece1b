// Finding seeds: the hits are those of the command, conditions are read while they are typed.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkPage, command, end, open, schemes, sizes } from "./open.js";

after(end);

const search = (page) => page.getByRole("button", { name: /^(Search|Stop|Go on)$/ });

for (const size of Object.keys(sizes)) {
  for (const scheme of schemes) {
    test(`${size}, ${scheme}: the page of searches breaks no rule`, async () => {
      const { page, close } = await open("#/find?where=1:+rooms+%3D%3D+10&limit=5", { size, scheme });
      await search(page).click();
      await page.locator(".find-hits table").waitFor();
      await checkPage(page, `find ${size} ${scheme}`);
      await close();
    });
  }
}

// Conditions, one a line, and the last run of the range.
const QUERIES = [
  ["1: rooms == 10", 300],
  ["1: curse == labyrinth", 2000],
  ["1: count(2x2) >= 2 and rings >= 1", 4000],
  ["1: rooms == 10\n2: rings >= 1", 3000],
  ["3: has(planetarium)", 2000],
];

test("the first hits are those of the command, in its order", async () => {
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
    const { page, close } = await open(`#/find?${query}`);
    await search(page).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll(".find-hits tbody tr").length >= Math.min(count, 200),
      expected.length,
    );
    const found = await page.locator(".find-hits tbody th").allTextContents();
    assert.deepEqual(found.slice(0, expected.length), expected.slice(0, 200), conditions);
    await close();
  }
});

test("conditions are read while they are typed, and stand in the address", async () => {
  const { page, close } = await open("#/find");
  const text = page.getByLabel(/Conditions/);
  await text.fill("1: room == 8");
  assert.match(await page.locator(".find-remarks").textContent(), /rooms/);
  assert.ok(await search(page).isDisabled());
  await text.fill("1: rooms == 8");
  assert.match(await page.locator(".find-remarks").textContent(), /rests on the layout alone/);
  await text.press("Tab");
  await page.waitForFunction(() => location.hash.includes("where="));
  await page.getByRole("button", { name: "Three rings on stage 2" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("rings"));
  assert.equal(await text.inputValue(), "2: rings >= 3");
  await close();
});

test("a search stops and goes on", async () => {
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
