// The page of the lab in a real browser, for its tests.
//
// LAB names the page and CHROMIUM the browser; the defaults are reports/lab.html and /usr/bin/chromium.
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
// Evaluated, not added as a script: the page allows no other script than its own.
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const pictures = process.env.PICTURES;

export const sizes = { desk: { width: 1200, height: 800 }, phone: { width: 390, height: 844 } };
export const schemes = ["light", "dark"];

let browser;

// Opens the page at an address such as "#/floor?level=3". Errors are in `errors`, and requests for anything
// but the page in `asked`. `before` runs in the page before its own script.
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
    // Opens the page anew at an address, as for a new reader: it knows nothing of what was done before, and
    // has stored nothing. In the same tab this takes less time than `open`.
    async reopen(hash) {
      await page.evaluate(() => localStorage.clear());
      await page.goto("about:blank");
      await load(hash);
    },
    // Ends the visit: there was no error and no request.
    async close() {
      assert.deepEqual(errors, []);
      assert.deepEqual(asked, []);
      await context.close();
    },
  };
}

// Opens the page at an address once for each size, because its scripts look at the width when they draw:
// light on the desk, dark on the phone. `visit` gets the page, the size and `reopen`.
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

// Goes to another address of the page without opening it again.
export async function goTo(page, hash) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, hash);
}

// Goes to one address after another, and returns what `read` returns in the page at each. For many addresses
// this takes much less time than a question to the page for each. `read` finds what a view draws at once.
export async function readAtEach(page, hashes, read) {
  const each = async (hashes, read) => {
    const found = [];
    for (const hash of hashes) {
      const before = location.href;
      location.hash = hash;
      if (location.href !== before) {
        // The page hears of its new address, and shows it, before this does.
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

// Waits for an address for which `holds` is true in the page, and until the page shows it.
export async function waitForAddress(page, holds, given) {
  await page.waitForFunction(holds, given);
  await page.waitForFunction(() => document.documentElement.dataset.address === location.hash);
}

export async function end() {
  await browser?.close();
  browser = undefined;
}

// Checks that no element breaks a rule of WCAG's levels A and AA, and that the page is no wider than the
// screen.
export async function checkPage(page, name) {
  assert.deepEqual(await brokenRules(page, ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]), [], name);
  const [width, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(width <= screen, `${name}: ${width} pixels wide on ${screen}`);
  await takePicture(page, name);
}

// The rules that elements break, each with these elements. `runOnly` says which are tried, as for axe.
export async function brokenRules(page, runOnly) {
  if (!(await page.evaluate(() => Boolean(globalThis.axe)))) await page.evaluate(axeSource);
  // Only what is broken leaves the page: to send all that axe tells takes much longer than axe.
  return page.evaluate(async (runOnly) => {
    const { violations } = await globalThis.axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, runOnly);
}

// Takes a picture of a page or of a part of it, if pictures are wanted.
export async function takePicture(shown, name, options) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await shown.screenshot({ path: join(pictures, `${name.replaceAll(/[^\w]+/g, "-")}.png`), ...options });
}

// Checks the page at each size, in light and in dark, which it follows while it is open; `size` and `scheme`
// are those of a page that stays as it was opened. `also` runs in each view and gets its name.
export async function checkInEachView(page, name, { size, scheme, also } = {}) {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  // The colours that the page has come first.
  const inTurn = scheme ? [scheme] : isDark ? schemes.toReversed() : schemes;
  for (const ownScheme of inTurn) {
    for (const ownSize of size ? [size] : Object.keys(sizes)) {
      await page.emulateMedia({ colorScheme: ownScheme });
      await page.setViewportSize(sizes[ownSize]);
      await page.evaluate(drawn);
      const view = `${name} ${ownSize} ${ownScheme}`;
      await checkPage(page, view);
      await also?.(view);
    }
  }
}

// In the page: waits until new colours are drawn, which charts do in frames of their own, and until nothing
// moves or fades any longer.
async function drawn() {
  for (let frame = 0; frame < 3; frame++) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
}

// A new folder for a test's files, removed when the tests of the file are done.
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "lab-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  return folder;
}

// What the command prints.
export function command(...words) {
  const binary = process.env.BASEMENT_LAB ?? join(root, "target/debug/basement-lab");
  return execFileSync(binary, words, { encoding: "utf8", maxBuffer: 1 << 28 });
}

// A generator of random numbers with a fixed start: it gives the same addresses on every machine.
export function random(state) {
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
