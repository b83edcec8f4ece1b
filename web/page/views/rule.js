// Change a rule: any parameter of an edition, and its effect on the same floor and on a measure.
//
// Names in the address beside those of a floor: `measure`. Changed rules are the floor's own
// `set=PATH=VALUE`, one for each. The floor is that of `run` or `seed`; the histograms count the first 20,000
// seeds before and after the change, seed by seed.
import { changesOf, withNames, withoutNames } from "../address.js";
import { chosen, drawnCurse, measureList } from "../controls.js";
import { Counting } from "../counting.js";
import { button, element, field } from "../dom.js";
import { extentOf, floorMap, legend } from "../floor-map.js";
import { beyond, histogram } from "../histogram.js";
import { current, onColours } from "../palette.js";
import { capital, meaning } from "../plain.js";
import { nameOf, ruleList } from "../rule-list.js";
import { CERTAINTY, decimalsFor, fixed, whole } from "../ticks.js";

const FLOORS = 20_000;
// Milliseconds: until a change of a field takes effect, between drawings, and for one floor.
const PAUSE = 300;
const PACE = 250;
const PATIENCE = 3000;
// Changes with a visible effect.
const TRIES = {
  rebirth: [
    ["Rooms may close rings", { "rebirth.growth.neighbour_limit": "3" }],
    ["Large rooms everywhere", { "rebirth.variants.along": "1", "rebirth.variants.square": "1", "rebirth.variants.l1": "1" }],
  ],
  flash: [
    ["Rooms may close rings", { "flash.growth.neighbour_limit": "2" }],
    ["The coin skips one in 1,000", { "flash.growth.skip_one_in": "1000" }],
  ],
};

// What a change does, where its name does not say it.
const SAID = {
  "rebirth.growth.back_one_in": (value) =>
    value === "1" ? "no room jumps the queue" : `one new room of ${value} waits at the back of the queue`,
};

const VOID = 12;

// Five more rooms on a level: the limit rises with them, and The Void has its own number.
function fiveMore(parameters, game, level) {
  const names = game === "rebirth" && level === VOID ? ["void_base"] : ["base", "cap"];
  const paths = names.map((name) => `${game}.rooms.${name}`);
  // A limit of 0 means no limit.
  const changed = parameters.filter(({ path, value }) => paths.includes(path) && value > 0);
  return Object.fromEntries(changed.map(({ path, value }) => [path, String(value + 5)]));
}

export const title = "Change";
export const lead = "Most numbers in the games' rules can be changed. See how one floor changes, and twenty thousand.";

export function show(root, query, { lab, description, pool, go, say }) {
  const { backend, edition, level } = chosen(description, query);
  const name = query.get("measure") ?? "rings";
  const measure = description.measures.find((measure) => measure.name === name);
  const { parameters } = edition;
  let changes = changesOf(query);
  let counting;
  let answers = {};
  let timers = {};
  let turn = 0;
  let isClosed = false;

  const list = ruleList({ parameters, change });
  const maps = element("div", { class: "rule-maps" });
  const marks = element("div", {});
  const sentence = element("p", { class: "rule-sentence", role: "status" });
  const progress = element("progress", { max: 2 * FLOORS, value: 0, "aria-label": "Floors counted" });
  const chart = element("div", { class: "rule-chart" });
  const note = element("p", { class: "quiet rule-note" });
  const code = element("code", {});
  const controls = element("div", { class: "controls" },
    field("Measure", measureList(description, name, (measure) => go(withNames(query, { measure })))),
  );
  root.append(
    controls,
    element("div", { class: "rule-tries" },
      element("span", { class: "quiet" }, "Try:"),
      ...[...TRIES[backend.name], ["Five more rooms", fiveMore(parameters, backend.name, level)]].map(([text, set]) =>
        button(text, () => replace(set, 0)))),
    element("div", { class: "rule-page" },
      list.own,
      element("div", { class: "rule-results" },
        sentence, drawnCurse(description, query, () => go(withNames(query, { curse: "none" }))) ?? "", progress, chart, note,
        element("h3", {}, "The same seed before and after"),
        maps, marks,
        element("h3", {}, "These rules in a terminal"),
        element("pre", {}, code)),
      list.all),
  );
  const endColours = onColours(() => draw());
  renew();

  // Changes a field: `path` null for all of them, `value` null for the edition's own.
  function change(path, value) {
    const next = { ...changes };
    if (path === null) replace({}, 0);
    else {
      const usual = parameters.find((parameter) => parameter.path === path)?.value;
      if (value === null || value === String(usual) || (typeof usual === "number" && Number(value) === usual)) delete next[path];
      else next[path] = value;
      replace(next, value === null || typeof usual === "boolean" ? 0 : PAUSE);
    }
  }

  function replace(next, pause) {
    changes = next;
    clearTimeout(timers.change);
    timers.change = setTimeout(() => {
      const address = withoutNames(query, ["set"]);
      for (const [path, value] of Object.entries(changes)) address.append("set", `${path}=${value}`);
      query = address;
      go(address, { isStep: true });
      renew();
    }, pause);
  }

  function addressOf(sets) {
    const address = withoutNames(query, ["measure", "set"]);
    for (const [path, value] of Object.entries(sets)) address.append("set", `${path}=${value}`);
    return address.toString();
  }

  async function renew() {
    const own = ++turn;
    const errors = {};
    for (const [path, value] of Object.entries(changes)) {
      const sentence = refusal(addressOf({ [path]: value }));
      if (sentence) errors[path] = sentence;
    }
    list.show(changes, errors);
    const unknown = Object.keys(errors).find((path) => !parameters.some((parameter) => parameter.path === path));
    const broken = refusal(addressOf({}));
    say(broken ?? (unknown ? errors[unknown] : ""));
    await counting?.close();
    if (own !== turn || isClosed) return;
    if (broken) return;
    const valid = Object.fromEntries(Object.entries(changes).filter(([path]) => !errors[path]));
    code.textContent = commandOf(lab, addressOf(valid), measure);
    answers = {};
    const floors = [addressOf({})];
    if (Object.keys(valid).length) floors.push(addressOf(valid));
    await Promise.all(floors.map((address, place) => grow(address, place, own)));
    if (own !== turn || isClosed) return;
    if (answers[1]?.isSlow) {
      sentence.textContent = answers[1].error;
      // What is below belongs to other rules.
      counting = undefined;
      progress.hidden = true;
      chart.replaceChildren();
      note.textContent = "";
      return;
    }
    count(valid, own);
    counting.leftOut = leftOut(errors);
    draw();
  }

  function refusal(address) {
    try {
      lab.options(address);
      return null;
    } catch (error) {
      return error.message;
    }
  }

  // Which changes are not made, because their values are not valid.
  function leftOut(errors) {
    const named = Object.keys(errors).map((path) => {
      const parameter = parameters.find((parameter) => parameter.path === path);
      return `${parameter ? capital(nameOf(parameter)) : path} cannot be ${changes[path]}, so this change is left out. `;
    });
    return named.join("");
  }

  // The floor of an address, made in a worker: changed rules may take long.
  async function grow(address, place, own) {
    const patience = setTimeout(() => pool.stop(), PATIENCE);
    try {
      answers[place] = await pool.run("floor", address);
    } catch (error) {
      const isSlow = error.message === "stopped";
      const sentence = isSlow ? "By these rules a floor takes too long to make." : error.message;
      answers[place] = { isSlow, error: sentence };
    } finally {
      clearTimeout(patience);
    }
    if (own === turn && !isClosed && answers[0]) drawMaps();
  }

  function count(valid, own) {
    const isChanged = Object.keys(valid).length > 0;
    counting = new Counting({
      pool,
      measures: measure.name,
      samples: [{ address: addressOf({}), other: isChanged ? addressOf(valid) : undefined, goal: FLOORS }],
      failed: say,
      changed: () => {
        if (own !== turn) return;
        if (counting.isAtRest) {
          clearTimeout(timers.draw);
          timers.draw = undefined;
          draw();
        } else timers.draw ??= setTimeout(() => { timers.draw = undefined; draw(); }, PACE);
      },
    });
    counting.valid = valid;
    counting.start();
  }

  function draw() {
    if (!counting?.valid || isClosed) return;
    const { valid, samples: [{ counts, others, pairing: paired }] } = counting;
    const [first, second] = [counts, others].map((counts) => counts && { ...counts, histogram: counts.histograms[measure.name] ?? {} });
    const pairing = paired && { ...paired, ...paired.values[measure.name] };
    const colours = current();
    progress.max = counting.goal || 1;
    progress.value = counting.goal ? counting.seeds : 1;
    progress.hidden = counting.isAtRest;
    const series = [{ name: second ? "before" : "the edition's own rules", colour: colours.quiet, isSecond: Boolean(second), histogram: first.histogram }];
    if (second) series.push({ name: "after", colour: colours[backend.name], histogram: second.histogram });
    const width = Math.max(300, Math.min(chart.clientWidth || 600, 760));
    if (counting.isAtRest) sentence.textContent = counting.leftOut + finding(first, second, pairing, valid);
    chart.replaceChildren(
      histogram({ series, measure, colours, width, height: 280, label: `Histogram. ${sentence.textContent}` }),
    );
    const gaveUp = second ? second.gave_up : first.gave_up;
    note.textContent = [
      `${measure.title}: ${meaning(measure.definition)}.`,
      gaveUp ? `No floor can be made on ${whole(gaveUp)} of ${whole(FLOORS)} seeds${second ? " after the change" : ""}.` : "",
      beyond(series),
    ].filter(Boolean).join(" ");
  }

  function finding(first, second, pairing, valid) {
    const [x, y] = [first, second].map((counts) => counts && JSON.stringify(counts.histogram));
    const values = lab.values(measure.name, x);
    if (values.mean === null) return `No floor has the measure ${measure.title}.`;
    const mean = (value, half) => fixed(value, decimalsFor(half));
    if (!second) {
      const { mean: own, lower, upper } = values;
      const half = (upper - lower) / 2;
      return `By the edition's own rules the mean of ${measure.title} is ${mean(own, half)} (from ${whole(first.floors)} floors). Change a rule to see how it changes.`;
    }
    const named = Object.entries(valid).map(([path, value]) => {
      const parameter = parameters.find((parameter) => parameter.path === path);
      const named = `${nameOf(parameter)} ${value === "true" ? "on" : value === "false" ? "off" : `at ${value}`}`;
      return path in SAID ? `${named}, so that ${SAID[path](value)},` : named;
    });
    const what = `With ${named.length > 3 ? `${named.length} rules changed` : named.join(" and ")}`;
    const { seeds, identical } = pairing;
    if (seeds && identical === seeds && !pairing.differing) return `${what} every floor is identical: the same rooms on all of ${whole(seeds)} seeds.`;
    const differs = lab.comparison(measure.name, x, y, JSON.stringify(pairing));
    if (!differs) return `${what} there are too few floors to compare.`;
    const { mean_x, mean_y, difference, difference_lower: low, difference_upper: high } = differs;
    const half = (high - low) / 2;
    // A narrow interval does not ask for more digits than the difference itself, or than three.
    const decimals = Math.min(decimalsFor(half), Math.max(3, decimalsFor(Math.max(Math.abs(low), Math.abs(high)))));
    const told = (value) => fixed(value, decimals);
    const same = identical ? `the same floor on ${whole(identical)} of them` : "the same floor on none of them";
    const from = `On ${whole(seeds)} seeds, before and after: ${same}.`;
    if (differs.same_on_every_seed) return `${what} the mean of ${measure.title} stays ${mean(mean_x, 0.005)}, because no seed's value changes. ${from}`;
    const interval = difference < 0 ? [-high, -low] : [low, high];
    const [least, most] = interval.map(told);
    const range = least === most
      ? `${CERTAINTY} interval of the difference on a seed narrower than ${told(10 ** -decimals)}`
      : `${CERTAINTY} interval of the difference on a seed ${least} to ${most}`;
    const by = low <= 0 && high >= 0
      ? `a difference that may be chance (${CERTAINTY} interval of the difference on a seed ${told(low)} to ${told(high)})`
      : `${told(Math.abs(difference))} ${difference > 0 ? "higher" : "lower"} (${range})`;
    return `${what} the mean of ${measure.title} is ${told(mean_y)} instead of ${told(mean_x)}: ${by}. ${from}`;
  }

  function drawMaps() {
    const shown = [answers[0], answers[1]].filter(Boolean);
    const rooms = shown.flatMap(({ floor }) => floor?.rooms ?? []);
    if (!rooms.length) return;
    const extent = extentOf(rooms);
    const names = shown.length > 1 ? ["Before", "After"] : ["By the edition's own rules"];
    maps.replaceChildren(...shown.map((answer, place) =>
      element("figure", {},
        element("figcaption", {}, names[place] ?? ""),
        answer.error
          ? element("p", { class: "error" }, answer.error)
          : floorMap(answer.floor, description.kinds, { address: answer.address, extent, scale: 1.1 }))));
    marks.replaceChildren(legend(description.kinds, rooms));
  }

  return () => {
    isClosed = true;
    for (const timer of Object.values(timers)) clearTimeout(timer);
    endColours();
    counting?.close();
    // Slow work must not wait, and then end what another view has begun.
    pool.stop();
  };
}

function commandOf(lab, address, measure) {
  const words = lab.options(address)
    .filter(([name]) => !["run", "seed"].includes(name))
    .map(([name, value]) => (value === "" ? `--${name}` : `--${name} ${value}`));
  return `basement-lab sample ${words.join(" ")} --measures ${measure.name} --count ${FLOORS}`;
}
