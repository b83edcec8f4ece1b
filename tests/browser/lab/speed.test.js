// How soon the page stands, and how smoothly it runs. These tests need a machine that does nothing else: they run by themselves.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { end, open } from "./open.js";

after(end);

const ADDRESS =
  "#/grow?backend=flash&edition=wrath-of-the-lamb&level=6&seed=2" +
  "&right.backend=rebirth&right.edition=repentance&right.level=3&right.run=B911%2099AC";

test("the first floor is on the screen within a second", async () => {
  const { page, close } = await open("#/floor?backend=rebirth&edition=repentance&level=3&run=B911%2099AC");
  await page.locator("svg.floor-map[data-rooms]").waitFor();
  const milliseconds = await page.evaluate(() => performance.now());
  assert.ok(milliseconds < 1000, `${milliseconds} ms`);
  await close();
});

test("no task takes over 50 ms while floors grow, and frames come 60 times a second", async () => {
  const { page, close } = await open(ADDRESS);
  await page.getByLabel("Speed").selectOption("20");
  // Other work on the machine can hold up one round: one of three must be undisturbed.
  let played;
  for (let round = 0; round < 3; round++) {
    await page.getByRole("button", { name: "From the beginning" }).click();
    played = await page.evaluate(playedFor, 3000);
    console.log(`${played.rate.toFixed(1)} frames a second, long tasks: ${played.long}`);
    if (!played.long.length && played.rate > 55) break;
  }
  assert.deepEqual(played.long, []);
  assert.ok(played.rate > 55, `${played.rate} frames a second`);
  await close();
});

// In the page: the lengths of the long tasks of so many milliseconds, and the frames a second.
function playedFor(milliseconds) {
  return new Promise((resolve) => {
    const long = [];
    const observer = new PerformanceObserver((list) =>
      long.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    const begin = performance.now();
    let frames = 0;
    const count = () => {
      frames += 1;
      const passed = performance.now() - begin;
      if (passed < milliseconds) requestAnimationFrame(count);
      else resolve({ long, rate: (frames / passed) * 1000 });
    };
    requestAnimationFrame(count);
  });
}

test("no task of the page takes long while it counts", async () => {
  const { page, close } = await open("#/million?goal=100000");
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await page.getByRole("button", { name: "Done", exact: true }).waitFor();
  // Neither does it while the maps of two measures are pointed at, nor when another measure is chosen.
  const map = page.locator(".range-maps svg[data-map]").first();
  await map.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await map.boundingBox();
  for (let step = 0; step < 30; step++) await page.mouse.move(x + (width * step) / 30, y + (height * step) / 30);
  await page.getByLabel(/^Measure/).selectOption("full_walk");
  await page.waitForFunction(() => location.hash.includes("measure=full_walk"));
  await page.getByRole("button", { name: "Done", exact: true }).waitFor();
  const longest = await page.evaluate(() => globalThis.longest);
  console.log(`the longest task: ${longest} ms`);
  // A machine that others work on may double what takes 50 ms at most.
  assert.ok(longest <= 100, `${longest} ms`);
  await close();
});
