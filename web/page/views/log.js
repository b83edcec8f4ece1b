// The log that the game writes, floor by floor, and what the engine says. The file is read here and
// goes nowhere.
import { element, field } from "../dom.js";
import { dropZone } from "../drop-zone.js";
import { whole } from "../ticks.js";

const PART = 1 << 20;
// More rows than that help nobody, and slow down the browser.
const SHOWN = 500;

export const title = "Your log";
export const lead =
  "Drop the log.txt that Rebirth writes while you play, and see whether the engine makes the floors that your game made.";

// What was read stays for the visit: an address cannot hold a file.
let read = null;

export function show(root, query, context) {
  const { lab, go, say } = context;
  let isClosed = false;
  const status = element("p", { role: "status" }, read ? summaryOf(read) : "No file is read yet.");
  const take = async (name, blob) => {
    try {
      const rows = await readFile(blob, lab, () => isClosed, (count) => {
        status.textContent = `${counted(count)} read of ${name}.`;
      });
      if (isClosed) return;
      read = { name, rows };
      go(new URLSearchParams(query), { again: true });
    } catch (error) {
      say(error.message);
    }
  };
  root.append(fileOfLog(take), status);
  if (read?.rows.length) root.append(noteOfRooms(read.rows), table(read.rows));
  else root.append(explanation());
  return () => {
    isClosed = true;
  };
}

function fileOfLog(take) {
  const choose = ([file]) => file && take(file.name, file);
  const input = element("input", {
    type: "file",
    accept: ".txt,.log",
    onchange: (event) => choose(event.target.files),
  });
  return dropZone(
    [field("The log of the game, log.txt", input)],
    "Or drop it here. It is read in this page and goes nowhere.",
    ({ files }) => choose(files),
  );
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

// Reads a file in parts, and lets the page respond between them.
async function readFile(blob, lab, isStopped, tell) {
  const rows = [];
  for (let start = 0; ; start += PART) {
    const bytes = new Uint8Array(await blob.slice(start, start + PART).arrayBuffer());
    const isLast = start + PART >= blob.size;
    rows.push(...lab.readLog(bytes, start === 0, isLast));
    if (isLast || isStopped()) return rows;
    tell(rows.length);
  }
}

const counted = (number) => `${whole(number)} ${number === 1 ? "floor" : "floors"}`;

function summaryOf({ name, rows }) {
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  return (
    `${counted(rows.length)} of ${name}: ${whole(count("agrees"))} agree, ` +
    `${whole(count("differs"))} differ, ${whole(count("not_compared"))} not compared.`
  );
}

// A remark on every floor is shown once, above the table.
const isOfRooms = (remark) => remark.startsWith("entered rooms not compared");

function noteOfRooms(rows) {
  if (!rows.some(({ remarks }) => remarks.some(isOfRooms))) return "";
  const link = element("a", { href: "#/rooms" }, "Your rooms");
  return element("p", { class: "quiet" }, "Entered rooms are compared with the game's own rooms only: drop them under ", link, ".");
}

function table(rows) {
  const heads = ["Run", "Stage", "Type", "Seed", "Curse", "The log", "The engine"];
  const shown = rows.slice(0, SHOWN);
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Floors of the log" },
    element(
      "table",
      {},
      element("caption", {}, rows.length > SHOWN ? `The first ${SHOWN} floors of the log` : "The floors of the log"),
      element("thead", {}, head),
      element("tbody", {}, ...shown.map(lineOf)),
    ),
  );
}

function lineOf(row) {
  const several = row.attempts.length > 1;
  const attempts = row.attempts.map((text, place) =>
    element("div", {}, several ? `${place + 1}: ${text}` : text),
  );
  const entered = row.entered
    ? element("div", {}, `${whole(row.entered)} ${row.entered === 1 ? "room" : "rooms"} entered`)
    : "";
  const words = row.address
    ? element("a", { href: `#/floor?${row.address}` }, row.words)
    : element("span", {}, row.words);
  const notes = [row.difference, ...row.remarks.filter((text) => !isOfRooms(text))].filter(Boolean);
  return element(
    "tr",
    {},
    element("td", {}, row.run ?? ""),
    element("td", {}, String(row.stage)),
    element("td", {}, String(row.stage_type)),
    element("td", {}, row.seed === null ? "not told" : String(row.seed)),
    element("td", {}, row.curses.join(" ") || "none"),
    element("td", {}, ...attempts, entered),
    element("td", {}, words, ...notes.map((text) => element("div", { class: "quiet" }, text))),
  );
}
