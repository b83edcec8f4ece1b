// What the engine's short names mean to a player: shapes of rooms, places of doors, games.
import { counted, whole } from "./ticks.js";

// The rooms without a visible door.
export const HIDDEN = ["secret", "super_secret", "ultra_secret"];
export const isHidden = ({ kind }) => HIDDEN.includes(kind);

// Whether a room is hidden from a player who looks for rooms of a kind. Who looks for the secret room knows
// where the super secret room is.
export const isHiddenFrom = (sought) => (room) => isHidden(room) && !(sought === "secret" && room.kind === "super_secret");

export const SHAPES = {
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
const SHAPE = new RegExp(`\\b(${NAMES})\\b( at\\b)?`, "g");

// A sentence from the engine in the page's words: its shapes, kinds of rooms and lists of rooms.
export function withWords(text) {
  return text
    .replaceAll(AS_A_ROOM, (_, shape) => `a room (${shapeInWords(shape)})`)
    .replaceAll(SHAPE, (_, shape, at) => shapeInWords(shape) + (at ? `,${at}` : ""))
    .replaceAll(/\b[a-z]+(_[a-z]+)+\b/g, inWords)
    .replaceAll(/\b[Cc]urse of the (\w+)/g, (_, curse) => curseInWords(curse))
    .replaceAll(/\[([\d, ]+)\]/g, "$1");
}

// A sentence from the engine with commas in its large counts; seeds stay as they are.
export const withCommas = (text) => text.replaceAll(/\b\d{4,}(?= (draws|attempts)\b)/g, (number) => whole(Number(number)));

// A name from the engine in words: "super_secret" is "super secret", and "count(shop)" is "shops".
export function inWords(name) {
  const [, kind] = /^count\((.+)\)$/.exec(name) ?? [];
  if (kind) return Object.hasOwn(SHAPES, kind) ? `rooms (${SHAPES[kind]})` : roomNames(kind);
  return String(name).replaceAll(/[_-]/g, " ");
}

// The names of some kinds already mean a room.
const PLACES = ["shop", "library", "arcade", "planetarium", "vault", "clean bedroom", "dirty bedroom"];

// A room of a kind: "boss room", "shop".
export function roomName(kind) {
  const name = inWords(kind);
  return PLACES.includes(name) ? name : `${name} room`;
}

// Rooms of a kind: "boss rooms", "libraries".
export const roomNames = (kind) => `${roomName(kind).replace(/y$/, "ie")}s`;

// How many rooms a floor has, as the command says it. The plan has the super secret room, but not the secret and
// the ultra secret room: they are added to it.
export function roomsInWords(rooms) {
  const added = rooms.filter(({ kind }) => ["secret", "ultra_secret"].includes(kind)).length;
  const within = rooms.filter(({ kind }) => kind === "super_secret").length;
  const more = added ? ` and ${added} ${within ? "more " : ""}hidden` : "";
  return counted(rooms.length - added, "room") + (within ? ` (${within} of them hidden)` : "") + more;
}

// A curse by its name in the game, or how it is chosen.
export function curseInWords(name) {
  if (["drawn", "no_roll", "none"].includes(name)) return inWords(name);
  return `Curse of ${name === "darkness" ? "" : "the "}${capital(name)}`;
}

// How far a floor is made, if it is not whole.
export const PHASES = { layout: "only the layout", special: "only as far as the special rooms" };

// What a measure means, from its definition "formula: words" or "words: formula", for readers who skip
// formulas.
export function meaning(definition) {
  const parts = definition.split(": ");
  const words = parts.filter((part) => !/ [-/+] /.test(part));
  return (words.length ? words : parts).join(": ");
}

const SIDES = { left: "left", right: "right", up: "top", down: "bottom" };

// Where a door is: sides with two doors name the first or the second, from the left or the top.
export function slotInWords(slot) {
  const [, side, number] = /^(\w+?)(\d)$/.exec(slot) ?? [];
  if (!side) return inWords(slot);
  return `${SIDES[side] ?? side}${number === "0" ? "" : ", second"}`;
}

export const capital = (text) => text.replace(/^./, (first) => first.toUpperCase());

// What a floor's address chooses besides game, level, curse, seed and rules, in words: "hard mode", "item luna".
const ELSEWHERE = ["backend", "edition", "level", "curse", "seed", "run", "rng", "set"];
export const isElsewhere = (name) => ELSEWHERE.includes(name);
export const choicesOf = (pairs) =>
  [...pairs].filter(([name, value]) => !isElsewhere(name) && !(name === "hard" && value === "0"))
    .map(([name, value]) => {
      if (name === "hard") return "hard mode";
      return (name === "phase" && PHASES[value]) || inWords(`${name} ${value}`).trim();
    });

// A game and its edition as a title: "Rebirth: repentance".
export const gameTitle = (backend, edition) => `${capital(inWords(backend))}: ${inWords(edition)}`;
