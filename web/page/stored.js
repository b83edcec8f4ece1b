// What the browser keeps between visits; nothing, if it keeps nothing.

export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Then nothing is kept.
  }
}
