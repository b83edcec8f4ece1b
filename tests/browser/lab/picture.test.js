// Saved pictures, checked by their pixels: the PNG of a floor and the SVG of a run's sheet.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { open, end, root, schemes } from "./open.js";

after(end);

const palette = JSON.parse(readFileSync(join(root, "web/page/palette.json"), "utf8"));

// Presses the button and returns the saved file.
async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return readFileSync(await file.path());
}

// Returns the picture's size, the number of pixels of each colour, and the first and last column with a
// colour other than the corner's in the lowest `above` rows of pixels.
function look(page, bytes, type, above) {
  return page.evaluate(
    async ([source, above]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      const { width, height } = canvas;
      const pixels = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
      const counts = new Map();
      const columns = [width, -1];
      pixels.forEach((pixel, place) => {
        counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        if (place < (height - above) * width || pixel === pixels[0]) return;
        columns[0] = Math.min(columns[0], place % width);
        columns[1] = Math.max(columns[1], place % width);
      });
      const colours = {};
      for (const [pixel, count] of counts) {
        const hex = [0, 8, 16].map((shift) => ((pixel >> shift) & 255).toString(16).padStart(2, "0")).join("");
        colours[`#${hex}`] = (colours[`#${hex}`] ?? 0) + count;
      }
      return { width, height, colours, columns };
    },
    [`data:${type};base64,${bytes.toString("base64")}`, above],
  );
}

// Checks that each named colour has at least `least` pixels: a map cell, or what its mark leaves visible.
function assertColours({ colours }, scheme, least, names) {
  for (const name of names) {
    const count = colours[palette[scheme][name]] ?? 0;
    assert.ok(count >= least, `${scheme}: only ${count} pixels have the colour of ${name}`);
  }
}

const ADDRESSES = [
  "#/floor?backend=rebirth&edition=repentance&level=6&run=B911+80N6",
  // A long caption.
  "#/floor?backend=rebirth&edition=afterbirth-plus&level=8&run=B911+80N6&curse=labyrinth",
  "#/floor?backend=flash&edition=wrath-of-the-lamb&level=1&seed=7",
];

for (const scheme of schemes) {
  test(`${scheme}: the picture of a floor has the map's colours and a complete, centred caption`, async () => {
    const { page, reopen, close } = await open("#/log", { scheme });
    for (const address of ADDRESSES) {
      await reopen(address);
      await page.getByRole("button", { name: "Share" }).click();
      const picture = await look(page, await saved(page, "Save picture"), "image/png", 80);
      assert.ok(picture.columns[1] > 0, address);
      assertColours(picture, scheme, 500, ["paper", "normal", "boss", "hidden", "wall"]);
      const { width, columns: [first, last] } = picture;
      assert.ok(first >= 16 && last < width - 16, `${address}: the caption spans ${first} to ${last} of ${width} pixels`);
      assert.ok(Math.abs(first + last - width) < 12, `${address}: the caption is not centred: ${first} to ${last} of ${width} pixels`);
    }
    await close();
  });

  test(`${scheme}: the sheet of a run has the maps' colours and centred labels`, async () => {
    const { page, close } = await open("#/run?run=B911+80N6", { scheme });
    const svg = await saved(page, "Save the sheet");
    assertColours(await look(page, svg, "image/svg+xml", 1), scheme, 2000, ["paper", "normal", "boss", "hidden", "treasure", "wall"]);
    const anchors = await page.evaluate((text) => {
      const sheet = new DOMParser().parseFromString(text, "image/svg+xml");
      return [...sheet.querySelectorAll("text")].slice(1).map((text) => text.getAttribute("text-anchor"));
    }, svg.toString());
    assert.ok(anchors.length > 40);
    assert.deepEqual([...new Set(anchors)], ["middle"]);
    await close();
  });
}
