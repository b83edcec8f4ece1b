// Two measures at once, of both games and their difference: maps that lead to floors.
import { axisTitle } from "./chart.js";
import { measureList } from "./controls.js";
import { element, field } from "./dom.js";
import { Joint, axisOf, binned, bytesOf, valuesInWords } from "./joint.js";
import { capital } from "./plain.js";
import { current } from "./palette.js";
import { byDifference, byShare, cellAt, mark, rangeMap, scaleBar } from "./range-map.js";
import { percent, whole } from "./ticks.js";

// The default second measure for each measure.
const BESIDE = {
  rings: "dead_ends", dead_ends: "rings", boss_distance: "rooms", critical_share: "compactness", compactness: "critical_share",
};
const usualBeside = (measure) => BESIDE[measure] ?? (measure === "rooms" ? "boss_distance" : "rooms");

// The second measure beside a measure: the given one, or the default.
export const besideOf = (measure, given) => (given && given !== measure ? given : usualBeside(measure));

const MOST_SIDE = 350;

// `samples`: [{ name, colour, counts, link }], one or two. `change` gets the other measure that the reader
// chose; `link` gives the address and the name of a seed.
export class ExpressiveRange {
  #samples;
  #measures;
  #joints;
  #at = null;
  #over = null;
  #drawn = null;
  #maps;
  #note = element("p", { class: "quiet" });
  #told = element("p", { class: "range-told", role: "status" });
  #links = element("p", { class: "range-links" });

  constructor({ samples, description, measure, by, change }) {
    this.#samples = samples;
    const places = [measure, by].map((name) => description.measures.findIndex((other) => other.name === name));
    this.#measures = places.map((place) => ({ measure: description.measures[place], step: description.measure_steps[place] }));
    this.#joints = samples.map(({ counts }) => new Joint(counts, places));
    const cellOf = (event) => {
      const svg = event.target.closest("svg[data-map]");
      return svg && this.#drawn && cellAt(svg, this.#drawn.axes, event);
    };
    this.#maps = element("div", {
      class: "range-maps", tabindex: "0", role: "group",
      "aria-label": "Maps of two measures. Arrow keys choose two values.",
      onpointermove: (event) => this.#aim(cellOf(event)),
      onpointerleave: () => this.#aim(null),
      onclick: (event) => {
        const cell = cellOf(event);
        if (cell) this.#choose(cell);
      },
      onkeydown: (event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (!step || !this.#drawn) return;
        event.preventDefault();
        const { axes } = this.#drawn;
        const from = this.#at ?? this.#drawn.likeliest;
        this.#over = null;
        this.#choose(from.map((bin, side) => Math.min(Math.max(bin + (this.#at ? step[side] : 0), 0), axes[side].bins - 1)));
      },
    });
    this.root = element("section", {},
      element("h3", {}, "Two measures at once"),
      element("p", { class: "quiet" }, "How often a floor has both values."),
      element("div", { class: "controls" },
        field(`${capital(this.#measures[0].measure.title)}, and`, measureList(description, by, change, measure))),
      this.#maps, this.#note, this.#told, this.#links);
  }

  // What is drawn, for a picture or a table: the axes, and the counts of each game.
  get drawn() {
    return this.#drawn;
  }

  get joints() {
    return this.#joints;
  }

  // Adds what was counted since the last call, and draws it.
  update() {
    for (const joint of this.#joints) joint.update();
    const axes = this.#measures.map((measure, side) => {
      const axis = axisOf(this.#joints, side, measure);
      return axis && { ...axis, title: axisTitle(axis.measure) };
    });
    if (!axes[0] || !axes[1]) {
      this.#drawn = null;
      this.#maps.replaceChildren(element("p", { class: "million-empty" }, "Maps of both measures appear here once floors are counted."));
      this.#note.textContent = "";
      this.#told.textContent = "";
      this.#links.replaceChildren();
      return;
    }
    const games = this.#joints.map((joint) => {
      const { counts, beyond } = binned(joint, ...axes);
      return { counts, beyond, floors: joint.floors, shares: counts.map((count) => count / (joint.floors || 1)) };
    });
    const likeliest = games[0].counts.indexOf(Math.max(...games[0].counts));
    this.#drawn = { axes, games, likeliest: [Math.floor(likeliest / axes[1].bins), likeliest % axes[1].bins] };
    if (this.#at && this.#at.some((bin, side) => bin >= axes[side].bins)) this.#at = null;
    this.#draw();
    this.#tell();
  }

  #draw() {
    const { axes, games } = this.#drawn;
    const wide = this.#maps.clientWidth || 700;
    const places = games.length + (games.length > 1 ? 1 : 0);
    const inRow = wide >= 620 ? places : 1;
    const width = Math.min(MOST_SIDE, Math.floor((wide - 16 * (inRow - 1)) / inRow));
    const at = this.#over ?? this.#at;
    this.#maps.replaceChildren(...mapsOf({ samples: this.#samples, axes, games, width, at, colours: current() }).map(({ title, colour, map, bar }) =>
      element("figure", {}, element("figcaption", colour ? { class: `million-${colour}` } : {}, title), map, bar)));
    const beyond = games.map(({ beyond, floors }, place) => (beyond ? `${percent(beyond / floors)} of the floors of ${this.#samples[place].name}` : "")).filter(Boolean);
    const isCut = this.#samples.some(({ counts }, place) => counts.floors > games[place].floors && games[place].floors);
    this.#note.textContent = [
      beyond.length ? `${beyond.join(" and ")} lie beyond the axes.` : "",
      isCut ? `The maps have ${games.map(({ floors }, place) => `${whole(floors)} floors of ${this.#samples[place].name}`).join(" and ")}: those with both measures among the first that fit into memory.` : "",
    ].filter(Boolean).join(" ");
  }

  #aim(cell) {
    if (String(cell) === String(this.#over) || !this.#drawn) return;
    this.#over = cell;
    this.#mark();
    this.#tell();
  }

  #choose(cell) {
    this.#at = cell;
    this.#mark();
    this.#tell();
  }

  // The maps stay as they are drawn: only the frame moves.
  #mark() {
    const at = this.#over ?? this.#at;
    for (const svg of this.#maps.querySelectorAll("svg[data-map]")) {
      mark(svg, { axes: this.#drawn.axes, colours: current(), at });
    }
  }

  #tell() {
    const { axes, games } = this.#drawn;
    const at = this.#over ?? this.#at;
    if (!at) {
      this.#told.textContent = "Choose a place on a map to see its numbers, and a floor from there.";
      this.#links.replaceChildren();
      return;
    }
    const values = axes.map((axis, side) => `${capital(axis.measure.title)}: ${valuesInWords(axis, at[side])}.`);
    const shares = games.map(({ counts, floors }, place) => {
      const count = counts[at[0] * axes[1].bins + at[1]];
      return `${this.#samples[place].name} ${count ? `${percent(count / floors)} of floors` : floors ? "never" : "not counted"}`;
    });
    this.#told.textContent = `${values.join(" ")} ${shares.join("; ")}.`;
    // A place that is only pointed at has no links: they would disappear before they are reached.
    if (this.#over && String(this.#over) !== String(this.#at)) {
      this.#links.replaceChildren();
      return;
    }
    const [x, y] = axes.map((axis, side) => bytesOf(axis, at[side]));
    const links = this.#joints.flatMap((joint, place) => {
      const seed = joint.first(x, y);
      if (!Number.isFinite(seed)) return [];
      const { address, name } = this.#samples[place].link(seed);
      return [" ", element("a", { href: `#/floor?${address}` }, `${this.#samples[place].name}, ${name}`)];
    });
    this.#links.replaceChildren(...(links.length ? ["The first such floors:", ...links] : []));
  }
}

// The maps of one or two games and of their difference, each with its title and what its colours mean.
export function mapsOf({ samples, axes, games, width, at, colours }) {
  const most = Math.max(...games.flatMap(({ shares }) => shares), 1e-9);
  const colourOf = byShare(colours);
  const labelOf = ({ counts, floors }) => {
    if (!floors) return "No floor was counted.";
    const place = counts.indexOf(Math.max(...counts));
    const values = axes.map((axis, side) => `${axis.measure.title} ${valuesInWords(axis, side ? place % axes[1].bins : Math.floor(place / axes[1].bins))}`);
    return `Most often ${values.join(" and ")}: on ${percent(counts[place] / floors)} of floors.`;
  };
  const marked = (svg) => {
    svg.setAttribute("data-map", "");
    return svg;
  };
  const maps = games.map((game, place) => ({
    title: samples[place].name,
    colour: samples[place].colour,
    map: marked(rangeMap({
      axes, width, at, colours, colourOf,
      values: game.shares.map((share) => (share ? share / most : null)),
      label: `${samples[place].name}: ${labelOf(game)}`,
    })),
    bar: scaleBar({ least: 0, most, colourOf, colours, width, ends: ["", "of floors"] }),
  }));
  if (games.length < 2) return maps;
  const [one, other] = games.map(({ shares }) => shares);
  const differences = one.map((share, cell) => (share || other[cell] ? other[cell] - share : null));
  const largest = Math.max(...differences.map((value) => Math.abs(value ?? 0)), 1e-9);
  // Two editions of one game would have one colour.
  const poles = samples[0].colour === samples[1].colour ? [colours.flash, colours.rebirth] : samples.map(({ colour }) => colours[colour]);
  const byGame = byDifference(colours, poles);
  const more = width < 280 ? "" : "more in ";
  const ends = samples.map(({ name }) => `${more}${samples[0].colour === samples[1].colour ? name.replace(/.*: /, "") : name.replace(/:.*/, "")}`);
  return [...maps, {
    title: "The difference",
    map: marked(rangeMap({
      axes, width, at, colours, colourOf: byGame,
      values: differences.map((value) => value === null ? null : value / largest),
      label: `The difference: more in one or the other, by up to ${percent(largest)} of floors.`,
    })),
    bar: scaleBar({ least: -largest, most: largest, colourOf: byGame, colours, width, ends }),
  }];
}
