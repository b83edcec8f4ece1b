// The log that the game writes, floor by floor, and what the engine says. The file is read here and
// goes nowhere.
import { element, row, table } from "../dom.js";
import { fileZone } from "../drop-zone.js";
import { curseInWords, shapeInWords } from "../plain.js";
import { withDrawings } from "../shapes.js";
import { counted, whole } from "../ticks.js";

const PART = 1 << 20;
// More rows than that help nobody, and slow down the browser.
const SHOWN = 500;

export const title = "Your log";
export const lead =
  "Drop the log.txt that Rebirth writes while you play, and see whether the engine makes the floors that your game made.";

// What was read stays for the visit: an address cannot hold a file.
let read = null;
// The number of the file that was chosen last.
let turn = 0;

export function show(root, query, context) {
  const { lab, description, go, say } = context;
  let isClosed = false;
  const status = element("p", { role: "status" }, read ? summaryOf(read) : "No file is read yet.");
  const take = async (name, blob) => {
    const own = ++turn;
    const isStopped = () => isClosed || own !== turn;
    try {
      const rows = await readFile(blob, lab, isStopped, (count) => {
        status.textContent = `${counted(count, "floor")} read of ${name}.`;
      });
      if (isStopped()) return;
      read = { name, rows };
      go(query, { again: true });
    } catch (error) {
      say(error.message);
    }
  };
  root.append(fileZone("The log of the game, log.txt", ".txt,.log", take), status);
  if (read?.rows.length) root.append(noteOfRooms(read.rows), floorTable(read.rows, description));
  else root.append(explanation());
  return () => {
    isClosed = true;
  };
}

function explanation() {
  return element(
    "div",
    {},
    element(
      "p",
      {},
      "On Windows the log is in Documents/My Games/Binding of Isaac <edition>. The game rewrites it at every launch.",
    ),
    element(
      "p",
      {},
      "The project's ",
      element("code", {}, "docs/evidence.md"),
      " lists what the engine has been compared with, and how to add your own floors.",
    ),
  );
}

// Reads a file in parts, and lets the page respond between them. The engine reads one file at a time.
async function readFile(blob, lab, isStopped, tell) {
  const rows = [];
  for (let start = 0; ; start += PART) {
    const bytes = new Uint8Array(await blob.slice(start, start + PART).arrayBuffer());
    if (isStopped()) return rows;
    const isLast = start + PART >= blob.size;
    rows.push(...lab.readLog(bytes, start === 0, isLast));
    if (isLast) return rows;
    tell(rows.length);
  }
}

function summaryOf({ name, rows }) {
  if (!rows.length) return `${name} tells of no floor: choose the log.txt that Rebirth writes while you play.`;
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  return (
    `${counted(rows.length, "floor")} of ${name}: ${whole(count("agrees"))} agree, ` +
    `${whole(count("differs"))} differ, ${whole(count("not_compared"))} not compared.`
  );
}

// A remark on every floor is shown once, above the table.
const isOfRooms = (remark) => remark.startsWith("entered rooms not compared");

function noteOfRooms(rows) {
  if (!rows.some(({ remarks }) => remarks.some(isOfRooms))) return "";
  return element("p", { class: "quiet" },
    "Entered rooms are not compared here, because that takes the game's own rooms. In a terminal, give them to ",
    element("code", {}, "basement-lab log"), " with ", element("code", {}, "--rooms"), ".");
}

function floorTable(rows, { shapes }) {
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Floors of the log" },
    table({
      class: "log-table",
      caption: rows.length > SHOWN ? `The first ${SHOWN} floors of the log` : "The floors of the log",
      // The verdict is beside the stage, where a phone also shows it.
      head: ["Stage", "The engine", "The log", "Run", "Type", "Seed", "Curse"],
      rows: rows.slice(0, SHOWN).map((row) => lineOf(row, shapes)),
    }),
  );
}

function lineOf(floor, shapes) {
  const several = floor.attempts.length > 1;
  const attempts = floor.attempts.map((text, place) =>
    element("div", {}, several && `${place + 1}: `, withDrawings(withShapeNames(text, shapes))),
  );
  const entered = floor.entered
    ? element("div", {}, `${counted(floor.entered, "room")} entered`)
    : "";
  const words = floor.address
    ? element("a", { href: `#/floor?${floor.address}` }, floor.words)
    : element("span", {}, floor.words);
  const notes = [floor.difference, ...floor.remarks.filter((text) => !isOfRooms(text))].filter(Boolean);
  return row(
    String(floor.stage),
    element("td", {}, words, ...notes.map((text) => element("div", { class: "quiet" }, withDrawings(withShapeNames(text, shapes))))),
    element("td", {}, ...attempts, entered),
    floor.run ?? "",
    String(floor.stage_type),
    floor.seed === null ? "not told" : String(floor.seed),
    floor.curses.map(curseInWords).join(", ") || "none",
  );
}

// A sentence with the names of shapes for their numbers, as in "shapes 3 8" and "shapes of attempt 1: the log
// says 3 8, the engine 3".
function withShapeNames(text, shapes) {
  const numbers = text.startsWith("shapes of") ? /(?<=says |engine )\d[\d ]*/g : /(?<=\bshapes )\d[\d ]*/g;
  const nameOf = (number) => shapeInWords(shapes[number - 1]);
  return text.replaceAll(numbers, (list) => `(${list.trim().split(" ").map(nameOf).join("; ")})`);
}
