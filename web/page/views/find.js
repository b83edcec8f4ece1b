// Seeds whose floors meet conditions. Its own names in the address: `where`, once for each condition; `from`,
// the first seed's number; `limit`, the number of hits after which it stops.
import { withNames, withoutNames } from "../address.js";
import { chosen } from "../controls.js";
import { button, download, element, field, inWords, row, table, withCode } from "../dom.js";
import { conditionForm } from "../find/form.js";
import { impossible } from "../find/impossible.js";
import { isKept, keptList, toggle } from "../find/kept.js";
import { floorMap } from "../floor-map.js";
import { curseInWords } from "../plain.js";
import { Recent } from "../recent.js";
import { CERTAINTY, counted, whole, withUnit } from "../ticks.js";
import { remark } from "./floor.js";

// A forced curse stays behind: the runs draw their own.
const OWN = ["where", "from", "limit", "run", "seed", "curse"];
// Conditions to try, and the games and editions whose floors can meet them, if not all can.
const EXAMPLES = [
  ["Nine rooms on the first floor", "1: rooms == 9", ["rebirth", "wrath-of-the-lamb"]],
  ["A Labyrinth with at least four big square rooms", "1: curse == labyrinth and count(2x2) >= 4", ["rebirth"]],
  ["The boss at most two doors away, and no ring", "1: boss_distance <= 2 and rings == 0"],
  ["At least three rings on stage 2", "2: rings >= 3", ["rebirth"]],
  ["A planetarium on stage 3", "3: has(planetarium)", ["repentance"]],
];
const FIRST_CHUNK = 2000;
const LARGEST_CHUNK = 4_000_000;
const CHUNK_MILLISECONDS = 150;
const LAST_RUN = 4_294_967_295;
const MOST_SHOWN = 200;

// Searches stay for the visit: a reader who comes back from a hit finds the others again.
const searches = new Recent(3);

export const title = "Find";
export const lead = "Say what the floors must be, and search all seeds for them on all cores.";

// One or two digits that are not 0: more would claim too much.
const rounded = (number) => whole(Number(number.toPrecision(number < 10 ? 1 : 2)));

export function show(root, query, context) {
  const { lab, description, pool, go } = context;
  const address = withoutNames(query, [...OWN, "level"]);
  const isRebirth = address.get("backend") !== "flash";
  const { edition } = chosen(description, address);
  const conditions = query.getAll("where");
  const least = isRebirth ? 1 : 0;
  const numbers = () => ({
    from: Math.max(least, Number(query.get("from") ?? least)),
    limit: Math.max(1, Number(query.get("limit")) || 20),
  });
  const text = element("textarea", {
    rows: "3",
    spellcheck: "false",
    "aria-describedby": "find-remarks",
  });
  text.value = conditions.join("\n");
  // The element stays, and only its words change: it may have the keyboard's focus.
  const notes = element("div", {});
  const rests = element("details", { hidden: true }, element("summary", {}, "What this rests on"), notes);
  const problem = element("p", {});
  const remarks = element("div", { id: "find-remarks", role: "status", class: "find-remarks" }, problem, rests);
  const warn = (text, isError) => {
    problem.className = isError ? "error" : "quiet";
    problem.replaceChildren(...withCode(text));
    problem.hidden = !text;
    rests.hidden = Boolean(text);
  };
  const outlook = element("p", { id: "find-outlook", role: "status", class: "quiet" });
  const start = element("button", { type: "button", class: "primary" }, "Search");
  // How rare the conditions are and how long the search takes, estimated from some of the seeds.
  let asked = 0;
  const estimate = async (lines) => {
    const own = ++asked;
    const { from, limit } = numbers();
    const left = LAST_RUN - from + 1;
    // All seeds from 0 on are one more than the engine's numbers can say.
    const given = [address.toString(), lines.join("\n"), from, Math.min(left, LAST_RUN)];
    try {
      // The worker must be ready before the time is taken.
      await pool.run("asked", given[0], given[1]);
      const begin = performance.now();
      const pilot = await pool.run("estimate", ...given);
      const seconds = (performance.now() - begin) / 1000 / pool.size;
      if (own === asked) outlook.textContent = outlookInWords(pilot, seconds, { limit, left, isRebirth });
    } catch (error) {
      if (own === asked && error.message !== "stopped") outlook.textContent = error.message;
    }
  };
  // What is typed is read right away, and written to the address when the field is left.
  const read = () => {
    const lines = text.value.split("\n").filter((line) => line.trim());
    if (!lines.length) {
      warn("Add a condition, or try an example.", false);
      start.disabled = true;
      return lines;
    }
    try {
      const remarks = lab.asked(address.toString(), lines.join("\n"));
      notes.replaceChildren(...remarks.map(remark));
      const reason = impossible(lines, address, lab);
      warn(reason ?? "", true);
      start.disabled = reason !== null;
    } catch (error) {
      warn(error.message, true);
      start.disabled = true;
    }
    return lines;
  };
  text.addEventListener("input", () => {
    outlook.textContent = "";
    read();
  });
  // The page is not redrawn, so that what takes the focus, or the click, is still there.
  const keep = (edit) => {
    const next = new URLSearchParams(query);
    edit(next);
    go(next, { quiet: true });
    search?.stop();
    search = null;
    start.textContent = "Search";
    status.textContent = outlook.textContent = "";
    rows.show(list, []);
    save.hidden = meaning.hidden = true;
    begin();
  };
  // What there is to say before a search, and what an earlier one found.
  const begin = () => {
    const lines = read();
    if (!start.disabled) estimate(lines);
    search = searches.get(searchKey()) ?? null;
    if (!search) return;
    search.changed = () => draw();
    draw();
    list.scrollTop = search.top;
  };
  const searchKey = () => JSON.stringify([address.toString(), read(), numbers()]);
  const form = element("div", {});
  const drawForm = () => {
    const { edition, level } = chosen(description, query);
    const focused = form.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    form.replaceChildren(
      conditionForm({ lines: read(), description, levels: edition.levels, level, change: setConditions }),
    );
    if (focused) form.querySelector(`[aria-label="${focused}"]`)?.focus();
  };
  const take = () =>
    keep((next) => {
      next.delete("where");
      for (const line of read()) next.append("where", line);
    });
  const setConditions = (lines) => {
    text.value = lines.join("\n");
    take();
    drawForm();
  };
  text.addEventListener("change", () => {
    take();
    drawForm();
  });
  // What is typed stays if it is no such number, and the reader is told why.
  const refused = element("p", { class: "error", role: "status", hidden: true });
  const number = (label, name, min, usual) => {
    const change = ({ target }) => {
      const isValid = target.validity.valid;
      refused.hidden = isValid;
      refused.textContent = isValid ? "" : `${label}: give a whole number from ${min} to ${whole(LAST_RUN)}.`;
      target.ariaInvalid = String(!isValid);
      if (!isValid) return;
      if (target.value === "") target.value = String(usual);
      const value = Number(target.value);
      keep((next) => (value === usual ? next.delete(name) : next.set(name, value)));
    };
    const input = element("input", { type: "number", min: String(min), max: String(LAST_RUN), value: String(numbers()[name]), onchange: change });
    return field(label, input);
  };
  const status = element("p", { id: "find-status", role: "status" });
  const list = element("div", { class: "find-hits scroll", tabindex: "0", role: "group", "aria-label": "Hits" });
  list.addEventListener("scroll", () => search && (search.top = list.scrollTop));
  const save = element("button", { type: "button", hidden: true }, "Save CSV");
  const kept = element("section", { "aria-label": "Kept hits" });
  const drawKept = () => kept.replaceChildren(...keptList(() => {
    drawKept();
    for (const button of list.querySelectorAll("[aria-pressed=true]")) button.setAttribute("aria-pressed", "false");
  }));
  const meaning = element("p", { class: "quiet", hidden: true },
    "What rests on the layout is so in the game if its rooms find a place there; what rests on the rooms can differ in the game, because the engine has rooms of its own.");
  const rows = hitRows({ lab, description, address, isRebirth, where: () => read().join("; "), keptChanged: drawKept });
  root.append(
    element("div", { class: "rule-tries find-examples" },
      element("span", { class: "quiet" }, "Try:"),
      ...EXAMPLES.filter(([, , where]) => !where || where.includes(isRebirth ? "rebirth" : "flash") || where.includes(edition.name)).map(([name, line]) => button(name, () => setConditions([line])))),
    element("div", { class: "find-conditions" },
      form,
      element("div", {}, field("Conditions, one per line: STAGE: CONDITION", text), remarks, grammar(description))),
    element(
      "div",
      { class: "controls" },
      number(isRebirth ? "From run number" : "From seed", "from", least, least),
      number("Number of hits to find", "limit", 1, 20),
      start,
      save,
    ),
    // Below the buttons, which stay in place when these appear or disappear.
    refused,
    outlook,
    status,
    list,
    meaning,
    kept,
  );
  let search = null;
  drawForm();
  drawKept();
  const draw = () => {
    const { hits, done, seconds, isOn, error } = search;
    const rate = seconds > 0 ? ` ${whole(done / seconds)} a second.` : "";
    const found = hits.length === 1 ? "1 hit." : hits.length ? `${whole(hits.length)} hits.` : "Nothing is found.";
    const ended = isOn ? "" : search.isAtEnd ? " All seeds are tested." : " Stopped.";
    // More seeds are tested than shown: a chunk has more hits than were asked for.
    const reach = hits.length === search.wanted ? ` They are among the first ${whole(hits.at(-1).number - search.from + 1)} of these.` : "";
    const shown = hits.length > MOST_SHOWN ? ` The first ${MOST_SHOWN} are listed; the CSV has all.` : "";
    status.textContent = error ?? `${counted(done, "seed")} tested,${rate} ${isOn && !hits.length ? "" : found}${reach}${shown}${ended}`;
    start.textContent = isOn ? "Stop" : search.isAtEnd ? "Search" : "Go on";
    rows.show(list, hits);
    save.hidden = !hits.length;
    // Flash has neither rooms nor runs of its own.
    meaning.hidden = !hits.length || !isRebirth;
  };
  begin();
  start.addEventListener("click", () => {
    search ??= new Searching({
      pool,
      address: address.toString(),
      conditions: read().join("\n"),
      ...numbers(),
      changed: () => draw(),
    });
    searches.keep(searchKey(), search);
    if (search.isOn) search.stop();
    else search.start();
    draw();
  });
  save.addEventListener("click", () => download("basement-lab-seeds.csv", "text/csv", csvOf(search.hits)));
  return () => {
    search?.stop();
    pool.stop();
  };
}

// A search that is running: chunks of seeds, whose hits are taken in their order.
class Searching {
  done = 0;
  // How far the list of its hits is scrolled.
  top = 0;
  error = null;
  isOn = false;
  #next;
  #taken;
  #waiting = new Map();
  // Chunks whose work was cancelled.
  #again = [];
  #found = [];
  #chunk = FIRST_CHUNK;
  #worked = 0;
  #since = 0;

  constructor(options) {
    Object.assign(this, options);
    this.#next = this.#taken = options.from;
    this.wanted = options.limit;
  }

  get seconds() {
    return (this.#worked + (this.isOn ? performance.now() - this.#since : 0)) / 1000;
  }

  // The hits of the chunks that were taken, at most as many as are wanted.
  get hits() {
    return this.#found.slice(0, this.wanted);
  }

  get isAtEnd() {
    return this.#taken > LAST_RUN && this.#found.length <= this.wanted;
  }

  start() {
    // A search that continues looks for the same number of hits again.
    if (this.#found.length >= this.wanted) this.wanted += this.limit;
    this.isOn = true;
    this.error = null;
    this.#since = performance.now();
    this.#take();
    for (let count = 0; this.isOn && count < this.pool.size; count++) this.#go();
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    this.#worked += performance.now() - this.#since;
    this.changed();
  }

  async #go() {
    while (this.isOn && (this.#again.length || this.#next <= LAST_RUN)) {
      const { first, count } = this.#again.shift() ?? this.#fresh();
      const begin = performance.now();
      let hits;
      try {
        hits = await this.pool.run("find", this.address, this.conditions, first, count);
      } catch (error) {
        this.#again.push({ first, count });
        if (error.message !== "stopped") this.error = error.message;
        return this.stop();
      }
      const took = performance.now() - begin;
      const fitting = Math.round((count * CHUNK_MILLISECONDS) / Math.max(1, took));
      this.#chunk = Math.min(LARGEST_CHUNK, 2 * count, Math.max(FIRST_CHUNK, fitting));
      this.#waiting.set(first, { hits, count });
      this.#take();
      if (this.isOn) this.changed();
    }
    if (this.isAtEnd) this.stop();
  }

  // The next chunk of the seeds that are still untested.
  #fresh() {
    const first = this.#next;
    const count = Math.min(this.#chunk, LAST_RUN - first + 1);
    this.#next += count;
    return { first, count };
  }

  // Takes the chunks that follow those already taken, until one is not there yet.
  #take() {
    let chunk;
    while (this.#found.length < this.wanted && (chunk = this.#waiting.get(this.#taken)) !== undefined) {
      this.#waiting.delete(this.#taken);
      this.#taken += chunk.count;
      this.done += chunk.count;
      this.#found.push(...chunk.hits);
    }
    if (this.#found.length >= this.wanted) this.stop();
  }
}

// What a pilot says about a search, from its seconds on all cores.
function outlookInWords({ tried, met }, seconds, { limit, left, isRebirth }) {
  const what = isRebirth ? "runs" : "seeds";
  const takes = (count) => {
    const time = (seconds / tried) * count;
    const units = [["hour", 3600], ["minute", 60], ["second", 1]];
    const [unit, size] = units.find(([, size]) => time >= 1.5 * size) ?? ["second", 1];
    const number = Math.round(time / size);
    return number < 1 ? "less than a second" : `about ${withUnit(whole(number), `${unit}${number > 1 ? "s" : ""}`)}`;
  };
  if (tried === left) {
    return `${counted(left, `${what.slice(0, -1)} is`, `${what} are`)} left, and ${met || "none"} ${met > 1 ? "meet" : "meets"} the conditions.`;
  }
  const all = `all ${whole(left)} take ${takes(left)}`;
  if (!met) {
    const least = 1 / (1 - 0.05 ** (1 / tried));
    return `None of ${whole(tried)} ${what} tried meets the conditions: fewer than 1 of ${rounded(least)} does (${CERTAINTY}); ${all}.`;
  }
  const oneOf = tried / met;
  const rarity = oneOf < 10 ? `About ${withUnit(rounded(100 / oneOf), "%")} of the ${what} meet` : `About 1 of ${rounded(oneOf)} ${what} meets`;
  const hits = `${whole(limit)} ${limit > 1 ? "hits take" : "hit takes"}`;
  const cost = left / oneOf < limit ? all : `${hits} ${takes(limit * oneOf)}`;
  return `${rarity} the conditions (${whole(met)} of ${whole(tried)} tried); ${cost}.`;
}

function measuresInWords({ measures, curse, is_covered, rests_on }, description, isRebirth) {
  const titleOf = (given) => description.measures.find(({ name }) => name === given)?.title ?? inWords(given);
  const words = Object.entries(measures).map(([name, value]) => `${titleOf(name)} ${value ?? "none"}`);
  if (curse !== "none" && !("curse" in measures)) words.push(curseInWords(curse));
  if (is_covered) words.push("not reached in the run, because the Labyrinth before it replaces it");
  if (isRebirth) words.push(`rests on the ${inWords(rests_on)}`);
  return words.join(", ");
}

// What a condition can say, for those who type it.
function grammar({ measures }) {
  return element(
    "details",
    {},
    element("summary", {}, "What a condition can compare"),
    element(
      "p",
      {},
      "With ==, !=, <, <=, > and >=: a measure; wanted and min_dead_ends, which the first draws decide; " +
        "count(2x2) or count(shop); and curse == lost. has(planetarium) is count(planetarium) >= 1. " +
        "and, or, not and parentheses join comparisons.",
    ),
    element("p", { class: "quiet" }, `Measures: ${measures.map(({ name, title }) => `${name} (${title})`).join(", ")}.`),
  );
}

// The hits as rows of a table, each made once. A row's maps are drawn when it becomes visible.
function hitRows({ lab, description, address, isRebirth, where, keptChanged }) {
  const known = new Map();
  const whole = table({ head: [isRebirth ? "Run" : "Seed", "Maps", "Floors", "Keep"], rows: [] });
  const body = whole.tBodies[0];
  const seedName = (hit) => hit.run ?? String(hit.number);
  const floorOf = (hit, level) => {
    return withNames(address, { level, [isRebirth ? "run" : "seed"]: seedName(hit) });
  };
  const runOf = ({ run }) => `#/run?${withNames(address, { backend: null, run })}`;
  const drawn = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      drawn.unobserve(target);
      target.draw();
    }
  });
  // The places of the maps are there before the maps, so nothing moves when the maps appear.
  const mapsOf = (hit) => {
    const places = hit.stages.map(({ level }) => {
      const query = floorOf(hit, level);
      const link = element("a", { href: `#/floor?${query}`, "aria-label": `Map of stage ${level} of ${seedName(hit)}` });
      return { query, link };
    });
    const maps = element("td", {}, element("div", { class: "find-maps" }, ...places.map(({ link }) => link)));
    maps.draw = () => {
      for (const { query, link } of places) {
        // The map has the link's name from now on.
        const title = link.getAttribute("aria-label");
        link.removeAttribute("aria-label");
        link.append(floorMap(lab.floor(query.toString()).floor, description.kinds, { scale: 0.4, title }));
      }
    };
    drawn.observe(maps);
    return maps;
  };
  const rowOf = (hit) => {
    const own = hit.run ? runOf(hit) : `#/floor?${floorOf(hit, hit.stages[0].level)}`;
    const change = () => {
      toggle({ seed: seedName(hit), address: own, where: where() });
      keep.setAttribute("aria-pressed", String(isKept(own)));
      keptChanged();
    };
    const keep = button("☆", change, {
      class: "quiet-button", "aria-label": `Keep ${seedName(hit)}`, "aria-pressed": String(isKept(own)),
    });
    const stages = hit.stages.map((stage) =>
      element(
        "div",
        {},
        element("a", { href: `#/floor?${floorOf(hit, stage.level)}` }, `Stage ${stage.level}`),
        `: ${measuresInWords(stage, description, isRebirth)}`,
      ),
    );
    return row(hit.run ? element("a", { href: own }, hit.run) : seedName(hit), mapsOf(hit), element("td", {}, ...stages), keep);
  };
  const show = (list, hits) => {
    if (!hits.length) {
      known.clear();
      body.replaceChildren();
      list.replaceChildren();
      return;
    }
    for (const hit of hits.slice(0, MOST_SHOWN)) {
      if (known.has(hit.number)) continue;
      known.set(hit.number, rowOf(hit));
      body.append(known.get(hit.number));
    }
    if (!list.contains(whole)) list.replaceChildren(whole);
  };
  return { show };
}

function csvOf(hits) {
  const names = hits[0].stages.flatMap(({ level, measures }) =>
    ["rests_on", ...Object.keys(measures)].map((name) => `${level}: ${name}`),
  );
  const rows = hits.map((hit) => [
    hit.run ?? "",
    hit.number,
    ...hit.stages.flatMap(({ rests_on, measures }) => [rests_on, ...Object.values(measures)]),
  ]);
  return `${[["run", "number", ...names], ...rows].map((row) => row.map((value) => `"${value ?? ""}"`).join(",")).join("\n")}\n`;
}
