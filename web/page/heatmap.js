// Where rooms lie: the share of floors on which a cell belongs to such a room, seen from the start.
import { svgElement } from "./dom.js";

const SIDE = 20;
const BAR = 46;

// Colours from light to dark, perceptually even (viridis, reversed for paper).
const STOPS = ["#fde725", "#a0da39", "#4ac16d", "#1fa187", "#277f8e", "#365c8d", "#46327e", "#440154"];

function color(share) {
  const place = Math.min(0.9999, Math.max(0, share)) * (STOPS.length - 1);
  const [from, to] = [STOPS[Math.floor(place)], STOPS[Math.floor(place) + 1]];
  const part = place % 1;
  const channel = (at) => {
    const [a, b] = [from, to].map((stop) => Number.parseInt(stop.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * part);
  };
  return `rgb(${channel(1)} ${channel(3)} ${channel(5)})`;
}

// The cells that rooms reach, as offsets from the start, with their shares of all floors.
export function sharesOf({ grid, counts }, floors) {
  const shares = new Map();
  counts.forEach((count, place) => {
    if (!count) return;
    const [x, y] = [grid.left + (place % grid.width), Math.floor(place / grid.width)];
    shares.set(`${x - grid.start[0]},${y - grid.start[1]}`, count / floors);
  });
  return shares;
}

// The picture, `reach` cells around the start, with colours up to `limit`.
export function heatmap({ shares, reach, limit, title }) {
  const size = (2 * reach + 1) * SIDE;
  const svg = svgElement("svg", {
    class: "chart heatmap",
    viewBox: `-1 -1 ${size + BAR + 30} ${size + 2}`,
    width: size + BAR + 30,
    height: size + 2,
    role: "img",
    "aria-label": title,
  });
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const share = shares.get(`${dx},${dy}`);
      const [x, y] = [(dx + reach) * SIDE, (dy + reach) * SIDE];
      const cell = svgElement("rect", {
        class: share ? "cell" : "cell is-never",
        x,
        y,
        width: SIDE,
        height: SIDE,
        fill: share ? color(share / limit) : undefined,
      });
      if (share) {
        cell.append(svgElement("title", {}, `${(share * 100).toFixed(2)} %`));
      }
      svg.append(cell);
    }
  }
  const middle = reach * SIDE + SIDE / 2;
  svg.append(
    svgElement("circle", { class: "start", cx: middle, cy: middle, r: 4 }),
    ...bar(size, limit),
  );
  return svg;
}

function bar(height, limit) {
  const [x, steps] = [(height ?? 0) + 14, 32];
  const parts = [];
  for (let step = 0; step < steps; step++) {
    const top = height - ((step + 1) * height) / steps;
    parts.push(
      svgElement("rect", { x, y: top, width: 12, height: height / steps + 0.5, fill: color((step + 0.5) / steps) }),
    );
  }
  const decimals = limit < 0.02 ? 2 : limit < 0.2 ? 1 : 0;
  for (const share of [0, 0.5, 1]) {
    parts.push(
      svgElement(
        "text",
        { class: "tick", x: x + 17, y: Math.max(9, Math.min(height, height * (1 - share) + 4)) },
        `${(share * limit * 100).toFixed(decimals)} %`,
      ),
    );
  }
  return parts;
}
