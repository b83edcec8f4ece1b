// Where rooms are: shares of floors, cell by cell, and the bar that says what the colours mean.
import { svgElement } from "./dom.js";
import { FONT, shade } from "./palette.js";
import { percent, percentTo, ticks } from "./ticks.js";

// Cells in a row and in a column of the largest grid.
export const SIDE = 13;

// The greatest share of any cell of several maps.
export function greatest(maps) {
  const shares = maps.flatMap(({ cells, floors }) => (floors ? [Math.max(0, ...cells) / floors] : []));
  return Math.max(0, ...shares);
}

const place = (count, more, less) => (count === 0 ? "" : `${Math.abs(count)} ${count > 0 ? more : less}`);

export function placeInWords(dx, dy) {
  const parts = [place(dx, "right", "left"), place(dy, "down", "up")].filter(Boolean);
  return parts.length ? `${parts.join(", ")} of the start` : "the start";
}

// `grid` and `cells` are the engine's. All maps have the same scale, and their starts are at the same place.
export function heatmap({ grid, cells, floors, most, colours, label, size = 260 }) {
  const unit = size / SIDE;
  const svg = svgElement("svg", {
    viewBox: `0 0 ${size} ${size}`,
    width: size,
    height: size,
    role: "img",
    "aria-label": label,
    "font-family": FONT,
  });
  const from = Math.floor(SIDE / 2);
  const [startX, startY] = grid.start;
  cells.forEach((count, index) => {
    const dx = grid.left + (index % grid.width) - startX;
    const dy = Math.floor(index / grid.width) - startY;
    const [x, y] = [(from + dx) * unit, (from + dy) * unit];
    const share = floors ? count / floors : 0;
    const cell = svgElement("g", {});
    const title = `${placeInWords(dx, dy)}: ${count ? `${percent(share)} of floors` : "never"}`;
    cell.append(
      svgElement("title", {}, title),
      svgElement("rect", {
        x: x + 0.5,
        y: y + 0.5,
        width: unit - 1,
        height: unit - 1,
        fill: count ? shade(colours, most ? share / most : 0) : colours.paper,
        stroke: count ? null : colours.grid,
        "stroke-width": count ? null : 0.75,
      }),
    );
    if (!count) {
      cell.append(svgElement("circle", { cx: x + unit / 2, cy: y + unit / 2, r: 1.2, fill: colours.frame }));
    }
    svg.append(cell);
  });
  const middle = (from + 0.5) * unit;
  svg.append(
    svgElement("rect", {
      x: middle - unit / 2, y: middle - unit / 2, width: unit, height: unit,
      fill: "none", stroke: colours.ink, "stroke-width": 2,
    }),
  );
  return svg;
}

// What the colours mean: the same for all maps beside it.
export function colourBar({ most, colours, width = 320 }) {
  const height = 44;
  const [left, right] = [8, width - 96];
  const svg = svgElement("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": `Colours: from 0 to ${percent(most)} of floors. A cell with a dot is never reached; a frame is the start.`,
    "font-family": FONT,
    "font-size": 12,
  });
  const steps = 64;
  const unit = (right - left) / steps;
  for (let step = 0; step < steps; step++) {
    svg.append(
      svgElement("rect", {
        x: left + step * unit, y: 4, width: unit + 0.5, height: 14,
        fill: shade(colours, (step + 0.5) / steps),
      }),
    );
  }
  for (const share of most > 0 ? ticks(0, most, 4) : [0]) {
    const x = left + ((right - left) * share) / (most || 1);
    svg.append(
      svgElement("path", { d: `M${x} 18v5`, stroke: colours.frame, fill: "none" }),
      svgElement(
        "text",
        { x, y: 37, fill: colours.quiet, "text-anchor": share === 0 ? "start" : "middle", dx: share === 0 ? -4 : 0 },
        percentTo(3, share),
      ),
    );
  }
  svg.append(
    svgElement("rect", {
      x: right + 22.5, y: 4.5, width: 14, height: 14, fill: colours.paper, stroke: colours.grid,
    }),
    svgElement("circle", { cx: right + 29.5, cy: 11.5, r: 1.2, fill: colours.frame }),
    svgElement("text", { x: right + 42, y: 16, fill: colours.quiet }, "never"),
  );
  return svg;
}
