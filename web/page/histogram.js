// Histograms of one measure for several games, as steps on the same axes.
import { svgElement } from "./dom.js";

const [WIDTH, HEIGHT] = [640, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 12, 26, 44];
const MOST_BINS = 64;

// Steps of 1, 2 or 5 times a power of ten, about `count` of them.
export function ticks(least, most, count) {
  const raw = (most - least) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  const first = Math.ceil(least / step) * step;
  const found = [];
  for (let tick = first; tick <= most + step / 1e6; tick += step) found.push(Number(tick.toFixed(10)));
  return found;
}

// A histogram of the engine as shares: `[value, share]`, in bins that are at most so many.
function sharesOf(histogram, scale, width) {
  const total = Object.values(histogram).reduce((sum, { count }) => sum + count, 0);
  const bins = new Map();
  for (const [raw, { count }] of Object.entries(histogram)) {
    const bin = Math.floor(Number(raw) / width) * width;
    bins.set(bin, (bins.get(bin) ?? 0) + count / Math.max(1, total));
  }
  return [...bins].map(([bin, share]) => [bin / scale, share]).sort(([a], [b]) => a - b);
}

// The picture. `series` is a list of { name, color (a class), histogram }.
export function histogram({ measure, series, title }) {
  const raws = series.flatMap(({ histogram }) => Object.keys(histogram).map(Number));
  const svg = svgElement("svg", {
    class: "chart",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: WIDTH,
    height: HEIGHT,
    role: "img",
    "aria-label": title,
  });
  if (!raws.length) return svg;
  const { scale } = measure;
  // Fractions and wide ranges are counted in bins of several values.
  const [lowest, highest] = [Math.min(...raws), Math.max(...raws)];
  const width = Math.max(1, Math.ceil((highest - lowest + 1) / MOST_BINS));
  const bins = series.map(({ histogram }) => sharesOf(histogram, scale, width));
  const step = width / scale;
  const least = Math.floor(lowest / width) * step;
  const most = Math.floor(highest / width) * step + step;
  const tallest = Math.max(...bins.flat().map(([, share]) => share));
  const limit = ticks(0, tallest, 4).at(-1) < tallest ? ticks(0, tallest * 1.25, 4).at(-1) : tallest;
  const x = (value) => LEFT + ((value - least) / (most - least)) * (WIDTH - LEFT - RIGHT);
  const y = (share) => HEIGHT - BOTTOM - (share / limit) * (HEIGHT - TOP - BOTTOM);
  for (const tick of ticks(0, limit, 4)) {
    svg.append(
      svgElement("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
      svgElement("text", { class: "tick end", x: LEFT - 6, y: y(tick) + 4 }, `${Number((tick * 100).toFixed(2))} %`),
    );
  }
  // A tick names a bin at its middle where each bin is one value.
  const middle = width === 1 && scale === 1 ? 0.5 : 0;
  for (const tick of ticks(least, most - step, 10)) {
    if (middle && tick !== Math.round(tick)) continue;
    svg.append(
      svgElement("text", { class: "tick middle", x: x(tick + middle * step), y: HEIGHT - BOTTOM + 16 }, String(tick)),
    );
  }
  series.forEach(({ color }, place) => {
    const path = [`M${x(least)} ${y(0)}`];
    const shares = new Map(bins[place].map(([value, share]) => [value.toFixed(6), share]));
    for (let value = least; value < most - step / 2; value += step) {
      path.push(`V${y(shares.get(value.toFixed(6)) ?? 0)}`, `H${x(value + step)}`);
    }
    path.push(`V${y(0)}`);
    svg.append(
      svgElement("path", { class: `area ${color}`, d: `${path.join("")}z` }),
      svgElement("path", { class: `line ${color}`, d: path.join("") }),
    );
  });
  let labelX = LEFT;
  for (const { name, color } of series) {
    svg.append(
      svgElement("rect", { class: `key ${color}`, x: labelX, y: 6, width: 12, height: 12 }),
      svgElement("text", { class: `label ${color}`, x: labelX + 17, y: 16 }, name),
    );
    labelX += 40 + name.length * 7.4;
  }
  svg.append(
    svgElement("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }),
    svgElement("text", { class: "tick middle", x: (LEFT + WIDTH) / 2, y: HEIGHT - 8 }, `${measure.name.replaceAll("_", " ")} (${measure.unit})`),
  );
  return svg;
}
