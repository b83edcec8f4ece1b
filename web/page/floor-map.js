// A floor as an SVG map. Its colours are the style sheet's, by the kind of each room.
import { element, inWords, svgElement } from "./dom.js";
import { roomName, roomsInWords } from "./plain.js";

export const SIDE = 24;
// Around the rooms: half of the outline of a room that has the focus, whose other half lies on them.
const EDGE = 2;
export const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

// The extent of rooms in cells: the first column and row, and how many of each.
export function extentOf(rooms) {
  const cells = rooms.flatMap((room) => room.cells);
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, columns: Math.max(...xs) - left + 1, rows: Math.max(...ys) - top + 1 };
}

// The rooms beside a cell.
export const besideOf = (rooms, [x, y]) =>
  rooms.filter(({ cells }) => cells.some(([ownX, ownY]) => Math.abs(ownX - x) + Math.abs(ownY - y) === 1));

// The map of a floor as the engine writes it. `kinds` are the description's. `label` may give the
// text of a room's mark; `onroom`, if there is one, is called with the index of a chosen room, and
// `open` is the one that is open. `hide` tells rooms that are not drawn, nor any door to them. With `state`
// each room has a name for screen readers that ends with what it returns.
export function floorMap(
  floor,
  kinds,
  { address, extent, label, onroom, open, title, hide, state, scale = 1.4 } = {},
) {
  const { rooms } = floor;
  const isHidden = (index) => hide?.(rooms[index]) ?? false;
  const seen = rooms.filter((_, index) => !isHidden(index));
  const { left, top, columns, rows } = extent ?? extentOf(seen);
  const marks = new Map(kinds.map(({ kind, mark }) => [kind, mark]));
  const svg = svgElement("svg", {
    class: "floor-map",
    viewBox: `${-EDGE} ${-EDGE} ${columns * SIDE + 2 * EDGE} ${rows * SIDE + 2 * EDGE}`,
    width: (columns * SIDE + 2 * EDGE) * scale,
    height: (rows * SIDE + 2 * EDGE) * scale,
    role: onroom ? "group" : "img",
    "aria-label": title ?? describe(seen),
    "data-address": address,
    "data-rooms": address !== undefined && JSON.stringify(rooms),
  });
  rooms.forEach((room, index) => {
    if (isHidden(index)) return;
    // A door would betray the hidden room behind it.
    const doors = room.doors?.filter((door) => !isHidden(door.room));
    svg.append(drawRoom({ ...room, doors }, index, { left, top, marks, label, onroom, state }));
  });
  if (onroom) addRing(svg, open);
  return svg;
}

// A browser can give an SVG with listeners for focus a tab stop of its own.
export const notATabStop = (svg) => svg.setAttribute("tabindex", "-1");

// The outlines of the room that is open and of the one that has the focus, above all walls.
function addRing(svg, open) {
  const outlineOf = (room) => room?.querySelector(".walls").getAttribute("d");
  const chosen = svg.querySelector(`[data-room="${open}"]`);
  chosen?.setAttribute("aria-pressed", "true");
  const ring = svgElement("path", { class: "ring" });
  svg.append(svgElement("path", { class: "ring", d: outlineOf(chosen) }), ring);
  notATabStop(svg);
  svg.addEventListener("focusin", ({ target }) => ring.setAttribute("d", outlineOf(target) ?? ""));
  svg.addEventListener("focusout", () => ring.removeAttribute("d"));
}

function drawRoom(room, index, { left, top, marks, label, onroom, state }) {
  const own = new Set(room.cells.map(String));
  const at = ([x, y]) => [(x - left) * SIDE, (y - top) * SIDE];
  const fill = room.cells.map((cell) => {
    const [x, y] = at(cell);
    return `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`;
  });
  const walls = room.cells.flatMap((cell) => {
    const [x, y] = at(cell);
    const edges = {
      left: `M${x} ${y}v${SIDE}`,
      right: `M${x + SIDE} ${y}v${SIDE}`,
      up: `M${x} ${y}h${SIDE}`,
      down: `M${x} ${y + SIDE}h${SIDE}`,
    };
    return Object.entries(STEPS)
      .filter(([, [dx, dy]]) => !own.has(String([cell[0] + dx, cell[1] + dy])))
      .map(([side]) => edges[side]);
  });
  const doors = (room.doors ?? []).map((door) => doorPath(room, door.slot, at)).filter(Boolean);
  const [x, y] = at(room.cells[0]);
  const mark = label ? label(room, index) : room.kind === "start" ? "●" : marks.get(room.kind);
  const isPlain = !label && room.kind === "normal";
  const name = `${roomName(room.kind)}${room.kind === "start" ? ", where the floor begins" : ""}`;
  return svgElement(
    "g",
    {
      class: `room kind-${room.kind}`,
      "data-room": index,
      ...(state && { role: "img", "aria-label": `${name}, column ${room.cells[0][0]}, row ${room.cells[0][1]}${state(room)}` }),
      ...(onroom && {
        role: "button",
        tabindex: 0,
        "aria-label": `${name} ${index}`,
        onclick: () => onroom(index),
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          onroom(index);
        },
      }),
    },
    svgElement("path", { class: "area", d: fill.join("") }),
    svgElement("path", { class: "walls", d: walls.join("") }),
    svgElement("path", { class: "doors", d: doors.join("") }),
    isPlain || !mark ? null : svgElement("text", { class: "mark", x: x + SIDE / 2, y: y + SIDE / 2 }, mark),
  );
}

// Where a door is: the side of the wall, and the cell within the room. Slots are `left0`, `up1` and so on,
// counted along the room's side. Null for a slot that the room does not have.
export function doorOf({ cells }, slot) {
  const [, side, number] = /^(left|right|up|down)(\d)$/.exec(slot) ?? [];
  if (!side) return null;
  const own = new Set(cells.map(String));
  const [dx, dy] = STEPS[side];
  const edge = cells.filter(([x, y]) => !own.has(String([x + dx, y + dy])));
  const along = dx ? 1 : 0;
  const first = Math.min(...cells.map((cell) => cell[along]));
  const cell = edge.find((cell) => cell[along] === first + Number(number));
  return cell ? { side, cell } : null;
}

// The gap of a door in the wall.
function doorPath(room, slot, at) {
  const door = doorOf(room, slot);
  if (!door) return null;
  const [x, y] = at(door.cell);
  const gap = SIDE * 0.36;
  const from = (SIDE - gap) / 2;
  return {
    left: `M${x} ${y + from}v${gap}`,
    right: `M${x + SIDE} ${y + from}v${gap}`,
    up: `M${x + from} ${y}h${gap}`,
    down: `M${x + from} ${y + SIDE}h${gap}`,
  }[door.side];
}

function describe(rooms) {
  const special = rooms.filter(({ kind }) => kind !== "normal" && kind !== "start");
  const kinds = [...new Set(special.map(({ kind }) => inWords(kind)))];
  return `Map of a floor of ${roomsInWords(rooms)}: ${kinds.join(", ")}.`;
}

// What the marks on maps mean.
export function legend(kinds, rooms) {
  const used = new Set(rooms.map(({ kind }) => kind));
  const entries = kinds.filter(({ kind }) => kind !== "normal" && used.has(kind)).map(({ kind, mark }) => {
    const tile = svgElement(
      "svg",
      { viewBox: "0 0 24 24", width: 16, height: 16, "aria-hidden": "true" },
      svgElement(
        "g",
        { class: `room kind-${kind}` },
        svgElement("path", { class: "area framed", d: "M1 1h22v22h-22z" }),
        svgElement("text", { class: "mark", x: 12, y: 12 }, kind === "start" ? "●" : mark),
      ),
    );
    return element("li", {}, tile, inWords(kind));
  });
  return element("ul", { class: "legend" }, ...entries);
}
