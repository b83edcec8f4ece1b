// What the steps' figures share.
import { element } from "../dom.js";
import { SIDE, extentOf, floorMap } from "../floor-map.js";

// How many floors are counted for a mean or a share.
export const COUNTED = 2000;
const NAMES = { flash: "Flash", rebirth: "Rebirth" };

// A figure of one game's floor, with its name above.
export function named(game, ...content) {
  return element("figure", { class: "step-map" }, element("figcaption", { class: `million-${game}` }, NAMES[game]), ...content);
}

// A map, and `at`, which gives the middle of a cell to place things there.
export function mapOf(floor, kinds, options = {}) {
  const extent = options.extent ?? extentOf(floor.rooms);
  const svg = floorMap(floor, kinds, { scale: 1.4, ...options, extent });
  const at = ([x, y]) => [(x - extent.left + 0.5) * SIDE, (y - extent.top + 0.5) * SIDE];
  return { svg, at };
}

export const path = (points) => points.map(([x, y], place) => `${place ? "L" : "M"}${x} ${y}`).join("");

export const withSets = (address, sets) =>
  `${address}${Object.entries(sets).map(([name, value]) => `&set=${encodeURIComponent(`${name}=${value}`)}`).join("")}`;

// A sentence with a counted number. It is not printed before the number is known.
export const toCount = (text) => element("span", { role: "status", class: "to-count" }, text);

export function showCounted(node, text) {
  node.classList.remove("to-count");
  node.textContent = text;
}

// The address of all floors like that one: without its seed.
export const sampleOf = (address) => address.replace(/&(seed|run)=[^&]*/, "");
