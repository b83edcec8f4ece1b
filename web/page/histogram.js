// Histograms of a measure on the same axes, as steps: each series with its name at its side.
import { axisTicks, axisTitle, chart, line, words } from "./chart.js";
import { svgElement } from "./dom.js";
import { percent, percentTo, ticks } from "./ticks.js";

const MOST_BINS = 48;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
// The axis has at least this share of each series' floors.
const SHOWN = 0.998;

// The value that this share of the floors does not exceed.
function quantile(entries, total, share) {
  let below = 0;
  for (const [value, count] of entries) {
    below += count;
    if (below >= share * total) return value;
  }
  return entries.at(-1)?.[0] ?? 0;
}

// The steps of series of counts ({ value: { count } } by raw value): the same for all of them.
export function binned(histograms) {
  const all = histograms.map((histogram) =>
    Object.entries(histogram).map(([value, { count }]) => [Number(value), count]),
  );
  const totals = all.map((entries) => entries.reduce((sum, [, count]) => sum + count, 0));
  const filled = all.filter((entries) => entries.length);
  if (!filled.length) return null;
  const least = Math.min(...filled.map((entries) => entries[0][0]));
  let most = Math.max(...filled.map((entries) => entries.at(-1)[0]));
  if (most - least >= MOST_BINS) {
    const ends = all.map((entries, place) => quantile(entries, totals[place], SHOWN));
    most = Math.max(least + 1, ...ends);
  }
  const fits = (step) => (most - least + 1) / step <= MOST_BINS;
  const step = STEPS.find(fits) ?? Math.ceil((most - least + 1) / MOST_BINS / 1000) * 1000;
  const first = Math.floor(least / step) * step;
  const bins = Math.floor((most - first) / step) + 1;
  const shares = all.map((entries, place) => {
    const counts = new Array(bins).fill(0);
    let beyond = 0;
    for (const [value, count] of entries) {
      const bin = Math.floor((value - first) / step);
      if (bin < bins) counts[bin] += count;
      else beyond += count;
    }
    const total = totals[place] || 1;
    return { shares: counts.map((count) => count / total), beyond: beyond / total };
  });
  return { first, step, bins, series: shares };
}

// `series`: [{ name, colour, isSecond, histogram }]. `measure`: the engine's. Widths in pixels.
export function histogram({ series, measure, colours, width = 640, height = 300, label }) {
  const drawn = binned(series.map(({ histogram }) => histogram));
  const box = { left: 54, right: 12, top: 24, bottom: 46 };
  const svg = chart({ width, height, label: label ?? `Histogram of ${measure.title}`, size: 13 });
  if (!drawn) return svg;
  const { bins } = drawn;
  const inner = { width: width - box.left - box.right, height: height - box.top - box.bottom };
  const highest = Math.max(...drawn.series.flatMap(({ shares }) => shares), 1e-9);
  // Room above the steps for their names.
  const top = highest * (1 + (6 + 17 * series.length) / inner.height);
  const toX = (bin) => box.left + (inner.width * bin) / bins;
  const toY = (share) => box.top + inner.height * (1 - share / top);
  const along = (share, colour) => line(`M${box.left} ${toY(share)}H${width - box.right}`, colour);
  for (const share of ticks(0, highest, 4)) {
    svg.append(
      along(share, colours.grid),
      words(box.left - 6, toY(share) + 4, colours.quiet, percentTo(3, share), { "text-anchor": "end" }),
    );
  }
  const about = Math.max(3, Math.min(12, (width - box.left) / 55));
  for (const [bin, text] of axisTicks(measure, drawn, about)) {
    svg.append(words(toX(bin), height - box.bottom + 18, colours.quiet, text, { "text-anchor": "middle" }));
  }
  svg.append(
    words(box.left, height - 6, colours.quiet, axisTitle(measure)),
    words(0, 13, colours.quiet, "share of floors"),
  );
  drawn.series.forEach(({ shares }, place) => {
    if (!shares.some((share) => share > 0)) return;
    const { colour, isSecond } = series[place];
    const d = shares.map((share, bin) => `V${toY(share)}H${toX(bin + 1)}`).join("");
    const path = `M${toX(0)} ${toY(0)}${d}V${toY(0)}`;
    svg.append(
      svgElement("path", { d: `${path}Z`, fill: colour, "fill-opacity": isSecond ? 0.08 : 0.2 }),
      line(path, colour, { "stroke-width": 2, "stroke-dasharray": isSecond && "5 3" }),
    );
  });
  svg.append(
    along(0, colours.frame),
    ...names({ series, drawn, toX, toY, colours, left: box.left, right: width - box.right }),
  );
  return svg;
}

// The name of each series, above the place where it exceeds the others most; names that would overlap are
// stacked. Lines from names come before all names, which cover them.
function names({ series, drawn, toX, toY, colours, left, right }) {
  const taken = [];
  const lines = [];
  const texts = series.flatMap(({ name, colour }, place) => {
    const { shares } = drawn.series[place];
    if (!shares.some((share) => share > 0)) return [];
    const others = drawn.series.filter((_, other) => other !== place);
    const excess = shares.map(
      (share, bin) => share - Math.max(0, ...others.map(({ shares }) => shares[bin])),
    );
    const bin = excess.indexOf(Math.max(...excess));
    const half = name.length * 3.7;
    const x = Math.min(Math.max(toX(bin + 0.5), left + half + 4), right - half - 2);
    const covered = drawn.series.flatMap(({ shares }) =>
      shares.filter((_, bin) => toX(bin) < x + half && toX(bin + 1) > x - half),
    );
    let y = toY(Math.max(...covered)) - 7;
    const meets = (other) => Math.abs(other.x - x) < other.half + half + 8 && Math.abs(other.y - y) < 17;
    while (taken.some(meets)) y -= 4;
    taken.push({ x, y, half });
    // A line joins a name to its steps if they are far away.
    const [to, end] = [toX(bin + 0.5), toY(shares[bin]) - 2];
    const isFar = end - y > 24;
    if (isFar) lines.push(line(`M${Math.min(Math.max(to, x - half), x + half)} ${y + 5}L${to} ${end}`, colour));
    return words(x, y, colour, name, {
      "text-anchor": "middle", "font-weight": "bold",
      stroke: colours.paper, "stroke-width": 5, "paint-order": "stroke",
    });
  });
  return [...lines, ...texts];
}

// What is beyond the axis, as a sentence; empty if nothing is.
export function beyond(series) {
  const drawn = binned(series.map(({ histogram }) => histogram));
  const parts = (drawn?.series ?? [])
    .map(({ beyond }, place) => (beyond > 0 ? `${percent(beyond)} of ${series[place].name}` : ""))
    .filter(Boolean);
  return parts.length ? `Beyond the axis lie ${parts.join(" and ")}.` : "";
}
