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
export const axeSource = readFileSync(
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
  await page.goto(lab + hash);
  await page.waitForSelector("html[data-ready]");
  return {
    page,
    errors,
    asked,
    // Ends the visit: there was no error and no request.
    async close() {
      assert.deepEqual(errors, []);
      assert.deepEqual(asked, []);
      await context.close();
    },
  };
}

// Goes to another address of the page without opening it again.
export async function goTo(page, hash) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, hash);
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
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }),
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  assert.deepEqual(found, [], name);
  const [width, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(width <= screen, `${name}: ${width} pixels wide on ${screen}`);
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name.replaceAll(/[^\w]+/g, "-")}.png`) });
  }
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
