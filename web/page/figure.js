// Pictures and tables to save: a figure of histogram and maps in the light colours, as SVG or PNG,
// and the counts behind it as CSV.
import { chart, words } from "./chart.js";
import { mapsOf } from "./expressive-range.js";
import { download, inWords, saveTable, svgElement } from "./dom.js";
import { colourBar, greatest, heatmap } from "./heatmap.js";
import { histogram } from "./histogram.js";
import { light } from "./palette.js";

const WIDTH = 720;
const MARGIN = 24;
// Pixels of a saved picture per pixel of the figure.
const SHARPNESS = 2;

const moved = (x, y, node) => {
  node.setAttribute("x", x);
  node.setAttribute("y", y);
  return node;
};

// The whole figure. `samples`: [{ name, colour, isSecond, counts, cells }]; `range`: what is drawn of two
// measures, or null; `lines`: sentences below.
export function figure({ samples, measure, range, kind, title, lines }) {
  const size = (WIDTH - 2 * MARGIN - 24) / 2;
  const [top, tall] = [56, 320];
  const ranges = range ? mapsOf({ samples, ...range, width: Math.floor((WIDTH - 2 * MARGIN - 16) / 3), colours: light }) : [];
  const rangesAt = top + tall + 34;
  const rangeHeight = ranges.length ? Number(ranges[0].map.getAttribute("height")) + 60 + 34 : 0;
  const mapsAt = rangesAt + rangeHeight;
  const height = mapsAt + size + 66 + lines.length * 18;
  const svg = chart({ width: WIDTH, height, label: title, size: 13 });
  const text = (x, y, content, attributes) => words(x, y, light.ink, content, attributes);
  const series = samples.map((sample) => ({ ...sample, colour: light[sample.colour] }));
  const maps = samples.map(({ counts, cells }) => ({ cells, floors: counts.floors }));
  const most = greatest(maps);
  svg.append(
    svgElement("rect", { width: WIDTH, height, fill: light.paper }),
    text(MARGIN, 34, title, { "font-size": 18, "font-weight": "bold" }),
    moved(MARGIN, top, histogram({
      series, measure, colours: light, width: WIDTH - 2 * MARGIN, height: tall,
    })),
  );
  ranges.forEach(({ title, colour, map, bar }, place) => {
    const x = MARGIN + place * (Number(map.getAttribute("width")) + 8);
    map.removeAttribute("data-map");
    svg.append(
      text(x, rangesAt - 8, title, { fill: light[colour] ?? light.ink, "font-weight": "bold" }),
      moved(x, rangesAt, map),
      moved(x, rangesAt + Number(map.getAttribute("height")), bar),
    );
  });
  samples.forEach(({ name, colour, counts, cells }, place) => {
    const x = MARGIN + place * (size + 24);
    svg.append(
      text(x, mapsAt - 8, `${name}: ${inWords(kind)}`, { fill: light[colour], "font-weight": "bold" }),
    );
    if (!counts.grid) return;
    const map = heatmap({
      grid: counts.grid, cells, floors: counts.floors, most, colours: light, size,
      label: `${name}: ${inWords(kind)}`,
    });
    svg.append(moved(x, mapsAt, map));
  });
  svg.append(moved(MARGIN, mapsAt + size + 8, colourBar({ most, colours: light, width: 340 })));
  lines.forEach((line, place) => {
    svg.append(text(MARGIN, mapsAt + size + 72 + place * 18, line, { fill: light.quiet }));
  });
  return svg;
}

const written = (svg) => new XMLSerializer().serializeToString(svg);

export function saveSvg(name, svg) {
  download(`${name}.svg`, "image/svg+xml", written(svg));
}

// The same figure as PNG, drawn on a canvas.
export async function savePng(name, svg) {
  const [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
  download(`${name}.png`, "image/png", await pngOf(written(svg), width, height));
}

// A picture as PNG, from the text of an SVG and its size in pixels.
export async function pngOf(text, width, height) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * SHARPNESS;
    canvas.height = height * SHARPNESS;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("This browser could not write the picture; save it as SVG instead.");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

// A row for each value of the measure, for each pair of its values and a second measure's, and for each cell
// that a kind of room reached. Cells are counted from the start, right and down.
export function saveCsv(name, samples, measure, { drawn, joints }) {
  const rows = [["edition", "counted", "value", "x", "y", "floors_with_it", "floors"]];
  samples.forEach(({ id, counts, histogram }, sample) => {
    for (const [raw, { count }] of Object.entries(histogram)) {
      rows.push([id, measure.name, Number(raw) / measure.scale, "", "", count, counts.floors]);
    }
    const axes = drawn?.axes ?? [];
    joints[sample].table.forEach((count, place) => {
      const bytes = [place >> 8, place & 255];
      if (!count || !drawn || bytes.includes(255)) return;
      const values = axes.map(({ measure, step }, side) => (bytes[side] * step) / measure.scale);
      rows.push([id, axes.map(({ measure }) => measure.name).join(" by "), "", ...values, count, joints[sample].floors]);
    });
    const places = { plan: counts.occupied };
    for (const [kind, { cells }] of Object.entries(counts.kinds)) places[kind] = cells;
    for (const [kind, cells] of Object.entries(places)) {
      cells.forEach((count, index) => {
        if (!count) return;
        const { left, width, start } = counts.grid;
        const x = left + (index % width) - start[0];
        const y = Math.floor(index / width) - start[1];
        rows.push([id, `${kind} cells`, "", x, y, count, counts.floors]);
      });
    }
  });
  saveTable(name, rows);
}
