// The expressive range: how often two measures of a floor have each pair of values, in colours; and the
// difference of two such maps.
import { svgElement } from "./dom.js";
import { FONT, shade } from "./palette.js";
import { percent, percentTo, ticks } from "./ticks.js";

// Shades of a map. Cells of the same shade are one path.
const SHADES = 24;
const BOX = { left: 44, top: 10, right: 8, bottom: 42 };

const mixed = (one, other, share) => {
  const part = (text, from) => Number.parseInt(text.slice(from, from + 2), 16);
  return `rgb(${[1, 3, 5].map((from) => Math.round(part(one, from) + (part(other, from) - part(one, from)) * share)).join(",")})`;
};

// The colour of a share of the most, 0 to 1. Small shares are easier to distinguish than large ones.
export const byShare = (colours) => (share) => shade(colours, Math.sqrt(share));

// The colour of a difference, -1 to 1: the larger it is, the more of one game's colour.
export const byDifference = ({ paper }, [one, other]) => (share) =>
  mixed(paper, share < 0 ? one : other, Math.sqrt(Math.abs(share)));

export const sizeOf = (width) => ({ inner: width - BOX.left - BOX.right, height: width - BOX.left - BOX.right + BOX.top + BOX.bottom });

// A map of `values`, -1 to 1, column by column; null for an empty cell. `at` marks a cell.
export function rangeMap({ axes: [x, y], values, colourOf, colours, width, label, at }) {
  const { inner, height } = sizeOf(width);
  const [unitX, unitY] = [inner / x.bins, inner / y.bins];
  const svg = svgElement("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label,
    "font-family": FONT, "font-size": 12,
  });
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
  svg.append(svgElement("path", { d: `M${BOX.left} ${BOX.top}V${bottom}H${BOX.left + inner}`, stroke: colours.frame, fill: "none" }));
  const text = (attributes, content) => svg.append(svgElement("text", { fill: colours.quiet, ...attributes }, content));
  for (const [place, value] of ticksOf(x, inner / 45)) {
    text({ x: BOX.left + place * unitX, y: bottom + 15, "text-anchor": "middle" }, value);
  }
  for (const [place, value] of ticksOf(y, inner / 45)) {
    text({ x: BOX.left - 5, y: bottom - place * unitY + 4, "text-anchor": "end" }, value);
  }
  text({ x: BOX.left + inner / 2, y: bottom + 33, "text-anchor": "middle" }, x.title);
  text({ x: 0, y: 0, "text-anchor": "middle", transform: `translate(11 ${BOX.top + inner / 2}) rotate(-90)` }, y.title);
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

// Where values are on an axis, in steps: a step of one value has it in its middle.
function ticksOf({ measure, step, first, width, bins }, about) {
  const { scale, unit } = measure;
  const isOne = step * width === 1;
  const [from, end] = [first * step, (first + bins * width) * step - (isOne ? 1 : 0)];
  return ticks(from / scale, end / scale, Math.max(2, about), scale === 1).map((value) => [
    (value * scale - from) / (step * width) + (isOne ? 0.5 : 0),
    unit === "yes or no" ? ["no", "yes"][value] : String(value),
  ]);
}

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
  const svg = svgElement("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "font-family": FONT, "font-size": 12,
    "aria-label": `Colours: from ${percent(Math.abs(least))} of floors ${ends[0]} to ${percent(most)} ${ends[1]}.`,
  });
  const steps = 48;
  const unit = (right - left) / steps;
  for (let step = 0; step < steps; step++) {
    const value = least + ((step + 0.5) / steps) * (most - least);
    svg.append(svgElement("rect", { x: left + step * unit, y: 2, width: unit + 0.5, height: 12, fill: colourOf(Math.min(Math.max(value / most, -1), 1)) }));
  }
  for (const share of ticks(least, most, 4)) {
    const x = left + ((right - left) * (share - least)) / (most - least);
    svg.append(
      svgElement("path", { d: `M${x} 14v4`, stroke: colours.frame, fill: "none" }),
      svgElement("text", { x, y: 31, fill: colours.quiet, "text-anchor": "middle" }, percentTo(3, Math.abs(share))),
    );
  }
  const text = (x, anchor, content) => svg.append(svgElement("text", { x, y: 48, fill: colours.quiet, "text-anchor": anchor }, content));
  text(left, "start", ends[0]);
  text(right, "end", ends[1]);
  return svg;
}
