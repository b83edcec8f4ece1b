// Floors counted on all cores, part by part. The engine counts a part in a worker; all its counts
// are whole numbers, and are added up here. Seeds are taken in order, and every part that was begun
// is finished. So once nothing runs, the counts are those of the first seeds without a gap, as in
// `basement-lab sample --count`.

// Milliseconds that a part should take: long enough for the work to outweigh the messages, and short
// enough for a stop to be prompt.
const PART = 150;
const FIRST_PART = 100;
const MOST_PART = 200_000;
// Milliseconds after which work that should have stopped is ended.
const PATIENCE = 600;

// Floors whose measures are kept one by one, for all addresses together: a byte for each measure.
const MOST_ROWS = 2_000_000;

// `histograms` has the histogram of each measure, `rows` the measures of floors: parts of { first, count,
// stride, bytes }, one byte for each measure of each floor, measure by measure.
const noCounts = () => ({
  floors: 0,
  gave_up: 0,
  histograms: {},
  rows: [],
  grid: null,
  occupied: [],
  kinds: {},
});

function addNumbers(into, more) {
  for (let place = 0; place < more.length; place++) into[place] = (into[place] ?? 0) + more[place];
}

// Adds the counts of a part, as the engine writes them.
function addPart(counts, part) {
  counts.floors += part.floors;
  counts.gave_up += part.gave_up;
  counts.grid = part.grid;
  for (const name in part.histograms) {
    const known = (counts.histograms[name] ??= {});
    const more = part.histograms[name];
    for (const value in more) {
      const { count, witness } = more[value];
      const bin = (known[value] ??= { count: 0, witness });
      bin.count += count;
      bin.witness = Math.min(bin.witness, witness);
    }
  }
  addNumbers(counts.occupied, part.occupied);
  for (const { kind, floors, rooms, cells } of part.kinds) {
    const known = (counts.kinds[kind] ??= { floors: 0, rooms: 0, cells: [] });
    known.floors += floors;
    known.rooms += rooms;
    addNumbers(known.cells, cells);
  }
}

// Adds numbers that have names, at any depth.
function addNamed(into, more) {
  for (const name in more) {
    if (typeof more[name] === "number") into[name] = (into[name] ?? 0) + more[name];
    else addNamed((into[name] ??= {}), more[name]);
  }
}

export class Counting {
  #pool;
  #measures;
  #changed;
  #failed;
  #isOn = false;
  #isClosed = false;
  #running = 0;
  #since = 0;
  #spent = 0;
  #atRest = [];
  #patience;

  // `samples` are [{ address, goal }]: the floors of an address, and how many of its seeds. With `other`, a
  // second address, its floors are made from the same seeds in the same pass: `others` has their counts, and
  // `pairing` what the two have in common. `measures` is the name of one measure, `all` for all that do not
  // depend on the insides of rooms, or `insides` for those too.
  constructor({ pool, measures, samples, changed, failed }) {
    this.#pool = pool;
    this.#measures = measures;
    this.open({ changed, failed });
    this.samples = samples.map(({ address, other, goal }) => ({
      address,
      other,
      goal,
      others: other && noCounts(),
      pairing: other && { seeds: 0, identical: 0, values: {} },
      begun: 0,
      lost: [],
      part: FIRST_PART,
      counts: noCounts(),
    }));
  }

  // `changed` is called after each part and when all work has stopped, `failed` with the engine's message. A
  // count that was closed can continue.
  open({ changed, failed }) {
    this.#changed = changed;
    this.#failed = failed;
    this.#isClosed = false;
  }

  get isOn() {
    return this.#isOn;
  }

  // Whether nothing is being counted: every part that was begun is finished.
  get isAtRest() {
    return !this.#isOn && !this.#running;
  }

  get isDone() {
    return this.seeds >= this.goal;
  }

  // A seed counts once for each address.
  get goal() {
    return this.samples.reduce((sum, { goal, other }) => sum + (other ? 2 : 1) * goal, 0);
  }

  get floors() {
    return this.#counts.reduce((sum, { floors }) => sum + floors, 0);
  }

  // Seeds counted, including those for which the generator gave up.
  get seeds() {
    return this.#counts.reduce((sum, { floors, gave_up }) => sum + floors + gave_up, 0);
  }

  get #counts() {
    return this.samples.flatMap(({ counts, others }) => (others ? [counts, others] : [counts]));
  }

  // Milliseconds spent counting.
  get time() {
    return this.#spent + (this.#since ? performance.now() - this.#since : 0);
  }

  get rate() {
    return this.time > 0 ? this.floors / (this.time / 1000) : 0;
  }

  start() {
    if (this.#isOn || this.isDone || this.#isClosed) return;
    this.#isOn = true;
    clearTimeout(this.#patience);
    this.#since ||= performance.now();
    for (let lane = this.#running; lane < this.#pool.size; lane++) this.#next();
  }

  // Begins no more parts. Resolves once the running ones are counted.
  stop() {
    this.#isOn = false;
    if (!this.#running) return Promise.resolve();
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#pool.stop(), PATIENCE);
    return new Promise((resolve) => this.#atRest.push(resolve));
  }

  // Ends the count: no function is called any longer.
  close() {
    this.#isClosed = true;
    return this.stop();
  }

  #next() {
    if (!this.#isOn) return;
    const open = this.samples.filter(({ begun, goal, lost }) => lost.length || begun < goal);
    if (!open.length) return;
    const sample = open.reduce((a, b) => (b.begun / b.goal < a.begun / a.goal ? b : a));
    const [skipped, count] = sample.lost.pop() ?? [
      sample.begun,
      Math.min(sample.part, sample.goal - sample.begun),
    ];
    sample.begun = Math.max(sample.begun, skipped + count);
    this.#running++;
    const from = performance.now();
    const counted = this.#pool.run("sample", sample.address, sample.other ?? "", this.#measures, skipped, count);
    counted.then(
      ({ x, y, pairing, rows }) => {
        addPart(sample.counts, x);
        if (y) {
          addPart(sample.others, y);
          addNamed(sample.pairing, pairing);
        }
        this.#keep(sample, rows, skipped, count);
        const took = Math.max(performance.now() - from, 1);
        const fitting = Math.min((count * PART) / took, count * 4, MOST_PART);
        sample.part = Math.max(1, Math.round(fitting));
        this.#ended();
      },
      (error) => {
        sample.lost.push([skipped, count]);
        const isStopped = error.message === "stopped";
        if (!isStopped && this.#isOn && !this.#isClosed) this.#failed(error.message);
        this.#isOn = false;
        this.#ended();
      },
    );
  }

  // Keeps the measures of a part's floors, for as many of the first seeds as there is room for.
  #keep({ counts, others }, rows, skipped, count) {
    const kept = Math.min(count, this.mostRows - skipped);
    if (kept <= 0) return;
    const sides = others ? [counts, others] : [counts];
    const length = rows.length / sides.length;
    if (!length) return;
    sides.forEach((side, place) => {
      side.rows.push({ first: skipped, count: kept, stride: count, bytes: rows.subarray(place * length, (place + 1) * length) });
    });
  }

  // How many seeds of an address have their floors' measures kept, at most.
  get mostRows() {
    return Math.floor(MOST_ROWS / this.#counts.length);
  }

  #ended() {
    this.#running--;
    this.#next();
    if (!this.#running) {
      this.#isOn = false;
      clearTimeout(this.#patience);
      this.#spent = this.time;
      this.#since = 0;
      for (const tell of this.#atRest.splice(0)) tell();
    }
    if (!this.#isClosed) this.#changed();
  }
}
