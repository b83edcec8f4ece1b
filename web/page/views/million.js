// Floors of two games, counted by the million. The first game's address stands in the page's address
// as it is; the second game's edition is `against`, as `backend/edition`, or `none`. Names of its
// own beside it: `measure`, `kind` (of the rooms on the maps), `goal`, and `count=1` to count at once.
import { withoutNames } from "../address.js";
import { chosen, editionTitle } from "../controls.js";
import { Counting } from "../counting.js";
import { download, element, field, inWords, select } from "../dom.js";
import { heatmap, sharesOf } from "../heatmap.js";
import { histogram } from "../histogram.js";
import { png, standalone } from "../picture.js";

const OWN = ["against", "measure", "kind", "goal", "count", "run", "seed"];
const USUAL = { backend: "flash", edition: "wrath-of-the-lamb" };
const AGAINST = "rebirth/repentance";
const GOALS = ["10000", "100000", "1000000", "10000000"];
// Between two pictures of what is counted.
const REDRAW = 200;

export const title = "A million floors";
export const lead = "Count floors of both games on all cores, and see where they differ.";

const whole = (number) => Math.round(number).toLocaleString("en-US");

export function show(root, query, context) {
  const { description, pool, go, say } = context;
  const state = stateOf(query, description);
  const change = (edit) => {
    const next = new URLSearchParams(query);
    edit(next);
    next.delete("count");
    go(next);
  };
  root.append(controls(state, change, description));
  const sides = state.addresses.map((address, place) => ({
    name: state.names[place],
    color: ["first", "second"][place],
    counting: new Counting({
      pool,
      address,
      first: address.startsWith("backend=flash") ? 0 : 1,
      goal: Math.ceil(state.goal / state.addresses.length),
      changed: () => redraw(),
    }),
  }));
  const output = element("div", { class: "million-output" });
  const status = element("p", { role: "status", class: "million-status" }, "Nothing is counted yet.");
  const toggle = element("button", { type: "button", class: "primary" }, "Count");
  const isOn = () => sides.some(({ counting }) => counting.isOn);
  toggle.addEventListener("click", () => {
    const method = isOn() ? "stop" : "start";
    for (const { counting } of sides) counting[method]();
    draw();
  });
  const bar = element("progress", { max: String(state.goal), value: "0", "aria-label": "Floors counted" });
  const saves = element("div", { class: "controls", hidden: true });
  root.append(
    element("div", { class: "controls million-go" }, toggle, bar),
    status,
    output,
    saves,
  );
  let timer = null;
  const redraw = () => {
    timer ??= setTimeout(() => {
      timer = null;
      draw();
    }, REDRAW);
  };
  let charts = [];
  const draw = () => {
    const error = sides.map(({ counting }) => counting.error).find(Boolean);
    if (error) say(error.message);
    const floors = sides.reduce((sum, { counting }) => sum + counting.floors, 0);
    bar.value = floors;
    const isDone = sides.every(({ counting }) => counting.isDone);
    toggle.textContent = isOn() ? "Stop" : isDone ? "Counted" : floors ? "Go on" : "Count";
    toggle.disabled = isDone && !isOn();
    if (!floors) return;
    const rate = sides.reduce((sum, { counting }) => sum + counting.rate, 0);
    status.textContent = `${whole(floors)} floors, ${whole(rate)} a second.`;
    charts = picturesOf(sides, state, context);
    output.replaceChildren(...charts.map(({ node }) => node));
    saves.hidden = false;
  };
  saves.append(...saveButtons(() => charts, sides, state));
  if (query.get("count") === "1") toggle.click();
  return () => {
    clearTimeout(timer);
    pool.stop();
  };
}

function stateOf(query, description) {
  const first = withoutNames(query, OWN);
  if (!first.has("backend")) {
    for (const [name, value] of Object.entries(USUAL)) first.set(name, value);
  }
  const against = query.get("against") ?? AGAINST;
  const addresses = [first];
  if (against !== "none") {
    const second = new URLSearchParams(first);
    const [backend, edition] = against.split("/");
    second.set("backend", backend);
    second.set("edition", edition);
    // What only one game has stays with it.
    if (backend === "flash") second.delete("hard");
    addresses.push(second);
  }
  const names = addresses.map((address) => {
    const { backend, edition } = chosen(description, address);
    return editionTitle(backend, edition);
  });
  const measure =
    description.measures.find(({ name }) => name === query.get("measure")) ??
    description.measures.find(({ name }) => name === "rooms");
  const kinds = description.kinds.map(({ kind }) => kind);
  return {
    first,
    against,
    names,
    measure,
    place: description.measures.indexOf(measure),
    addresses: addresses.map(String),
    kind: kinds.includes(query.get("kind")) ? query.get("kind") : "boss",
    goal: GOALS.includes(query.get("goal")) ? Number(query.get("goal")) : 1_000_000,
  };
}

function controls(state, change, description) {
  const editions = description.backends.flatMap((backend) =>
    backend.editions.map((edition) => ({
      name: `${backend.name}/${edition.name}`,
      text: editionTitle(backend, edition),
    })),
  );
  const { backend, edition, level } = chosen(description, state.first);
  const set = (name) => (value) => change((next) => next.set(name, value));
  return element(
    "form",
    { class: "controls", onsubmit: (event) => event.preventDefault() },
    field(
      "Game",
      select(editions, `${backend.name}/${edition.name}`, (value) =>
        change((next) => {
          const [backend, edition] = value.split("/");
          next.set("backend", backend);
          next.set("edition", edition);
        }),
      ),
    ),
    field("Against", select([...editions, { name: "none", text: "none" }], state.against, set("against"))),
    field("Level", select(edition.levels, level, set("level"))),
    field(
      "Curse",
      select(
        description.curses.map((name) => ({ name, text: inWords(name) })),
        state.first.get("curse") ?? "drawn",
        set("curse"),
      ),
    ),
    field(
      "Measure",
      select(
        description.measures.map(({ name }) => ({ name, text: inWords(name) })),
        state.measure.name,
        set("measure"),
      ),
    ),
    field(
      "Rooms on the map",
      select(
        description.kinds
          .filter(({ kind }) => kind !== "start")
          .map(({ kind }) => ({ name: kind, text: inWords(kind) })),
        state.kind,
        set("kind"),
      ),
    ),
    field(
      "Floors in all",
      select(
        GOALS.map((name) => ({ name, text: whole(Number(name)) })),
        String(state.goal),
        set("goal"),
      ),
    ),
  );
}

// The histogram, what it says, and a map for each game.
function picturesOf(sides, state, { lab, description }) {
  const { measure, kind, place } = state;
  const counted = sides.filter(({ counting }) => counting.sum);
  const series = counted.map(({ name, color, counting }) => ({
    name,
    color,
    histogram: counting.sum.measures[place],
  }));
  const rounded = (number) => Number(number.toPrecision(4));
  const said = series.map(({ name, histogram }) => {
    const { mean, floors } = lab.statistics(measure.name, JSON.stringify(histogram));
    if (!mean) return `${name}: no floor has it.`;
    return (
      `${name}: ${rounded(mean.estimate)} ${measure.unit} on average (${rounded(mean.lower)} to ` +
      `${rounded(mean.upper)}, 95 %), ${whole(floors)} floors.`
    );
  });
  const chart = histogram({ measure, series, title: `Histogram of ${inWords(measure.name)}. ${said.join(" ")}` });
  const maps = counted.map(({ name, counting }) => {
    const index = description.kinds.findIndex((other) => other.kind === kind);
    const cells = kind === "normal" ? counting.sum.occupied : counting.sum.kinds[index].cells;
    return { name, shares: sharesOf(cells, counting.floors) };
  });
  const offsets = maps.flatMap(({ shares }) => [...shares.keys()].flatMap((key) => key.split(",").map(Math.abs)));
  const reach = Math.max(1, ...offsets);
  const limit = Math.max(0.0001, ...maps.flatMap(({ shares }) => [...shares.values()]));
  const what = kind === "normal" ? "any room of the plan" : `a ${inWords(kind)} room`;
  const drawn = maps.map(({ name, shares }) =>
    heatmap({ shares, reach, limit, title: `${name}: how often a cell belongs to ${what}, seen from the start.` }),
  );
  return [
    {
      name: measure.name,
      svg: chart,
      node: element(
        "figure",
        {},
        element("figcaption", {}, element("strong", {}, inWords(measure.name)), `: ${measure.definition}`),
        chart,
        ...said.map((line) => element("p", { class: "million-said" }, line)),
      ),
    },
    {
      name: kind,
      svg: null,
      node: element(
        "div",
        { class: "million-maps" },
        ...maps.map(({ name }, index) =>
          element("figure", {}, element("figcaption", {}, `${name}: how often a cell belongs to ${what}`), drawn[index]),
        ),
      ),
    },
  ];
}

function saveButtons(charts, sides, state) {
  const button = (text, save) => element("button", { type: "button", onclick: save }, text);
  const name = () => `basement-lab-${state.measure.name}`;
  const chart = () => charts()[0].svg;
  return [
    button("Save SVG", () => download(`${name()}.svg`, "image/svg+xml", standalone(chart()))),
    button("Save PNG", async () => download(`${name()}.png`, "image/png", await png(chart()))),
    button("Save CSV", () => download(`${name()}.csv`, "text/csv", csvOf(sides, state))),
  ];
}

// The histograms as a table: raw counts, and the values in the measure's unit.
function csvOf(sides, { measure, place }) {
  const rows = [["game", "address", measure.name, "floors"]];
  for (const { name, counting } of sides) {
    if (!counting.sum) continue;
    const histogram = counting.sum.measures[place];
    for (const [raw, { count }] of Object.entries(histogram)) {
      rows.push([name, counting.address, Number(raw) / measure.scale, count]);
    }
  }
  return `${rows.map((row) => row.map((value) => `"${value}"`).join(",")).join("\n")}\n`;
}
