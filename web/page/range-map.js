// The expressive range: how often two measures of a floor have each pair of values, in colours; and the
// difference of two such maps.
import { axisTicks, chart, line, ramp, words } from "./chart.js";
import { svgElement } from "./dom.js";
import { mixed, shade } from "./palette.js";
import { percent, percentTo, ticks } from "./ticks.js";

// Shades of a map. Cells of the same shade are one path.
const SHADES = 24;
const BOX = { left: 44, top: 10, right: 8, bottom: 42 };

// The colour of a share of the most, 0 to 1. Small shares are easier to distinguish than large ones.
export const byShare = (colours) => (share) => shade(colours, Math.sqrt(share));

// The colour of a difference, -1 to 1: the larger it is, the more of one game's colour.
export const byDifference = ({ paper }, [one, other]) => (share) =>
  mixed(paper, share < 0 ? one : other, Math.sqrt(Math.abs(share)));

const sizeOf = (width) => ({ inner: width - BOX.left - BOX.right, height: width - BOX.left - BOX.right + BOX.top + BOX.bottom });

// A map of `values`, -1 to 1, column by column; null for an empty cell. `at` marks a cell.
export function rangeMap({ axes: [x, y], values, colourOf, colours, width, label, at }) {
  const { inner, height } = sizeOf(width);
  const [unitX, unitY] = [inner / x.bins, inner / y.bins];
  const svg = chart({ width, height, label, size: 12 });
  const paths = new Map();
  values.forEach((value, cell) => {
    if (value === null) return;
    const [column, row] = [Math.floor(cell / y.bins), cell % y.bins];
    const level = Math.sign(value) * Math.round(Math.sqrt(Math.abs(value)) * SHADES);
    const left = BOX.left + column * unitX;
    const top = BOX.top + inner - (row + 1) * unitY;
    const d = `M${left.toFixed(2)} ${top.toFixed(2)}h${unitX.toFixed(2)}v${unitY.toFixed(2)}h-${unitX.toFixed(2)}z`;
    paths.set(level, (paths.get(level) ?? "") + d);
  });
  for (const [level, d] of paths) {
    svg.append(svgElement("path", { d, fill: colourOf(Math.sign(level) * (level / SHADES) ** 2), stroke: colours.paper, "stroke-width": 0.5 }));
  }
  const bottom = BOX.top + inner;
  svg.append(line(`M${BOX.left} ${BOX.top}V${bottom}H${BOX.left + inner}`, colours.frame));
  const text = (left, top, content, attributes) =>
    svg.append(words(left, top, colours.quiet, content, { "text-anchor": "middle", ...attributes }));
  for (const [place, value] of ticksOf(x, inner / 45)) text(BOX.left + place * unitX, bottom + 15, value);
  for (const [place, value] of ticksOf(y, inner / 45)) {
    text(BOX.left - 5, bottom - place * unitY + 4, value, { "text-anchor": "end" });
  }
  text(BOX.left + inner / 2, bottom + 33, x.title);
  text(0, 0, y.title, { transform: `translate(11 ${BOX.top + inner / 2}) rotate(-90)` });
  mark(svg, { axes: [x, y], colours, at });
  return svg;
}

// Puts a frame round a cell of a map, or removes it if `at` is null.
export function mark(svg, { axes: [x, y], colours, at }) {
  svg.querySelector("[data-mark]")?.remove();
  if (!at) return;
  const { inner } = sizeOf(svg.viewBox.baseVal.width);
  const [unitX, unitY] = [inner / x.bins, inner / y.bins];
  svg.append(svgElement("rect", {
    "data-mark": "", x: BOX.left + at[0] * unitX - 1, y: BOX.top + inner - (at[1] + 1) * unitY - 1,
    width: unitX + 2, height: unitY + 2, fill: "none", stroke: colours.ink, "stroke-width": 2,
  }));
}

const ticksOf = ({ measure, step, first, width, bins }, about) =>
  axisTicks(measure, { first: first * step, step: step * width, bins }, Math.max(2, about));

// The cell below a pointer, or null.
export function cellAt(svg, [x, y], event) {
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / width;
  const { inner } = sizeOf(svg.viewBox.baseVal.width);
  const column = Math.floor(((event.clientX - left) * scale - BOX.left) / (inner / x.bins));
  const row = Math.floor((BOX.top + inner - (event.clientY - top) * scale) / (inner / y.bins));
  return column >= 0 && column < x.bins && row >= 0 && row < y.bins ? [column, row] : null;
}

// What the colours mean, from one end of the numbers to the other.
export function scaleBar({ least, most, colourOf, colours, width, ends }) {
  const height = 52;
  const [left, right] = [BOX.left, width - BOX.right - 14];
  const label = `Colours: from ${percent(Math.abs(least))} of floors ${ends[0]} to ${percent(most)} ${ends[1]}.`;
  const svg = chart({ width, height, label, size: 12 });
  const colourAt = (share) => colourOf(Math.min(Math.max((least + share * (most - least)) / most, -1), 1));
  svg.append(...ramp({ left, right, y: 2, height: 12, steps: 48, colourOf: colourAt }));
  for (const share of ticks(least, most, 4)) {
    const x = left + ((right - left) * (share - least)) / (most - least);
    svg.append(
      line(`M${x} 14v4`, colours.frame),
      words(x, 31, colours.quiet, percentTo(3, Math.abs(share)), { "text-anchor": "middle" }),
    );
  }
  svg.append(
    words(left, 48, colours.quiet, ends[0], { "text-anchor": "start" }),
    words(right, 48, colours.quiet, ends[1], { "text-anchor": "end" }),
  );
  return svg;
}
