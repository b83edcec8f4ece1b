// A million floors: counted, stopped, gone on with, saved, and against the command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { checkPage, command, end, open, schemes, sizes } from "./open.js";

after(end);

const SMALL = "#/million?goal=20000";
const pressed = (page, name) => page.getByRole("button", { name, exact: true });
const done = (page) => pressed(page, "Done").waitFor();

for (const size of Object.keys(sizes)) {
  for (const scheme of schemes) {
    test(`${size}, ${scheme}: counts build on the page, which breaks no rule`, async () => {
      const { page, close } = await open(SMALL, { size, scheme });
      await checkPage(page, `million ${size} ${scheme} before`);
      await pressed(page, "Count").focus();
      await page.keyboard.press("Enter");
      await done(page);
      assert.equal(await page.locator(".million-chart svg").count(), 1);
      assert.equal(await page.locator(".million-maps svg").count(), 2);
      await page.getByText("The numbers, and the first").click();
      await page.locator(".million-numbers td").first().waitFor();
      await checkPage(page, `million ${size} ${scheme}`);
      if (process.env.PICTURES) {
        const path = `${process.env.PICTURES}/million-${size}-${scheme}-whole.png`;
        await page.screenshot({ path, fullPage: true });
      }
      await close();
    });
  }
}

async function saved(page, format) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    pressed(page, `Save ${format}`).click(),
  ]);
  return readFileSync(await file.path());
}

// The rows of the table that is saved, by edition and by what is counted.
async function rowsOf(page) {
  const [, ...lines] = String(await saved(page, "CSV")).trim().split("\n");
  return lines.map((line) => {
    const [edition, counted, value, x, y, count, floors] = line.split(",");
    return { edition, counted, value, x, y, count: Number(count), floors: Number(floors) };
  });
}

test("what is counted is what the command counts, values, cells and mean", async () => {
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

test("stopping is prompt, leaves no gap, and goes on where it stopped", async () => {
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

test("choices are in the address, which leads back to them", async () => {
  const { page, close } = await open("#/million");
  await page.getByLabel(/^Measure/).selectOption("dead_ends");
  await page.getByLabel(/^Game/).selectOption("rebirth/article");
  await page.getByLabel(/^Level/).selectOption("4");
  await page.getByLabel(/^Curse/).selectOption("labyrinth");
  await page.getByLabel("Floors in all").selectOption("20000");
  await page.getByLabel("Hard mode").check();
  await page.getByLabel("Where this room lies").selectOption("treasure");
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
  await close();
  const again = await open(hash);
  assert.equal(await again.page.getByLabel(/^Measure/).inputValue(), "dead_ends");
  assert.equal(await again.page.getByLabel("Where this room lies").inputValue(), "treasure");
  assert.ok(await again.page.getByLabel("Hard mode").isChecked());
  await pressed(again.page, "Count").click();
  await done(again.page);
  await again.close();
});

test("a picture is saved as SVG and as PNG, in colours of its own", async () => {
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

test("what cannot be counted is said in a sentence", async () => {
  for (const [query, expected] of [
    ["level=10&go=1", "has no level 10"],
    ["measure=luck", "give a measure"],
    ["first=flash/none&go=1", "edition"],
  ]) {
    const { page, close } = await open(`#/million?${query}`);
    await page.waitForFunction(() => document.querySelector("#alerts").textContent);
    const message = await page.getByRole("alert").textContent();
    assert.ok(message.includes(expected), `${query}: ${message}`);
    await close();
  }
});

test("two editions of a game are compared seed by seed, and two games are not", async () => {
  const told = async (second) => {
    const first = encodeURIComponent("rebirth/repentance");
    const beside = encodeURIComponent(second);
    const { page, close } = await open(
      `#/million?first=${first}&second=${beside}&measure=rooms&goal=4000&level=4&curse=none&go=1`,
    );
    await page.waitForFunction(() => document.querySelector(".million-news").textContent.startsWith("Done"));
    const sentence = await page.locator(".million-results > p").textContent();
    const floors = await page.locator(".million-pace strong").textContent();
    await close();
    return { sentence, floors };
  };
  const editions = await told("rebirth/afterbirth-plus");
  assert.match(editions.sentence, /95 % interval of the difference on a seed/);
  assert.equal(editions.floors, "4,000");
  const games = await told("flash/wrath-of-the-lamb");
  assert.match(games.sentence, /\(95 % interval [\d.]/);
});

test("who looks at another measure and comes back finds what was counted", async () => {
  const { page, close } = await open("#/million?goal=20000&measure=rings&go=1");
  const pace = page.locator(".million-pace");
  await page.getByRole("button", { name: "Done" }).waitFor();
  const counted = await pace.textContent();
  await page.getByLabel("Measure").selectOption("rooms");
  await page.waitForFunction(() => location.hash.includes("measure=rooms"));
  await page.getByRole("button", { name: "Count" }).waitFor();
  await page.getByLabel("Measure").selectOption("rings");
  await page.getByRole("button", { name: "Done" }).waitFor();
  assert.match(counted, /^20,000 of 20,000 floors/);
  assert.equal(await pace.textContent(), counted);
  await close();
});
