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

test("a cell beside no room costs no bomb, and says why", async () => {
  const { page, close } = await open(`#/guess?level=3&${RUN}`);
  const far = page.locator(".guess-cell.is-far");
  const near = page.locator(".guess-cell:not(.is-far)");
  assert.ok((await far.count()) > 10 && (await near.count()) > 10);
  // Cells that are no wall of a room, and only these, are far.
  for (const [cells, isFar] of [[far, true], [near, false]]) {
    const middles = await cells.locator(".area").evaluateAll((areas) => areas.map(({ x, y }) => [x.baseVal.value + 12, y.baseVal.value + 12]));
    for (const [x, y] of middles) {
      const touches = await page.evaluate(
        ([x, y]) =>
          [[24, 0], [-24, 0], [0, 24], [0, -24]].some(([dx, dy]) =>
            [...document.querySelectorAll(".guess-board .room[data-room] .area")].some((area) => {
              const point = area.ownerSVGElement.createSVGPoint();
              [point.x, point.y] = [x + dx, y + dy];
              return area.isPointInFill(point);
            }),
          ),
        [x, y],
      );
      assert.equal(touches, !isFar, `${x}, ${y}`);
    }
  }
  await far.first().click({ force: true });
  await page.getByText("No room is beside this cell").waitFor();
  assert.ok(!(await page.evaluate(() => location.hash)).includes("bombs"));
  await near.first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("bombs="));
  // The ultra secret room stands beside none.
  await page.goto(page.url().replace(/#.*/, `#/guess?level=3&${RUN}&kind=ultra_secret`));
  await page.waitForFunction(() => document.querySelector(".guess-board") && !document.querySelector(".guess-cell.is-far"));
  await close();
});

test("the walls of rooms are whole on the board, and so is the outline of the focus", async () => {
  const { page, close } = await open(`#/guess?level=3&${RUN}`);
  const isAbove = await page.evaluate(() => {
    const board = document.querySelector(".guess-board");
    const after = (one, other) => Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    const [cells, room, ring] = [".guess-cell", ".room[data-room]", ".ring"].map((name) => board.querySelector(name));
    return [after(room, cells), after(ring, [...board.querySelectorAll(".room")].at(-1))];
  });
  assert.deepEqual(isAbove, [true, true]);
  const ring = page.locator(".guess-board .ring");
  assert.equal(await ring.isVisible(), false);
  await page.locator('.guess-board [tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await ring.isVisible(), true);
  await close();
});

test("flash shows the chances by the rule where the doors tell nothing, and offers no doors", async () => {
  const { page, close } = await open("#/guess?backend=flash&edition=wrath-of-the-lamb&level=3&seed=5&show=doors");
  await page.locator(".guess-chance").first().waitFor();
  const offered = await page.getByLabel("Show").locator("option").allTextContents();
  assert.deepEqual(offered, ["nothing", "the chances by the rule"]);
  await close();
});

test("why a room is where it is, is said from the decisions of the game", async () => {
  const why = async (hash) => {
    const { page, close } = await open(hash);
    await page.getByText(/^Why here/).waitFor();
    const told = await page.locator(".guess-why").innerText();
    await page.locator(".guess-why .rule-mark").click();
    await page.getByRole("dialog").waitFor();
    await close();
    return told;
  };
  const weights = (text) => [...text.matchAll(/\((\d+), (\d+)\) weighs (\d+)/g)].map(([, x, y, weight]) => ({ cell: `${x},${y}`, weight: Number(weight) }));
  const explained = command("explain", "--level", "4", "--run-seed", "B911 99AC");
  const { secret } = posterior(4, "secret", "--run-seed", "B911 99AC");
  const lines = explained.split("\n");
  const end = lines.findIndex((line) => / secret: room \d+, 1x1/.test(line) && !/super|ultra/.test(line));
  let begin = end;
  while (/ weighs /.test(lines[begin - 1])) begin -= 1;
  const weighed = weights(lines.slice(begin, end).join("\n"));
  const own = weighed.find(({ cell }) => cell === String(secret));
  const told = await why(`#/guess?level=4&${RUN}&end=1`);
  assert.ok(told.includes(`${weighed.length} on this floor`), `${told} ${weighed.length}`);
  assert.ok(told.includes(`This one weighed ${own.weight}`), `${told} ${own.weight}`);
  assert.match(await why("#/guess?backend=flash&edition=wrath-of-the-lamb&level=6&seed=2&end=1"), /draws cells until one has enough rooms beside it/);
  assert.match(await why(`#/guess?level=4&${RUN}&kind=super_secret&end=1`), /one of the floor's dead ends, so 1 room stands beside it/);
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
