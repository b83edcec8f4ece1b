// Elements in one call: element("p", { class: "quiet" }, "text", child).

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svgElement(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

// A field with its label above it.
export function field(label, control) {
  return element("label", { class: "field" }, element("span", {}, label), control);
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
