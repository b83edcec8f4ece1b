// What is known about a room of a floor: a table, and its inside.
import { element, inWords, row, table } from "./dom.js";
import { insideOf } from "./inside.js";
import { slotInWords } from "./plain.js";
import { outlineOf } from "./shapes.js";
import { counted } from "./ticks.js";

// `inside` is what the engine knows of the room's inside, if it has one; `more` are rows of the table.
export function roomDetail(floor, index, inside, more, note) {
  const room = floor.rooms[index];
  const rows = [
    ["Room", [`${index}, ${inWords(room.kind)}, ${counted(room.depth, "step")} from the start, as the floor grew `, outlineOf(room.cells)]],
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
  return element(
    "div",
    { "aria-live": "polite", class: "room-detail" },
    element("div", { class: "scroll" }, table({ rows: rows.map((cells) => row(...cells)) })),
    inside && insideOf(inside),
    element("p", { class: "quiet" }, note),
  );
}
