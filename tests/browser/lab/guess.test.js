// Guessing hidden rooms: chances of the command, nothing told too early, by mouse and by keyboard.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkPage, command, end, open, schemes, sizes } from "./open.js";

after(end);

const RUN = "run=B911+99AC";
const cell = (page, [x, y]) => page.locator(`.guess-cell[data-x="${x}"][data-y="${y}"]`);

// The place of a hidden room and the chances of its cells, as the command says them.
function posterior(level, room, ...words) {
  return JSON.parse(command("posterior", "--format", "json", "--level", String(level), "--room", room, ...words));
}

for (const size of Object.keys(sizes)) {
  for (const scheme of schemes) {
    test(`${size}, ${scheme}: the game breaks no rule, before and after`, async () => {
      const { page, close } = await open(`#/guess?level=3&${RUN}&show=doors`, { size, scheme });
      await page.locator(".guess-board").waitFor();
      await checkPage(page, `guess ${size} ${scheme}`);
      await page.getByRole("button", { name: "Give up" }).click();
      await page.getByText("Bombs needed").waitFor();
      await checkPage(page, `guess over ${size} ${scheme}`);
      await close();
    });
  }
}

test("the chances are those of the command", async () => {
  const { page, close } = await open(`#/guess?level=3&${RUN}&show=doors`);
  for (const room of ["secret", "super_secret", "ultra_secret"]) {
    await page.getByLabel("Look for").selectOption(room);
    await page.waitForFunction((room) => location.hash.includes(`kind=${room}`), room);
    await page.getByLabel("Show").selectOption("doors");
    await page.locator(".guess-chance").first().waitFor();
    const { cells } = posterior(3, room, "--run-seed", "B911 99AC");
    for (const { x, y, probability } of cells.slice(0, 4)) {
      const label = await cell(page, [x, y]).getAttribute("aria-label");
      const percent = (probability * 100).toFixed(probability < 0.1 ? 1 : 0);
      assert.ok(label.includes(`${percent} %`), `${room}: ${label}, ${percent}`);
    }
  }
  await close();
});

test("a bomb on the right cell finds the room, which the page did not tell before", async () => {
  const { secret, cells } = posterior(4, "secret", "--run-seed", "B911 99AC");
  const wrong = cells.map(({ x, y }) => [x, y]).find(([x, y]) => String([x, y]) !== String(secret));
  const { page, close } = await open(`#/guess?level=4&${RUN}`);
  await page.locator(".guess-board").waitFor();
  assert.equal(await page.locator(".guess-board .kind-secret").count(), 0);
  const doors = await page.locator(".guess-board").innerHTML();
  assert.ok(!doors.includes("ultra"));
  await cell(page, wrong).click();
  await page.getByText("1 bomb so far").waitFor();
  await cell(page, secret).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Found with 2 bombs").waitFor();
  assert.equal(await page.locator(".guess-board .kind-secret").count(), 1);
  const hash = await page.evaluate(() => location.hash);
  assert.ok(hash.includes(`bombs=${wrong.join(".")}%2C${secret.join(".")}`), hash);
  const told = await page.locator("main").textContent();
  await close();
  const again = await open(hash);
  await again.page.getByText("Found with 2 bombs").waitFor();
  assert.ok(told.includes("The best player"));
  await again.close();
});

test("arrows move between cells", async () => {
  const { page, close } = await open(`#/guess?level=4&${RUN}`);
  const board = page.locator(".guess-board");
  await board.locator('[tabindex="0"]').focus();
  const place = () => page.evaluate(() => [document.activeElement.dataset.x, document.activeElement.dataset.y].map(Number));
  const [x, y] = await place();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await place(), [x + 1, y]);
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await place(), [x + 1, y + 1]);
  await close();
});

test("a date has one floor, and a new floor is another", async () => {
  const { page, close } = await open("#/guess?daily=2026-11-23");
  const map = page.locator(".guess-board .room[data-room]");
  await map.first().waitFor();
  const first = await page.locator(".guess-board").innerHTML();
  const other = await open("#/guess?daily=2026-11-24");
  await other.page.locator(".guess-board").waitFor();
  assert.notEqual(await other.page.locator(".guess-board").innerHTML(), first);
  await other.close();
  await page.getByRole("button", { name: "A new floor" }).click();
  await page.waitForFunction(() => !location.hash.includes("daily"));
  assert.notEqual(await page.locator(".guess-board").innerHTML(), first);
  await close();
});

test("what cannot be known is said in the engine's sentence", async () => {
  const flash = await open("#/guess?backend=flash&edition=wrath-of-the-lamb&level=3&seed=5&show=doors");
  assert.match(await flash.page.locator("main").textContent(), /doors of this backend's rooms tell nothing/);
  await flash.close();
  const none = await open("#/guess?backend=flash&level=3&seed=5&kind=ultra_secret");
  assert.match(await none.page.locator("main").textContent(), /has no ultra secret room/);
  await none.close();
  const date = await open("#/guess?daily=tomorrow");
  assert.match(await date.page.getByRole("alert").textContent(), /`daily` cannot be `tomorrow`: give a date/);
  await date.close();
});
