// The page's addresses, and the current floor that all views share.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkInEachView, checkPage, command, end, goTo, open, openInEachSize, sizes, waitForAddress } from "./open.js";

after(end);

const bar = (page) => page.getByRole("region", { name: "This floor" });
const tab = (page, name) => page.getByRole("link", { name, exact: true });
const hashOf = (page) => page.evaluate(() => location.hash);
const queryOf = async (page) => new URLSearchParams((await hashOf(page)).split("?")[1]);
const standsAt = (page, text) => waitForAddress(page, (text) => location.hash.includes(text), text);

test("an invalid option is removed from the address and reported, and the view still opens", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [hash, left, said, control] of [
    ["#/guess?daily=2026-02-30", "#/guess", /daily cannot be 2026-02-30: give a date such as/, "Look for"],
    ["#/guess?daily=banana", "#/guess", /daily cannot be banana: give a date such as/, "Look for"],
    ["#/million?measure=foo", "#/million", /measure cannot be foo: give a measure/, "Measure"],
    ["#/rule?measure=foo&level=2", "#/rule?level=2", /measure cannot be foo/, "Measure"],
    ["#/floor?unknown=x&level=2", "#/floor?level=2", /There is no option unknown/, "Level"],
    ["#/floor?level=99&hard=1", "#/floor?hard=1", /no level 99/, "Level"],
    ["#/grow?level=banana&step=4", null, /level cannot be banana/, "Level"],
    ["#/grow?right.level=99&step=4", null, /The right floor: .*no level 99/, "Speed"],
    ["#/guess?kind=boss&level=3", "#/guess?level=3", /kind cannot be boss/, "Look for"],
    ["#/floors?level=9", "#/floors", /level cannot be 9: give one of 1, 2,/, "Level of the games"],
    ["#/find?limit=-3", "#/find", /limit cannot be -3/, "Number of hits to find"],
    ["#/log?colour=red", "#/log", /There is no colour/, "The log of the game, log.txt"],
    ["#/run?run=banana", "#/run", /banana is not a run seed/, "Run"],
  ]) {
    await reopen(hash);
    // The Grow view writes its own floors into the address.
    if (left) assert.equal(await hashOf(page), left, hash);
    else assert.doesNotMatch(await hashOf(page), /banana|99(?!AC)/);
    assert.match(await page.getByRole("alert").textContent(), said, hash);
    await page.getByLabel(new RegExp(`^${control}`)).first().waitFor({ state: "attached" });
  }
  await close();
});

test("a valid address does not change, and a long word does not overflow the page", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const hash of [
    "#/floor?backend=flash&edition=article&level=10&seed=7",
    "#/guess?level=3&kind=super_secret&bombs=6.5%2C7.6",
    "#/rule?level=3&set=rebirth.growth.neighbour_limit%3D3&measure=rings",
    "#/run?run=B911+99AC&stage=2&room=1&awards=1",
    "#/find?where=1%3A+rooms+%3D%3D+9&limit=3",
    "#/floors?level=4&measure=rings",
  ]) {
    await reopen(hash);
    assert.equal(await hashOf(page), hash);
    assert.equal(await page.getByRole("alert").textContent(), "", hash);
  }
  for (const hash of [`#/guess?daily=${"banana".repeat(60)}`, `#/find?where=${"x".repeat(400)}`]) {
    for (const size of Object.keys(sizes)) {
      await page.setViewportSize(sizes[size]);
      await reopen(hash);
      await checkPage(page, `long word, ${size}`);
    }
  }
  await close();
});

test("the message about an invalid address disappears with the next action, but not with a click on text", async () => {
  const { page, reopen, close } = await open("#/log");
  const notice = () => page.getByRole("alert").textContent();
  for (const [hash, done] of [
    ["#/grow?level=3&unknown=x&step=4&right.step=4", () => page.getByRole("button", { name: "Step forward" }).click()],
    ["#/rooms?unknown=x", () => page.getByRole("button", { name: "Try a mod" }).click()],
    ["#/find?unknown=x", () => page.getByRole("button", { name: "At least three rings on stage 2" }).press("Enter")],
  ]) {
    await reopen(hash);
    assert.match(await notice(), /There is no option unknown/, hash);
    // A click on text keeps the message, because readers select words.
    await page.locator("h2").click();
    assert.match(await notice(), /There is no option unknown/, hash);
    await done();
    await page.waitForTimeout(200);
    assert.equal(await notice(), "", hash);
  }
  await close();
});

test("switching back to a game restores its seed", async () => {
  const { page, close } = await open("#/floor?backend=flash&edition=wrath-of-the-lamb&level=4&seed=77");
  const game = page.getByLabel("Game");
  const seed = page.getByLabel("Seed", { exact: true });
  await game.selectOption("rebirth/repentance");
  await standsAt(page, "rebirth");
  assert.equal(await seed.inputValue(), "");
  await seed.fill("02MG 2QRD");
  await page.keyboard.press("Enter");
  await standsAt(page, "run=");
  await game.selectOption("flash/article");
  await standsAt(page, "flash");
  assert.deepEqual([(await queryOf(page)).get("seed"), (await queryOf(page)).get("run")], ["77", null]);
  assert.equal(await seed.inputValue(), "77");
  await game.selectOption("rebirth/repentance");
  await standsAt(page, "rebirth");
  assert.deepEqual([(await queryOf(page)).get("seed"), (await queryOf(page)).get("run")], [null, "02MG 2QRD"]);
  assert.equal(await page.getByRole("alert").textContent(), "");
  await close();
});

test("the other views open on the current floor, a new seed keeps the Guess view's kind of room, and a missing level is replaced", async () => {
  const { page, close } = await open("#/floor");
  await page.getByLabel("Game").selectOption("flash/wrath-of-the-lamb");
  await standsAt(page, "flash");
  await page.getByLabel("Level").selectOption("4");
  await standsAt(page, "level=4");
  await page.getByLabel("Seed", { exact: true }).fill("77");
  await page.keyboard.press("Enter");
  await standsAt(page, "seed=77");
  const floor = JSON.parse(
    command("floor", "--format", "json", "--backend", "flash", "--edition", "wrath-of-the-lamb", "--level", "4", "--seed", "77"),
  );
  for (const name of ["Grow", "Guess", "Change", "Look", "Count", "Find"]) {
    await tab(page, name).click();
    await page.waitForFunction((name) => document.querySelector("nav [aria-current]").textContent === name, name);
    const query = await queryOf(page);
    assert.equal(query.get("backend"), "flash", name);
    assert.equal(query.get("level"), "4", name);
    assert.equal(query.get("seed"), "77", name);
    assert.equal(await bar(page).getByLabel("Game").inputValue(), "flash/wrath-of-the-lamb", name);
  }
  // Flash has no runs, so the Run view opens without the floor. The floor is not lost.
  await tab(page, "Run").click();
  await page.getByLabel("Run", { exact: true }).waitFor();
  assert.equal(await hashOf(page), "#/run");
  await tab(page, "Guess").click();
  await standsAt(page, "seed=77");
  await page.getByLabel("Look for").selectOption("super_secret");
  await standsAt(page, "super_secret");
  await page.getByRole("button", { name: "Another seed" }).click();
  await waitForAddress(page, () => !location.hash.includes("seed=77"));
  assert.equal((await queryOf(page)).get("kind"), "super_secret");
  await page.goBack();
  await standsAt(page, "seed=77");
  await tab(page, "Look").click();
  await page.locator("svg.floor-map[data-rooms]").waitFor();
  assert.deepEqual(JSON.parse(await page.locator("svg.floor-map").getAttribute("data-rooms")), floor.rooms);
  // The other game does not have this level, so the page uses a nearby one.
  await page.getByLabel("Level").selectOption("9");
  await standsAt(page, "level=9");
  await page.getByLabel("Game").selectOption("rebirth/repentance");
  await standsAt(page, "rebirth");
  assert.ok(["8", "10"].includes((await queryOf(page)).get("level")));
  assert.equal(await page.getByRole("alert").textContent(), "");
  await close();
});

test("the Look view keeps the run and a changed rule, and can reset the rule", async () => {
  const { page, close } = await open("#/run?run=B911+99AC");
  await tab(page, "Look").click();
  await standsAt(page, "run=B911");
  await goTo(page, "#/rule?level=3&set=rebirth.growth.neighbour_limit%3D3");
  await page.getByText("With one rule changed.").waitFor();
  await tab(page, "Look").click();
  // The Rule view, which stays until the floor is made, has two maps.
  const map = page.locator(".view-floor svg.floor-map[data-rooms]");
  await map.waitFor();
  const changed = JSON.parse(
    command("floor", "--format", "json", "--level", "3", "--set", "rebirth.growth.neighbour_limit=3"),
  );
  assert.deepEqual(JSON.parse(await map.getAttribute("data-rooms")), changed.rooms);
  await page.getByRole("button", { name: "The edition's own rules" }).click();
  await waitForAddress(page, () => !location.hash.includes("set="));
  await close();
});

test("the Run view opens the current floor's stage and passes its open stage's level and type and a changed rule to other views", async () => {
  const stages = (...words) => JSON.parse(command("run", ...words, "--format", "json")).stages;
  const openStage = async (page) => {
    await page.locator(".run-detail svg.floor-map").waitFor();
    return page.locator(".run-card[aria-expanded=true] strong").textContent();
  };
  const { page, close } = await open("#/floor?backend=rebirth&edition=repentance&level=6&run=B911+80N6");
  const own = stages("B911 80N6");
  await tab(page, "Run").click();
  assert.equal(await openStage(page), own.find(({ level }) => level === 6).name);
  assert.match(await hashOf(page), /stage=5$/);
  // Back and Forward move between the two views.
  await page.goBack();
  await standsAt(page, "#/floor?");
  await page.goForward();
  await standsAt(page, "#/run?");
  await tab(page, "Look").click();
  await standsAt(page, "#/floor?");
  const { stage_type: type } = own.find(({ level }) => level === 6);
  assert.equal(await hashOf(page), `#/floor?backend=rebirth&edition=repentance&level=6&run=B911+80N6${type ? `&stage-type=${type}` : ""}`);
  // A stage with a type opens the same floor in the Look view, and choosing another level drops the type.
  const place = own.findIndex(({ level, stage_type: type }) => level < 9 && type === 2);
  await goTo(page, `#/run?run=B911+80N6&stage=${place}`);
  await openStage(page);
  const rooms = await page.locator(".run-detail svg.floor-map").getAttribute("data-rooms");
  await tab(page, "Look").click();
  await standsAt(page, "stage-type=2");
  const plain = (text) => JSON.parse(text).map(({ cells, kind, seeds }) => ({ cells, kind, seeds }));
  assert.deepEqual(plain(await page.locator("svg.floor-map").getAttribute("data-rooms")), plain(rooms));
  await page.getByLabel("Level").selectOption("10");
  await standsAt(page, "level=10");
  assert.equal((await queryOf(page)).get("stage-type"), null);
  assert.equal(await page.getByRole("alert").textContent(), "");
  // If a level has two stages, the open one stays open.
  const cathedral = own.findIndex(({ name }) => name === "Cathedral");
  await goTo(page, `#/run?run=B911+80N6&stage=${cathedral}`);
  await page.locator(".run-card[aria-expanded=true]", { hasText: "Cathedral" }).waitFor();
  await tab(page, "Look").click();
  await standsAt(page, "#/floor?");
  await tab(page, "Run").click();
  assert.equal(await openStage(page), "Cathedral");
  await goTo(page, "#/floor?backend=rebirth&edition=repentance&level=6&run=B911+80N6");
  await standsAt(page, "level=6");
  // Open another stage, then another run.
  await tab(page, "Run").click();
  await openStage(page);
  await page.locator(".run-card").nth(3).click();
  await standsAt(page, "stage=3");
  await page.getByLabel("Run", { exact: true }).fill("02MG 2QRD");
  await page.keyboard.press("Enter");
  await standsAt(page, "02MG");
  await tab(page, "Guess").click();
  await standsAt(page, "#/guess?");
  assert.deepEqual([(await queryOf(page)).get("level"), (await queryOf(page)).get("run")], ["4", "02MG 2QRD"]);
  // The Labyrinth of level 1 also covers level 2.
  await page.getByLabel("Level").selectOption("2");
  await standsAt(page, "level=2");
  await tab(page, "Run").click();
  assert.equal(await openStage(page), stages("02MG 2QRD")[0].name);
  await goTo(page, "#/run?run=B911+80N6&stage=4");
  await standsAt(page, "stage=4");
  await page.locator(".run-card[aria-expanded=true]", { hasText: own[4].name }).waitFor();
  await tab(page, "Look").click();
  await standsAt(page, `level=${own[4].level}`);
  // A changed rule stays with the floor across views.
  await goTo(page, "#/rule?level=3&run=B911+80N6&set=rebirth.growth.neighbour_limit%3D3");
  await page.getByText("With one rule changed.").waitFor();
  await tab(page, "Run").click();
  await openStage(page);
  await tab(page, "Look").click();
  await page.getByText("With one rule changed.").waitFor();
  assert.equal((await queryOf(page)).get("level"), "3");
  assert.equal(await page.getByRole("alert").textContent(), "");
  await close();
});

test("following a link scrolls to the top and focuses the heading, and Back restores the scroll position", () =>
  openInEachSize("#/guide", async ({ page }) => {
    const link = page.locator(".step-next").last();
    await link.focus();
    await page.waitForFunction(() => scrollY > 1000);
    // Wait until the content above stops changing.
    await page.waitForTimeout(500);
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press("Enter");
    await page.locator(".view-guess").waitFor();
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Guess");
    await page.waitForTimeout(200);
    await page.goBack();
    await page.locator(".view-guide").waitFor();
    await page.waitForFunction((before) => Math.abs(scrollY - before) < 2, before, { timeout: 3000 });
  }));

test("rule changes can be undone and redone by mouse and keyboard", async () => {
  const { page, close } = await open("#/rule?level=3");
  const undo = page.getByRole("button", { name: "Undo" });
  const redo = page.getByRole("button", { name: "Redo" });
  assert.ok(await undo.isDisabled());
  assert.ok(await redo.isDisabled());
  await page.getByRole("button", { name: "Rooms may close rings" }).click();
  await standsAt(page, "neighbour_limit");
  await page.getByRole("button", { name: "Five more rooms" }).click();
  await standsAt(page, "rooms.base");
  await undo.click();
  await standsAt(page, "neighbour_limit");
  await redo.click();
  await standsAt(page, "rooms.base");
  await page.locator("h2").focus();
  await page.keyboard.press("Control+z");
  await standsAt(page, "neighbour_limit");
  await page.keyboard.press("Control+z");
  await waitForAddress(page, () => location.hash === "#/rule?level=3");
  assert.ok(await undo.isDisabled());
  await page.keyboard.press("Control+Shift+Z");
  await standsAt(page, "neighbour_limit");
  // The last Undo and Reset all keep the focus nearby.
  await undo.press("Enter");
  await waitForAddress(page, () => location.hash === "#/rule?level=3");
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Undo");
  await redo.click();
  await standsAt(page, "neighbour_limit");
  await page.getByRole("button", { name: "Reset all" }).press("Enter");
  await waitForAddress(page, () => location.hash === "#/rule?level=3");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Rules that are changed");
  await undo.click();
  await standsAt(page, "neighbour_limit");
  await undo.click();
  await page.locator("h2").focus();
  await page.keyboard.press("Control+Shift+Z");
  await standsAt(page, "neighbour_limit");
  await close();
});

test("the floor's link and picture can be copied and the picture saved, and the panel has no WCAG violations or horizontal overflow", () =>
  openInEachSize("#/guess?level=3&run=B911+99AC", async ({ page, size }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The link is copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.endsWith("#/guess?level=3&run=B911+99AC"), link);
    await page.getByRole("button", { name: "Copy picture" }).click();
    await page.getByText("The picture is copied.").waitFor();
    const types = await page.evaluate(async () => (await navigator.clipboard.read())[0].types);
    assert.deepEqual(types, ["image/png"]);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save picture" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "basement-floor.png");
    await checkInEachView(page, "share", { size });
    if (size === "phone") {
      await bar(page).getByText("level 3").click();
      await page.getByLabel("Level").selectOption("2");
      await standsAt(page, "level=2");
      assert.ok(await page.getByLabel("Level").isVisible());
      await checkInEachView(page, "bar", { size });
    }
  }));
