// Elements in one call: element("p", { class: "quiet" }, "text", child).

const SVG = "http://www.w3.org/2000/svg";

// Attributes and children that are null, undefined or false are left out.
const isGiven = (value) => value !== undefined && value !== null && value !== false;

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (!isGiven(value)) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (node instanceof HTMLElement && name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter(isGiven));
  return node;
}

export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svgElement(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

// A sentence of the engine, as children of an element: what it quotes between backticks is code.
export const withCode = (text) => text.split("`").map((part, place) => (place % 2 ? element("code", {}, part) : part));

// A button that shows a sign, and has its name for those who do not see it or do not know it.
export function signButton(sign, name, onclick, attributes = {}) {
  return button(sign, onclick, { "aria-label": name, title: name, ...attributes });
}

// A field with its label above it.
export function field(label, control) {
  return element("label", { class: "field" }, element("span", {}, label), control);
}

// A box to check, with its label behind it.
export function checkBox(label, checked, onchange, attributes = {}) {
  const box = element("input", { type: "checkbox", checked, onchange: ({ target }) => onchange(target.checked), ...attributes });
  return element("label", { class: "check" }, box, label);
}

// Fields side by side. They take effect as they are changed, so there is nothing to submit.
export function form(...fields) {
  return element("form", { class: "controls", onsubmit: (event) => event.preventDefault() }, ...fields);
}

// Something wider than its place: it can be scrolled by keyboard, too.
export function scrolling(label, ...children) {
  return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, ...children);
}

// A table. `head` names its columns; one without a name has "". `rows` are made by `row`.
export function table({ caption, head, rows, ...attributes }) {
  const heading = (name) => (name ? element("th", { scope: "col" }, name) : element("td", {}));
  return element("table", attributes,
    caption && element("caption", {}, caption),
    head && element("thead", {}, element("tr", {}, ...head.map(heading))),
    element("tbody", {}, ...rows),
  );
}

// A row of a table: its heading, and its cells, each as an element or as what is in it.
export function row(heading, ...cells) {
  const cell = (content) => (content instanceof HTMLTableCellElement ? content : element("td", {}, content));
  return element("tr", {}, element("th", { scope: "row" }, heading), ...cells.map(cell));
}

export const numberCell = (...content) => element("td", { class: "number" }, ...content);

// Copies the text of a field and says so. If the browser does not copy, the text is selected.
export async function copyFrom(area, status, copied) {
  try {
    await navigator.clipboard.writeText(area.value);
    status.textContent = copied;
  } catch {
    area.focus();
    area.select();
    status.textContent = "The browser does not copy by itself: the text is selected.";
  }
}

// A list to choose from. An option is a name, or has a text too; options with one `group` are listed below
// it.
export function select(options, value, onchange) {
  const list = element("select", { onchange: (event) => onchange(event.target.value) });
  for (const option of options) {
    const { name, text, group } = typeof option === "object" ? option : { name: option };
    const entry = element("option", { value: name }, text ?? name);
    entry.selected = String(name) === String(value);
    if (group && list.lastChild?.label !== group) list.append(element("optgroup", { label: group }));
    (group ? list.lastChild : list).append(entry);
  }
  return list;
}

export { inWords } from "./plain.js";

// Runs one drawing after another, with a frame of the browser between two, so that no task takes long.
// Returns a function that cancels those that have not run.
export function inFrames([draw, ...others]) {
  let timer;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      draw();
      if (others.length) end = inFrames(others);
    });
  });
  let end = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return () => end();
}

// Hands a file to the reader.
export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Hands rows of values to the reader as CSV.
export function saveTable(name, rows) {
  const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  download(`${name}.csv`, "text/csv", rows.map((row) => `${row.map(quoted).join(",")}\n`).join(""));
}
