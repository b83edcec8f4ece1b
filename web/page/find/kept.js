// The hits that a reader keeps: a list of runs and seeds, which stays in the browser, to copy.
import { button, copyFrom, element } from "../dom.js";
import { store, stored } from "../stored.js";

const STORE = "basement-lab-kept";

// If the browser keeps nothing, the list lasts as long as the page.
let list = [];
const all = () => stored(STORE) ?? list;

function keep(hits) {
  list = hits;
  store(STORE, hits);
}

export const isKept = (address) => all().some((hit) => hit.address === address);

// `hit`: { seed, address, where }, as in the list.
export function toggle(hit) {
  keep(isKept(hit.address) ? all().filter(({ address }) => address !== hit.address) : [...all(), hit]);
}

// The list; `changed` is called when it is emptied.
export function keptList(changed) {
  const hits = all();
  if (!hits.length) return [];
  const status = element("span", { role: "status", class: "quiet" });
  const text = hits.map(({ seed, where }) => `${seed}  ${where}`).join("\n");
  const area = element("textarea", { rows: String(Math.min(8, hits.length)), readonly: true, "aria-label": "Kept hits", spellcheck: "false" }, text);
  const clear = () => {
    keep([]);
    changed();
  };
  return [
    element("h3", {}, `Kept (${hits.length})`),
    element("p", { class: "quiet" }, ...hits.flatMap(({ seed, address }) => [element("a", { href: address }, seed), " "])),
    area,
    element("div", { class: "controls" },
      button("Copy the list", () => copyFrom(area, status, "Copied.")),
      button("Empty it", clear),
      status),
  ];
}
