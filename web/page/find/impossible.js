// Conditions that no floor can meet, as far as their comparisons tell: nothing is known about those with or,
// not or parentheses.
import { withNames } from "../address.js";
import { curseInWords } from "../plain.js";
import { comparisonsOf, lineOf } from "./form.js";

const HOLDS = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
};
const CLOSE = 1e-6;

// Why no floor meets the conditions, as a sentence; null if some may.
export function impossible(lines, address, lab) {
  const comparisons = lines.flatMap((line) => comparisonsOf(line) ?? []);
  const undrawn = comparisons.find((comparison) => asksForCurse(comparison) && !isDrawn(comparison, address, lab));
  if (undrawn) return `No floor of stage ${undrawn.stage} has the ${curseInWords(undrawn.value)}.`;
  const groups = Map.groupBy(comparisons, ({ stage, quantity }) => `${stage}: ${quantity}`);
  const wrong = [...groups.values()].find((group) => !canHold(group));
  return wrong ? `No floor meets all of these: ${wrong.map(lineOf).join("; ")}.` : null;
}

const asksForCurse = ({ quantity, relation, value }) => quantity === "curse" && relation === "==" && value !== "none";

// Whether the game draws a curse on a level: the engine refuses the curse, or says that no run draws it.
function isDrawn({ stage, value }, address, lab) {
  const forced = withNames(address, { level: stage, curse: value });
  try {
    return !lab.asked(forced.toString(), `${stage}: rooms > 0`).some((remark) => remark.includes("no run draws"));
  } catch {
    return false;
  }
}

// Whether some value meets all comparisons of one quantity.
function canHold(comparisons) {
  const isCurse = comparisons[0].quantity === "curse";
  const values = comparisons.map(({ value }) => (isCurse ? value : Number(value)));
  // A curse that no comparison names, or the numbers around those that are named.
  const others = isCurse ? [""] : values.flatMap((value) => [value - CLOSE, value + CLOSE]);
  return [...values, ...others].some((value) => comparisons.every(({ relation }, place) => HOLDS[relation](value, values[place])));
}
