// The parameters of an edition's rules as fields: those that are changed on top, the others by group.
import { button, element, field, inWords, withCode } from "./dom.js";
import { capital } from "./plain.js";
import { ruleMark } from "./rules.js";
import { variantIcon } from "./shapes.js";

const last = (path) => inWords(path.split(".").at(-1));
const groupOf = (path) => path.split(".")[1];

// The name that a sentence gives a parameter: "loop one in (growth)".
export const nameOf = ({ path }) => `${last(path)} (${inWords(groupOf(path))})`;

const fits = (parameter, words) => {
  const text = `${parameter.path} ${inWords(parameter.path)} ${parameter.rule} ${parameter.meaning}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

// `changes`: the given values by path, as text. `errors`: the engine's message by path. `change` gets a path
// and what was typed, or null for the edition's own value.
export function ruleList({ parameters, change }) {
  const search = element("input", {
    type: "search",
    placeholder: "secret, shape, R24 …",
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => filter(),
  });
  const count = element("p", { class: "quiet", role: "status" });
  const changed = element("div", { class: "rule-changes" });
  const nothing = element("p", { class: "quiet" }, "Every rule is the edition's own.");
  const heading = element("h3", { tabindex: "-1" }, "Rules that are changed");
  const reset = button("Reset all", () => change(null, null));
  const entries = new Map(parameters.map((parameter) => [parameter.path, entryOf(parameter, parameters, change)]));
  const groups = new Map();
  for (const { path } of parameters) {
    const name = groupOf(path);
    if (!groups.has(name)) groups.set(name, groupElement(name));
    groups.get(name).body.append(entries.get(path).node);
  }
  const own = element(
    "div",
    { class: "rule-own" },
    heading,
    nothing,
    changed,
    reset,
  );
  const all = element(
    "div",
    { class: "rule-all" },
    element("h3", {}, "All rules"),
    field("Search", search),
    count,
    ...[...groups.values()].map(({ node }) => node),
  );

  // Entries are in the order of the rules, in their group or among the changed ones.
  function show(changes, errors) {
    const focused = document.activeElement;
    for (const parameter of parameters) {
      const { path } = parameter;
      const { node, set } = entries.get(path);
      const isChanged = Object.hasOwn(changes, path);
      set(isChanged ? changes[path] : null, errors[path]);
      node.classList.toggle("rule-changed", isChanged);
      if (isChanged && node.parentNode !== changed) changed.append(node);
      if (!isChanged && node.parentNode === changed) putBack(path);
    }
    if (focused?.isConnected && focused !== document.activeElement) focused.focus();
    nothing.hidden = Object.keys(changes).length > 0;
    reset.hidden = Object.keys(changes).length === 0;
    filter();
    // A button that is gone leaves the focus to the heading above it.
    if (focused?.matches(".rule-own *, .rule-entry *") && !focused.checkVisibility()) heading.focus({ preventScroll: true });
  }

  function putBack(path) {
    const { body } = groups.get(groupOf(path));
    const order = parameters.map(({ path }) => path);
    const after = [...body.children].find(
      (node) => order.indexOf(node.dataset.path) > order.indexOf(path),
    );
    body.insertBefore(entries.get(path).node, after ?? null);
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { node, body, summary, name } of groups.values()) {
      let shown = 0;
      for (const child of body.children) {
        const parameter = parameters.find(({ path }) => path === child.dataset.path);
        child.hidden = !fits(parameter, words);
        if (!child.hidden) shown++;
      }
      node.hidden = shown === 0;
      if (words.length) node.open = true;
      else if (!node.contains(document.activeElement)) node.open = false;
      summary.textContent = `${capital(inWords(name))} (${shown})`;
      found += shown;
    }
    count.textContent = words.length
      ? `${found} ${found === 1 ? "rule has" : "rules have"} these words.`
      : `${parameters.length} numbers and switches, grouped by subject.`;
  }

  return { own, all, show };
}

// As many digits as a reader can use; the field has them all.
const shown = (number) => Number(number.toPrecision(4)).toLocaleString("en-US", { maximumFractionDigits: 6 });

function groupElement(name) {
  const summary = element("summary", {});
  const body = element("div", {});
  return { name, summary, body, node: element("details", {}, summary, body) };
}

function entryOf(parameter, parameters, change) {
  const { path, value, rule, meaning, least, most } = parameter;
  const id = `rule-${path.replaceAll(".", "-")}`;
  const error = element("p", { class: "error", id: `${id}-error`, hidden: true });
  const isSwitch = typeof value === "boolean";
  const isReal = [value, least, most].some((number) => !Number.isInteger(number)) || /^0 to 1$/.test(`${least} to ${most}`);
  const input = isSwitch
    ? element("input", { type: "checkbox", id, onchange: ({ target }) => change(path, String(target.checked)) })
    : element("input", {
        type: "number",
        id,
        min: String(least),
        max: String(most),
        step: isReal ? "any" : "1",
        inputmode: "decimal",
        oninput: ({ target }) => change(path, target.value.trim() === "" ? null : target.value.trim()),
        onblur: ({ target }) => {
          if (target.value.trim() === "") target.value = String(value);
        },
      });
  input.setAttribute("aria-describedby", `${id}-meaning ${id}-error`);
  const back = button("Reset", () => change(path, null), { hidden: true, "aria-label": `Reset ${last(path)}` });
  const range = isSwitch ? `usually ${value ? "on" : "off"}` : `${shown(least)} to ${shown(most)}, usually ${shown(value)}`;
  const label = element("label", { for: id }, capital(last(path)));
  const node = element(
    "div",
    { class: "rule-entry", "data-path": path },
    !isSwitch && label,
    element("div", { class: "rule-row" }, input, isSwitch ? label : variantIcon(path), back),
    element(
      "p",
      { id: `${id}-meaning` },
      `${meaning} `,
      element("span", { class: "quiet" }, `${range}. Rule `),
      ruleMark(rule, { parameters }),
    ),
    error,
  );
  const set = (given, sentence) => {
    const text = given ?? String(value);
    if (isSwitch) input.checked = text === "true";
    else if (document.activeElement !== input || (input.value !== "" && Number(input.value) !== Number(text))) input.value = text;
    input.setAttribute("aria-invalid", sentence ? "true" : "false");
    back.hidden = given === null;
    error.hidden = !sentence;
    error.replaceChildren(...withCode(sentence ?? ""));
  };
  return { node, set };
}
