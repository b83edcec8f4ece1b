// The hits that a reader keeps: a list of runs and seeds, which stays in the browser, to copy.
import { button, copyFrom, element } from "../dom.js";
import { store, stored } from "../stored.js";

const STORE = "basement-lab-kept";

const all = () => stored(STORE) ?? [];

export const isKept = (address) => all().some((hit) => hit.address === address);

// `hit`: { seed, address, where }, as in the list.
export function toggle(hit) {
  store(STORE, isKept(hit.address) ? all().filter(({ address }) => address !== hit.address) : [...all(), hit]);
}

// The list; `changed` is called when it is emptied.
export function keptList(changed) {
  const list = all();
  if (!list.length) return [];
  const status = element("span", { role: "status", class: "quiet" });
  const text = list.map(({ seed, where }) => `${seed}  ${where}`).join("\n");
  const area = element("textarea", { rows: String(Math.min(8, list.length)), readonly: true, "aria-label": "Kept hits", spellcheck: "false" }, text);
  const clear = () => {
    store(STORE, []);
    changed();
  };
  return [
    element("h3", {}, `Kept (${list.length})`),
    element("p", { class: "quiet" }, ...list.flatMap(({ seed, address }) => [element("a", { href: address }, seed), " "])),
    area,
    element("div", { class: "controls" },
      button("Copy the list", () => copyFrom(area, status, "Copied.")),
      button("Empty it", clear),
      status),
  ];
}
