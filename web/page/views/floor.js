// A floor: its map, what the engine counts on it, and how to come back to it.
import { withNames, withoutNames } from "../address.js";
import { element, numberCell, row, table, withCode } from "../dom.js";
import { floorMap, legend } from "../floor-map.js";
import { capital, choicesOf, curseInWords, gameTitle, meaning, roomsInWords } from "../plain.js";
import { fixed, whole } from "../ticks.js";

const SHOWN = ["rooms", "dead_ends", "rings", "boss_distance", "large_rooms", "attempts", "draws"];

export const title = "Look";
export const lead = "One floor of either game: its map, its numbers, and the command that makes it.";

export function show(root, query, { lab, description }) {
  const answer = lab.floor(query.toString());
  const { floor, measures, address, options, remarks } = answer;
  const map = floorMap(floor, description.kinds, { address });
  root.append(
    element("div", { class: "map-frame" }, map),
    legend(description.kinds, floor.rooms),
    element("p", { class: "quiet" }, headline(answer)),
    element("p", { class: "quiet" }, `${roomsInWords(floor.rooms)}.`),
    bossInItsRun(lab, query, floor),
    ...remarks.map(remark),
    measureTable(measures, description.measures),
    element("h3", {}, "The same floor elsewhere"),
    element("pre", {}, element("code", {}, command(options))),
  );
}

// The boss of the floor in its run, if it is another, and why: in the run the floor may have another stage
// type, and earlier floors decide it, too (W13, W70). The run draws its own curses.
function bossInItsRun(lab, query, { run_seed: run, seed, boss_name: boss }) {
  if (!run || !boss || query.has("bosses-met") || query.has("flags") || query.has("curse")) return "";
  const address = withNames(withoutNames(query, ["level", "stage-type", "seed", "curse"]), { run });
  const { stages } = lab.run(address.toString());
  const place = stages.findIndex(({ floor }) => floor.seed === seed);
  const inRun = stages[place]?.floor.boss_name;
  if (!inRun || inRun === boss) return "";
  const alone = withNames(query, { "stage-type": stageTypeOf(stages[place]) });
  const { boss_name: ofType } = lab.floor(alone.toString()).floor;
  const reasons = [];
  if (ofType !== boss) reasons.push(`the run has ${stages[place].name} here`);
  if (ofType !== inRun) reasons.push("earlier floors of the run also decide it");
  const there = withNames(address, { backend: null, stage: place });
  return element(
    "p",
    {},
    `In the run ${run} this floor has ${inRun}, because ${reasons.join(" and ")}: `,
    element("a", { href: `#/run?${there}` }, `${stages[place].name} in its run`),
    ".",
  );
}

// The stage type of a stage of a run, such as "1" for the Cellar; null for the Basement and its like.
export const stageTypeOf = ({ address }) => new URLSearchParams(address).get("stage-type");

// A sentence from the engine about what is shown.
export function remark(text) {
  // Options of the command do not help here, and runs and their bosses are a page away.
  if (text.startsWith("the bosses met")) text = "the bosses met on earlier floors are not known here: the tab Run has them";
  text = text.replaceAll(/ \((--|basement-lab)[^)]*\)/g, "").replace("`basement-lab run`", "the tab Run");
  return element("p", { class: "quiet" }, ...withCode(`${capital(text)}.`.replaceAll(/; (.)/g, (_, first) => `. ${first.toUpperCase()}`)));
}

// What tells a floor from all others. A seed of Flash may be greater than the numbers of a page.
export function headline({ floor, bosses, options }) {
  const parts = [gameTitle(floor.backend, floor.edition), `level ${floor.level}`];
  parts.push(floor.curse === "none" ? "no curse" : curseInWords(floor.curse));
  parts.push(...choicesOf(options));
  const changed = options.filter(([name]) => name === "set");
  if (changed.length) parts.push(changed.length === 1 ? changed[0][1] : `${changed.length} changed rules`);
  parts.push(`seed ${new Map(options).get("seed") ?? floor.seed}`);
  if (floor.run_seed) parts.push(`run ${floor.run_seed}`);
  if (bosses.length) parts.push(`${bosses.length > 1 ? "bosses" : "boss"}: ${bosses.join(", ")}`);
  return parts.join(", ");
}

const shownNumber = (value) => (Number.isInteger(value) ? whole(value) : typeof value === "number" ? fixed(value, 2) : String(value));

function measureTable(measures, descriptions) {
  const rows = descriptions
    .filter(({ name }) => SHOWN.includes(name) && measures[name] !== null)
    .map(({ name, title, definition }) =>
      row(title, numberCell(shownNumber(measures[name])), element("td", { class: "quiet" }, meaning(definition))),
    );
  return element("div", { class: "scroll" }, table({ rows }));
}

// The command that shows the floor in a terminal.
function command(options) {
  const quoted = (value) => (/^[\w.,=:-]+$/.test(value) ? value : `"${value}"`);
  const words = options.map(([name, value]) => {
    const option = name === "run" ? "run-seed" : name;
    return value === "" ? `--${option}` : `--${option} ${quoted(value)}`;
  });
  return `basement-lab floor ${words.join(" ")}`;
}
