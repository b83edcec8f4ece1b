// The last few of what was made, by key, so that it need not be made again.

export class Recent {
  #known = new Map();
  #most;

  constructor(most) {
    this.#most = most;
  }

  get(key) {
    return this.#known.get(key);
  }

  // Keeps it as the newest: the oldest goes where there are more than the most.
  keep(key, value) {
    this.#known.delete(key);
    this.#known.set(key, value);
    if (this.#known.size > this.#most) this.#known.delete(this.#known.keys().next().value);
  }
}
