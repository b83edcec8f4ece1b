// A log of the game: the page reads it, shows the command's verdicts and links to each floor's map.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { checkInEachView, chooseAtOnce, command, end, newFolder, open, root, sizes } from "./open.js";

after(end);

const fixture = join(root, "tests/fixtures/logs/afterbirth-plus.log");
const choose = async (page, file) => {
  await page.getByLabel("The log of the game, log.txt").setInputFiles(file);
  await page.getByText(new RegExp(`^[\\d,]+ floors? of ${basename(file)}: .* not compared\\.$`)).waitFor();
};

// This view does not depend on the size or colours that the page was opened with.
test("the log view has no WCAG violations or horizontal overflow, with and without a log", async () => {
  const { page, close } = await open("#/log");
  await checkInEachView(page, "log empty");
  await choose(page, fixture);
  await checkInEachView(page, "log");
  await close();
});

// The engine's cell of each floor: its verdict, its first difference and its remarks.
const VERDICTS = "tbody td:nth-child(2)";

// A floor's verdict, first difference and remarks, in the page's words.
function inWords({ verdict, readings, difference, remarks }) {
  const editions = [...new Set(readings.map(({ edition }) => edition))].sort();
  const modes = ["normal", "hard"].filter((mode) => readings.some(({ difficulty }) => difficulty === mode));
  const words = verdict === "not_compared" ? "not compared" : `${verdict} (${editions.join(" or ")}, ${modes.join(" or ")})`;
  const differs = difference && `${difference.what}: the log says ${difference.log}, the engine ${difference.engine}`;
  return [words, differs, ...remarks.filter((text) => !text.startsWith("entered rooms not compared"))].filter(Boolean);
}

// Returns the floors of a log from the command, which fails after printing them if one differs.
function floorsOf(file) {
  try {
    return JSON.parse(command("log", file, "--format", "json")).floors;
  } catch (error) {
    if (error.status !== 1) throw error;
    return JSON.parse(error.stdout).floors;
  }
}

test("each floor's verdict, differences, remarks and seed match the command's, and Back restores the table", async () => {
  // The second floor differs.
  const changed = join(newFolder(), "log.txt");
  writeFileSync(changed, readFileSync(fixture, "utf8").replace("14 rooms in 8 loops", "14 rooms in 7 loops"));
  const { page, close } = await open("#/log");
  await choose(page, changed);
  const floors = floorsOf(changed);
  const count = (verdict) => floors.filter(({ engine }) => engine.verdict === verdict).length;
  assert.equal(
    await page.getByRole("status").textContent(),
    `${floors.length} floors of log.txt: ${count("agrees")} agree, 1 differ, ${count("not_compared")} not compared.`,
  );
  const lines = await page.locator(VERDICTS).evaluateAll((cells) => cells.map(({ children }) => [...children].map(({ textContent }) => textContent)));
  assert.deepEqual(lines, floors.map(({ engine }) => inWords(engine)));
  const seeds = await page.locator("tbody tr td:nth-child(6)").allTextContents();
  assert.deepEqual(seeds, floors.map(({ seed }) => String(seed)));
  // The link of a floor opens its map, and Back restores the table.
  await page.locator("tbody a").first().click();
  await page.waitForSelector(".view-floor svg");
  assert.ok(page.url().includes(`seed=${seeds[0]}`), page.url());
  await page.goBack();
  assert.equal(await page.locator("tbody tr").count(), floors.length);
  await close();
});

test("of two logs the one that was chosen last is shown, and the page does not promise to compare entered rooms", async () => {
  const [first, second] = ["afterbirth-plus.log", "repentance-plus.log"].map((name) => [name, readFileSync(join(root, "tests/fixtures/logs", name), "utf8")]);
  const { page, close } = await open("#/log");
  await chooseAtOnce(page.getByLabel("The log of the game, log.txt"), [first, second]);
  await page.getByText("1 floor of repentance-plus.log: 1 agree, 0 differ, 0 not compared.").waitFor();
  await choose(page, fixture);
  await page.getByText("In a terminal, give them to basement-lab log with --rooms.").waitFor();
  await close();
});

test("shapes have names instead of numbers, and a phone shows each verdict without scrolling sideways", async () => {
  const changed = join(newFolder(), "log.txt");
  writeFileSync(changed, readFileSync(fixture, "utf8").replace("place_room: shape 3\n", "place_room: shape 4\n"));
  const { page, close } = await open("#/log", { size: "phone" });
  await choose(page, changed);
  const [first, second] = await page.locator("tbody tr").allInnerTexts();
  assert.match(first, /shapes \(\s*two cells tall;\s+large square\), placing/);
  assert.match(first, /shapes of attempt 1: the log says \(\s*two cells tall;\s+large square\), the engine \(\s*narrow, one cell tall;\s+large square\)/);
  assert.match(second, /shapes \(\s*large square;\s+L-shaped, without its bottom left;\s+narrow, two cells tall\)/);
  const rights = await page.locator(VERDICTS).evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  assert.ok(Math.max(...rights) <= sizes.phone.width, String(Math.max(...rights)));
  await close();
});

test("a differing floor shows its first difference, and a file that is not a log has no floors", async () => {
  const folder = newFolder();
  const changed = join(folder, "log.txt");
  const log = readFileSync(join(root, "tests/fixtures/logs/repentance-plus.log"), "utf8");
  writeFileSync(changed, log.replace("19 rooms in 12", "19 rooms in 13"));
  const { page, close } = await open("#/log");
  await choose(page, changed);
  const row = await page.locator("tbody tr").textContent();
  assert.ok(row.includes("differs (repentance, normal)"), row);
  assert.ok(row.includes("passes of attempt 1: the log says 13, the engine 12"), row);
  assert.equal(await page.locator("tbody a").count(), 0);
  const other = join(folder, "other.txt");
  writeFileSync(other, "nothing about floors\n");
  await page.getByLabel("The log of the game, log.txt").setInputFiles(other);
  await page.getByText("other.txt tells of no floor: choose the log.txt").waitFor();
  await close();
});
