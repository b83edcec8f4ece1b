// A floor: its map, what the engine counts on it, and how to come back to it.
import { element, inWords } from "../dom.js";
import { floorMap, legend } from "../floor-map.js";

const SHOWN = ["rooms", "dead_ends", "rings", "boss_distance", "large_rooms", "attempts", "draws"];

export const title = "A floor";
export const lead = "Any floor of either game, by the games' own algorithms.";

export function show(root, query, { lab, description, say }) {
  let answer;
  try {
    answer = lab.floor(query.toString());
  } catch (error) {
    say(error.message);
    return;
  }
  const { floor, measures, address, options, remarks } = answer;
  const map = floorMap(floor, description.kinds, { address });
  root.append(
    element("div", { class: "map-frame" }, map),
    legend(description.kinds, floor.rooms),
    element("p", { class: "quiet" }, headline(floor)),
    ...remarks.map(remark),
    measureTable(measures, description.measures),
    element("h3", {}, "The same floor elsewhere"),
    element("pre", {}, element("code", {}, command(options))),
  );
}

// A sentence of the engine's about what is shown.
export function remark(text) {
  return element("p", { class: "quiet" }, `${text[0].toUpperCase()}${text.slice(1)}.`);
}

export function headline(floor) {
  const parts = [`${floor.backend} ${floor.edition}`, `level ${floor.level}`];
  parts.push(floor.curse === "none" ? "no curse" : `curse of the ${inWords(floor.curse)}`);
  parts.push(`seed ${floor.seed}`);
  if (floor.run_seed) parts.push(`run ${floor.run_seed}`);
  if (floor.boss_name) parts.push(`boss: ${floor.boss_name}`);
  return parts.join(", ");
}

export function measureTable(measures, descriptions) {
  const rows = descriptions
    .filter(({ name }) => SHOWN.includes(name) && measures[name] !== null)
    .map(({ name, definition }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, inWords(name)),
        element("td", { class: "number" }, String(measures[name])),
        element("td", { class: "quiet" }, definition),
      ),
    );
  return element("div", { class: "scroll" }, element("table", {}, element("tbody", {}, ...rows)));
}

// The command that shows the floor in a terminal.
export function command(options) {
  const quoted = (value) => (/^[\w.,=:-]+$/.test(value) ? value : `"${value}"`);
  const words = options.map(([name, value]) => {
    const option = name === "run" ? "run-seed" : name;
    return value === "" ? `--${option}` : `--${option} ${quoted(value)}`;
  });
  return `basement-lab floor ${words.join(" ")}`;
}
