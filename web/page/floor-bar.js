// The floor that all views open on: game, edition, level and seed, once, above the view. Beside them are
// Undo, Redo and Share.
import { refusal, withoutNames } from "./address.js";
import { chosen, floorControls } from "./controls.js";
import { button, element, signButton } from "./dom.js";
import { PHASES, capital, choicesOf, curseInWords, gameTitle, isElsewhere } from "./plain.js";
import { share } from "./share.js";

const FIELDS = ["edition", "level", "curse", "hard", "seed"];
let isOpen = null;
let isSharing = false;
// The last seeds of each game: a reader who returns to a game finds its seed again.
const SEED = ["seed", "run", "rng"];
const seeds = new Map();

// `floor`: its address. `change` gets the address that the reader chose. `steps`: { undo, redo }, each a
// function, or null if there is nothing to do.
export function floorBar({ lab, description, floor, fields, change, steps, view }) {
  const { backend, edition, level } = chosen(description, floor);
  // Change keeps a refused value in its field, and in the address.
  const isAccepted = (set) => !refusal(lab, "options", new URLSearchParams({ backend: backend.name, edition: edition.name, set }));
  const changes = floor.getAll("set").filter(isAccepted).length;
  // What the floor has besides what the fields show.
  const shown = { hard: fields.includes("hard"), curse: fields.includes("curse") || !floor.has("curse") };
  const phase = PHASES[floor.get("phase")];
  const besides = [...new Set(floor.keys())].filter((name) => !shown[name] && !isElsewhere(name) && !(name === "phase" && phase));
  const choices = choicesOf([...floor].filter(([name]) => besides.includes(name)));
  if (!shown.curse) choices.unshift(floor.get("curse") === "none" ? "no curse" : curseInWords(floor.get("curse")));
  const controls = floorControls({
    lab,
    description,
    query: floor,
    without: FIELDS.filter((name) => !fields.includes(name)),
    change: (next) => change(fitting(withoutType(floor, withSeed(floor, next, description)), description)),
  });
  const seed = floor.get("run") ?? floor.get("seed");
  const summary = [gameTitle(backend.name, edition.name), fields.includes("level") ? `level ${level}` : "", fields.includes("seed") && seed ? `seed ${seed}` : ""];
  // A disabled button would lose the keyboard's focus.
  const press = (sign, name, onclick) => signButton(sign, name, onclick, { class: "quiet-button", "aria-disabled": String(!onclick) });
  const panel = element("div", { class: "share", hidden: !isSharing });
  const toggle = () => {
    isSharing = !isSharing;
    open();
  };
  const sharing = button("Share", toggle, { class: "quiet-button" });
  const open = () => {
    panel.hidden = !isSharing;
    sharing.setAttribute("aria-expanded", String(isSharing));
    panel.replaceChildren(...(isSharing ? share({ lab, description, floor, view }) : []));
  };
  const node = element(
    "section",
    { class: "bar", "aria-label": "This floor" },
    element(
      "details",
      { ontoggle: (event) => { isOpen = event.target.open; } },
      element("summary", {}, summary.filter(Boolean).join(", ")),
      controls,
    ),
    element(
      "div",
      { class: "bar-actions" },
      press("↶", "Undo", steps.undo),
      press("↷", "Redo", steps.redo),
      sharing,
    ),
    changes > 0 && element(
      "p",
      { class: "bar-changes with-choice" },
      `With ${changes === 1 ? "one rule" : `${changes} rules`} changed. `,
      button("The edition's own rules", () => change(withoutNames(floor, ["set"])), { class: "quiet-button" }),
    ),
    choices.length > 0 && element(
      "p",
      { class: "bar-changes with-choice" },
      `With ${choices.join(", ")}. `,
      button("Reset", () => change(withoutNames(floor, shown.curse ? besides : [...besides, "curse"])), { class: "quiet-button" }),
    ),
    phase && element(
      "p",
      { class: "bar-changes with-choice" },
      `${capital(phase)}. `,
      button("Show whole floors", () => change(withoutNames(floor, ["phase"])), { class: "quiet-button" }),
    ),
    panel,
  );
  // A large screen has room for the form; on a small one a line replaces it.
  const isWide = matchMedia("(min-width: 48rem) and (min-height: 30rem)").matches;
  node.querySelector("details").open = isWide || isOpen === true;
  if (isWide) node.querySelector("summary").hidden = true;
  open();
  return node;
}

// A game gets back the seed that it was left with.
function withSeed(floor, next, description) {
  const [from, to] = [floor, next].map((query) => chosen(description, query).backend.name);
  if (from === to) return next;
  seeds.set(from, [...floor].filter(([name]) => SEED.includes(name)));
  const back = new URLSearchParams(next);
  for (const [name, value] of seeds.get(to) ?? []) back.set(name, value);
  return back;
}

// A stage type belongs to one floor of a run: another floor has its own.
function withoutType(floor, next) {
  const names = ["edition", "level", "run", "seed"];
  return names.some((name) => floor.get(name) !== next.get(name)) ? withoutNames(next, ["stage-type"]) : next;
}

// Another game or edition has other rules and other levels: the nearest level is chosen.
function fitting(floor, description) {
  const { backend, edition, level } = chosen(description, floor);
  const next = new URLSearchParams(floor);
  for (const set of next.getAll("set")) if (!set.startsWith(`${backend.name}.`)) next.delete("set", set);
  if (!edition.levels.includes(level)) {
    const nearest = edition.levels.reduce((a, b) => (Math.abs(b - level) < Math.abs(a - level) ? b : a));
    next.set("level", nearest);
  }
  return next;
}
