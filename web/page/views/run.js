// All stages of a run on one sheet. Its own names in the address: `type`, the stage type of stages 1 to 8;
// `awards`, whether awards are shown; `stage`, the position of the open stage on the sheet, and `room`, the
// open room on it.
import { isOn, withNames, withoutNames } from "../address.js";
import { chosen, seedField } from "../controls.js";
import { button, checkBox, download, element, field, form, inWords, select, svgElement } from "../dom.js";
import { floorMap, legend } from "../floor-map.js";
import { standalone } from "../picture.js";
import { capital, curseInWords } from "../plain.js";
import { roomDetail } from "../room-detail.js";
import { counted } from "../ticks.js";
import { remark, stageTypeOf } from "./floor.js";

const OWN = ["type", "awards", "stage", "room"];
const TYPES = [
  { name: "", text: "as the run draws them" },
  { name: "0", text: "Basement, Caves, Depths, Womb" },
  { name: "1", text: "Cellar, Catacombs, Necropolis, Utero" },
  { name: "2", text: "Burning Basement, Flooded Caves, Dank Depths, Scarred Womb" },
  { name: "4", text: "Downpour, Mines, Mausoleum, Corpse" },
];

export const title = "Run";
export const lead =
  "Every stage of a run but Blue Womb and Home on one sheet. Choose a floor to see it large, and a room to see inside.";

export function show(root, query, context) {
  const { lab, description, go } = context;
  const change = (edit, keep = []) => {
    const next = withoutNames(query, OWN.slice(2).filter((name) => !keep.includes(name)));
    edit(next);
    go(next);
  };
  root.append(controls(query, change, context));
  const address = withNames(withoutNames(query, [...OWN, "stage-type"]), { backend: "rebirth" });
  const run = lab.run(address.toString(), query.get("type") ?? undefined);
  if (query.has("level")) openLevel(query, run.stages, go);
  const hasAwards = isOn(query, "awards");
  const open = run.stages[query.get("stage")] ? Number(query.get("stage")) : null;
  const wrong = notThere(query, run.stages, open);
  if (wrong) {
    context.say(wrong.sentence);
    go(withoutNames(query, wrong.names), { quiet: true });
  }
  const sheet = element("div", { class: "run-sheet" });
  let shown = null;
  run.stages.forEach((stage, place) => {
    const toggle = () =>
      change((next) => (place === open ? next.delete("stage") : next.set("stage", place)));
    sheet.append(card(stage, place === open, toggle, description, hasAwards));
    if (place !== open) return;
    // Right below its card, where the reader looks for it.
    shown = detail(stage, query, change, context, { hasAwards, run, base: address });
    sheet.append(shown);
  });
  const rooms = run.stages.flatMap(({ floor }) => floor.rooms);
  const edition = chosen(description, address).edition.name;
  const name = `Run ${run.run}, ${inWords(edition)}${isOn(query, "hard") ? ", hard mode" : ""}`;
  root.append(
    element("h3", { class: "run-name" }, name),
    ...(hasAwards ? sourcesOf(run.stages) : []),
    sheet,
    legend(description.kinds, rooms),
    hasAwards ? awardLegend(run.stages) : "",
    ...run.remarks.map(remark),
    element(
      "div",
      { class: "controls" },
      button("Save the sheet as SVG", () => saveSheet(run, name, description, hasAwards)),
      button("Print", () => print()),
    ),
  );
  (shown?.querySelector(".room-detail") ?? shown)?.scrollIntoView({ block: "nearest" });
}

// What the address asks for that the run does not have, and why.
function notThere(query, stages, open) {
  const cannot = (name, last, where) => `\`${name}\` cannot be \`${query.get(name)}\`: give a whole number from 0 to ${last}, ${where}.`;
  if (query.has("stage") && open === null) {
    return { names: ["stage", "room"], sentence: cannot("stage", stages.length - 1, "the place on this run's sheet") };
  }
  if (!query.has("room")) return null;
  if (open === null) return { names: ["room"], sentence: "`room` needs an open stage: also give `stage`." };
  const { name, floor: { rooms } } = stages[open];
  return rooms[query.get("room")] ? null : { names: ["room"], sentence: cannot("room", rooms.length - 1, `a room of ${name}`) };
}

// A level in the address means the stage that has it, of the given type if there are two. For the second
// level of a Labyrinth, that is the stage of the level before.
function openLevel(query, stages, go) {
  const next = withoutNames(query, ["level", "stage-type"]);
  const level = Number(query.get("level"));
  const has = (level) => {
    const places = stages.flatMap(({ floor }, place) => (floor.level === level ? [place] : []));
    return places.find((place) => stageTypeOf(stages[place]) === query.get("stage-type")) ?? places[0] ?? -1;
  };
  if (!next.has("stage")) next.set("stage", Math.max(0, has(level) < 0 ? has(level - 1) : has(level)));
  go(next, { quiet: true });
}

function controls(query, change, { lab, description }) {
  const { backend, edition } = chosen(description, withNames(query, { backend: "rebirth" }));
  const box = (name, text) =>
    checkBox(text, isOn(query, name), (isOn) => change((next) => (isOn ? next.set(name, "1") : next.delete(name)), ["stage"]));
  const types = TYPES.filter(({ name }) => name !== "4" || edition.name === "repentance");
  return form(
    seedField({
      label: "Run",
      value: query.get("run") ?? "B911 99AC",
      lab,
      hasRuns: true,
      change: (text) => {
        const seed = text.trim();
        // Digits are the number of a run.
        const run = /^\d+$/.test(seed) && seed.length < 8 ? lab.runSeed(Number(seed)) : seed;
        if (run) lab.options(new URLSearchParams({ run }).toString());
        change((next) => (run ? next.set("run", run) : next.delete("run")));
      },
    }),
    field(
      "Edition",
      select(
        backend.editions.map(({ name }) => ({ name, text: inWords(name) })),
        edition.name,
        (value) => change((next) => {
          next.set("edition", value);
          // Only this edition has the alternative chapters.
          if (value !== "repentance" && next.get("type") === "4") next.delete("type");
        }),
      ),
    ),
    field(
      "Stage types",
      select(types, query.get("type") ?? "", (value) =>
        change((next) => (value ? next.set("type", value) : next.delete("type"))),
      ),
    ),
    field(
      "Unlocked",
      select(
        [
          { name: "all", text: "everything" },
          { name: "fresh", text: "nothing: a new save" },
        ],
        query.get("unlocks") ?? "all",
        (value) => change((next) => (value === "all" ? next.delete("unlocks") : next.set("unlocks", value))),
      ),
    ),
    box("hard", "Hard mode"),
    box("awards", "What cleared rooms give"),
  );
}

// The mark of a room on a map with awards: the award of an ordinary room, or the kind's own.
function awardMark(stage, description) {
  const marks = new Map(description.kinds.map(({ kind, mark }) => [kind, mark]));
  return (room, index) => {
    if (room.kind === "start") return "●";
    return room.kind === "normal" ? stage.award_marks[index] : marks.get(room.kind);
  };
}

function mapOf(stage, description, hasAwards, options) {
  const label = hasAwards ? awardMark(stage, description) : undefined;
  return floorMap(stage.floor, description.kinds, { label, ...options });
}

function card(stage, isOpen, toggle, description, hasAwards) {
  const { name, floor, measures } = stage;
  const lines = [
    `${counted(measures.rooms, "room")}, ${counted(measures.dead_ends, "dead end")}, ${counted(measures.rings, "ring")}`,
    floor.boss_name ? `${floor.boss_name}, ${counted(measures.boss_distance, "step")} away` : "",
    floor.curse === "none" ? "" : curseInWords(floor.curse),
    `seed ${floor.seed}`,
  ];
  return element(
    "button",
    { type: "button", class: "run-card", "aria-expanded": String(isOpen), onclick: toggle },
    element("strong", {}, name),
    mapOf(stage, description, hasAwards, { scale: 0.62, title: `Map of ${name}` }),
    ...lines.filter(Boolean).map((line) => element("span", {}, line)),
  );
}

function awardLegend(stages) {
  const meanings = new Map();
  for (const { floor, award_marks } of stages) {
    award_marks.forEach((mark, room) => {
      const { award } = floor.rooms[room];
      if (mark && award) meanings.set(mark, `${inWords(award.pickup)}${award.count > 1 ? ` x${award.count}` : ""}`);
    });
  }
  const entries = [...meanings].map(([mark, meaning]) => `${mark} ${meaning}`);
  return element("p", { class: "quiet" }, `Awards: ${entries.join(", ")}; a dot for nothing.`);
}

// What the awards of the stages depend on.
function sourcesOf(stages) {
  const sources = Map.groupBy(stages, ({ awards_source }) => awards_source);
  return [...sources].map(([source, own]) => {
    const names = own.length < stages.length ? `${own.map(({ name }) => name).join(", ")}: ` : "";
    return element("p", { class: "quiet" }, `${capital(names + source)}.`);
  });
}

// The open stage: its map, large, and the room that is chosen on it.
function detail(stage, query, change, { lab, description }, { hasAwards, run, base }) {
  const { floor, name, address } = stage;
  const open = floor.rooms[query.get("room")] ? Number(query.get("room")) : null;
  const map = mapOf(stage, description, hasAwards, {
    address,
    scale: 1.6,
    open,
    title: `Map of ${name}. Choose a room.`,
    onroom: (room) => change((next) => next.set("room", room), ["stage"]),
  });
  return element(
    "section",
    { class: "run-detail", "aria-label": name },
    element("h3", {}, name),
    element(
      "div",
      { class: "run-floor" },
      element("div", { class: "map-frame" }, map),
      element("p", {}, element("a", { href: `#/floor?${address}` }, `${name} as a floor of its own`)),
      element("p", { class: "quiet" }, bossNote(lab, base, run, stage)),
    ),
    open === null
      ? element("p", { class: "quiet" }, "Choose a room on the map to see what is in it.")
      : roomOf(lab, floor, open, hasAwards),
  );
}

// Which boss the floor has if the bosses of earlier floors are not known, if that is another one.
function bossNote(lab, base, { run }, stage) {
  const { floor, name } = stage;
  const alone = withNames(base, { level: floor.level, run, "stage-type": stageTypeOf(stage) });
  const { boss_name: boss } = lab.floor(alone.toString()).floor;
  if (!boss || boss === floor.boss_name) return "";
  return `In this run ${name} has ${floor.boss_name}, because earlier floors of the run also decide it. By itself, the same floor has ${boss}.`.replace("..", ".");
}

function roomOf(lab, floor, index, hasAwards) {
  const room = floor.rooms[index];
  const award = room.award ? `${inWords(room.award.pickup)}${room.award.count > 1 ? `, ${room.award.count}` : ""}` : "nothing";
  return roomDetail(
    floor,
    index,
    room.interior === undefined ? null : lab.room(room.interior),
    hasAwards && room.kind === "normal" ? [["Award", award]] : [],
    "Its inside is one of the engine's own rooms, because the game's are not included. The page \"Your rooms\" shows floors of your files.",
  );
}

// The sheet as one picture: the floors in rows of four, to one scale, with their names.
function saveSheet(run, title, description, hasAwards) {
  const [wide, gap, columns] = [340, 20, 4];
  const sheet = svgElement("svg", { class: "run-picture" });
  let y = 50;
  sheet.append(svgElement("text", { class: "head", x: 16, y: 30 }, title));
  for (let first = 0; first < run.stages.length; first += columns) {
    const row = run.stages.slice(first, first + columns);
    const maps = row.map((stage) => mapOf(stage, description, hasAwards, { scale: 1 }));
    const tallest = Math.max(...maps.map((map) => Number(map.getAttribute("height"))));
    row.forEach(({ name, floor, measures }, column) => {
      const map = maps[column];
      const width = Number(map.getAttribute("width"));
      const middle = 16 + column * wide + wide / 2;
      map.setAttribute("x", middle - width / 2);
      map.setAttribute("y", y + 26);
      const below = y + tallest + 46;
      sheet.append(
        svgElement("text", { class: "name", x: middle, y: y + 14 }, name),
        map,
        svgElement("text", { class: "line", x: middle, y: below }, `${measures.rooms} rooms, boss: ${floor.boss_name ?? "none"}`),
        svgElement("text", { class: "line", x: middle, y: below + 16 }, `seed ${floor.seed}${floor.curse === "none" ? "" : `, ${curseInWords(floor.curse)}`}`),
      );
    });
    y += tallest + 70 + gap;
  }
  sheet.setAttribute("viewBox", `0 0 ${32 + columns * wide} ${y}`);
  sheet.setAttribute("width", 32 + columns * wide);
  sheet.setAttribute("height", y);
  download(`run-${run.run.replace(" ", "-")}.svg`, "image/svg+xml", standalone(sheet));
}
