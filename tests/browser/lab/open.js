// Helpers for testing the lab's page in a real browser.
//
// LAB is the path of the page and CHROMIUM that of the browser. The defaults are reports/lab.html and
// /usr/bin/chromium.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const lab = pathToFileURL(resolve(process.env.LAB ?? join(root, "reports/lab.html"))).href;
// This source is evaluated, not added as a script, because the page's policy allows only its own scripts.
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const pictures = process.env.PICTURES;

export const sizes = { desk: { width: 1200, height: 800 }, phone: { width: 390, height: 844 } };
export const schemes = ["light", "dark"];
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
// The rules of WCAG that depend on the colour scheme.
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

let browser;

// Opens the page at an address such as "#/floor?level=3". `errors` collects errors, and `asked` collects
// requests for anything but the page. `before` runs in the page before the page's own script.
export async function open(hash = "", { size = "desk", scheme = "light", hasTouch = false, before } = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: scheme, hasTouch });
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  const [errors, asked] = [[], []];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(lab)) {
      asked.push(request.url());
    }
  });
  const load = async (hash) => {
    await page.goto(lab + hash);
    await page.waitForSelector("html[data-ready]");
  };
  await load(hash);
  return {
    page,
    errors,
    asked,
    // Loads the page again at an address, with empty storage and no state, as for a new reader. This is
    // faster than `open` because it uses the same tab.
    async reopen(hash) {
      await page.evaluate(() => localStorage.clear());
      await page.goto("about:blank");
      await load(hash);
    },
    // Checks that there were no errors or requests, and closes the page.
    async close() {
      assert.deepEqual(errors, []);
      assert.deepEqual(asked, []);
      await context.close();
    },
  };
}

// Opens the page at an address once for each size, because its scripts read the width when they draw. The
// desk uses light colours and the phone dark ones. `visit` receives the page, the size and `reopen`.
export async function openInEachSize(hash, visit) {
  const { page, reopen, close } = await open(hash);
  for (const [size, scheme] of [["desk", "light"], ["phone", "dark"]]) {
    if (size !== "desk") {
      await page.setViewportSize(sizes[size]);
      await page.emulateMedia({ colorScheme: scheme });
      await reopen(hash);
    }
    try {
      await visit({ page, size, reopen });
    } catch (error) {
      error.message = `${size}: ${error.message}`;
      throw error;
    }
  }
  await close();
}

// Goes to another address of the page without reloading it.
export async function goTo(page, hash) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, hash);
}

// Goes to each address in turn and returns the results of `read`, which runs in the page. For many addresses
// this is much faster than one call to the page for each. `read` only sees what a view draws synchronously.
export async function readAtEach(page, hashes, read) {
  const each = async (hashes, read) => {
    const found = [];
    for (const hash of hashes) {
      const before = location.href;
      location.hash = hash;
      if (location.href !== before) {
        // The page's own listener runs first and shows the new address.
        await new Promise((done) => {
          addEventListener("hashchange", done, { once: true });
        });
      }
      found.push(read());
    }
    return JSON.stringify(found);
  };
  return JSON.parse(await page.evaluate(`(${each})(${JSON.stringify(hashes)}, ${read})`));
}

// Chooses one file after another in a field, the next before the page has read the last. `files` are names and
// texts.
export async function chooseAtOnce(field, files) {
  await field.evaluate((input, files) => {
    for (const [name, text] of files) {
      const list = new DataTransfer();
      list.items.add(new File([text], name));
      input.files = list.files;
      input.dispatchEvent(new Event("change"));
    }
  }, files);
}

// Waits until `holds` is true in the page, and then until the page shows its current address.
export async function waitForAddress(page, holds, given) {
  await page.waitForFunction(holds, given);
  await page.waitForFunction(() => document.documentElement.dataset.address === location.hash);
}

export async function end() {
  await browser?.close();
  browser = undefined;
}

// Checks that axe finds no WCAG A or AA violation and that the page is no wider than the screen. `rules`
// restricts axe to fewer rules.
export async function checkPage(page, name, rules = WCAG) {
  assert.deepEqual(await brokenRules(page, rules), [], name);
  const [width, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(width <= screen, `${name}: ${width} pixels wide on ${screen}`);
  await takePicture(page, name);
}

// Returns the rules that axe finds violated, each with the violating elements. `runOnly` is passed to axe.
export async function brokenRules(page, runOnly) {
  if (!(await page.evaluate(() => Boolean(globalThis.axe)))) await page.evaluate(axeSource);
  // Only violations are sent from the page: sending all results takes much longer than running axe.
  return page.evaluate(async (runOnly) => {
    const { violations } = await globalThis.axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, runOnly);
}

// Takes a screenshot of a page or of a part of it if PICTURES is set.
export async function takePicture(shown, name, options) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await shown.screenshot({ path: join(pictures, `${name.replaceAll(/[^\w]+/g, "-")}.png`), ...options });
}

// Checks the open page at each size in light and dark colours. `size` and `scheme` restrict the checks to one
// size or colour scheme. `also` runs in each view and receives its name. The second scheme changes only
// colours, so axe checks only colours there.
export async function checkInEachView(page, name, { size, scheme, also } = {}) {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  // The current colour scheme comes first.
  const inTurn = scheme ? [scheme] : isDark ? schemes.toReversed() : schemes;
  for (const ownScheme of inTurn) {
    for (const ownSize of size ? [size] : Object.keys(sizes)) {
      await page.emulateMedia({ colorScheme: ownScheme });
      await page.setViewportSize(sizes[ownSize]);
      await page.evaluate(drawn);
      const view = `${name} ${ownSize} ${ownScheme}`;
      await checkPage(page, view, ownScheme === inTurn[0] ? WCAG : OF_COLOURS);
      await also?.(view);
    }
  }
}

// Runs in the page: waits until charts have drawn the new colours, which takes separate frames, and until all
// animations have ended.
async function drawn() {
  for (let frame = 0; frame < 3; frame++) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
}

// Creates a folder for a test's files, which is removed when the process exits.
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "lab-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  return folder;
}

// Runs the command and returns what it prints.
export function command(...words) {
  const binary = process.env.BASEMENT_LAB ?? join(root, "target/debug/basement-lab");
  return execFileSync(binary, words, { encoding: "utf8", maxBuffer: 1 << 28 });
}

// A random number generator with a fixed seed, so that all machines test the same addresses.
export function random(state) {
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
