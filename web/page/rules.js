// The rules in words: a mark such as R10, and the card that it opens.
import rules from "rule-words";
import { changesOf } from "./address.js";
import { button, element, inWords } from "./dom.js";

const HIDE_AFTER = 250;

// A button with the id of a rule, which opens the rule's card: when pressed, and while the mouse is on it,
// once it has moved there. A mark that appears under a mouse at rest opens nothing. `parameters` are those of
// the edition, `change` the address of the page that changes them. `here` may give what the rule decided on
// the floor: `{ text, show(isShown) }`, on the map of `map`.
export function ruleMark(id, options = {}) {
  let isEntered = false;
  const press = ({ detail }) => {
    if (card?.mark === mark && card.isKept) close();
    else open(mark, options, true, detail === 0);
  };
  const mark = button("", press, {
    class: "rule-mark",
    "aria-haspopup": "dialog",
    "aria-expanded": "false",
    onpointerenter: ({ pointerType }) => {
      isEntered = pointerType === "mouse";
    },
    onpointermove: () => {
      if (isEntered && card?.mark === mark) clearTimeout(hiding);
      else if (isEntered) open(mark, options, false, false);
      isEntered = false;
    },
    onpointerleave: () => hideSoon(),
  });
  nameMark(mark, id);
  return mark;
}

// The parameters of an edition, with the values that an address changes.
export function parametersOf({ parameters }, address) {
  const changes = changesOf(address);
  return parameters.map((parameter) => ({ ...parameter, changed: changes[parameter.path] }));
}

// Gives a mark another rule.
export function nameMark(mark, id) {
  if (mark.dataset.rule === id) return;
  mark.dataset.rule = id;
  mark.textContent = id;
  mark.setAttribute("aria-label", `Rule ${id}`);
}

// The card that is open. `isKept` means that a press opened it, and that it stays until it is closed.
let card = null;
let hiding;

function open(mark, options, isKept, isByKeyboard) {
  if (card?.mark !== mark) replace(mark, options);
  card.isKept = isKept;
  clearTimeout(hiding);
  fill(card, mark.dataset.rule);
  if (isByKeyboard) card.node.focus();
}

function replace(mark, options) {
  close();
  const node = element("div", {
    class: "rule-card",
    role: "dialog",
    tabindex: "-1",
    popover: "manual",
    onpointerenter: () => clearTimeout(hiding),
    onpointerleave: hideSoon,
  });
  // Beside the mark in the order of the page, so that the keyboard reaches it next.
  mark.after(node);
  mark.setAttribute("aria-expanded", "true");
  card = { mark, options, node, here: null, isKept: false };
}

function close() {
  if (!card) return;
  const { mark, node, here } = card;
  card = null;
  clearTimeout(hiding);
  here?.show(false);
  mark.setAttribute("aria-expanded", "false");
  if (node.contains(document.activeElement)) mark.focus();
  node.remove();
}

function hideSoon() {
  clearTimeout(hiding);
  hiding = setTimeout(() => card?.isKept || close(), HIDE_AFTER);
}

addEventListener("pointerdown", ({ target }) => {
  if (card && !card.node.contains(target) && !card.mark.contains(target)) close();
}, true);
addEventListener("keydown", (event) => {
  if (card && event.key === "Escape") {
    event.preventDefault();
    if (document.activeElement === document.body) card.mark.focus();
    close();
  }
});
addEventListener("hashchange", () => card && !card.mark.isConnected && close());

function fill(own, id) {
  const { mark, node, options } = own;
  const { parameters = [], change, here } = options;
  const { title, words } = rules[id] ?? { title: "", words: ["This rule has no words here."] };
  own.here?.show(false);
  own.here = here?.(id) ?? null;
  const named = parameters.filter(({ rule }) => rule === id);
  const shown = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(Number(value.toPrecision(6))));
  node.setAttribute("aria-label", `Rule ${id}`);
  const parts = [
    element("h4", {}, `${id} `, title),
    own.here && element("p", { class: "rule-here" }, own.here.text),
    ...words.map((text) => element("p", {}, ...inline(text, (other) => fill(own, other)))),
    named.length && element(
      "dl",
      {},
      ...named.flatMap(({ path, value, changed, meaning }) => [
        element("dt", {}, `${inWords(path.split(".").at(-1))}: ${changed === undefined ? "" : `${changed} instead of `}${shown(value)}`),
        element("dd", {}, meaning),
      ]),
    ),
    named.length && change && element("p", {}, element("a", { href: change }, "Change these numbers")),
  ];
  node.replaceChildren(...parts.filter(Boolean));
  own.here?.show(true);
  node.showPopover();
  place(node, mark, options.map?.());
}

// Puts the card below its mark or above it; if there is space, beside the map that it is about.
function place(node, mark, map) {
  const gap = 8;
  const [at, { width, height }] = [mark.getBoundingClientRect(), node.getBoundingClientRect()];
  const [right, bottom] = [document.documentElement.clientWidth - gap, innerHeight - gap];
  const around = map?.getBoundingClientRect();
  let [left, top] = [at.left, at.bottom + gap];
  if (around && around.right + gap + width <= right) [left, top] = [around.right + gap, around.top];
  else if (around && around.left - gap - width >= 0) [left, top] = [around.left - gap - width, around.top];
  else if (top + height > bottom && at.top - gap - height >= 0) top = at.top - gap - height;
  node.style.left = `${Math.max(gap, Math.min(left, right - width))}px`;
  node.style.top = `${Math.max(gap, Math.min(top, bottom - height))}px`;
}

// The marks of Markdown that the rules use: code, emphasis, and links to other rules.
function inline(text, go) {
  return text.split(/(`[^`]+`|\*[^*]+\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (part.startsWith("`")) return element("code", {}, part.slice(1, -1));
    if (/^\*.+\*$/.test(part)) return element("em", {}, part.slice(1, -1));
    const [, name, target] = /^\[([^\]]+)\]\(([^)]*)\)$/.exec(part) ?? [];
    if (!name) return part;
    const id = target.replace("#", "").toUpperCase();
    if (!Object.hasOwn(rules, id)) return name;
    return button(name, () => go(id), { class: "rule-mark" });
  });
}
