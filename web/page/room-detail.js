// What is known of a room of a floor: a table, and its inside.
import { element, inWords, svgElement } from "./dom.js";
import { insideOf } from "./inside.js";
import { slotInWords } from "./plain.js";

// `inside` is what the engine knows of the room's inside, if it has one; `more` are rows of the table.
export function roomDetail(floor, index, inside, more, note) {
  const room = floor.rooms[index];
  const rows = [
    [
      "Room",
      [`${index}, ${inWords(room.kind)}, ${room.depth} ${room.depth === 1 ? "step" : "steps"} from the start, as the floor grew `, outlineOf(room)],
    ],
    [
      "Doors",
      room.doors.map(({ slot, room: to }) => `${slotInWords(slot)}: room ${to} (${inWords(floor.rooms[to].kind)})`).join("; "),
    ],
  ];
  if (room.seeds) {
    const { decoration, spawn, award } = room.seeds;
    rows.push(["Seeds", `decoration ${decoration}, spawn ${spawn}, award ${award}`]);
  }
  rows.push(...more);
  const row = ([head, text]) =>
    element("tr", {}, element("th", { scope: "row" }, head), element("td", {}, ...[text].flat()));
  return element(
    "div",
    { "aria-live": "polite", class: "room-detail" },
    element("div", { class: "scroll" }, element("table", {}, element("tbody", {}, ...rows.map(row)))),
    inside && insideOf(inside),
    element("p", { class: "quiet" }, note),
  );
}

// The outline of a room, as small as a letter.
function outlineOf({ cells }) {
  const side = 8;
  const [left, top] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
  const d = cells.map(([x, y]) => `M${(x - left) * side + 1} ${(y - top) * side + 1}h${side}v${side}h-${side}z`).join("");
  const size = { width: (right - left) * side + 2, height: (bottom - top) * side + 2 };
  return svgElement("svg", { class: "shape-icon", ...size, "aria-hidden": "true" }, svgElement("path", { d }));
}
