// A million floors: one measure of both games, counted on all cores, and where rooms are.
//
// Names in the address: `first` and `second` (BACKEND/EDITION; `second=none` for one game alone), `level`,
// `curse`, `hard`, `measure`, `by` (a second measure beside it), `kind` (a kind of room, or `plan`), `goal`
// (floors in all) and `go=1`, which counts as soon as the page is open. Rebirth's floors are those of the
// runs from number 1 on (B911 99AC), Flash's those of the seeds from 0 on, as in `basement-lab sample`:
// neighbouring runs have stage seeds far apart, so they are a sample.
import { chosen as floorChosen, drawnCurse, editionsOf, measureList } from "../controls.js";
import { Counting } from "../counting.js";
import { isOn, refusal, withNames } from "../address.js";
import { button, element, field, form, inFrames, numberCell, select } from "../dom.js";
import { ExpressiveRange, besideOf } from "../expressive-range.js";
import { figure, saveCsv, savePng, saveSvg } from "../figure.js";
import { colourBar, greatest, heatmap } from "../heatmap.js";
import { beyond, histogram } from "../histogram.js";
import { floorOf } from "../names.js";
import { current, onColours } from "../palette.js";
import { capital, curseInWords, gameTitle, isElsewhere, meaning, roomName } from "../plain.js";
import { Recent } from "../recent.js";
import { measureIcon } from "../shapes.js";
import { CERTAINTY, decimalsFor, fixed, percent, whole } from "../ticks.js";

const USUAL = {
  level: "1",
  curse: "drawn",
  measure: "rings",
  kind: "boss",
  goal: "1000000",
};
const SHIPPED = { flash: "flash/wrath-of-the-lamb", rebirth: "rebirth/repentance" };
const GOALS = [20_000, 200_000, 1_000_000, 10_000_000];
// Milliseconds between drawings while it counts.
const PACE = 250;

// What was counted stays for the visit: all measures are counted at once, so that no floor is counted twice
// when the reader looks at another measure.
const known = new Recent(3);

function kept(measures, samples, pool) {
  const key = JSON.stringify([measures, samples]);
  const counting = known.get(key) ?? new Counting({ pool, measures, samples });
  known.keep(key, counting);
  return counting;
}

export const title = "Count";
export const lead = "Count both games' floors on all cores of this machine, and watch the histograms settle.";

export function show(root, query, { lab, description, pool, go, say }) {
  const chosen = chosenOf(lab, description, query);
  const isHard = isOn(query, "hard");
  const measure = description.measures.find(({ name }) => name === chosen.measure);
  const by = besideOf(measure.name, query.get("by"));
  const samples = [chosen.first, chosen.second]
    .filter((id) => id !== "none")
    .map((id, place) => armOf(id, place, chosen, isHard));
  // Two editions of a game have their seeds in common, and are counted seed by seed.
  const arePaired = samples.length === 2 && samples[0].backend === samples[1].backend;
  if (arePaired) samples[1].isSecond = true;
  const each = Math.ceil(Number(chosen.goal) / samples.length);
  const goal = each * samples.length;
  const counted = arePaired
    ? [{ address: samples[0].address, other: samples[1].address, goal: each }]
    : samples.map(({ address }) => ({ address, goal: each }));
  // Counting draws means making the insides of rooms, too, which takes longer. So draws are counted only if
  // they are asked for, and then with all other measures.
  const counting = kept([measure.name, by].includes("draws") ? "insides" : "all", counted, pool);
  counting.open({ changed, failed: say });
  samples.forEach((sample, place) => {
    sample.counts = arePaired && place === 1 ? counting.samples[0].others : counting.samples[place].counts;
    sample.link = (seed) => firstFloor(sample, seed + (sample.backend === "rebirth" ? 1 : 0), lab);
  });
  const range = new ExpressiveRange({ samples, description, measure: measure.name, by, change: (value) => change("by", value) });
  let kind = chosen.kind;
  let timer;
  let endFrames;

  const change = (name, value) => {
    const isUsual = value === chosen.usual[name] || value === "";
    go(withNames(query, { go: null, [name]: isUsual ? null : value }));
  };
  const press = button("Count", toggle, { class: "primary" });
  const progress = element("progress", { max: goal, value: 0, "aria-label": "Floors counted" });
  const pace = element("p", { class: "million-pace" });
  const news = element("p", { class: "million-news", role: "status" });
  const results = element("div", { class: "million-results" });
  const chart = element("div", { class: "million-chart" });
  const maps = element("div", { class: "million-maps" });
  const bar = element("div", {});
  const kinds = field("Where this room is", kindList(description, kind, (value) => {
    kind = value;
    query = withNames(query, { kind });
    go(query, { quiet: true });
    draw();
  }));
  const saves = ["SVG", "PNG", "CSV"].map((format) => button(`Save ${format}`, () => save(format), { disabled: true }));
  const numbers = element("details", { class: "million-numbers", ontoggle: () => draw() },
    element("summary", {}, "The numbers, and the first floor of each"),
    element("div", { class: "scroll" }));
  root.append(
    controls({ description, chosen, change }),
    chosen.missing ? element("p", {}, chosen.missing) : "",
    element("p", { class: "quiet" }, measureIcon(measure), ` ${capital(measure.title)}: ${meaning(measure.definition)}.`),
    element("div", { class: "million-count" }, press, progress, pace),
    news,
    results,
    samples.map(({ query }) => drawnCurse(description, query, () => change("curse", "none"))).find(Boolean) ?? "",
    chart,
    range.root,
    element("h3", {}, "Where rooms are"),
    element("div", { class: "million-where" }, kinds),
    maps,
    bar,
    element("div", { class: "million-save" }, ...saves),
    numbers,
    element("h3", {}, "The same counts in a terminal"),
    element("p", { class: "quiet" }, "The page and the command count the same floors: Rebirth's from run B911 99AC on, Flash's from seed 0 on."),
    element("pre", {}, element("code", {}, samples.map((sample) => commandOf(sample, measure, each)).join("\n"))),
  );
  const endColours = onColours(() => draw());
  draw();
  if (query.get("go") === "1") toggle();

  function toggle() {
    if (press.ariaDisabled === "true") return;
    say("");
    if (counting.isOn) {
      counting.stop();
      draw();
    } else {
      counting.start();
      news.textContent = "Counting.";
      draw();
    }
  }

  function changed() {
    if (counting.isAtRest) {
      clearTimeout(timer);
      timer = undefined;
      draw();
      news.textContent = `${counting.isDone ? "Done" : "Stopped"}. ${finding()}`;
    } else {
      timer ??= setTimeout(() => {
        timer = undefined;
        draw();
      }, PACE);
    }
  }

  function read() {
    for (const sample of samples) {
      sample.histogram = sample.counts.histograms[measure.name] ?? {};
      sample.text = JSON.stringify(sample.histogram);
      sample.values = lab.values(measure.name, sample.text);
      sample.cells = kind === "plan" ? sample.counts.occupied : sample.counts.kinds[kind]?.cells;
      sample.cells ??= new Array(sample.counts.occupied.length).fill(0);
    }
  }

  // The result, in a sentence.
  function finding() {
    const parts = samples.map(({ name, values }) => `${name}: mean ${meanText(values)}`);
    return `${whole(counting.floors)} floors. ${measure.title}, ${parts.join("; ")}.`;
  }

  function draw() {
    read();
    const colours = current();
    const isEnding = !counting.isOn && !counting.isAtRest;
    // A disabled button would lose the keyboard's focus.
    press.ariaDisabled = String(counting.isDone || isEnding);
    press.textContent = counting.isOn || isEnding ? "Stop" : counting.floors ? "Go on" : "Count";
    if (counting.isDone && counting.isAtRest) press.textContent = "Done";
    progress.value = counting.seeds;
    const gaveUp = samples.reduce((sum, { counts }) => sum + counts.gave_up, 0);
    pace.replaceChildren(
      element("strong", {}, whole(counting.floors)),
      ` of ${whole(goal)} floors`,
      counting.floors ? `, ${whole(counting.rate)} a second` : "",
      gaveUp ? `; on ${whole(gaveUp)} seeds the game gives up` : "",
    );
    for (const button of saves) button.disabled = !counting.floors;
    results.replaceChildren(...resultCards(samples, measure, difference()));
    const width = Math.max(300, Math.min(chart.clientWidth || 720, 1000));
    const series = samples.map((sample) => ({
      name: sample.name, colour: colours[sample.backend], isSecond: sample.isSecond, histogram: sample.histogram,
    }));
    chart.replaceChildren(
      counting.floors
        ? histogram({ series, measure, colours, width, height: width < 500 ? 260 : 320, label: `Histogram. ${finding()}` })
        : element("p", { class: "million-empty" }, "Press Count, and watch the histograms of both games grow here."),
      element("p", { class: "quiet" }, beyond(series)),
    );
    // Each in its own frame, so that the page responds while it counts.
    endFrames?.();
    endFrames = inFrames([() => range.update(), () => drawMaps(colours)]);
    if (numbers.open && !numbers.contains(document.activeElement?.closest("a"))) {
      numbers.lastChild.replaceChildren(numberTable(samples, measure, lab));
    }
  }

  function drawMaps(colours) {
    const most = greatest(samples.map(({ cells, counts }) => ({ cells, floors: counts.floors })));
    const size = Math.min(340, Math.floor(((maps.clientWidth || 700) - 16) / 2));
    maps.replaceChildren(
      ...samples.map((sample) =>
        element("figure", {},
          element("figcaption", { class: `million-${sample.backend}` }, sample.name),
          sample.counts.grid
            ? heatmap({ grid: sample.counts.grid, cells: sample.cells, floors: sample.counts.floors, most, colours, size, label: mapLabel(sample, kind) })
            : element("p", { class: "quiet" }, "Nothing is counted yet."),
          sample.counts.grid ? element("p", { class: "quiet" }, kindShare(sample, kind)) : "",
        ),
      ),
    );
    bar.replaceChildren(most ? colourBar({ most, colours, width: Math.min(420, maps.clientWidth || 420) }) : "");
  }

  function difference() {
    if (samples.length < 2 || !samples[0].counts.floors) return null;
    const pairing = arePaired ? JSON.stringify(counting.samples[0].pairing.values[measure.name]) : "";
    return lab.comparison(measure.name, samples[0].text, samples[1].text, pairing);
  }

  async function save(format) {
    const name = `floors-${measure.name}-level-${chosen.level}`;
    if (format === "CSV") {
      saveCsv(name, samples, measure, range);
      return;
    }
    read();
    const heading = `${capital(measure.title)}, level ${chosen.level}`;
    const lines = samples.map(({ name, counts, values }) => `${name}: ${whole(counts.floors)} floors, mean ${meanText(values)}.`);
    const drawn = figure({ samples, measure, range: range.drawn, kind: kindName(kind), title: heading, lines: [...lines, "Basement Lab: the games' own algorithms."] });
    try {
      await (format === "PNG" ? savePng(name, drawn) : saveSvg(name, drawn));
    } catch (error) {
      say(error.message);
    }
  }

  return () => {
    clearTimeout(timer);
    endFrames?.();
    endColours();
    counting.close();
  };
}

// What the address chooses, with defaults for what it leaves out: the floor's edition comes first, and beside
// it the other game as it shipped.
function chosenOf(lab, description, query) {
  const { backend, edition, level } = floorChosen(description, query);
  const first = `${backend.name}/${edition.name}`;
  const other = backend.name === "flash" ? SHIPPED.rebirth : SHIPPED.flash;
  const others = [...floorOf("million", query)].filter(([name]) => !isElsewhere(name) && name !== "hard");
  const asked = { level, curse: query.get("curse") ?? USUAL.curse, others: { backend: backend.name, pairs: others } };
  const beside = (id) => armOf(id, 1, { ...asked, others: {} }, false);
  const isMissing = (id) => id !== "none" && refusal(lab, "floor", beside(id).address) !== null;
  const wanted = query.get("second") ?? other;
  const second = isMissing(wanted) ? "none" : wanted;
  const usual = { ...USUAL, second: isMissing(other) ? "none" : other };
  const named = Object.entries(usual).map(([name, usual]) => [name, query.get(name) ?? usual]);
  const lacks = () => {
    const { name, query } = beside(wanted);
    const { levels } = floorChosen(description, query).edition;
    return `${name} has no ${levels.includes(level) ? curseInWords(asked.curse) : `level ${level}`}.`;
  };
  const missing = second === wanted ? "" : lacks();
  return { ...asked, ...Object.fromEntries(named), first, second, usual, missing, sets: query.getAll("set") };
}

function armOf(id, place, { level, curse, sets, others }, isHard) {
  const [backend, edition] = id.split("/");
  const query = new URLSearchParams({ backend, edition, level });
  if (curse !== "drawn") query.set("curse", curse);
  if (isHard && backend === "rebirth") query.set("hard", "");
  // What a game's run has, the other game may not know.
  if (backend === others.backend) for (const [name, value] of others.pairs) query.append(name, value);
  // The floor's changed rules are those of the first edition.
  if (place === 0) for (const set of sets) query.append("set", set);
  const changed = query.has("set") ? ", changed" : "";
  return {
    id, place, backend, edition, isSecond: false,
    colour: backend, name: gameTitle(backend, edition) + changed, query, address: query.toString(),
  };
}

function controls({ description, chosen, change }) {
  const nothing = { name: "none", text: "No other game" };
  return form(
    field("Measure", measureList(description, chosen.measure, (value) => change("measure", value))),
    field("Beside", select([...editionsOf(description), nothing], chosen.second, (value) => change("second", value))),
    field("Floors in all", select(goalsWith(chosen.goal), chosen.goal, (value) => change("goal", value))),
  );
}

function goalsWith(goal) {
  const goals = [...new Set([...GOALS, Number(goal)])].filter((goal) => goal > 0);
  return goals.sort((a, b) => a - b).map((goal) => ({ name: String(goal), text: whole(goal) }));
}

const kindName = (kind) => (kind === "plan" ? "any room" : roomName(kind));

function kindList({ kinds }, kind, change) {
  const listed = kinds.filter(({ kind }) => kind !== "start").map(({ kind }) => ({ name: kind, text: kindName(kind) }));
  return select([{ name: "plan", text: "any room" }, ...listed], kind, change);
}

function mapLabel({ name, counts, cells }, kind) {
  const most = Math.max(0, ...cells);
  const reached = cells.filter((count) => count > 0).length;
  if (!most) return `${name}: no ${kindName(kind)} on ${whole(counts.floors)} floors.`;
  return `${name}: where ${kind === "plan" ? "" : /^[aeiou]/.test(kind) ? "an " : "a "}${kindName(kind)} is on ${whole(counts.floors)} floors. ${reached} of ${cells.length} cells are reached, the likeliest on ${percent(most / counts.floors)} of floors.`;
}

function kindShare({ counts }, kind) {
  if (kind === "plan") return "";
  const { floors = 0, rooms = 0 } = counts.kinds[kind] ?? {};
  if (!rooms) return "None was seen.";
  return `On ${percent(floors / counts.floors)} of floors.`;
}

function meanText({ mean, lower, upper }) {
  if (mean === null) return "none";
  if (lower === null) return fixed(mean, 2);
  const decimals = decimalsFor((upper - lower) / 2);
  return `${fixed(mean, decimals)} (${CERTAINTY} interval ${fixed(lower, decimals)} to ${fixed(upper, decimals)})`;
}

function resultCards(samples, measure, difference) {
  const cards = samples.map(({ name, backend, values, counts }) => {
    const { mean, lower, upper, least, greatest } = values;
    const decimals = lower === null ? 2 : decimalsFor((upper - lower) / 2);
    const shown = (value) => fixed(value, decimals);
    const lines = [
      `mean of ${measure.title}`,
      lower === null ? "" : `${CERTAINTY} interval ${shown(lower)} to ${shown(upper)}`,
      least === null ? "" : `${whole(counts.floors)} floors, from ${least} to ${greatest}`,
    ];
    return element("div", { class: "million-card" },
      element("h3", { class: `million-${backend}` }, name),
      element("p", { class: "million-mean" }, mean === null ? "–" : shown(mean)),
      ...lines.map((line) => element("p", { class: "quiet" }, line)),
    );
  });
  return [
    element("div", { class: "million-cards" }, ...cards),
    element("p", {}, difference ? differenceText(samples, measure, difference) : ""),
  ];
}

function differenceText([one, other], { title }, { difference, difference_lower, difference_upper, paired, same_on_every_seed }) {
  if (same_on_every_seed) return `The mean of ${title} is the same, because no seed's value differs.`;
  const [low, high] = [difference_lower, difference_upper];
  const decimals = decimalsFor((high - low) / 2);
  const [from, to] = difference < 0 ? [-high, -low] : [low, high];
  const interval = `${CERTAINTY} interval${paired ? " of the difference on a seed" : ""} ${fixed(from, decimals)} to ${fixed(to, decimals)}`;
  const size = fixed(Math.abs(difference), decimals);
  if (low <= 0 && high >= 0) return `The means of ${title} differ by ${size}, which may be chance (${interval}).`;
  return `The mean of ${title} is ${size} ${difference > 0 ? "higher" : "lower"} in ${other.name} than in ${one.name} (${interval}).`;
}

function commandOf({ query, id }, { name }, count) {
  const words = [...query].flatMap(([name, value]) => (value ? [`--${name}`, value] : [`--${name}`]));
  const phase = id.startsWith("rebirth") && name !== "draws" ? " --phase special" : "";
  return `basement-lab sample ${words.join(" ")}${phase} --measures ${name} --count ${count}`;
}

// Each value that occurred, with its shares and the first floor that has it.
function numberTable(samples, { scale }, lab) {
  const values = [...new Set(samples.flatMap(({ histogram }) => Object.keys(histogram)))].map(Number).sort((a, b) => a - b);
  const cell = (sample, raw) => {
    const bin = sample.histogram[raw];
    if (!bin) return numberCell("–");
    const { address, name } = firstFloor(sample, bin.witness, lab);
    return numberCell(`${percent(bin.count / sample.counts.floors)} `, element("a", { href: `#/floor?${address}` }, name));
  };
  return element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Value"), ...samples.map(({ name }) => element("th", { scope: "col", class: "number" }, name)))),
    element("tbody", {}, ...values.slice(0, 200).map((raw) => element("tr", {}, element("th", { scope: "row" }, String(raw / scale)), ...samples.map((sample) => cell(sample, raw))))),
  );
}

// The address and the name of a floor by its seed's number.
function firstFloor({ query, backend }, number, lab) {
  const [name, seed] = backend === "rebirth" ? ["run", lab.runSeed(number)] : ["seed", number];
  return { address: withNames(query, { [name]: seed }), name: `${name} ${seed}` };
}
