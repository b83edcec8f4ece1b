// How quickly the page appears and how smoothly it runs. These tests need an otherwise idle machine, so they
// run separately.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { end, open, waitForAddress } from "./open.js";

after(end);

const ADDRESS =
  "#/grow?backend=flash&edition=wrath-of-the-lamb&level=6&seed=2" +
  "&right.backend=rebirth&right.edition=repentance&right.level=3&right.run=B911%2099AC";

test("the Look view draws its floor within a second in at least one of five loads", async () => {
  let fewest = Infinity;
  for (let round = 0; round < 5 && fewest >= 1000; round++) {
    const { page, close } = await open("#/floor?backend=rebirth&edition=repentance&level=3&run=B911%2099AC");
    await page.locator("svg.floor-map[data-rooms]").waitFor();
    fewest = Math.min(fewest, await page.evaluate(() => performance.now()));
    await close();
  }
  assert.ok(fewest < 1000, `${fewest} ms`);
});

// Checks that the browser reports no long task (more than 50 ms) during `work`, and that `work` returns no
// complaint. Other work on the machine or its host can disturb rounds for a minute or two, so only one of
// thirty rounds must pass.
async function staysResponsive(hash, work) {
  let found;
  for (let round = 0; round < 30; round++) {
    const { page, close } = await open(hash);
    await page.evaluate(() => {
      globalThis.found = [];
      globalThis.longTasks = new PerformanceObserver((list) => globalThis.found.push(...list.getEntries()));
      globalThis.longTasks.observe({ type: "longtask" });
    });
    const complaint = await work(page);
    const long = await page.evaluate(() =>
      [...globalThis.found, ...globalThis.longTasks.takeRecords()].map(({ duration }) => duration),
    );
    await close();
    found = [...long.map((duration) => `a task of ${duration} ms`), ...(complaint ? [complaint] : [])];
    if (!found.length) return;
    console.log(found.join(", "));
    await setTimeout(3000);
  }
  assert.deepEqual(found, []);
}

test("growing floors causes no long tasks and draws more than 55 frames per second", async () => {
  await staysResponsive(ADDRESS, async (page) => {
    await page.getByLabel("Speed").selectOption("20");
    await page.getByRole("button", { name: "From the beginning" }).click();
    const rate = await page.evaluate(framesASecond, 3000);
    return rate > 55 ? undefined : `${rate.toFixed(1)} frames a second`;
  });
});

// Runs in the page: returns how many frames per second it draws during the given time.
function framesASecond(milliseconds) {
  return new Promise((resolve) => {
    const begin = performance.now();
    let frames = 0;
    const count = () => {
      frames += 1;
      const passed = performance.now() - begin;
      if (passed < milliseconds) requestAnimationFrame(count);
      else resolve((frames / passed) * 1000);
    };
    requestAnimationFrame(count);
  });
}

test("growing the guide's floors and dragging a number cause no long tasks", () =>
  staysResponsive("", async (page) => {
    await page.waitForFunction(() => document.querySelector(".scrub").textContent.endsWith("the last"));
    const number = page.locator(".step").nth(2).getByRole("slider").first();
    await number.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await number.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    for (const to of [40, -40, 60, 0]) await page.mouse.move(x + width / 2 + to, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await page.waitForTimeout(500);
  }));

test("counting, pointing at the maps and changing the measure cause no long tasks", () =>
  staysResponsive("#/million?goal=100000", async (page) => {
    const done = page.getByRole("button", { name: "Done", exact: true });
    await page.getByRole("button", { name: "Count", exact: true }).click();
    await done.waitFor();
    const map = page.locator(".range-maps svg[data-map]").first();
    await map.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await map.boundingBox();
    for (let step = 0; step < 30; step++) await page.mouse.move(x + (width * step) / 30, y + (height * step) / 30);
    await page.getByLabel(/^Measure/).selectOption("full_walk");
    await waitForAddress(page, () => location.hash.includes("measure=full_walk"));
    await done.waitFor();
  }));
