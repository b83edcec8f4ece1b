// A press outside a changed field accepts the typed text and still has its own effect.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { end, open, waitForAddress } from "./open.js";

after(end);

// Holds the mouse button down for a moment, as a hand does, so that the page can change in between.
async function press(page, target) {
  const { x, y, width, height } = await target.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.waitForTimeout(80);
  await page.mouse.up();
}

const hashOf = (page) => page.evaluate(() => decodeURIComponent(location.hash).replaceAll("+", " "));

test("find: the first press of Search or Go on works after a condition or a number is typed", async () => {
  const { page, close } = await open("#/find");
  await page.getByLabel(/Conditions/).fill("1: rooms == 10");
  await press(page, page.getByRole("button", { name: "Search" }));
  await page.getByText("20 hits.").waitFor();
  assert.match(await hashOf(page), /where=1: rooms == 10/);
  await page.getByLabel("Number of hits").fill("7");
  await press(page, page.getByRole("button", { name: "Go on" }));
  await page.getByText(/ 7 hits\./).waitFor();
  assert.match(await hashOf(page), /limit=7/);
  await close();
});

test("run: the first press on a card after a seed is typed opens that card of the typed run", async () => {
  const { page, close } = await open("#/run?run=B911+99AC");
  await page.getByLabel("Run", { exact: true }).fill("02MG 2QRD");
  await press(page, page.locator(".run-card").nth(3));
  await page.locator(".run-detail").waitFor();
  assert.match(await hashOf(page), /run=02MG 2QRD.*stage=3/);
  await close();
});

test("guess: the first press of The floor of the day works after a seed is typed", async () => {
  const { page, close } = await open("#/guess?level=3&run=B911+99AC");
  await page.getByLabel("Seed", { exact: true }).fill("02MG 2QRD");
  await press(page, page.getByRole("button", { name: "The floor of the day" }));
  await waitForAddress(page, () => location.hash.includes("daily="));
  await close();
});

test("a level chosen right after a seed is typed applies to the floor of that seed", async () => {
  const { page, close } = await open("#/floor?level=3&run=B911+99AC");
  await page.getByLabel("Seed", { exact: true }).fill("02MG 2QRD");
  const list = page.getByLabel("Level");
  await press(page, list);
  await list.selectOption("5");
  await page.waitForFunction(() => document.querySelector(".floor-map")?.dataset.address.includes("level=5"));
  assert.match(await hashOf(page), /level=5.*run=02MG 2QRD/);
  await close();
});

test("Tab from a changed field moves the focus to another control, where it stays", async () => {
  const { page, reopen, close } = await open("#/log");
  for (const [hash, label, text] of [
    ["#/find", /Conditions/, "1: rooms == 10"],
    ["#/find", "From run number", "9"],
    ["#/run?run=B911+99AC", "Run", "02MG 2QRD"],
    ["#/guess?level=3&run=B911+99AC", "Seed", "02MG 2QRD"],
  ]) {
    await reopen(hash);
    const field = page.getByLabel(label, { exact: typeof label === "string" });
    await field.fill(text);
    await page.keyboard.press("Tab");
    await page.waitForTimeout(300);
    const focused = await page.evaluate(() => document.activeElement.tagName);
    assert.ok(["BUTTON", "SUMMARY", "INPUT", "SELECT"].includes(focused), `${hash}: ${focused}`);
    assert.ok(!(await field.evaluate((field) => field === document.activeElement)), hash);
  }
  await close();
});
