// Counting floors on all cores: chunks of seeds, each counted by a worker, and added up here.

const CHUNK_MILLISECONDS = 150;
const FIRST_CHUNK = 200;
const LARGEST_CHUNK = 50_000;

// Adds one summary of the engine to another. All it holds is counts of whole numbers, so that the
// order does not matter.
export function addSummary(sum, part) {
  if (!sum) return part;
  sum.floors += part.floors;
  sum.gave_up += part.gave_up;
  part.measures.forEach((histogram, place) => addHistogram(sum.measures[place], histogram));
  addCells(sum.occupied, part.occupied);
  part.kinds.forEach((kind, place) => {
    sum.kinds[place].floors += kind.floors;
    sum.kinds[place].rooms += kind.rooms;
    addCells(sum.kinds[place].cells, kind.cells);
  });
  return sum;
}

function addHistogram(sum, part) {
  for (const [value, bin] of Object.entries(part)) {
    const known = sum[value];
    if (known) {
      known.count += bin.count;
      known.witness = Math.min(known.witness, bin.witness);
    } else sum[value] = bin;
  }
}

function addCells(sum, part) {
  part.counts.forEach((count, place) => {
    sum.counts[place] += count;
  });
}

// Counts the floors of an address, from seed number `first` on, until `goal` floors are counted or
// it is stopped. A stop waits for the chunks on their way, so that what is counted has no gap.
export class Counting {
  sum = null;
  error = null;
  #next;
  #end;
  #chunk = FIRST_CHUNK;
  #isOn = false;
  #busy = 0;
  #worked = 0;
  #since = 0;

  constructor({ pool, address, first = 1, goal, changed }) {
    Object.assign(this, { pool, address, goal, changed });
    this.#next = first;
    this.#end = first + goal;
  }

  get floors() {
    return this.sum?.floors ?? 0;
  }

  get isOn() {
    return this.#isOn || this.#busy > 0;
  }

  get isDone() {
    return this.#next >= this.#end && this.#busy === 0;
  }

  // Floors a second, while it counted.
  get rate() {
    const now = this.isOn ? performance.now() - this.#since : 0;
    const seconds = (this.#worked + now) / 1000;
    return seconds > 0 ? this.floors / seconds : 0;
  }

  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#since = performance.now();
    // Two chunks for each core: while one is counted the next one waits.
    for (let count = 0; count < this.pool.size; count++) this.#go();
  }

  stop() {
    this.#isOn = false;
  }

  async #go() {
    this.#busy++;
    try {
      while (this.#isOn && this.#next < this.#end) {
        const [from, count] = [this.#next, Math.min(this.#chunk, this.#end - this.#next)];
        this.#next += count;
        const begin = performance.now();
        const part = await this.pool.run("sample", this.address, from, count);
        this.sum = addSummary(this.sum, part);
        const took = (performance.now() - begin) / this.pool.size;
        const fitting = Math.round((count * CHUNK_MILLISECONDS) / Math.max(took, 1));
        this.#chunk = Math.min(LARGEST_CHUNK, Math.max(FIRST_CHUNK, Math.min(2 * count, fitting)));
        this.changed();
      }
    } catch (error) {
      if (error.message !== "stopped") this.error = error;
      this.#isOn = false;
    }
    this.#busy--;
    if (this.#busy === 0) {
      this.#isOn = false;
      this.#worked += performance.now() - this.#since;
      this.changed();
    }
  }
}
