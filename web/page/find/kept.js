// The hits that a reader keeps: a list of runs and seeds, which stays in the browser, to copy.
import { element } from "../dom.js";

const STORE = "basement-lab-kept";
let memory = null;

function all() {
  try {
    return (memory ??= JSON.parse(localStorage.getItem(STORE)) ?? []);
  } catch {
    return (memory ??= []);
  }
}

function store(list) {
  memory = list;
  try {
    localStorage.setItem(STORE, JSON.stringify(list));
  } catch {
    // If nothing can be kept, the list lasts as long as the page.
  }
}

export const isKept = (address) => all().some((hit) => hit.address === address);

// `hit`: { seed, address, where }, as in the list.
export function toggle(hit) {
  store(isKept(hit.address) ? all().filter(({ address }) => address !== hit.address) : [...all(), hit]);
}

// The list; `changed` is called when it is emptied.
export function keptList(changed) {
  const list = all();
  if (!list.length) return [];
  const status = element("span", { role: "status", class: "quiet" });
  const text = list.map(({ seed, where }) => `${seed}  ${where}`).join("\n");
  const area = element("textarea", { rows: String(Math.min(8, list.length)), readonly: true, "aria-label": "Kept hits", spellcheck: "false" });
  area.value = text;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied.";
    } catch {
      area.select();
      status.textContent = "Copy the marked text.";
    }
  };
  const clear = () => {
    store([]);
    changed();
  };
  return [
    element("h3", {}, `Kept (${list.length})`),
    element("p", { class: "quiet" }, ...list.flatMap(({ seed, address }) => [element("a", { href: address }, seed), " "])),
    area,
    element("div", { class: "controls" },
      element("button", { type: "button", onclick: copy }, "Copy the list"),
      element("button", { type: "button", onclick: clear }, "Empty it"),
      status),
  ];
}
