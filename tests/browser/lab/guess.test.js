// The Guess view: chances, bombs and the floors of the day, by mouse and keyboard, compared with the command.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { roomName } from "../../../web/page/plain.js";
import { chanceInWords } from "../../../web/page/ticks.js";
import { checkInEachView, command, end, goTo, open, openInEachSize, sizes, waitForAddress } from "./open.js";

after(end);

test("the picture of a guess has no door to a hidden room", async () => {
  const before = () => {
    const own = XMLSerializer.prototype.serializeToString;
    XMLSerializer.prototype.serializeToString = function (node) {
      return (window.written = own.call(this, node));
    };
  };
  const { page, close } = await open("#/guess?level=3&run=SXG6+R8XA", { before });
  await page.getByRole("button", { name: "Share" }).click();
  await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save picture" }).click()]);
  const gaps = await page.evaluate(() => {
    const picture = new DOMParser().parseFromString(window.written, "image/svg+xml");
    return [...picture.querySelectorAll("[data-room]")].map((room) => room.querySelectorAll("path")[2].getAttribute("d").split("M").length - 1);
  });
  const { rooms } = JSON.parse(command("floor", "--level", "3", "--run-seed", "SXG6 R8XA", "--format", "json"));
  const isSeen = ({ kind }) => !HIDDEN.includes(kind);
  const doors = rooms.filter(isSeen).map((room) => room.doors.filter((door) => isSeen(rooms[door.room])).length);
  assert.deepEqual(gaps, doors);
  assert.ok(rooms.some((room) => isSeen(room) && room.doors.some((door) => !isSeen(rooms[door.room]))));
  await close();
});

const RUN = "run=B911+99AC";
const HIDDEN = ["secret", "super_secret", "ultra_secret"];
const cell = (page, [x, y]) => page.locator(`.guess-cell[data-x="${x}"][data-y="${y}"]`);

// Returns the place of a hidden room and the chances of its cells from the command.
function posterior(level, room, ...words) {
  return JSON.parse(command("posterior", "--format", "json", "--level", String(level), "--room", room, ...words));
}

test("the Guess view has no WCAG violations or horizontal overflow, before and after giving up", () =>
  openInEachSize(`#/guess?level=3&${RUN}&show=doors`, async ({ page, size }) => {
    await page.locator(".guess-board").waitFor();
    await checkInEachView(page, "guess", { size });
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByText("Bombs needed").waitFor();
    await checkInEachView(page, "guess over", { size });
  }));

test("a bomb off the grid is removed from the address and reported", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [floor, cells] of [[`level=3&${RUN}`, "0.0 to 12.12"], ["backend=flash&edition=wrath-of-the-lamb&level=3&seed=1", "1.0 to 9.7"]]) {
    await reopen(`#/guess?${floor}&bombs=99.99,6.5`);
    await page.getByRole("alert").getByText(`bombs cannot have 99.99: this floor's cells are ${cells}.`).waitFor();
    assert.match(await page.evaluate(() => location.hash), /bombs=6\.5$/);
  }
  await close();
});

test("exactly the cells with a chance show it, and each matches the command's, for each hidden room", async () => {
  const { page, close } = await open(`#/guess?level=3&${RUN}&show=doors`);
  for (const room of ["secret", "super_secret", "ultra_secret"]) {
    await page.getByLabel("Look for").selectOption(room);
    await waitForAddress(page, (room) => location.hash.includes(`kind=${room}`), room);
    await page.getByLabel("Show").selectOption("doors");
    await page.locator(".guess-chance").first().waitFor();
    const { cells } = posterior(3, room, "--run-seed", "B911 99AC");
    const expected = cells
      .filter(({ probability }) => probability > 0)
      .map(({ x, y, probability }) => `${x},${y}: ${chanceInWords(probability)}`);
    const labels = await page.locator(".guess-cell").evaluateAll((cells) => cells.map(({ dataset, ariaLabel }) => [`${dataset.x},${dataset.y}`, /(<\s)?[\d.]+\s%/.exec(ariaLabel)?.[0]]));
    const shown = labels.filter(([, percent]) => percent).map(([place, percent]) => `${place}: ${percent}`);
    assert.deepEqual(shown.toSorted(), expected.toSorted(), room);
  }
  await close();
});

test("a bomb on the right cell finds the room, which the board does not reveal before", async () => {
  const { secret, cells } = posterior(4, "secret", "--run-seed", "B911 99AC");
  const wrong = cells.map(({ x, y }) => [x, y]).find(([x, y]) => String([x, y]) !== String(secret));
  const { page, reopen, close } = await open(`#/guess?level=4&${RUN}`);
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
  await reopen(hash);
  await page.getByText("Found with 2 bombs").waitFor();
  assert.ok(told.includes("The best player"));
  await close();
});

test("a cell that cannot have the hidden room costs no bomb and explains why", async () => {
  const { page, close } = await open(`#/guess?level=3&${RUN}`);
  const far = page.locator(".guess-cell.is-far");
  const near = page.locator(".guess-cell:not(.is-far)");
  assert.ok((await far.count()) > 10 && (await near.count()) > 10);
  // Exactly the cells that are not beside a room have the class `is-far`.
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
  await waitForAddress(page, () => location.hash.includes("bombs="));
  // The ultra secret room is two steps from another room. A cell that cannot have it costs nothing.
  await page.goto(page.url().replace(/#.*/, `#/guess?level=3&${RUN}&kind=ultra_secret`));
  await page.getByText(/^Somewhere two steps from these rooms/).waitFor();
  const { ultra_secret: ultra, cells } = posterior(3, "ultra_secret", "--run-seed", "B911 99AC");
  for (const { x, y } of cells) assert.equal(await page.locator(`.guess-cell.is-far[data-x="${x}"][data-y="${y}"]`).count(), 0);
  assert.ok(ultra === undefined || (await cell(page, ultra).getAttribute("class")).includes("is-far") === false);
  await far.first().click({ force: true });
  await page.getByText("It costs nothing.").waitFor();
  assert.ok(!(await page.evaluate(() => location.hash)).includes("bombs"));
  await close();
});

test("rooms are drawn above cells and the focus ring above rooms, and only a focused cell shows the ring", async () => {
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

test("the reason for a room's place matches the weights of the command's explanation", async () => {
  const { page, reopen, close } = await open("#/log");
  const why = async (hash) => {
    await reopen(hash);
    await page.getByText(/^Why here/).waitFor();
    const told = await page.locator(".guess-why").innerText();
    await page.locator(".guess-why .rule-mark").click();
    await page.getByRole("dialog").waitFor();
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
  assert.match(await why(`#/guess?level=4&${RUN}&kind=super_secret&end=1`), /one of the floor's dead ends, so 1 room is beside it/);
  await close();
});

test("with Luna one of two secret rooms ends the round, and the map shows both as rooms with walls and doors", async () => {
  const floor = "#/guess?level=3&item=luna&run=SXG6+R8XA";
  const { rooms } = JSON.parse(command("floor", "--format", "json", "--level", "3", "--item", "luna", "--run-seed", "SXG6 R8XA"));
  const secrets = rooms.filter(({ kind }) => kind === "secret");
  assert.equal(secrets.length, 2);
  const { page, reopen, close } = await open("#/log");
  const shown = page.locator(".guess-board .kind-secret");
  for (const [place, { cells: [own] }] of secrets.entries()) {
    await reopen(floor);
    assert.equal(await shown.count(), 0);
    await cell(page, own).click();
    await page.getByText("Found with 1 bomb: one of 2 secret rooms is here.").waitFor();
    const names = secrets.map(({ cells: [[x, y]] }, other) => `secret room, column ${x}, row ${y}, ${other === place ? "found" : "not found"}`);
    assert.deepEqual(await shown.evaluateAll((rooms) => rooms.map(({ ariaLabel }) => ariaLabel)), names);
    const paths = await shown.evaluateAll((rooms) => rooms.map((room) => [".walls", ".doors"].map((name) => room.querySelector(name).getAttribute("d").split("M").length - 1)));
    assert.deepEqual(paths, secrets.map(({ doors }) => [4, doors.length]));
    await page.getByText("There is no best player to compare with here: the floor has several secret rooms, and the chances are those of one.").waitFor();
  }
  await reopen(`${floor}&end=1`);
  await page.getByText('On the floor made here the 2 secret rooms are where the map has "?".').waitFor();
  assert.equal(await shown.count(), 2);
  await close();
});

test("the keyboard enters the board at a possible cell, and a new floor shows chances again", async () => {
  const { page, close } = await open("#/guess?backend=rebirth&edition=repentance&level=3&run=B911+99AC&show=doors");
  await page.getByText("in percent, before any bomb. A tinted cell with neither a number nor a cross has less than 0.5").waitFor();
  await page.getByRole("button", { name: "The floor of the day" }).focus();
  await page.keyboard.press("Tab");
  const name = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(name, /^Column \d+, row \d+/);
  assert.doesNotMatch(name, /cannot be here/);
  await page.getByRole("button", { name: "Give up and show it" }).click();
  await waitForAddress(page, () => location.hash.includes("end=1"));
  await page.getByRole("button", { name: "A new floor" }).click();
  await waitForAddress(page, () => !location.hash.includes("end=1"));
  assert.ok((await page.evaluate(() => location.hash)).includes("show=doors"));
  await close();
});

test("each room of the board has a name, and each kind of hidden room its own mark", async () => {
  const { rooms } = JSON.parse(command("floor", "--format", "json", "--level", "3", "--run-seed", "B911 99AC"));
  const { page, reopen, close } = await open("#/log");
  for (const [kind, mark] of [["secret", "?"], ["super_secret", "!"], ["ultra_secret", "*"]]) {
    await reopen(`#/guess?level=3&${RUN}&kind=${kind}&end=1`);
    await page.getByText(`where the map has its "${mark}".`).waitFor();
    assert.equal(await page.locator(`.guess-board .kind-${kind} .mark`).textContent(), mark);
    const isSeen = (room) => room.kind === kind || !HIDDEN.includes(room.kind) || (kind === "secret" && room.kind === "super_secret");
    const expected = rooms.filter(isSeen).map(({ kind: own, cells: [[x, y]] }) =>
      `${roomName(own)}${own === "start" ? ", where the floor begins" : ""}, column ${x}, row ${y}${own === kind ? ", not found" : ""}`);
    assert.deepEqual(await page.locator(".guess-board").getByRole("img").evaluateAll((rooms) => rooms.map(({ ariaLabel }) => ariaLabel)), expected);
  }
  await close();
});

test("a phone shows what the best player needs right after the last bomb and at the end of a day", async () => {
  const { secret } = posterior(3, "secret", "--run-seed", "B911 99AC");
  const { page, reopen, close } = await open(`#/guess?level=3&${RUN}`, { size: "phone" });
  const isInSight = (node) => node.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  });
  await cell(page, secret).evaluate((node) => node.scrollIntoView({ block: "start" }));
  await cell(page, secret).focus();
  await page.keyboard.press("Enter");
  const status = page.getByText(/^Found with 1 bomb: the secret room is here\. On this floor the best player needs [\d.]+\.$/);
  await status.waitFor();
  assert.ok(await isInSight(status));
  await reopen("#/guess?daily=2026-11-20&played=1.2.1.3.x.2.1");
  const best = page.getByRole("columnheader", { name: "Best player" });
  await best.scrollIntoViewIfNeeded();
  assert.ok(await isInSight(best));
  await close();
});

test("arrow keys move the focus between cells", async () => {
  const { page, close } = await open(`#/guess?level=4&${RUN}`);
  const board = page.locator(".guess-board");
  await board.locator('[tabindex="0"]').focus();
  const place = () => page.evaluate(() => [document.activeElement.dataset.x, document.activeElement.dataset.y].map(Number));
  const [x, y] = await place();
  // The row above the first possible cell is empty.
  for (const [key, to] of [["Up", [x, y - 1]], ["Right", [x + 1, y - 1]], ["Left", [x, y - 1]], ["Down", [x, y]]]) {
    await page.keyboard.press(`Arrow${key}`);
    assert.deepEqual(await place(), to);
  }
  await close();
});

test("the daily floor depends on nothing but the date, and A new floor opens another one", async () => {
  const { page, reopen, close } = await open("#/guess?daily=2026-11-23");
  const board = page.locator(".guess-board");
  await board.locator(".room[data-room]").first().waitFor();
  const first = await board.innerHTML();
  const takeAnother = async () => {
    const before = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "A new floor" }).click();
    await waitForAddress(page, (before) => location.hash !== before && !location.hash.includes("daily"), before);
  };
  await takeAnother();
  // One in hundreds of Flash's floors has no secret room and therefore no board.
  if (!(await board.count())) await takeAnother();
  await board.waitFor();
  assert.notEqual(await board.innerHTML(), first);
  // The page ignores all other options in a daily address.
  for (const [hash, isSame] of [["daily=2026-11-24", false], ["daily=2026-11-23&level=1&run=02MG+2QRD&kind=ultra_secret", true]]) {
    await reopen(`#/guess?${hash}`);
    await board.waitFor();
    assert.equal((await board.innerHTML()) === first, isSame, hash);
  }
  await close();
});

// Returns the floor and the kind of room of the current round from the address and the page.
async function roundOf(page) {
  const query = new URLSearchParams((await page.evaluate(() => location.hash)).split("?")[1]);
  const [, kind] = /[Ff]ind the (.+) room\./.exec(await page.locator(".day-now").textContent());
  return { query, kind: kind.replace(" ", "_"), level: query.get("level") };
}

// Plays a round: bombs `misses` wrong cells and then the right one, or gives up.
async function playRound(page, { misses = 0, givesUp = false, byKeyboard = false }) {
  const { query, kind, level } = await roundOf(page);
  const isFlash = query.get("backend") === "flash";
  if (givesUp) {
    await page.getByRole("button", { name: "Give up this room" }).click();
    return endRound(page, { kind, isFlash, byKeyboard });
  }
  const words = isFlash ? ["--backend", "flash", "--edition", query.get("edition"), "--seed", query.get("seed")] : ["--run-seed", query.get("run")];
  const floor = JSON.parse(command("floor", "--format", "json", "--level", level, ...words));
  const place = floor.rooms.find((room) => room.kind === kind).cells[0];
  const near = page.locator(".guess-cell:not(.is-far):not(.is-bombed)");
  for (let miss = 0; miss < misses; miss++) {
    const cells = await near.evaluateAll((nodes) => nodes.map(({ dataset }) => [dataset.x, dataset.y].map(Number)));
    await cell(page, cells.find((cell) => String(cell) !== String(place))).click();
    await page.locator(".guess-cell.is-bombed").nth(miss).waitFor();
  }
  if (byKeyboard) {
    await cell(page, place).focus();
    await page.keyboard.press("Enter");
  } else await cell(page, place).click();
  return endRound(page, { kind, isFlash, byKeyboard });
}

// Skips the first round, which does not count.
async function skipFirst(page) {
  await page.getByRole("button", { name: "Skip it" }).click();
  await page.getByText("Find the secret room.").waitFor();
}

// Goes to the next round and returns how many tries the best player needs in this one.
async function endRound(page, { kind, isFlash, byKeyboard }) {
  await page.locator(`.guess-board .kind-${kind}`).first().waitFor();
  const isFirst = isFlash && kind === "super_secret";
  const best = isFirst ? null : Number(await page.locator("table td.number").nth(1).textContent());
  const next = page.locator(".view-guess button.primary");
  if (byKeyboard) {
    await next.focus();
    await page.keyboard.press("Enter");
  } else await next.click();
  await page.locator(".guess-status", { hasText: /^(Found|Given up)/ }).waitFor({ state: "detached" });
  return { kind, isFlash, best };
}

test("the floors of the day have no WCAG violations or horizontal overflow, in a round and at the end", () =>
  openInEachSize("#/guess?daily=2026-11-23", async ({ page, size, reopen }) => {
    await page.locator(".guess-board").waitFor();
    await checkInEachView(page, "day before", { size });
    await page.getByRole("button", { name: "Give up this room" }).click();
    await page.getByText("There is no best player to compare with here").waitFor();
    await checkInEachView(page, "day before over", { size });
    await page.getByRole("button", { name: "Next: the secret room of this floor" }).click();
    await page.getByText("Find the secret room.").waitFor();
    await checkInEachView(page, "day", { size });
    await page.getByRole("button", { name: "Give up this room" }).click();
    await page.getByRole("button", { name: /^Next: floor 2/ }).waitFor();
    await checkInEachView(page, "day over", { size });
    await reopen("#/guess?daily=2026-11-23&played=2.1.x.3.9.1.2");
    await page.getByText("Your day, to paste").waitFor();
    await checkInEachView(page, "day end", { size });
  }));

test("the floors of the day have a round for each hidden room, and their result is kept and contains no spoilers", async () => {
  const { page, close } = await open("#/guess");
  await page.getByRole("button", { name: "The floor of the day" }).click();
  await page.locator(".day-now").waitFor();
  const date = new Date().toISOString().slice(0, 10);
  const rounds = await page.locator(".day-mark").count();
  const first = await playRound(page, { misses: 2 });
  assert.deepEqual([first.kind, first.isFlash, await page.locator('.day-mark[class*="mark-"]').count()], ["super_secret", true, 0]);
  const results = [];
  const bombs = [];
  for (let round = 0; round < rounds; round++) {
    const how = { misses: round % 3, givesUp: round === 4, byKeyboard: round === 1 };
    results.push(await playRound(page, how));
    bombs.push(how.givesUp ? null : how.misses + 1);
  }
  assert.deepEqual(results.map(({ isFlash, kind }) => `${isFlash ? "flash" : "rebirth"} ${kind}`), [
    "flash secret",
    ...[1, 2].flatMap(() => ["super_secret", "secret", "ultra_secret"].map((kind) => `rebirth ${kind}`)),
  ]);
  const field = page.getByLabel("Your day, to paste");
  const text = await field.inputValue();
  const [head, ...lines] = text.split("\n");
  assert.equal(head, `Basement Lab, floors of ${date}`);
  const marks = results.map(({ best }, round) => (bombs[round] === null ? "⬛" : bombs[round] <= best ? "🟩" : bombs[round] <= best + 2 ? "🟨" : "🟧"));
  assert.deepEqual(lines.slice(0, 3), [`${marks[0]} Flash`, `${marks.slice(1, 4).join("")} Rebirth`, `${marks.slice(4).join("")} Rebirth, deeper`]);
  const found = bombs.filter((number) => number !== null);
  const best = results.filter((_, round) => bombs[round] !== null).reduce((sum, { best }) => sum + best, 0);
  assert.equal(lines[3], `${found.reduce((a, b) => a + b)} tries for ${found.length} hidden rooms, the best player ${best}; 1 given up`);
  assert.equal(lines[4], `lab.html#/guess?daily=${date}`);
  assert.ok(!/seed|run=|bombs=|level/.test(text));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText(/^Copied|the text is selected/).waitFor();
  // The result is stored: it is shown on the next visit, and playing again does not change it.
  await page.goto(page.url().replace(/#.*/, "#/floor"));
  await page.goto(page.url().replace(/#.*/, `#/guess?daily=${date}`));
  await field.waitFor();
  assert.equal(await field.inputValue(), text);
  await page.getByRole("button", { name: "Play these floors again" }).click();
  await page.getByRole("button", { name: "Give up this room" }).click();
  await page.goto(page.url().replace(/#.*/, "#/floor"));
  await page.goto(page.url().replace(/#.*/, `#/guess?daily=${date}`));
  await field.waitFor();
  assert.equal(await field.inputValue(), text);
  await close();
});

// On 2026-11-27 the first seed drawn for Flash gives a Labyrinth, whose chances are unknown (F25).
test("each round of a day has a best player, even if the first Flash seed draws a Labyrinth", async () => {
  const { page, close } = await open("#/guess?daily=2026-11-27&played=1.1.1.1.1.1.1.1.1");
  await page.getByText("Your day, to paste").waitFor();
  const tries = await page.locator("table td.number:last-child").allTextContents();
  assert.ok(tries.length > 2 && tries.every((number) => Number(number) >= 1), tries.join());
  await close();
});

test("a half-played day resumes at its round, and Undo leaves the game instead of undoing a bomb, which Redo brings back", async () => {
  const { page, close } = await open("#/floor");
  await page.goto(page.url().replace(/#.*/, "#/guess?daily=2026-11-23"));
  await skipFirst(page);
  await playRound(page, { misses: 1 });
  const next = await roundOf(page);
  assert.equal(next.kind, "super_secret");
  await page.locator(".guess-cell:not(.is-far)").first().click();
  await waitForAddress(page, () => location.hash.includes("bombs="));
  const bombed = () => page.locator(".guess-cell.is-bombed").evaluateAll((cells) => cells.map(({ dataset }) => [dataset.x, dataset.y]));
  const before = await bombed();
  assert.equal(before.length, 1);
  const undo = async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForAddress(page, () => location.hash.startsWith("#/floor"));
  };
  await undo();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByText("1 bomb so far").waitFor();
  assert.deepEqual([(await roundOf(page)).kind, await bombed()], ["super_secret", before]);
  await undo();
  await page.goto(page.url().replace(/#.*/, "#/guess?daily=2026-11-23"));
  await page.locator(".day-now").waitFor();
  assert.equal((await roundOf(page)).kind, "super_secret");
  assert.equal(await page.locator(".day-mark.is-now").count(), 1);
  // The links to other views do not contain the floor of a round.
  const links = await page.locator("nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.ok(!links.some((href) => href.includes(encodeURIComponent(next.query.get("run")).replaceAll("%20", "+"))));
  await close();
});

test("a streak counts consecutive days that were finished on their date, and a day can be played without localStorage", async () => {
  const date = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  // The fourth day was played later, was not finished, or was not played.
  for (const fourth of [{ isInTime: false }, { isDone: false }, null]) {
    const days = Object.fromEntries([0, 1, 2, 3, 4].map((ago) => [date(ago), { played: [1, 1, 1, 1, 1, 1, 1], isDone: true, isInTime: true }]));
    if (fourth) Object.assign(days[date(3)], fourth);
    else delete days[date(3)];
    const kept = await open(`#/guess?daily=${date(0)}`, { before: `localStorage.setItem("basement-lab-days", ${JSON.stringify(JSON.stringify(days))})` });
    await kept.page.getByText("Your streak: 3 days in a row.").waitFor();
    await kept.close();
  }
  const without = await open(`#/guess?daily=${date(0)}`, {
    before: () => Object.defineProperty(globalThis, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } }),
  });
  await without.page.locator(".day-now").waitFor();
  const rounds = await without.page.locator(".day-mark").count();
  await skipFirst(without.page);
  for (let round = 0; round < rounds; round++) await playRound(without.page, { givesUp: true });
  await without.page.getByText("This day is not kept in this browser, and adds to no streak.").waitFor();
  assert.match(await without.page.getByLabel("Your day, to paste").inputValue(), /⬛⬛⬛ Rebirth\n/);
  await without.close();
});

test("unavailable chances, missing rooms and invalid dates are explained, and Flash offers no doors", async () => {
  const { page, reopen, close } = await open("#/guess?backend=flash&edition=wrath-of-the-lamb&level=3&seed=5&show=doors");
  await page.locator(".guess-chance").first().waitFor();
  assert.match(await page.locator("main").textContent(), /doors of this backend's rooms give no evidence/);
  const offered = await page.getByLabel("Show").locator("option").allTextContents();
  assert.deepEqual(offered, ["nothing", "the chances by the rule"]);
  await reopen("#/guess?backend=flash&level=3&seed=5&kind=ultra_secret");
  assert.match(await page.locator("main").textContent(), /has no ultra secret room/);
  await reopen("#/guess?daily=tomorrow");
  assert.match(await page.getByRole("alert").textContent(), /daily cannot be tomorrow: give a date/);
  await close();
});

test("a finished floor explains its chances, where the room is and why, in words for that kind of room", async () => {
  const { page, reopen, close } = await open("#/log");
  const told = async (hash) => {
    await reopen(hash);
    await page.locator(".guess-why").waitFor();
    return [await page.locator(".guess-status").innerText(), await page.locator(".guess-why").innerText()];
  };
  const floor = "backend=rebirth&edition=repentance&level=6&run=B911+80N6";
  const [status, why] = await told(`#/guess?${floor}&end=1`);
  assert.match(status, /Given up after 0 bombs\. On the floor made here the secret room is where the map has its "\?"\./);
  const { secret, cells } = posterior(6, "secret", "--run-seed", "B911 80N6");
  const { probability } = cells.find(({ x, y }) => String([x, y]) === String(secret));
  assert.match(why, new RegExp(`By the rule it was (number \\d+ of the likely cells|one of numbers \\d+ to \\d+, which are equally likely); with the doors seen, its chance was ${chanceInWords(probability)}\\.`));
  const [, ultra] = await told(`#/guess?${floor}&kind=ultra_secret&end=1`);
  const explained = command("explain", "--level", "6", "--run-seed", "B911 80N6").split("\n");
  const at = explained.findIndex((line) => / ultra_secret: room \d+, /.test(line));
  const heaviest = explained.slice(0, at).filter((line) => /^W69 .* weighs /.test(line)).map((line) => line.match(/weighs (\d+), rooms beside it: (\d+)/).slice(1).map(Number)).sort(([a], [b]) => b - a)[0];
  assert.match(ultra, new RegExp(`it is beside no room, .* two steps away; here ${heaviest[1]} (is|are)\\. With the doors seen, its chance was [\\d.]+\u00a0%\\.`));
  assert.doesNotMatch(ultra, /0 rooms/);
  const [, only] = await told("#/guess?level=12&seed=23757&kind=ultra_secret&end=1");
  assert.match(only, /where the room can be, 1 on this floor, and the heaviest wins\. This one weighed 7\. The draw/);
  const [, flash] = await told("#/guess?backend=flash&edition=wrath-of-the-lamb&level=6&seed=2&end=1");
  assert.match(flash, /By the rule it was [^;.]+, with a chance of [\d.]+\u00a0%\./);
  await close();
});

test("a rule card opens when the mouse moves over its mark, not when the mark appears under the mouse", async () => {
  const floor = "#/guess?backend=rebirth&edition=repentance&level=3&run=B911+99AC";
  const { page, close } = await open(`${floor}&end=1`);
  await page.setViewportSize({ width: 1200, height: 1800 });
  const box = await page.locator(".guess-why .rule-mark").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await goTo(page, floor);
  await page.getByRole("button", { name: "Give up" }).waitFor();
  await page.mouse.move(x, y);
  await page.getByRole("button", { name: "Give up" }).press("Enter");
  await page.locator(".guess-why").waitFor();
  await page.waitForFunction(() => document.querySelector(".guess-why .rule-mark").matches(":hover"));
  await page.waitForTimeout(300);
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.mouse.move(x + 2, y);
  await page.getByRole("dialog").waitFor();
  await page.mouse.move(5, 5);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await close();
});

test("a rule card stays open if the mouse leaves its mark and returns at once", async () => {
  const { page, close } = await open("#/guess?backend=rebirth&edition=repentance&level=3&run=B911+99AC&end=1");
  const mark = page.locator(".guess-why .rule-mark");
  await mark.scrollIntoViewIfNeeded();
  const box = await mark.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.move(x + 1, y);
  await page.getByRole("dialog").waitFor();
  await page.mouse.move(x - 60, y);
  await page.mouse.move(x, y);
  await page.mouse.move(x + 1, y);
  await page.waitForTimeout(500);
  assert.equal(await page.getByRole("dialog").count(), 1);
  await close();
});

test("where the chances are not known, no best player is compared with, and the rule that hides them is named", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [query, rule] of [
    ["backend=flash&edition=wrath-of-the-lamb&level=1&seed=2355140353", "F25"],
    ["level=11&run=B911+99AC", "W43"],
  ]) {
    await reopen(`#/guess?${query}&end=1`);
    await page.getByText(new RegExp(`^There is no best player to compare with here: .*\\(${rule}\\)`)).waitFor();
    assert.equal(await page.locator(".guess-result").inputValue(), "Basement Lab: not found");
  }
  await close();
});

test("Flash's super secret room shows no chances and no best player, and explains why", async () => {
  const floor = "#/guess?backend=flash&edition=wrath-of-the-lamb&level=4&seed=77&kind=super_secret";
  const { page, close } = await open(`${floor}&end=1`);
  const why = /the game takes any of the floor's dead ends but the boss's \(F13\), and it is not known how likely an empty cell is to have been one\./;
  await page.getByText(/^There is no best player to compare with here/).waitFor();
  assert.match(await page.locator("main").textContent(), why);
  assert.equal(await page.locator("main table").count(), 0);
  assert.doesNotMatch(await page.locator(".guess-result").inputValue(), /best player/);
  await page.getByRole("button", { name: "F13" }).last().click();
  await page.getByRole("dialog").waitFor();
  await goTo(page, `${floor}&show=rule`);
  await page.getByText(/^There are no chances to show/).waitFor();
  assert.match(await page.locator("main").textContent(), why);
  assert.equal(await page.locator(".guess-chance").count(), 0);
  assert.doesNotMatch(await page.locator("main").textContent(), /doors of this backend/);
  await close();
});

for (const size of Object.keys(sizes)) {
  for (const byKeyboard of [false, true]) {
    test(`${size}: Flash's super secret room is hidden until it is bombed ${byKeyboard ? "by keyboard" : "with the mouse"}`, async () => {
      const floor = "backend=flash&edition=wrath-of-the-lamb&level=5&seed=41";
      const { rooms } = JSON.parse(command("floor", "--format", "json", "--backend", "flash", "--edition", "wrath-of-the-lamb", "--level", "5", "--seed", "41"));
      const [place] = rooms.find(({ kind }) => kind === "super_secret").cells;
      const [secret] = rooms.find(({ kind }) => kind === "secret").cells;
      const { page, close } = await open(`#/guess?${floor}`, { size });
      await page.getByLabel("Look for").selectOption("super_secret");
      await page.getByText("Somewhere beside these rooms is the super secret room.").waitFor();
      // The map shows neither hidden room and no door to them.
      const shown = rooms.filter(({ kind }) => !["secret", "super_secret"].includes(kind));
      assert.equal(await page.locator(".guess-board .room[data-room]").count(), shown.length);
      const doors = shown.flatMap((room) => room.doors.filter(({ room: to }) => shown.includes(rooms[to])));
      const gaps = await page.locator(".guess-board .doors").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).join(""));
      assert.equal(gaps.match(/M/g).length, doors.length);
      const press = async (at) => {
        if (!byKeyboard) return cell(page, at).click();
        await cell(page, at).focus();
        await page.keyboard.press("Enter");
      };
      // Bombing the secret room counts as a miss, because it is not the room to find.
      await press(secret);
      await page.getByText("It is not behind the last wall. 1 bomb so far.").waitFor();
      await press(place);
      await page.getByText("Found with 2 bombs: the super secret room is here.").waitFor();
      assert.match(await page.locator(".guess-why").innerText(), /one of the floor's dead ends, so 1 room is beside it/);
      const hash = await page.evaluate(() => location.hash);
      // The address restores the result, and Back removes the last bomb.
      const again = await open(hash, { size });
      await again.page.getByText("Found with 2 bombs").waitFor();
      await again.close();
      await page.goBack();
      await page.getByText("1 bomb so far").waitFor();
      await close();
    });
  }
}

test("an edition without the chosen hidden room says so and links to one that has it", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [floor, kind, sentence, other] of [
    ["backend=flash&edition=article&level=3&seed=5", "super_secret", "Flash: article has no super secret rooms.", "Flash: wrath of the lamb"],
    ["backend=flash&edition=wrath-of-the-lamb&level=3&seed=5", "ultra_secret", "Flash: wrath of the lamb has no ultra secret rooms.", "Rebirth: repentance"],
    ["backend=rebirth&edition=afterbirth-plus&level=3&run=B911+99AC", "ultra_secret", "Rebirth: afterbirth plus has no ultra secret rooms.", "Rebirth: repentance"],
  ]) {
    await reopen(`#/guess?${floor}&kind=${kind}`);
    await page.getByText(sentence).waitFor();
    await page.locator("main").getByRole("link", { name: other }).click();
    await page.getByText("Somewhere").waitFor();
    assert.equal(await page.getByLabel("Look for").inputValue(), kind);
    assert.equal(await page.locator("#alerts p").count(), 0);
  }
  await close();
});

test("the daily Flash floor has a secret room on three dates whose first seed gives none", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const date of ["2027-03-13", "2027-11-27", "2028-03-17"]) {
    await reopen(`#/guess?daily=${date}&played=`);
    await page.getByText("Find the secret room.").waitFor();
    const { query, level } = await roundOf(page);
    const hasSecret = (seed) => JSON.parse(command("floor", "--format", "json", "--backend", "flash", "--edition", "wrath-of-the-lamb", "--level", level, "--seed", String(seed))).rooms.some(({ kind }) => kind === "secret");
    const seed = Number(query.get("seed"));
    assert.deepEqual([hasSecret(seed - 1), hasSecret(seed)], [false, true], date);
    assert.ok((await playRound(page, {})).best >= 1, date);
  }
  await close();
});

test("average numbers of bombs are shown for each kind of hidden room separately", async () => {
  const floor = (run) => `backend=rebirth&edition=repentance&level=3&run=${run}`;
  const kept = { [`${floor("A")}|secret`]: { bombs: 2, best: 1, neighbours: 1.5 }, [`${floor("A")}|super_secret`]: { bombs: 8, best: 4, neighbours: null } };
  const { page, close } = await open(`#/guess?${floor("B911+99AC")}`, { before: `localStorage.setItem("basement-lab-guesses", ${JSON.stringify(JSON.stringify(kept))})` });
  await page.getByText("On the 1 floor where you found the secret room, you needed 2.00 bombs on average. The best player needs 1.00; trying the most neighbours first takes 1.50.").waitFor();
  await page.getByLabel("Look for").selectOption("super_secret");
  await page.getByText("where you found the super secret room, you needed 8.00 bombs on average. The best player needs 4.00.").waitFor();
  await close();
});
