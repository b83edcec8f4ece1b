// The Look view of one floor: by address, mouse and keyboard, compared with the command.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkInEachView, command, end, goTo, open, openInEachSize, random, readAtEach, waitForAddress } from "./open.js";

after(end);

const ADDRESS = "#/floor?backend=rebirth&edition=repentance&level=3&run=B911%2099AC";
const drawn = (page) => page.locator("svg.floor-map");

test("the Look view has no WCAG violations or horizontal overflow", () =>
  openInEachSize(ADDRESS, async ({ page, size }) => {
    await drawn(page).waitFor();
    await checkInEachView(page, "floor", { size });
  }));

test("a run seed and its stage seed draw the same floor", async () => {
  const { page, close } = await open(ADDRESS);
  const rooms = await drawn(page).getAttribute("data-rooms");
  await goTo(page, "#/floor?backend=rebirth&edition=repentance&level=3&seed=16385");
  await page.waitForFunction(() =>
    document.querySelector("svg.floor-map")?.dataset.address.includes("seed=16385"),
  );
  assert.equal(await drawn(page).getAttribute("data-rooms"), rooms);
  await close();
});

test("choices are stored in the address, and Back restores their floor", async () => {
  const { page, close } = await open("#/floor");
  await page.getByLabel("Game").selectOption("flash/wrath-of-the-lamb");
  await page.getByLabel("Level").selectOption("4");
  await page.getByLabel("Seed", { exact: true }).fill("77");
  await page.keyboard.press("Enter");
  // The address changes before the page is redrawn.
  await page.waitForFunction(() =>
    document.querySelector("svg.floor-map")?.dataset.address.includes("seed=77"),
  );
  const rooms = await drawn(page).getAttribute("data-rooms");
  const hash = await page.evaluate(() => location.hash);
  await page.getByRole("button", { name: "Another seed" }).focus();
  await page.keyboard.press("Enter");
  await waitForAddress(page, (hash) => location.hash !== hash, hash);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Another seed");
  await page.goBack();
  await waitForAddress(page, (hash) => location.hash === hash, hash);
  assert.equal(await drawn(page).getAttribute("data-rooms"), rooms);
  await close();
});

test("an address with an invalid seed or option shows an error message", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [query, expected] of [
    ["run=B911+99AB", "this check does not fit"],
    ["level=9", "has no level 9"],
    ["backend=flash&hard=1", "no rule for hard mode"],
    ["lavel=3", "did you mean level"],
    ["backend=flash&item=luna&coins=5", "no rule for items"],
    ["level=3&red=20", "red"],
    ["set=rebirth.secret.weight%3D5000", "a whole number from"],
  ]) {
    await reopen(`#/floor?${query}`);
    const message = await page.getByRole("alert").textContent();
    assert.ok(message.includes(expected), `${query}: ${message}`);
    assert.doesNotMatch(message, /\?\./);
    // The rest of the address still is a floor.
    await drawn(page).waitFor();
  }
  await close();
});

test("the line below the map tells a floor from floors with another seed, mode, item or rule", async () => {
  const { page, close } = await open("#/floor");
  for (const [query, told] of [
    ["backend=flash&level=5&seed=123456789012345678", "seed 123456789012345678"],
    ["level=12&run=SXG6+R8XA&hard=1", "hard mode"],
    ["level=3&item=luna&coins=5", "coins 5, item luna"],
    ["level=3&set=rebirth.growth.back_one_in=1", "rebirth.growth.back_one_in=1"],
  ]) {
    await goTo(page, `#/floor?${query}`);
    await page.locator("main > div p", { hasText: told }).first().waitFor();
  }
  await close();
});

test("the bar names what else the floor has, and removes it", async () => {
  const { page, close } = await open("#/guess?level=3&run=SXG6+R8XA&item=luna&hard=1");
  await page.getByText("With hard mode, item luna.").or(page.getByText("With item luna, hard mode.")).waitFor();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await waitForAddress(page, () => !location.hash.includes("luna") && !location.hash.includes("hard"));
  await close();
});

test("curses have their names from the game, and what a floor lacks is said in English", async () => {
  const { page, close } = await open("#/floor?level=3&run=SXG6+R8XA&curse=darkness");
  await page.getByText(/, Curse of Darkness, /).waitFor();
  const curses = await page.getByLabel("Curse").locator("option").allTextContents();
  assert.deepEqual(curses.slice(-2), ["Curse of the Maze", "Curse of the Blind"]);
  // A curse that both games have stays with another game, which offers only its own.
  await page.getByLabel("Game").selectOption("flash/wrath-of-the-lamb");
  await page.getByText(/^Flash: wrath of the lamb, level 3, Curse of Darkness, seed/).waitFor();
  assert.equal((await page.getByLabel("Curse").locator("option").allTextContents()).at(-1), "Curse of Darkness");
  await goTo(page, "#/grow?backend=rebirth&edition=repentance&level=3&run=SXG6+R8XA&curse=lost&phase=special&step=1&right.step=1");
  await page.getByText("Only as far as the special rooms.").waitFor();
  assert.match(await page.locator(".grow-words").first().textContent(), /Curse of the Lost; /);
  await page.getByRole("button", { name: "Show whole floors" }).click();
  await waitForAddress(page, () => !location.hash.includes("phase"));
  await close();
});

test("a mistyped seed stays in its field beside the floor that was shown", async () => {
  const { page, close } = await open("#/floor?level=4&run=SXG6+R8XA");
  const field = page.getByLabel("Seed", { exact: true });
  await field.fill("SXG6 R8XB");
  await page.keyboard.press("Enter");
  await page.getByText("look for a mistyped symbol").waitFor();
  assert.equal(await field.inputValue(), "SXG6 R8XB");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await field.fill("0");
  await page.keyboard.press("Enter");
  await page.getByText("Seed 0 is not a seed of the game's generator: give 1 to 4294967295.", { exact: true }).waitFor();
  assert.ok((await page.evaluate(() => location.hash)).includes("SXG6+R8XA"));
  await close();
});

test("the link to the content moves the focus and stays in the view", async () => {
  const { page, close } = await open("#/guess?level=3&run=B911+99AC");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  assert.ok((await page.evaluate(() => location.hash)).startsWith("#/guess"));
  await close();
});

test("the number of draws has commas between thousands", async () => {
  const { page, close } = await open("#/floor?level=6&run=B911+80N6");
  const told = await page.getByRole("row", { name: /^random numbers drawn / }).locator("td").first().textContent();
  assert.match(told, /^\d{1,3}(,\d{3})+$/);
  await close();
});

test("the floors of 60 random addresses have the same rooms as the command's", async () => {
  const draw = random(20);
  const pick = (...list) => list[draw(list.length)];
  const queries = [];
  for (let count = 0; count < 60; count++) {
    const query = new URLSearchParams();
    const backend = pick("flash", "rebirth", "rebirth");
    query.set("backend", backend);
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
      if (!draw(4)) query.set("curse", pick("none", "lost", "maze"));
      if (!draw(4)) query.set("coins", draw(100));
      if (!draw(4)) query.set("item", pick("luna", "voodoo_head"));
      if (!draw(4)) query.set("phase", pick("layout", "special"));
      if (!draw(6)) query.set("set", "rebirth.growth.back_one_in=1");
    }
    queries.push(query);
  }
  const { page, close } = await open("#/floor");
  const floors = await readAtEach(page, queries.map((query) => `#/floor?${query}`), () => {
    const { address, rooms } = document.querySelector("svg.floor-map").dataset;
    return { address, rooms: JSON.parse(rooms) };
  });
  await close();
  for (const [place, query] of queries.entries()) {
    const words = [...query].flatMap(([name, value]) => (value ? [`--${name}`, value] : [`--${name}`]));
    assert.ok(floors[place].address.endsWith(`seed=${query.get("seed")}`), words.join(" "));
    const expected = JSON.parse(command("floor", "--format", "json", ...words));
    assert.deepEqual(floors[place].rooms, expected.rooms, words.join(" "));
  }
});

test("the Look view explains why a run has a different boss, as the command's bosses imply", async () => {
  const { page, close } = await open("#/floor");
  const bossOf = (run, level, ...type) =>
    JSON.parse(command("floor", "--run-seed", run, "--level", String(level), "--format", "json", ...type)).boss_name;
  const seen = new Set();
  for (const run of ["B911 992E", "B911 99AC", "B911 90Y8"]) {
    const { stages } = JSON.parse(command("run", run, "--format", "json"));
    for (const { name, level, stage_type: type, boss_name: inRun } of stages.filter(({ level }) => level <= 8)) {
      const alone = bossOf(run, level);
      const ofType = type ? bossOf(run, level, "--stage-type", String(type)) : alone;
      await goTo(page, `#/floor?${new URLSearchParams({ level, run })}`);
      await page.getByText(new RegExp(`level ${level},.*, run ${run}`)).waitFor();
      const [told] = /In the run .*? in its run\./.exec(await page.locator("main").textContent()) ?? [""];
      const reasons = [
        ofType === alone ? "" : `the run has ${name} here`,
        ofType === inRun ? "" : "earlier floors of the run also decide it",
      ].filter(Boolean);
      const expected = `In the run ${run} this floor has ${inRun}, because ${reasons.join(" and ")}: ${name} in its run.`;
      assert.equal(told, alone === inRun ? "" : expected, `${run}, level ${level}`);
      if (alone !== inRun) seen.add(reasons.map((reason) => reason.slice(0, 7)).join());
    }
  }
  assert.deepEqual([...seen].sort(), ["earlier", "the run", "the run,earlier"]);
  await close();
});

test("a floor names all its bosses and counts its hidden rooms as the command does", async () => {
  const { page, close } = await open("#/floor?level=5&curse=labyrinth&run=B911+97S0");
  await page.getByText(/, bosses: War, Mom$/).waitFor();
  await page.getByText("38 rooms (1 of them hidden) and 2 more hidden.", { exact: true }).waitFor();
  const told = command("floor", "--level", "5", "--curse", "labyrinth", "--run-seed", "B911 97S0");
  assert.match(told, /\n38 rooms \(1 of them hidden\) and 2 more hidden, [^]*\nbosses: 11 War, 6 Mom\n/);
  await close();
});
