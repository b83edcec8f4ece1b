// What the engine's short names mean to a player: shapes of rooms, places of doors, games.
import { inWords, svgElement } from "./dom.js";

const SHAPES = {
  "1x1": "square",
  ih: "narrow, one cell wide",
  iv: "narrow, one cell tall",
  "1x2": "two cells tall",
  iiv: "narrow, two cells tall",
  "2x1": "two cells wide",
  iih: "narrow, two cells wide",
  "2x2": "large square",
  ltl: "L-shaped, without its top left",
  ltr: "L-shaped, without its top right",
  lbl: "L-shaped, without its bottom left",
  lbr: "L-shaped, without its bottom right",
};

export const shapeInWords = (name) => SHAPES[name] ?? name;

const NAMES = Object.keys(SHAPES).join("|");
const AS_A_ROOM = new RegExp(`\\ba (${NAMES}) room\\b`, "g");
const AT_THE_END = new RegExp(`, (${NAMES})$`);
const PLACED = new RegExp(`: (${NAMES}) at\\b`);

// A sentence of the engine's with the shapes in it in words.
export function withShapes(text) {
  return text
    .replaceAll(AS_A_ROOM, (_, shape) => `a room (${shapeInWords(shape)})`)
    .replace(AT_THE_END, (_, shape) => `, ${shapeInWords(shape)}`)
    .replace(PLACED, (_, shape) => `: ${shapeInWords(shape)}, at`);
}

const SIDES = { left: "left", right: "right", up: "top", down: "bottom" };

// Where a door is: sides with two doors name the first or the second, from the left or the top.
export function slotInWords(slot) {
  const [, side, number] = /^(\w+?)(\d)$/.exec(slot) ?? [];
  if (!side) return inWords(slot);
  return `${SIDES[side] ?? side}${number === "0" ? "" : ", second"}`;
}

export const capital = (text) => text.replace(/^./, (first) => first.toUpperCase());

// A game and its edition as a title: "Rebirth: repentance".
export const gameTitle = (backend, edition) => `${capital(inWords(backend))}: ${inWords(edition)}`;

// A room's outline, as small as a letter.
export function shapeIcon(cells) {
  const side = 8;
  const path = cells.map(([x, y]) => `M${x * side + 1} ${y * side + 1}h${side}v${side}h-${side}z`).join("");
  const [columns, rows] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
  return svgElement(
    "svg",
    { class: "shape-icon", width: columns * side + 2, height: rows * side + 2, "aria-hidden": "true" },
    svgElement("path", { d: path }),
  );
}
