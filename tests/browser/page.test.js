// Tests a page of a report in a real browser: at two widths, in light and dark colours, and on paper.
//
//   node page.test.js FOLDER-OF-A-REPORT [FILE] [FOLDER-FOR-PICTURES]
//
// CHROMIUM names the browser; the default is /usr/bin/chromium.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { brokenRules, schemes, sizes, WCAG } from "./lab/open.js";

const [report = "target/browser-report", file = "index.html", pictures] = process.argv.slice(2);
const address = pathToFileURL(resolve(report, file)).href;
const SMALLEST_TYPE = 10;

let browser;
before(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});
after(() => browser?.close());

// Opens the page and records its errors and its requests for other files.
async function opened(viewport, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  const asked = [];
  const errors = [];
  page.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("data:")) asked.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address);
  return { context, page, asked, errors };
}

for (const [name, viewport] of Object.entries(sizes)) {
  for (const scheme of schemes) {
    describe(`${name}, ${scheme}`, () => {
      let context, page, asked, errors;
      before(async () => {
        ({ context, page, asked, errors } = await opened(viewport, scheme));
      });
      after(() => context?.close());

      test("the page loads no other file, logs no error and fits the screen width", async () => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.deepEqual(asked, []);
        assert.deepEqual(errors, []);
        assert.ok(width <= viewport.width, `${width} pixels wide`);
        if (pictures) {
          await page.screenshot({ path: join(pictures, `${name}-${scheme}.png`) });
          await page.screenshot({ path: join(pictures, `${name}-${scheme}-full.png`), fullPage: true });
        }
      });

      test("the title, answer and first figure fit on the first screen", async () => {
        const ends = await page.evaluate(() =>
          ["h1", ".answer", "header figure svg"].map((what) => {
            const shown = [...document.querySelectorAll(what)].filter((it) => it.checkVisibility());
            return [what, shown.length ? shown[0].getBoundingClientRect().bottom : null];
          }),
        );
        const isThere = ends.filter(([, end]) => end !== null);
        assert.ok(isThere.length >= 2, JSON.stringify(ends));
        for (const [what, end] of isThere) {
          assert.ok(end <= viewport.height, `${what} ends at ${end} of ${viewport.height}`);
        }
      });

      test("axe finds no WCAG 2 A or AA violation", async () => {
        assert.deepEqual(await brokenRules(page, WCAG), []);
      });

      test("figure text has a contrast ratio of at least 4.5 to its background", async () => {
        const faint = await page.evaluate(() => {
          const light = (color) => {
            const [r, g, b] = color.match(/[\d.]+/g).map((value) => {
              const share = value / 255;
              return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ratio = (a, b) => {
            const [x, y] = [light(a), light(b)];
            return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
          };
          const paper = getComputedStyle(document.body).backgroundColor;
          const faint = [];
          for (const text of document.querySelectorAll("svg text")) {
            if (!text.checkVisibility()) continue;
            const box = text.getBBox();
            const svg = text.ownerSVGElement;
            const point = svg.createSVGPoint();
            point.x = box.x + box.width / 2;
            point.y = box.y + box.height / 2;
            let ground = paper;
            for (const shape of svg.children) {
              if (shape === text) break;
              if (shape.tagName === "text" || shape.classList.contains("l")) continue;
              if (shape.isPointInFill(point)) ground = getComputedStyle(shape).fill;
            }
            const found = ratio(getComputedStyle(text).fill, ground);
            if (found < 4.5) faint.push(`${text.textContent}: ${found.toFixed(2)} on ${ground}`);
          }
          return faint;
        });
        assert.deepEqual(faint, []);
      });
    });
  }
}

test("narrow phone: long commands wrap and do not widen the page", async () => {
  const narrow = { width: 320, height: 640 };
  const { context, page } = await opened(narrow, "light");
  const wide = await page.evaluate((width) => {
    const codes = [...document.querySelectorAll("figcaption code, li code, p code")];
    const isWide = (it) => it.checkVisibility() && it.getBoundingClientRect().right > width;
    const found = codes.filter(isWide).map((it) => it.textContent);
    return document.documentElement.scrollWidth > width ? ["the page", ...found] : found;
  }, narrow.width);
  assert.deepEqual(wide, []);
  await context.close();
});

test("phone: figure text has a font size of at least ten pixels", async () => {
  const { context, page } = await opened(sizes.phone, "light");
  const small = await page.evaluate((least) => {
    const texts = [...document.querySelectorAll("svg text")].filter((it) => it.checkVisibility());
    return texts
      .map((text) => {
        const scale = text.getScreenCTM().a;
        return [text.textContent, parseFloat(getComputedStyle(text).fontSize) * scale];
      })
      .filter(([, size]) => size < least);
  }, SMALLEST_TYPE);
  assert.deepEqual(small, []);
  await context.close();
});

test("desk: text lines have 65 to 75 characters, and wide figures are at least as wide as the text", async () => {
  const { context, page } = await opened(sizes.desk, "light");
  const { lines, paragraph, figures } = await page.evaluate(() => {
    // The minimum and maximum number of characters in a full line of each longer paragraph: the last line
    // can contain a single character or be full.
    const lines = [];
    let paragraph = 0;
    for (const it of document.querySelectorAll("main section > p:not([class])")) {
      const range = document.createRange();
      const node = it.firstChild;
      paragraph = Math.max(paragraph, it.getBoundingClientRect().width);
      const height = parseFloat(getComputedStyle(it).lineHeight);
      range.selectNodeContents(it);
      const count = Math.round(range.getBoundingClientRect().height / height);
      if (node && count >= 4) lines.push([it.textContent.length / count, it.textContent.length / (count - 1)]);
    }
    const shown = [...document.querySelectorAll("main svg.wide")].filter((it) => it.checkVisibility());
    return { lines, paragraph, figures: shown.map((it) => it.getBoundingClientRect().width) };
  });
  for (const [least, most] of lines) {
    assert.ok(most >= 65 && least <= 75, `${least} to ${most} characters in a line`);
  }
  for (const width of figures) assert.ok(width >= paragraph, `${width} < ${paragraph}`);
  await context.close();
});

test("every link within the page has a target, and every id is unique", async () => {
  const { context, page } = await opened(sizes.desk, "light");
  const dead = await page.evaluate(() =>
    [...document.querySelectorAll("a[href^='#']")]
      .map((link) => link.getAttribute("href").slice(1))
      .filter((id) => !document.getElementById(id)),
  );
  const doubled = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((it) => it.id);
    return ids.filter((id, place) => ids.indexOf(id) !== place);
  });
  assert.deepEqual([dead, doubled], [[], []]);
  await context.close();
});

test("paper: the page prints in light colours on at least three pages, and every figure fits on one", async () => {
  const { context, page } = await opened(sizes.desk, "dark");
  const pdf = await page.pdf({ format: "A4", path: pictures && join(pictures, "page.pdf") });
  const count = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
  assert.ok(count >= 3, `${count} pages`);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setViewportSize({ width: 672, height: 1000 });
  const { paper, tall } = await page.evaluate(() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    tall: [...document.querySelectorAll("figure")]
      .map((it) => [it.id, it.getBoundingClientRect().height])
      .filter(([, height]) => height > 1000),
  }));
  assert.equal(paper, "rgb(255, 255, 255)");
  assert.deepEqual(tall, []);
  await context.close();
});
