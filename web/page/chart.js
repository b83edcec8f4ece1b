// The parts of charts: the frame of a picture, its lines and words, its axes and its colours.
import { svgElement } from "./dom.js";
import { FONT } from "./palette.js";
import { ticks } from "./ticks.js";

export const chart = ({ width, height, label, size }) =>
  svgElement("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label,
    "font-family": FONT, "font-size": size,
  });

export const line = (d, stroke, attributes) => svgElement("path", { d, stroke, fill: "none", ...attributes });

export const words = (x, y, fill, text, attributes) => svgElement("text", { x, y, fill, ...attributes }, text);

// The title of a measure with its unit, unless the title says it: a step leads through a door.
export const axisTitle = ({ title, unit }) =>
  title.includes(unit.replace("steps", "doors")) || unit === "yes or no" ? title : `${title} (${unit})`;

// Round values of a measure on an axis of `bins` steps that begins at `first`, both in raw values: where each
// is, in steps, and its text. A step of one value has it in its middle; wider steps begin at theirs.
export function axisTicks({ scale, unit }, { first, step, bins }, about) {
  const isOne = step === 1;
  const end = first + bins * step - (isOne ? 1 : 0);
  return ticks(first / scale, end / scale, about, scale === 1).map((value) => [
    (value * scale - first) / step + (isOne ? 0.5 : 0),
    unit === "yes or no" ? ["no", "yes"][value] : String(value),
  ]);
}

// The colours of a scale from left to right. `colourOf` gets 0 to 1.
export function ramp({ left, right, y, height, steps, colourOf }) {
  const unit = (right - left) / steps;
  return Array.from({ length: steps }, (_, step) =>
    svgElement("rect", { x: left + step * unit, y, width: unit + 0.5, height, fill: colourOf((step + 0.5) / steps) }),
  );
}
