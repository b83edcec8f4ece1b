// The guide on the start page: five steps with maps, numbers to drag, and links that keep the floor.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ringsOf } from "../../../web/page/guide/walk.js";
import { checkInEachView, command, end, open, openInEachSize, sizes, takePicture, waitForAddress } from "./open.js";

after(end);

const step = (page, place) => page.locator(".step").nth(place - 1);
const number = (page, name) => page.getByRole("slider", { name, exact: true });
const HIDDEN = new Set(["secret", "super_secret", "ultra_secret"]);
const FLASH = ["--backend", "flash", "--edition", "wrath-of-the-lamb", "--level", "6", "--curse", "none", "--seed", "273"];
const REBIRTH = ["--level", "6", "--curse", "none", "--run-seed", "B911 80N6"];
const floor = (...words) => JSON.parse(command("floor", "--format", "json", ...words));

test("the guide has five steps and has no WCAG violations or horizontal overflow", () =>
  openInEachSize("", async ({ page, size }) => {
    assert.equal(await page.locator(".step").count(), 5);
    for (const section of await page.locator(".step").all()) await section.scrollIntoViewIfNeeded();
    await page.getByText(/in Flash \d\.\d\./).waitFor();
    await page.getByText(/it takes \d\d\.\d against \d\d\.\d on average/).waitFor();
    await page.getByText(/About \d+ in 100 other floors have a ring\./).waitFor();
    await checkInEachView(page, "guide", { size, also: (view) => takePicture(page, `${view} whole`, { fullPage: true }) });
  }));

test("both floors grow automatically until the reader uses the number, by keyboard or by dragging", async () => {
  const { page, close } = await open("");
  const rooms = number(page, "Step");
  await page.waitForFunction(() => Number(document.querySelector(".scrub").textContent) >= 5);
  await rooms.focus();
  await page.keyboard.press("Home");
  assert.equal(await rooms.textContent(), "1");
  await page.waitForTimeout(600);
  assert.equal(await rooms.textContent(), "1");
  assert.equal(await step(page, 1).locator(".room").count(), 2);
  // Dragging by sixteen pixels adds one room.
  const box = await rooms.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 6 });
  await page.mouse.up();
  const reached = Number(await rooms.textContent());
  assert.ok(reached >= 4 && reached <= 8, String(reached));
  assert.equal(await step(page, 1).locator(".room").count(), 2 * reached);
  await step(page, 1).getByText(`At step ${reached} Flash has ${reached} rooms and Rebirth has ${reached} rooms.`).waitFor();
  await page.keyboard.press("End");
  assert.match(await rooms.textContent(), /, the last$/);
  await close();
});

test("with reduced motion, the guide shows fully grown floors", async () => {
  const { page, close } = await open("#/log");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("link", { name: "Start", exact: true }).click();
  await page.locator(".step").first().waitFor();
  await page.waitForTimeout(500);
  assert.match(await number(page, "Step").textContent(), /, the last$/);
  await close();
});

test("a higher limit gives the engine's number of rings, and a floor without big rooms has none", async () => {
  const { page, close } = await open("", { size: "phone" });
  const told = (text) => step(page, 2).getByText(text).waitFor();
  await told(/This floor has 1 ring, tinted/);
  assert.equal(await step(page, 2).locator(".on-ring").count(), ringsOf(floor(...REBIRTH).rooms).rooms.size);
  await number(page, "Rooms that keep a place empty").focus();
  await page.keyboard.press("ArrowRight");
  const changed = floor(...REBIRTH, "--set", "rebirth.growth.neighbour_limit=3");
  await told(`This floor has ${ringsOf(changed.rooms).count} rings`);
  await page.keyboard.press("End");
  await told(/More than 99 in 100 other floors have a ring\./);
  await page.keyboard.press("Home");
  // A click without a drag sets the next value.
  await number(page, "Big rooms").click();
  await told(/This floor has no ring/);
  await told(/None of 2,000 other floors has a ring\./);
  const link = step(page, 2).getByRole("link");
  await link.click();
  await waitForAddress(page, () => location.hash.startsWith("#/rule"));
  const query = new URLSearchParams((await page.evaluate(() => location.hash)).split("?")[1]);
  assert.deepEqual([query.get("run"), query.getAll("set")], ["B911 80N6", ["rebirth.growth.large_rooms=false"]]);
  await close();
});

test("the distance to the boss and the histogram follow the number and match the command's", async () => {
  const { page, close } = await open("");
  await step(page, 3).scrollIntoViewIfNeeded();
  const back = number(page, "How often a new room waits at the back of the queue");
  for (const [key, value] of [["Home", 1], ["End", 1000]]) {
    await back.focus();
    await page.keyboard.press(key);
    const words = ["--set", `rebirth.growth.back_one_in=${value}`];
    const { doors } = floor(...REBIRTH, ...words, "--walk", "boss").walk;
    await step(page, 3).getByText(`The boss of this floor is ${doors} doors away.`).waitFor();
    const counted = JSON.parse(command("sample", "--level", "6", "--curse", "none", "--measures", "boss_distance", "--count", "2000", ...words));
    const values = Object.entries(counted.measures.boss_distance);
    const mean = values.reduce((sum, [value, count]) => sum + value * count, 0) / 2000;
    await step(page, 3).getByText(`it is ${mean.toFixed(1)} on average`).waitFor();
    assert.ok((await step(page, 3).locator(".step-chart svg").getAttribute("aria-label")).includes(mean.toFixed(1)));
  }
  await close();
});

test("the sentence about the queue fits each number", async () => {
  const { page, close } = await open("");
  const words = step(page, 3).getByText(/^In Rebirth a new room waits/);
  assert.match(await words.textContent(), /one time in 3\. Otherwise it grows at once/);
  await number(page, "How often a new room waits at the back of the queue").press("Home");
  assert.match(await words.textContent(), /every time\. So the oldest room always grows next/);
  await close();
});

test("room numbers are readable on a phone, and a printed guide has whole steps and no missing numbers", async () => {
  const { page, close } = await open("", { size: "phone" });
  await number(page, "Step").press("End");
  await page.keyboard.press("ArrowLeft");
  const heights = await page.locator(".step-board .kind-normal .mark").evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().height));
  assert.ok(heights.length > 20 && Math.min(...heights) >= 9, heights.join());
  await page.emulateMedia({ media: "print" });
  assert.doesNotMatch(await page.locator("main").innerText(), /…/);
  assert.equal(await step(page, 5).evaluate((node) => getComputedStyle(node).breakInside), "avoid");
  await close();
});

for (const size of Object.keys(sizes)) {
  test(`${size}: counted results do not move the layout`, async () => {
    const { page, close } = await open("#/rule?level=3", { size });
    await page.evaluate(() => { location.hash = "#/guide"; });
    await page.locator(".view-guide").waitFor();
    const tops = () => page.locator(".step, .step-figure, .scrub").evaluateAll((all) => all.map((node) => Math.round(node.getBoundingClientRect().top + scrollY)));
    const before = await tops();
    for (const place of [2, 3, 4]) {
      await step(page, place).scrollIntoViewIfNeeded();
      await step(page, place).getByRole("status").getByText(/\d/).waitFor();
    }
    await page.waitForFunction(() => ![...document.querySelectorAll(".step [role=status]")].some((node) => node.textContent.includes("…")));
    assert.deepEqual(await tops(), before);
    await close();
  });
}

test("the drawn walks pass as many doors as the engine's full walks and enter every room that is not hidden", async () => {
  const { page, close } = await open("");
  await step(page, 4).getByText("32 doors against 29").waitFor();
  await number(page, "Doors passed").focus();
  await page.keyboard.press("Home");
  assert.equal(await step(page, 4).locator(".walk").first().getAttribute("d").then((d) => d.includes("L")), false);
  await page.keyboard.press("ArrowRight");
  assert.match(await step(page, 4).locator(".walk").first().getAttribute("d"), /^M[^L]+L[^L]+L[^L]+$/);
  for (const [place, words] of [[0, FLASH], [1, REBIRTH]]) {
    await page.keyboard.press("End");
    const { rooms, walk: { doors } } = floor(...words, "--walk", "full");
    // Each door adds two points to the path after its start.
    const walk = step(page, 4).locator(".walk").nth(place);
    const path = await walk.getAttribute("d");
    assert.equal(path.split("L").length, 2 * doors + 1);
    const entered = await walk.evaluate((walk) => {
      const points = walk.getAttribute("d").match(/[^ML]+/g).map((text) => new DOMPoint(...text.split(" ").map(Number)));
      const isEntered = (room) => points.some((point) => room.querySelector(".area").isPointInFill(point));
      return [...walk.ownerSVGElement.querySelectorAll(".room")].filter(isEntered).map(({ dataset }) => Number(dataset.room));
    });
    assert.deepEqual(entered, rooms.flatMap(({ kind }, index) => (HIDDEN.has(kind) ? [] : [index])));
  }
  await close();
});

test("the secret room's chances follow the number, a focused cell is described, and the room can be shown", async () => {
  const { page, close } = await open("");
  const cells = step(page, 5).locator(".chance");
  const before = await cells.allTextContents();
  await cells.first().focus();
  await step(page, 5).getByText(/rooms? beside this cell: its chance is \d/).waitFor();
  await number(page, "Points less with one neighbour").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction((before) => document.querySelectorAll(".chance").length > before, before.length);
  await step(page, 5).getByRole("button", { name: "Show the room" }).click();
  const { rooms } = floor(...REBIRTH, "--set", "rebirth.secret.penalty_one_neighbour=0");
  assert.ok(rooms.some(({ kind }) => kind === "secret"));
  await step(page, 5).getByText(/Here it is: \d rooms? beside it/).waitFor();
  assert.equal(await step(page, 5).locator(".is-here").count(), 1);
  await step(page, 5).getByRole("link").click();
  await waitForAddress(page, () => /^#\/guess\?.*run=B911\+80N6.*penalty_one_neighbour/.test(location.hash));
  await close();
});

test("hover, click and arrow keys describe a room of each map without changing the step's height", async () => {
  const { page, close } = await open("");
  // Stop the automatic growth.
  await number(page, "Step").press("End");
  const { rooms } = floor(...REBIRTH);
  const boss = rooms.findIndex(({ kind }) => kind === "boss");
  const large = rooms.findIndex(({ cells, kind }) => cells.length > 1 && kind === "normal");
  for (const place of [1, 2, 3, 4]) {
    const line = step(page, place).locator(".step-told");
    const map = step(page, place).locator("svg[role=group]").last();
    await line.getByText("Touch a room.").waitFor();
    const room = (index) => map.locator(`.room[data-room="${index}"]`);
    const { height } = await step(page, place).boundingBox();
    await room(boss).hover();
    await line.getByText(new RegExp(`^Boss room${place > 1 ? `, ${rooms[boss].depth} steps from the start as the floor grew` : ""}\\.$`)).waitFor();
    await room(large).click();
    await line.getByText(new RegExp(`^An ordinary room of ${rooms[large].cells.length} cells`)).waitFor();
    assert.equal(await map.locator(".touched").count(), 1);
    await page.mouse.move(2, 2);
    await line.getByText("Touch a room.").waitFor();
    assert.equal(await map.locator(".touched").count(), 0);
    await map.focus();
    await page.keyboard.press("ArrowRight");
    await line.getByText("Here the floor begins.").waitFor();
    await page.keyboard.press("ArrowLeft");
    await line.getByText("Here the floor begins.").waitFor({ state: "detached" });
    assert.equal((await step(page, place).boundingBox()).height, height, `step ${place}`);
  }
  await close();
});

test("a tap describes a room on a phone", async () => {
  const { page, close } = await open("", { size: "phone", hasTouch: true });
  const map = step(page, 2).locator("svg[role=group]");
  await map.scrollIntoViewIfNeeded();
  await map.locator(".kind-boss").tap();
  await step(page, 2).locator(".step-told").getByText(/^Boss room, /).waitFor();
  assert.equal(await map.locator(".touched").count(), 1);
  await close();
});

test("each step links to a view of floors with the same rooms", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [place, view] of [[1, "grow"], [2, "rule"], [3, "rule"], [4, "million"], [5, "guess"]]) {
    await reopen("#/guide");
    await step(page, place).getByRole("link").click();
    await waitForAddress(page, (view) => location.hash.startsWith(`#/${view}`), view);
    const query = new URLSearchParams((await page.evaluate(() => location.hash)).split("?")[1]);
    const sides = view === "grow" ? [["", FLASH], ["right.", REBIRTH]] : [["", REBIRTH]];
    for (const [prefix, words] of sides) {
      const linked = ["backend", "edition", "level", "curse", "run", "seed"].flatMap((name) =>
        query.has(prefix + name) ? [name === "run" ? "--run-seed" : `--${name}`, query.get(prefix + name)] : [],
      );
      assert.deepEqual(floor(...linked).rooms, floor(...words).rooms, `step ${place}`);
      // The view shows that floor, unless it shows all floors of a level or hides rooms.
      if (view === "grow") await page.getByRole("button", { name: `Whole floor, ${prefix ? "right" : "left"}` }).click();
      if (view !== "grow" && view !== "rule") continue;
      const map = page.locator(view === "rule" ? "svg.floor-map" : ".grow-map").nth(prefix ? 1 : 0);
      const placed = (rooms) => rooms.map(({ kind, shape, cells }) => ({ kind, shape, cells }));
      assert.deepEqual(placed(JSON.parse(await map.getAttribute("data-rooms"))), placed(floor(...words).rooms), `step ${place}`);
    }
    assert.equal(await page.getByRole("alert").textContent(), "");
  }
  await close();
});

test("Back restores the guide's numbers and drawings, and Grow again replays the growth", async () => {
  const { page, close } = await open("#/guide");
  const keys = {
    "Step": ["End", "ArrowLeft", "ArrowLeft"],
    "Rooms that keep a place empty": ["End"],
    "Big rooms": ["Home"],
    "How often a new room waits at the back of the queue": ["Home"],
    "Doors passed": ["Home", "ArrowRight"],
    "Points less with one neighbour": ["End"],
    "Points less with two neighbours": ["Home"],
  };
  const told = () => page.getByRole("slider").evaluateAll((all) => all.map((node) => node.getAttribute("aria-valuetext") ?? node.value));
  const drawn = () => page.locator("[data-address], .chance-text").evaluateAll((all) => all.map((node) => node.dataset.address ?? node.textContent));
  const fresh = await told();
  for (const [name, presses] of Object.entries(keys)) {
    await number(page, name).focus();
    for (const key of presses) await page.keyboard.press(key);
  }
  const left = [await told(), await drawn()];
  assert.equal(left[0].filter((text, place) => text !== fresh[place]).length, 9);
  await step(page, 3).getByRole("link").click();
  await page.locator(".view-rule").waitFor();
  await page.goBack();
  await page.locator(".view-guide").waitFor();
  await page.waitForTimeout(400);
  assert.deepEqual([await told(), await drawn()], left);
  // The Grow again button replays the growth.
  await page.getByRole("button", { name: "Grow again" }).click();
  await page.waitForFunction(() => document.querySelector(".scrub[aria-label='Step']").textContent.endsWith("the last"));
  await close();
});

test("Ctrl+Z undoes changes of the guide's numbers one by one, also after Back", async () => {
  const { page, close } = await open("#/rule?level=3");
  await page.evaluate(() => { location.hash = "#/guide"; });
  const waits = number(page, "How often a new room waits at the back of the queue");
  const one = number(page, "Points less with one neighbour");
  const told = () => Promise.all([waits, one].map((node) => node.textContent()));
  await waits.waitFor();
  const fresh = await told();
  await waits.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await waits.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 20, y + height / 2);
  await page.mouse.move(x + width / 2 + 40, y + height / 2);
  await page.mouse.up();
  const dragged = await told();
  assert.notDeepEqual(dragged, fresh);
  await one.focus();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await told(), [dragged[0], "7"]);
  await step(page, 2).getByRole("link").click();
  await page.locator(".view-rule").waitFor();
  await page.goBack();
  await page.locator(".view-guide").waitFor();
  await page.keyboard.press("Control+z");
  assert.deepEqual(await told(), dragged);
  // A drag counts as one change, regardless of how many values it passes.
  await page.keyboard.press("Control+z");
  assert.deepEqual(await told(), fresh);
  // There is nothing left to undo in the guide, so Ctrl+Z goes back to the previous view.
  await page.keyboard.press("Control+z");
  await waitForAddress(page, () => location.hash === "#/rule?level=3");
  await close();
});
