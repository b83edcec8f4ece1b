// Where rooms are: shares of floors, cell by cell, and the bar that says what the colours mean.
import { chart, line, ramp, words } from "./chart.js";
import { svgElement } from "./dom.js";
import { shade } from "./palette.js";
import { percent, percentTo, ticks } from "./ticks.js";

// Cells in a row and in a column of the largest grid.
const SIDE = 13;

// The greatest share of any cell of several maps.
export function greatest(maps) {
  const shares = maps.flatMap(({ cells, floors }) => (floors ? [Math.max(0, ...cells) / floors] : []));
  return Math.max(0, ...shares);
}

const place = (count, more, less) => (count === 0 ? "" : `${Math.abs(count)} ${count > 0 ? more : less}`);

function placeInWords(dx, dy) {
  const parts = [place(dx, "right", "left"), place(dy, "down", "up")].filter(Boolean);
  return parts.length ? `${parts.join(", ")} of the start` : "the start";
}

// `grid` and `cells` are the engine's. All maps have the same scale, and their starts are at the same place.
export function heatmap({ grid, cells, floors, most, colours, label, size }) {
  const unit = size / SIDE;
  const svg = chart({ width: size, height: size, label });
  const from = Math.floor(SIDE / 2);
  const [startX, startY] = grid.start;
  cells.forEach((count, index) => {
    const dx = grid.left + (index % grid.width) - startX;
    const dy = Math.floor(index / grid.width) - startY;
    const [x, y] = [(from + dx) * unit, (from + dy) * unit];
    const share = floors ? count / floors : 0;
    svg.append(svgElement("g", {},
      svgElement("title", {}, `${placeInWords(dx, dy)}: ${count ? `${percent(share)} of floors` : "never"}`),
      svgElement("rect", {
        x: x + 0.5,
        y: y + 0.5,
        width: unit - 1,
        height: unit - 1,
        fill: count ? shade(colours, most ? share / most : 0) : colours.paper,
        ...(count ? {} : { stroke: colours.grid, "stroke-width": 0.75 }),
      }),
      !count && svgElement("circle", { cx: x + unit / 2, cy: y + unit / 2, r: 1.2, fill: colours.frame }),
    ));
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
export function colourBar({ most, colours, width }) {
  const height = 44;
  const [left, right] = [8, width - 96];
  const label = `Colours: from 0 to ${percent(most)} of floors. A cell with a dot is never reached; a frame is the start.`;
  const svg = chart({ width, height, label, size: 12 });
  svg.append(...ramp({ left, right, y: 4, height: 14, steps: 64, colourOf: (share) => shade(colours, share) }));
  for (const share of most > 0 ? ticks(0, most, 4) : [0]) {
    const x = left + ((right - left) * share) / (most || 1);
    svg.append(
      line(`M${x} 18v5`, colours.frame),
      words(x, 37, colours.quiet, percentTo(3, share), share === 0 ? { "text-anchor": "start", dx: -4 } : { "text-anchor": "middle" }),
    );
  }
  svg.append(
    svgElement("rect", {
      x: right + 22.5, y: 4.5, width: 14, height: 14, fill: colours.paper, stroke: colours.grid,
    }),
    svgElement("circle", { cx: right + 29.5, cy: 11.5, r: 1.2, fill: colours.frame }),
    words(right + 42, 16, colours.quiet, "never"),
  );
  return svg;
}
