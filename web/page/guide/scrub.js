// A number within a sentence that can be dragged: to the side by mouse or finger, or by the arrow keys. A
// press without a drag sets the next value, and after the last the first.
import { element } from "../dom.js";

// Pixels of a drag from one value to the next.
const STRIDE = 16;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

// The changes to the numbers, the newest last, by their labels; and how to set each number on the page.
const done = [];
const settings = new Map();

// Gives the last changed number its earlier value. Returns false if none was changed.
export function undo() {
  const last = done.pop();
  if (last) settings.get(last.label)?.(last.place);
  return Boolean(last);
}

// `values` in their order; `text` gives a value's word in the sentence; `change` is called with a value that
// the reader chose. What is returned also has `set`, which shows a value without a call.
export function scrub({ label, values, value, text = String, change }) {
  let place = Math.max(0, values.indexOf(value));
  const node = element("span", { class: "scrub", role: "slider", tabindex: "0", "aria-label": label, "aria-valuemin": "0", "aria-valuemax": String(values.length - 1) });
  const show = () => {
    node.textContent = text(values[place]);
    node.setAttribute("aria-valuenow", String(place));
    node.setAttribute("aria-valuetext", text(values[place]));
  };
  const go = (next) => {
    const bounded = Math.max(0, Math.min(values.length - 1, next));
    if (bounded === place) return;
    place = bounded;
    show();
    change(values[place]);
  };
  settings.set(label, go);
  const doing = (before) => before !== place && done.push({ label, place: before });
  let drag = null;
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = { x: event.clientX, place, isMoved: false };
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", ({ clientX }) => {
    if (!drag) return;
    const stride = Math.min(STRIDE, 320 / values.length);
    const by = Math.trunc((clientX - drag.x) / stride);
    if (by) drag.isMoved = true;
    if (drag.isMoved) go(drag.place + by);
  });
  node.addEventListener("pointerup", () => {
    if (!drag) return;
    if (!drag.isMoved) go(place === values.length - 1 ? 0 : place + 1);
    doing(drag.place);
    drag = null;
  });
  node.addEventListener("pointercancel", () => {
    if (drag) doing(drag.place);
    drag = null;
  });
  node.addEventListener("keydown", (event) => {
    const { key } = event;
    const next = key === "Home" ? 0 : key === "End" ? values.length - 1 : place + KEYS[key];
    if (Number.isNaN(next)) return;
    event.preventDefault();
    const before = place;
    go(next);
    doing(before);
  });
  node.set = (value) => {
    place = Math.max(0, values.indexOf(value));
    show();
  };
  show();
  return node;
}

// A number of a sentence and a slider that shows the same number. `set` shows another one without a call.
export function scrubAndRange({ label, least, most, value, text, change }) {
  const set = (value) => {
    number.set(value);
    range.value = value;
  };
  const choose = (value) => {
    set(value);
    change(value);
  };
  const values = Array.from({ length: most - least + 1 }, (_, place) => least + place);
  const number = scrub({ label, values, value, text, change: choose });
  const range = element("input", {
    type: "range", min: String(least), max: String(most), value: String(value), "aria-label": `${label} so far`,
    oninput: ({ target }) => choose(Number(target.value)),
  });
  return { number, range, set };
}
