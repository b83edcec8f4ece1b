// Two measures of the same floors: how many floors have each pair of values, from the measures that are kept
// for each floor.

// The byte of a measure that a floor lacks.
const NONE = 255;

export class Joint {
  #counts;
  #parts = 0;
  #places;
  // Floors by pair of values: the first measure's byte times 256, plus the second's.
  table = new Uint32Array(1 << 16);
  floors = 0;

  // `counts`: those of an address. `places`: the positions of the two measures among all.
  constructor(counts, places) {
    this.#counts = counts;
    this.#places = places;
  }

  // Adds what was counted since the last call.
  update() {
    const { rows } = this.#counts;
    for (; this.#parts < rows.length; this.#parts++) {
      const [xs, ys, count] = this.#columns(rows[this.#parts]);
      for (let row = 0; row < count; row++) {
        const [x, y] = [xs[row], ys[row]];
        this.table[x * 256 + y]++;
        if (x !== NONE && y !== NONE) this.floors++;
      }
    }
  }

  // The first seed, by its position among all, whose floor has values within the bounds of both measures.
  first([left, right], [low, high]) {
    let found = Infinity;
    for (const part of this.#counts.rows) {
      if (part.first >= found) continue;
      const [xs, ys, count] = this.#columns(part);
      for (let row = 0; row < count; row++) {
        if (xs[row] >= left && xs[row] <= right && ys[row] >= low && ys[row] <= high) {
          found = part.first + row;
          break;
        }
      }
    }
    return found;
  }

  #columns({ bytes, stride, count }) {
    return [...this.#places.map((place) => bytes.subarray(place * stride, (place + 1) * stride)), count];
  }
}

// The share of the floors that an axis has at least, and the number of steps that it has at most.
const SHOWN = 0.999;
const MOST_BINS = 32;

// The steps of an axis: the same for all maps. `joints` are those of the maps; `side` is 0 for their first
// measure and 1 for the second.
export function axisOf(joints, side, { measure, step }) {
  const sums = joints.map(({ table }) => {
    const sum = new Array(NONE).fill(0);
    for (let x = 0; x < NONE; x++) for (let y = 0; y < NONE; y++) sum[side ? y : x] += table[x * 256 + y];
    return sum;
  });
  const ends = sums.map((sum) => {
    const total = sum.reduce((all, count) => all + count, 0);
    let below = 0;
    return sum.findIndex((count) => (below += count) >= SHOWN * total && total > 0);
  });
  const begins = sums.map((sum) => sum.findIndex((count) => count > 0)).filter((begin) => begin >= 0);
  if (!begins.length) return null;
  const [least, most] = [Math.min(...begins), Math.max(...ends)];
  const width = [1, 2, 4, 5, 10, 20].find((width) => Math.floor(most / width) - Math.floor(least / width) < MOST_BINS);
  const first = Math.floor(least / width) * width;
  return { measure, step, first, width, bins: Math.floor((most - first) / width) + 1 };
}

// Counts of a map, column by column, and how many floors are beyond its axes.
export function binned({ table, floors }, x, y) {
  const counts = new Array(x.bins * y.bins).fill(0);
  let shown = 0;
  for (let column = 0; column < x.bins; column++) {
    for (let row = 0; row < y.bins; row++) {
      let count = 0;
      for (let a = 0; a < x.width; a++) {
        for (let b = 0; b < y.width; b++) {
          const [i, j] = [x.first + column * x.width + a, y.first + row * y.width + b];
          if (i < NONE && j < NONE) count += table[i * 256 + j];
        }
      }
      counts[column * y.bins + row] = count;
      shown += count;
    }
  }
  return { counts, beyond: floors - shown };
}

// The bytes of a step of an axis: the first and the last.
export const bytesOf = ({ first, width }, bin) => [first + bin * width, first + (bin + 1) * width - 1];

// The values of a step in words.
export function valuesInWords({ measure, step, first, width }, bin) {
  const { scale, unit } = measure;
  const from = (first + bin * width) * step;
  const to = from + width * step - 1;
  const shown = (raw) => String(Number((raw / scale).toFixed(3)));
  if (unit === "yes or no") return ["no", "yes"][from];
  return from === to ? shown(from) : `${shown(from)} to ${shown(to)}`;
}
