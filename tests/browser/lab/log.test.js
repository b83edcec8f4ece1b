// A log of the game: read in the page, with the command's verdicts and a link to each floor's map.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { checkInEachView, command, end, newFolder, open, root } from "./open.js";

after(end);

const fixture = join(root, "tests/fixtures/logs/afterbirth-plus.log");
const choose = async (page, file) => {
  await page.getByLabel("The log of the game, log.txt").setInputFiles(file);
  await page.getByText(new RegExp(`^[\\d,]+ floors? of ${basename(file)}: .* not compared\\.$`)).waitFor();
};

// Nothing here depends on the size or the colours that the page opened with.
test("the table breaks no rule", async () => {
  const { page, close } = await open("#/log");
  await checkInEachView(page, "log empty");
  await choose(page, fixture);
  await checkInEachView(page, "log");
  await close();
});

test("the floors, their verdicts and their seeds are those of the command", async () => {
  const { page, close } = await open("#/log");
  await choose(page, fixture);
  const { floors } = JSON.parse(command("log", fixture, "--format", "json"));
  const count = (verdict) => floors.filter(({ engine }) => engine.verdict === verdict).length;
  assert.equal(
    await page.getByRole("status").textContent(),
    `${floors.length} floors of afterbirth-plus.log: ${count("agrees")} agree, 0 differ, ${count("not_compared")} not compared.`,
  );
  const seeds = await page.locator("tbody tr td:nth-child(4)").allTextContents();
  assert.deepEqual(seeds, floors.map(({ seed }) => String(seed)));
  // A floor's map is a link away, and the table is still there on the way back.
  await page.locator("tbody a").first().click();
  await page.waitForSelector(".view-floor svg");
  assert.ok(page.url().includes(`seed=${seeds[0]}`), page.url());
  await page.goBack();
  assert.equal(await page.locator("tbody tr").count(), floors.length);
  await close();
});

test("a floor that differs is named with the first difference, and what is no log has no floor", async () => {
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
  await choose(page, other);
  assert.match(await page.getByRole("status").textContent(), /^0 floors of other\.txt/);
  await close();
});
