// What the browser keeps between visits. If it keeps nothing, it lasts as long as the page.

const memory = new Map();

export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
}

export function store(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The page remembers it.
  }
}
