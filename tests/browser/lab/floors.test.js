// The reader's own floors: read, measured and compared like the command does.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import palette from "../../../web/page/palette.json" with { type: "json" };
import { checkInEachView, chooseAtOnce, command, end, newFolder, open, waitForAddress } from "./open.js";

after(end);

const folder = newFolder();
const compared = (page) => page.getByText("Which game are they like?").waitFor();

test("the view of the reader's floors has no WCAG violations or horizontal overflow, and its chart uses the current colours", async () => {
  const { page, close } = await open("#/floors");
  await checkInEachView(page, "floors empty");
  await page.getByRole("button", { name: /random walk/ }).click();
  await compared(page);
  await checkInEachView(page, "floors", {
    also: async (view) => {
      const chart = await page.locator("figure svg").first().evaluate((svg) => svg.outerHTML);
      const [scheme, other] = view.endsWith("dark") ? ["dark", "light"] : ["light", "dark"];
      assert.ok(chart.includes(palette[scheme].ink) && !chart.includes(palette[other].ink), `${view}: the chart has the wrong colours`);
    },
  });
  await close();
});

test("the means match the command's, and invalid lines are reported", async () => {
  const file = join(folder, "floors.jsonl");
  const floors = command("floor", "--backend", "flash", "--level", "2", "--count", "300", "--format", "jsonl");
  writeFileSync(file, `${floors}{"rooms": 7}\n`);
  const { page, close } = await open("#/floors?level=2");
  await page.getByLabel(/A file of floors/).setInputFiles(file);
  await compared(page);
  const text = await page.locator("main").textContent();
  assert.ok(text.includes("300 floors of floors.jsonl; 1 line is not a floor"), text.slice(0, 400));
  assert.ok(text.includes("line 301: "), "the invalid line is not reported");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save CSV" }).click(),
  ]);
  const table = readFileSync(await saved.path(), "utf8").trim().split("\n").map((line) => line.split(",").map((value) => value.replaceAll('"', "")));
  const sample = JSON.parse(command("sample", "--floors", file, "--skip-invalid"));
  for (const name of ["rooms", "dead_ends", "boss_distance", "compactness"]) {
    const counts = Object.entries(sample.measures[name]);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const mean = counts.reduce((sum, [value, count]) => sum + Number(value) * count, 0) / total;
    const row = table.find(([measure]) => measure === name);
    assert.ok(Math.abs(Number(row[2]) - mean) < 1e-6, `${name}: ${row[2]}, ${mean}`);
  }
  await close();
});

test("choosing a measure changes the address and keeps the loaded floors", async () => {
  const { page, close } = await open("#/floors");
  await page.getByRole("button", { name: /random walk/ }).focus();
  await page.keyboard.press("Enter");
  await compared(page);
  await page.getByLabel(/^Measure/).selectOption("rings");
  await waitForAddress(page, () => location.hash.includes("measure=rings"));
  await compared(page);
  assert.ok((await page.locator("figcaption").first().textContent()).startsWith("rings"));
  await close();
});

test("a file without floors reports zero floors and the invalid line", async () => {
  const file = join(folder, "empty.jsonl");
  writeFileSync(file, "not a floor\n");
  const { page, close } = await open("#/floors");
  await page.getByLabel(/A file of floors/).setInputFiles(file);
  await page.getByText("0 floors of empty.jsonl; 1 line is not a floor").waitFor();
  await page.getByText(/line 1: not JSON/).waitFor();
  await close();
});

test("of two files the one that was chosen last is shown, whichever is read first", async () => {
  const line = '{"rooms": [{"cells": [[0, 0]], "kind": "start"}, {"cells": [[1, 0]], "kind": "boss"}]}\n';
  const { page, close } = await open("#/floors");
  await chooseAtOnce(page.getByLabel(/A file of floors/), [["small.jsonl", line.repeat(3)], ["large.jsonl", line.repeat(20_000)]]);
  await page.getByText("20,000 floors of large.jsonl.").waitFor();
  await close();
});

test("the measures of a subject count once in the verdict", async () => {
  const { page, close } = await open("#/floors");
  await page.getByRole("button", { name: /random walk/ }).click();
  await compared(page);
  const verdict = await page.getByText(/^On level 1 your floors are nearer/).textContent();
  const side = String.raw`in (\d+) of (\d+) subjects(?: \(([^)]+)\))?`;
  const [, flash, all, ofFlash, rebirth, again, ofRebirth] =
    new RegExp(`nearer to Flash ${side}, and to Rebirth ${side}\\.`).exec(verdict);
  const counted = (headings) => (headings ? headings.split(", ").length : 0);
  assert.deepEqual([counted(ofFlash), counted(ofRebirth), again], [Number(flash), Number(rebirth), all], verdict);
  const rows = await page.locator("tr:has(th[scope=row])").evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, row.children[4].textContent]));
  // Twelve measures of shapes all say the same: these floors have no big rooms, like Flash's.
  const shapes = rows.filter(([name, nearer]) => /^ ?rooms: /.test(name) && nearer === "Flash");
  assert.ok(shapes.length >= 8, rows.join("; "));
  assert.ok(ofFlash.includes("rooms of each shape"), verdict);
  assert.ok(Number(all) <= 6 && Number(flash) + Number(rebirth) <= Number(all), verdict);
  await close();
});

test("the game with the closer histogram is nearer, and the page explains how closeness is measured", async () => {
  const { page, close } = await open("#/floors");
  await page.getByRole("button", { name: /random walk/ }).click();
  await compared(page);
  const rows = await page.locator("tr:has(th[scope=row])").evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
  const row = (name) => rows.find(([measure]) => measure === name);
  const mean = (text) => Number(text.split(" ")[0]);
  // For these measures all the reader's values are on the same side of both games' values, so the means
  // decide which game is nearer.
  for (const [name, expected] of [["dead ends", "Rebirth"], ["special rooms", "Flash"]]) {
    const [, yours, flash, rebirth, nearer] = row(name);
    const [toFlash, toRebirth] = [flash, rebirth].map((text) => Math.abs(mean(text) - mean(yours)));
    assert.equal(toFlash < toRebirth ? "Flash" : "Rebirth", expected, row(name).join("; "));
    assert.equal(nearer, expected, row(name).join("; "));
  }
  await page.getByText("with the smallest average change of their values.").waitFor();
  await close();
});
