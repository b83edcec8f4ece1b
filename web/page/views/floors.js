// The reader's own floors beside those of both games. Its own names in the address: `level`, of the games'
// floors, and `measure`, whose histogram is shown. The file is read here and goes nowhere.
import { measureList } from "../controls.js";
import { withNames } from "../address.js";
import { button, element, field, numberCell, row, saveTable, scrolling, select, table } from "../dom.js";
import { fileZone } from "../drop-zone.js";
import { floorMap } from "../floor-map.js";
import { histogram } from "../histogram.js";
import { current, onColours } from "../palette.js";
import { meaning } from "../plain.js";
import { measureIcon } from "../shapes.js";
import { CERTAINTY, counted, decimalsFor, fixed, whole } from "../ticks.js";

const GAMES = [
  { name: "Flash", address: "backend=flash&edition=wrath-of-the-lamb&curse=none" },
  { name: "Rebirth", address: "backend=rebirth&edition=repentance&curse=none" },
];
const GAME_FLOORS = 5000;
const PART = 1 << 20;
const DRAWN = 24;
const EXAMPLE = 200;

export const title = "Your floors";
export const lead =
  "Drop a file with floors of your own generator, and see whether they are like Isaac's.";

// What was read stays for the visit: an address cannot hold a file.
let read = null;
// The number of the file that was chosen last.
let turn = 0;

export function show(root, query, context) {
  const { description, pool, go, say } = context;
  const level = Number(query.get("level") ?? 1);
  const measures = description.measures.filter(({ name }) => read?.measures?.[name] !== undefined);
  const measure = measures.find(({ name }) => name === query.get("measure")) ?? measures.find(({ name }) => name === "rooms");
  let isClosed = false;
  let draw = () => {};
  const endColours = onColours(() => draw());
  const close = () => {
    isClosed = true;
    endColours();
    pool.stop();
  };
  const take = async (name, blob) => {
    const own = ++turn;
    try {
      const found = await readFile(name, blob, pool, (text) => {
        if (own === turn) status.textContent = text;
      });
      if (own !== turn) return;
      read = found;
      if (!isClosed) go(query, { again: true });
    } catch (error) {
      if (error.message !== "stopped") say(error.message);
    }
  };
  const status = element("p", { role: "status" }, read ? summaryOf(read) : "No file is read yet.");
  root.append(
    fileZone("A file of floors, one JSON object per line", ".jsonl,.ndjson,.json,.txt", take),
    element(
      "div",
      { class: "controls" },
      button(`Try ${EXAMPLE} floors of a random walk`, () => take("a random walk", new Blob([exampleFloors()]))),
      field("Level of the games", select([1, 2, 3, 4, 5, 6, 7, 8], level, (level) => go(withNames(query, { level })))),
      measure &&
        field(
          "Measure",
          measureList({ ...description, measures }, measure.name, (measure) => go(withNames(query, { measure }))),
        ),
    ),
    status,
  );
  if (!read) {
    root.append(explanation());
    return close;
  }
  if (read.named.length) root.append(invalidLines(read));
  if (!read.floors) return close;
  const output = element("div", {}, element("p", {}, "Counting the floors of both games."));
  root.append(output, maps(read, description));
  compare(level, measures, context)
    .then(({ words, sources, tables }) => {
      if (isClosed) return;
      const drawn = measure && chart(measure);
      draw = () => drawn?.draw(sources);
      output.replaceChildren(...words, drawn?.figure ?? "", ...tables);
      draw();
    })
    .catch((error) => error.message === "stopped" || say(error.message));
  return close;
}

function explanation() {
  const example = '{"rooms": [{"cells": [[0, 0]], "kind": "start"}, {"cells": [[1, 0]], "kind": "boss"}]}';
  return element(
    "div",
    {},
    element("p", {}, "A floor is an object with its rooms: the cells and the kind of each. For example:"),
    element("pre", {}, element("code", {}, example)),
    element(
      "p",
      {},
      "The format is described in the project's ",
      element("code", {}, "docs/floors-format.md"),
      ".",
    ),
  );
}

// Reads a file in parts of whole lines, each by a worker, and adds them up.
async function readFile(name, blob, pool, tell) {
  const sum = { name, floors: 0, invalid: 0, named: [], measures: null, first: [] };
  const decoder = new TextDecoder();
  let [rest, line] = ["", 1];
  for (let start = 0; start < blob.size || rest; start += PART) {
    const isLast = start + PART >= blob.size;
    const bytes = await blob.slice(start, start + PART).arrayBuffer();
    const text = rest + decoder.decode(bytes, { stream: !isLast });
    const end = isLast ? text.length : text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    const whole = text.slice(0, end);
    if (whole) {
      const part = await pool.run("records", whole, line, Math.max(0, DRAWN - sum.first.length));
      line += whole.split("\n").length - 1;
      add(sum, part);
      tell(`${sum.floors} floors read from ${name}.`);
    }
    if (isLast) break;
  }
  return sum;
}

function add(sum, part) {
  sum.floors += part.floors;
  sum.invalid += part.invalid;
  sum.named.push(...part.named.slice(0, 20 - sum.named.length));
  sum.first.push(...part.first);
  if (!sum.measures) {
    sum.measures = part.measures;
    return;
  }
  for (const [name, histogram] of Object.entries(part.measures)) {
    for (const [value, bin] of Object.entries(histogram)) {
      const known = sum.measures[name][value];
      if (known) known.count += bin.count;
      else sum.measures[name][value] = bin;
    }
  }
}

const summaryOf = ({ name, floors, invalid }) =>
  `${counted(floors, "floor")} of ${name}` +
  (invalid ? `; ${counted(invalid, "line is not a floor", "lines are not floors")}.` : ".");

function invalidLines({ named, invalid }) {
  const more = invalid - named.length;
  return element(
    "details",
    { open: true },
    element("summary", {}, "Lines that are not floors"),
    element("ul", {}, ...named.map((text) => element("li", {}, text)), more > 0 && element("li", {}, `and ${whole(more)} more`)),
  );
}

// The floors of the file and of both games, the verdict in words, and the table of all measures.
async function compare(level, measures, { description: { subjects }, lab, pool }) {
  const games = await Promise.all(
    GAMES.map(({ address }) => pool.run("allMeasures", `${address}&level=${level}`, GAME_FLOORS)),
  );
  const sources = [
    { name: "Yours", counts: read.measures },
    ...GAMES.map(({ name }, place) => ({ name, counts: games[place] })),
  ];
  const valuesOf = (counts, name) => lab.values(name, JSON.stringify(counts[name] ?? {}));
  const rows = measures.map(({ name, title, unit, subject }) => {
    const values = sources.map(({ counts }) => valuesOf(counts, name));
    // How far values must be moved on average until both histograms are the same (Wasserstein-1): in Cliff's
    // delta, floors with more and floors with fewer would cancel out.
    const distance = (place) => {
      const compared = lab.comparison(name, JSON.stringify(read.measures[name]), JSON.stringify(games[place][name] ?? {}), "");
      return compared ? compared.wasserstein : Infinity;
    };
    const [flash, rebirth] = [distance(0), distance(1)];
    // A measure that one of them lacks says nothing about the other, and neither does a single floor.
    const isKnown = Number.isFinite(flash) && Number.isFinite(rebirth);
    const nearer = !isKnown || flash === rebirth ? "neither" : flash < rebirth ? "Flash" : "Rebirth";
    return { name, title, unit, subject, values, nearer };
  });
  const verdict = read.floors === 1 ? "One floor is too few to compare with a game." :
    `On level ${level} your floors are nearer to ${nearerBySubject(rows, subjects)}. ` +
    "A game is nearer in a subject if it is nearer in more of its measures. " +
    "For each measure, the nearer game is the one whose histogram your floors would match with the smallest average change of their values. " +
    "The games are Flash with Wrath of the Lamb and Rebirth with Repentance, without curses.";
  return {
    words: [element("h3", {}, "Which game are they like?"), element("p", {}, verdict)],
    sources,
    tables: [measureTable(rows, sources), saveButton(rows, sources)],
  };
}

// Which game is nearer in how many subjects, and in which ones: many measures of one subject say the same.
function nearerBySubject(rows, subjects) {
  const nearerIn = (name) => {
    const count = (game) => rows.filter((row) => row.subject === name && row.nearer === game).length;
    const [flash, rebirth] = [count("Flash"), count("Rebirth")];
    return flash === rebirth ? "neither" : flash > rebirth ? "Flash" : "Rebirth";
  };
  const known = subjects.filter(([name]) => rows.some(({ subject }) => subject === name));
  const part = (game) => {
    const headings = known.filter(([name]) => nearerIn(name) === game).map(([, heading]) => heading.toLowerCase());
    return `${game} in ${headings.length} of ${known.length} subjects${headings.length ? ` (${headings.join(", ")})` : ""}`;
  };
  return `${part("Flash")}, and to ${part("Rebirth")}`;
}

function chart(measure) {
  const label = `Histogram of ${measure.title} of your floors and of both games.`;
  const place = scrolling("Chart");
  const caption = element("figcaption", {}, element("strong", {}, measure.title), `: ${meaning(measure.definition)}`);
  const draw = ([yours, flash, rebirth]) => {
    const colours = current();
    const series = [
      { name: flash.name, colour: colours.flash, histogram: flash.counts[measure.name] ?? {} },
      { name: rebirth.name, colour: colours.rebirth, isSecond: true, histogram: rebirth.counts[measure.name] ?? {} },
      { name: yours.name, colour: colours.ink, histogram: yours.counts[measure.name] ?? {} },
    ];
    const width = Math.max(300, Math.min(place.clientWidth, 640));
    place.replaceChildren(histogram({ series, measure, colours, width, label }));
  };
  return { figure: element("figure", {}, caption, place), draw };
}

const shown = ({ mean, lower, upper }) => {
  if (mean === null || mean === undefined) return "none";
  const decimals = decimalsFor((upper - lower) / 2);
  return lower === null ? fixed(mean, 2) : `${fixed(mean, decimals)} ± ${fixed((upper - lower) / 2, decimals)}`;
};

function measureTable(rows, sources) {
  return scrolling("All measures", table({
    caption: `Means with their ${CERTAINTY} intervals`,
    head: ["Measure", ...sources.map(({ name }) => name), "Nearer to"],
    rows: rows.map((measure) => {
      const { title, values, nearer } = measure;
      const icon = measureIcon(measure);
      return row(icon ? [icon, ` ${title}`] : title, ...values.map((value) => numberCell(shown(value))), nearer);
    }),
  }));
}

function saveButton(rows, sources) {
  const save = () => {
    const head = ["measure", "unit", ...sources.flatMap(({ name }) => [name, `${name} lower`, `${name} upper`]), "nearer"];
    const lines = rows.map(({ name, unit, values, nearer }) => [
      name,
      unit,
      ...values.flatMap(({ mean, lower, upper }) => [mean ?? "", lower ?? "", upper ?? ""]),
      nearer,
    ]);
    saveTable("basement-lab-floors", [head, ...lines]);
  };
  return element("p", {}, button("Save CSV", save));
}

function maps({ first }, description) {
  return element(
    "section",
    {},
    element("h3", {}, "The first floors"),
    element(
      "div",
      { class: "floors-maps" },
      ...first.map((floor, place) =>
        floorMap({ rooms: floor.rooms }, description.kinds, { scale: 0.7, title: `Floor ${place + 1} of the file` }),
      ),
    ),
  );
}

// A generator as in a tutorial: a random walk, with the boss where it ends.
function exampleFloors() {
  let state = 1;
  const draw = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const lines = [];
  for (let count = 0; count < EXAMPLE; count++) {
    const cells = [[8, 8]];
    const taken = new Set(["8,8"]);
    let [x, y] = cells[0];
    while (cells.length < 10) {
      const [dx, dy] = [[1, 0], [-1, 0], [0, 1], [0, -1]][draw(4)];
      [x, y] = [Math.min(15, Math.max(0, x + dx)), Math.min(15, Math.max(0, y + dy))];
      if (!taken.has(`${x},${y}`)) {
        taken.add(`${x},${y}`);
        cells.push([x, y]);
      }
    }
    const kinds = cells.map((_, place) => (place === 0 ? "start" : place === cells.length - 1 ? "boss" : "normal"));
    kinds[1 + draw(cells.length - 2)] = "treasure";
    lines.push(JSON.stringify({ rooms: cells.map((cell, place) => ({ cells: [cell], kind: kinds[place] })) }));
  }
  return `${lines.join("\n")}\n`;
}
