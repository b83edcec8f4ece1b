// Rooms' shapes, drawn as small as letters.
import { element, svgElement } from "./dom.js";
import { SHAPES } from "./plain.js";

const SIDE = 8;
// What a narrow shape leaves free of its cells on each side.
const NARROW = 2;

// The cells of each shape; of a narrow one also along which axis it is narrow.
const row = [[0, 0], [1, 0]];
const column = [[0, 0], [0, 1]];
const square = [...row, [0, 1], [1, 1]];
const without = (x, y) => square.filter((cell) => cell[0] !== x || cell[1] !== y);
const OUTLINES = {
  "1x1": [[[0, 0]]],
  ih: [[[0, 0]], "y"],
  iv: [[[0, 0]], "x"],
  "1x2": [column],
  iiv: [column, "x"],
  "2x1": [row],
  iih: [row, "y"],
  "2x2": [square],
  ltl: [without(0, 0)],
  ltr: [without(1, 0)],
  lbl: [without(0, 1)],
  lbr: [without(1, 1)],
};

// The outline of cells. `narrow` is the axis along which they are narrow, and `door` the row of a door
// on their left.
export function outlineOf(cells, { narrow, door, label, scale = 1 } = {}) {
  const [left, top] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
  const [dx, dy] = [narrow === "x" ? NARROW : 0, narrow === "y" ? NARROW : 0];
  const d = cells.map(([x, y]) => {
    const [width, height] = [SIDE - 2 * dx, SIDE - 2 * dy];
    return `M${(x - left) * SIDE + 1 + dx} ${(y - top) * SIDE + 1 + dy}h${width}v${height}h${-width}z`;
  });
  const room = door === undefined ? 0 : 6;
  const [width, height] = [(right - left) * SIDE + 2, (bottom - top) * SIDE + 2];
  const arrow = room && svgElement("path", { class: "shape-door", d: `M${-room} ${(door - top + 0.5) * SIDE + 1}h${room + SIDE / 2}` });
  return svgElement(
    "svg",
    {
      class: "shape-icon",
      viewBox: `${-room} 0 ${width + room} ${height}`,
      width: scale * (width + room),
      height: scale * height,
      ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
    },
    // The area covers the walls, so that no wall is within the room.
    svgElement("path", { class: "shape-walls", d: d.join("") }),
    svgElement("path", { d: d.join("") }),
    arrow || null,
  );
}

// The drawing of a shape by the engine's name for it; null for any other name. `label` is read out if there
// are no words beside it.
export function shapeIcon(name, label) {
  const [cells, narrow] = OUTLINES[name] ?? [];
  return cells ? outlineOf(cells, { narrow, label }) : null;
}

// The drawing of the shape that a measure counts; null for other measures.
export const measureIcon = ({ name }) => shapeIcon(name.replace("rooms_", ""));

// A sentence that names shapes, with each shape's drawing before its name.
const NAMES = new Map(Object.entries(SHAPES).map(([name, words]) => [words, name]));
const WORDS = new RegExp(`(${[...NAMES.keys()].sort((a, b) => b.length - a.length).join("|")})`);
export const withDrawings = (text) =>
  text.split(WORDS).map((part) => {
    const name = NAMES.get(part);
    return name ? element("span", {}, shapeIcon(name), ` ${part}`) : part;
  });

// The variants of rule R11 as they lie beside a door on their left, whose cell is 0, 0.
const aside = (cells) => cells.map(([x, y]) => [x, y - 1]);
const VARIANTS = {
  along: [row],
  across: [column],
  across_aside: [aside(column)],
  square: [square],
  square_aside: [aside(square)],
  l1: [without(0, 1)],
  l2_aside: [aside(without(0, 0))],
  l3: [without(1, 0)],
  l3_aside: [aside(without(1, 0))],
  l4: [without(1, 1)],
  l4_aside: [aside(without(1, 1))],
  narrow: [[[0, 0]], "y"],
  narrow_long: [row, "y"],
};

// The drawing of a parameter that is about a variant; null for every other.
export function variantIcon(path) {
  const [, name] = /^rebirth\.variants\.(\w+)$/.exec(path) ?? [];
  const [cells, narrow] = VARIANTS[name] ?? [];
  return cells ? outlineOf(cells, { narrow, door: 0, scale: 1.75, label: "The shape, entered from the left" }) : null;
}
