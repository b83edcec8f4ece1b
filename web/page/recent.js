// The last few results, by key, so that they need not be made again.

export class Recent {
  #known = new Map();
  #most;

  constructor(most) {
    this.#most = most;
  }

  get(key) {
    return this.#known.get(key);
  }

  // Keeps a result as the newest; the oldest goes if there are too many.
  keep(key, value) {
    this.#known.delete(key);
    this.#known.set(key, value);
    if (this.#known.size > this.#most) this.#known.delete(this.#known.keys().next().value);
  }
}
