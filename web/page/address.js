// The page's address: `#/view?query`. The query holds the whole state of a view: the address of a floor as
// the engine reads it, and the view's own names.

export function readAddress(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { view: path, query: new URLSearchParams(query) };
}

export function writeAddress(view, query) {
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

// The query without the view's own names: the address of a floor.
export function withoutNames(query, names) {
  const rest = new URLSearchParams(query);
  for (const name of names) rest.delete(name);
  return rest;
}

// A seed as a person types it: digits are the seed of a floor, anything else that of a run.
export function setSeed(query, text, hasRuns) {
  query.delete("seed");
  query.delete("run");
  query.delete("rng");
  const seed = text.trim();
  if (!seed) return;
  query.set(/^\d+$/.test(seed) || !hasRuns ? "seed" : "run", seed);
}
