// The choice of a floor: game, edition, level, curse, seed.
import { isOn, refusal, setSeed, withoutNames } from "./address.js";
import { button, checkBox, element, field, form, select, signButton, withCode } from "./dom.js";
import { sentenceOf } from "./names.js";
import { curseInWords, gameTitle } from "./plain.js";

// What an address chooses, with defaults for what it leaves out.
export function chosen(description, query) {
  const backend =
    description.backends.find(({ name }) => name === query.get("backend")) ??
    description.backends.find(({ name }) => name === "rebirth");
  const edition =
    backend.editions.find(({ name }) => name === query.get("edition")) ?? backend.editions[0];
  return { backend, edition, level: Number(query.get("level") ?? 1) };
}

// All editions of the games that are offered, to choose from.
export const editionsOf = ({ backends }) =>
  backends.flatMap(({ name, editions }) =>
    editions.map((edition) => ({ name: `${name}/${edition.name}`, text: gameTitle(name, edition.name) })),
  );

// The curses of an edition, and the ways to choose one.
function cursesOf(lab, { curses }, backend, edition) {
  return curses.filter((curse) => refusal(lab, "floor", new URLSearchParams({ backend, edition, curse })) === null);
}

// A list of measures, each below its subject.
export function measureList({ measures, subjects }, value, onchange, without) {
  const options = subjects.flatMap(([subject, heading]) =>
    measures
      .filter((measure) => measure.subject === subject && measure.name !== without)
      .map(({ name, title }) => ({ name, text: title, group: heading })),
  );
  return select(options, value, onchange);
}

// Where an address lets each floor draw its curse: what that does to the rooms, and a button that counts without
// one. Null if it does not, or if the edition's floors draw none.
export function drawnCurse(description, query, change) {
  const { parameters } = chosen(description, query).edition;
  const isDrawn = (query.get("curse") ?? "drawn") === "drawn" && parameters.some(({ path, value }) => path.endsWith(".curses.odds_all") && value > 0);
  if (!isDrawn) return null;
  return element(
    "p",
    { class: "with-choice" },
    "Each floor here draws its curse, and the Curses of the Labyrinth and of the Lost add rooms. ",
    button("Count without a curse", change, { class: "quiet-button" }),
  );
}

// A random seed: that of a run if the game has runs.
export function diceSeed(lab, hasRuns) {
  const number = crypto.getRandomValues(new Uint32Array(1))[0] || 1;
  return hasRuns ? lab.runSeed(number) : String(number);
}

// The field of a seed, with a button for a random one. `change` gets what was typed or drawn. If it throws, what
// was typed stays, and the reader is told why.
export function seedField({ label, value, placeholder, lab, hasRuns, change }) {
  const input = element("input", {
    type: "text",
    value,
    placeholder,
    autocomplete: "off",
    spellcheck: "false",
    size: "12",
    onchange: ({ target }) => {
      try {
        problem.textContent = "";
        target.ariaInvalid = "false";
        change(target.value);
      } catch (error) {
        problem.replaceChildren(...withCode(sentenceOf(error.message)));
        target.ariaInvalid = "true";
      }
    },
  });
  const problem = element("p", { class: "error", "aria-live": "polite" });
  const dice = signButton("⚄", `Another ${label.toLowerCase()}`, () => change(diceSeed(lab, hasRuns)));
  return element("div", { class: "with-button" }, field(label, input), dice, problem);
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
  const fields = {
    edition: () =>
      field(
        "Game",
        select(editionsOf(description), `${backend.name}/${edition.name}`, (value) => {
          const [backend, edition] = value.split("/");
          changed((next) => {
            if (next.get("backend") !== backend) {
              setSeed(next, "", false);
              if (!cursesOf(lab, description, backend, edition).includes(next.get("curse"))) next.delete("curse");
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
          cursesOf(lab, description, backend.name, edition.name).map((name) => ({ name, text: curseInWords(name) })),
          query.get("curse") ?? "drawn",
          (value) => set("curse", value, "drawn"),
        ),
      ),
    hard: () =>
      backend.has_runs &&
      checkBox("Hard mode", isOn(query, "hard"), (isOn) => set("hard", isOn ? "1" : "", "")),
    seed: () =>
      seedField({
        label: "Seed",
        value: query.get("run") ?? query.get("seed") ?? "",
        placeholder: backend.has_runs ? "B911 99AC" : "0",
        lab,
        hasRuns: backend.has_runs,
        change: (text) =>
          changed((next) => {
            setSeed(next, text, backend.has_runs);
            // A seed that is no seed is refused before the floor is left.
            lab.options(withoutNames(next, ["set"]).toString());
          }),
      }),
  };
  const shown = Object.entries(fields).filter(([name]) => !without.includes(name));
  return form(...shown.map(([, make]) => make()));
}
