// The choice of a floor: game, edition, level, curse, seed.
import { setSeed } from "./address.js";
import { element, field, inWords, select } from "./dom.js";

// What an address chooses, with defaults for what it leaves out.
export function chosen(description, query) {
  const backend =
    description.backends.find(({ name }) => name === query.get("backend")) ??
    description.backends.find(({ name }) => name === "rebirth");
  const edition =
    backend.editions.find(({ name }) => name === query.get("edition")) ?? backend.editions[0];
  return { backend, edition, level: Number(query.get("level") ?? 1) };
}

export const editionTitle = (backend, edition) =>
  `${inWords(backend.name).replace(/^./, (first) => first.toUpperCase())}: ${inWords(edition.name)}`;

// A list of measures, each below its subject.
export function measureList({ measures, subjects }, value, onchange, without) {
  const options = subjects.flatMap(({ subject, heading }) =>
    measures
      .filter((measure) => measure.subject === subject && measure.name !== without)
      .map(({ name }) => ({ name, text: inWords(name), group: heading })),
  );
  return select(options, value, onchange);
}

// A random seed: that of a run if the game has runs.
export function diceSeed(lab, hasRuns) {
  const number = crypto.getRandomValues(new Uint32Array(1))[0] || 1;
  return hasRuns ? lab.runSeed(number) : String(number);
}

// A form for the address in `query`. `change` gets the address that the reader chose. `without`
// names fields that are left out.
export function floorControls({ lab, description, query, change, without = [] }) {
  const { backend, edition, level } = chosen(description, query);
  const changed = (edit) => {
    const next = new URLSearchParams(query);
    edit(next);
    // Controls that stay on the page continue from there.
    query = next;
    change(next);
  };
  const set = (name, value, usual) =>
    changed((next) => (value === usual ? next.delete(name) : next.set(name, value)));
  const editions = description.backends.flatMap((backend) =>
    backend.editions.map((edition) => ({
      name: `${backend.name}/${edition.name}`,
      text: editionTitle(backend, edition),
    })),
  );
  const seed = element("input", {
    type: "text",
    value: query.get("run") ?? query.get("seed") ?? "",
    placeholder: backend.has_runs ? "B911 99AC" : "0",
    autocomplete: "off",
    spellcheck: "false",
    size: "12",
    onchange: (event) => changed((next) => setSeed(next, event.target.value, backend.has_runs)),
  });
  const fields = {
    edition: () =>
      field(
        "Game",
        select(editions, `${backend.name}/${edition.name}`, (value) => {
          const [backend, edition] = value.split("/");
          changed((next) => {
            if (next.get("backend") !== backend) {
              setSeed(next, "", false);
              next.delete("curse");
              next.delete("hard");
            }
            next.set("backend", backend);
            next.set("edition", edition);
          });
        }),
      ),
    level: () => field("Level", select(edition.levels, level, (value) => set("level", value))),
    curse: () =>
      field(
        "Curse",
        select(
          description.curses.map((name) => ({ name, text: inWords(name) })),
          query.get("curse") ?? "drawn",
          (value) => set("curse", value, "drawn"),
        ),
      ),
    hard: () => {
      if (!backend.has_runs) return null;
      const box = element("input", {
        type: "checkbox",
        onchange: (event) => set("hard", event.target.checked ? "1" : "", ""),
      });
      box.checked = query.has("hard") && query.get("hard") !== "0";
      return element("label", { class: "check" }, box, "Hard mode");
    },
    seed: () =>
      element(
        "div",
        { class: "with-button" },
        field("Seed", seed),
        element(
          "button",
          {
            type: "button",
            "aria-label": "Another seed",
            title: "Another seed",
            onclick: () =>
              changed((next) => setSeed(next, diceSeed(lab, backend.has_runs), backend.has_runs)),
          },
          "⚄",
        ),
      ),
  };
  const shown = Object.entries(fields).filter(([name]) => !without.includes(name));
  return element(
    "form",
    { class: "controls", onsubmit: (event) => event.preventDefault() },
    ...shown.map(([, make]) => make()),
  );
}
