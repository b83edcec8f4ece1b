// Conditions as a form: for each comparison its stage, its quantity, its relation and its number. The form's
// conditions also appear as text beside it. What is typed there appears in the form, if it compares one
// quantity with one value.
import { button, element, inWords, select, signButton } from "../dom.js";
import { curseInWords, roomNames, shapeInWords } from "../plain.js";
import { shapeIcon } from "../shapes.js";

const RELATIONS = [
  { name: "==", text: "is" },
  { name: "!=", text: "is not" },
  { name: "<=", text: "is at most" },
  { name: ">=", text: "is at least" },
  { name: "<", text: "is below" },
  { name: ">", text: "is above" },
];
const COMPARISON = /^(?:(\w+)|count\((\w+)\))\s*(==|!=|<=|>=|<|>)\s*([\w.]+)$/;

// The comparisons of a line, or null if it has anything else.
export function comparisonsOf(line) {
  const [, stage, text] = /^\s*(?:(\d+)\s*:)?(.*)$/.exec(line);
  const parts = text.trim().split(/\s+and\s+/).map((part) => part.replace(/^has\((\w+)\)$/, "count($1) >= 1"));
  const found = parts.map((part) => COMPARISON.exec(part.trim()));
  if (found.some((match) => !match)) return null;
  return found.map(([, name, kind, relation, value]) => ({
    stage: stage ?? "1",
    quantity: kind ? `count(${kind})` : name,
    relation,
    value,
  }));
}

export const lineOf = ({ stage, quantity, relation, value }) => `${stage}: ${quantity} ${relation} ${value}`;

// `lines` are the conditions; `change` gets those that the reader chose.
export function conditionForm({ lines, description, levels, level, change }) {
  const rows = lines.flatMap((line) => comparisonsOf(line) ?? [{ line }]);
  const told = (next) => change(next.map((row) => row.line ?? lineOf(row)));
  const replaced = (place, edit) => told(rows.map((row, other) => (other === place ? { ...row, ...edit } : row)));
  const quantities = quantitiesOf(description);
  const add = () => told([...rows, { stage: String(level), quantity: "rooms", relation: ">=", value: "10" }]);
  return element(
    "div",
    { role: "group", "aria-label": "The conditions as controls" },
    ...rows.map((row, place) => rowOf(row, place, { quantities, description, levels, replaced, remove: () => told(rows.filter((_, other) => other !== place)) })),
    element("p", {}, button(rows.length ? "And another" : "Add a condition", add)),
  );
}

function rowOf(row, place, { quantities, description, levels, replaced, remove }) {
  const name = `condition ${place + 1}`;
  const labelled = (label, control) => {
    control.setAttribute("aria-label", `${label}, ${name}`);
    return control;
  };
  const without = signButton("✕", `Remove ${name}`, remove, { class: "quiet-button", title: "Remove" });
  if (row.line) return element("div", { class: "find-row" }, element("code", {}, row.line), without);
  const stages = [...new Set([...levels.map(String), row.stage])].map((level) => ({ name: level, text: `On stage ${level}` }));
  const listed = quantities.some(({ name }) => name === row.quantity) ? quantities : [...quantities, { name: row.quantity, text: inWords(row.quantity) }];
  const isCurse = row.quantity === "curse";
  const relations = isCurse ? RELATIONS.slice(0, 2) : RELATIONS;
  const value = isCurse
    ? select(description.curses.filter((curse) => !["drawn", "no_roll"].includes(curse)).map((curse) => ({ name: curse, text: curseInWords(curse) })), row.value, (value) => replaced(place, { value }))
    : element("input", { type: "number", min: "0", step: "any", value: row.value, onchange: ({ target }) => target.value && replaced(place, { value: target.value }) });
  return element(
    "div",
    { class: "find-row" },
    labelled("Stage", select(stages, row.stage, (stage) => replaced(place, { stage }))),
    labelled("Quantity", select(listed, row.quantity, (quantity) => replaced(place, fitting(row, quantity)))),
    shapeIcon(/^count\((.+)\)$/.exec(row.quantity)?.[1]),
    labelled("Relation", select(relations, row.relation, (relation) => replaced(place, { relation }))),
    labelled("Value", value),
    without,
  );
}

// A curse is compared by its name, everything else with a number.
function fitting({ quantity: old, relation, value }, quantity) {
  if (quantity === "curse") return { quantity, relation: "==", value: "labyrinth" };
  return old === "curse" ? { quantity, relation: ">=", value: "1" } : { quantity, relation, value };
}

function quantitiesOf({ measures, kinds, shapes }) {
  const counted = (name) => `count(${name})`;
  // Rooms of a shape and of the boss are counted below.
  const isBelow = (name) => name.startsWith("rooms_") || name === "boss_rooms";
  const groups = {
    "Of the floor": [...measures.filter(({ name }) => !isBelow(name)).map(({ name, title }) => [name, title]), ["curse", "curse"]],
    "Rooms of a kind": kinds.filter(({ kind }) => !["normal", "start"].includes(kind)).map(({ kind }) => [counted(kind), roomNames(kind)]),
    "Rooms of a shape": shapes.map((name) => [counted(name), `rooms (${shapeInWords(name)})`]),
    "Decided by the first draws": [["wanted", "rooms wanted"], ["min_dead_ends", "fewest dead ends wanted"]],
  };
  return Object.entries(groups).flatMap(([group, quantities]) => quantities.map(([name, text]) => ({ name, text, group })));
}
