// The page's address: `#/view?query`. The query holds the whole state of a view: the address of a floor as
// the engine reads it, and the view's own names.

export function readAddress() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: path, query: new URLSearchParams(query) };
}

export function writeAddress(view, query) {
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

// The query without the view's own names: the address of a floor.
export function withoutNames(query, names) {
  return withNames(query, Object.fromEntries(names.map((name) => [name, null])));
}

// The query with other values for some names. A name whose value is null is left out.
export function withNames(query, values) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

// Whether an address has a switch on: `hard=0` is off.
export const isOn = (query, name) => query.has(name) && query.get(name) !== "0";

// Why the engine refuses an address: the message of one of its methods, or null if it does not.
export function refusal(lab, method, query) {
  try {
    lab[method](query.toString());
    return null;
  } catch (error) {
    return error.message;
  }
}

// The changed rules of an address by their names, as text.
export function changesOf(query) {
  return Object.fromEntries(query.getAll("set").map((text) => {
    const [path, ...value] = text.split("=");
    return [path.trim(), value.join("=").trim()];
  }));
}

// A seed as a person types it: digits are the seed of a floor, anything else that of a run.
export function setSeed(query, text, hasRuns) {
  for (const name of ["seed", "run", "rng"]) query.delete(name);
  const seed = text.trim();
  if (!seed) return;
  query.set(/^\d+$/.test(seed) || !hasRuns ? "seed" : "run", seed);
}
