// Workers on all cores. A piece of work is the name of a method of the engine and its arguments.

export class Pool {
  #module;
  #source;
  #workers = [];
  #idle = [];
  #waiting = [];
  #running = new Map();
  #number = 0;

  constructor(module, source, size = Math.max(1, navigator.hardwareConcurrency ?? 1)) {
    this.#module = module;
    this.#source = source;
    this.size = size;
  }

  // A single worker, which keeps what it was given until it is stopped.
  single() {
    return new Pool(this.#module, this.#source, 1);
  }

  // What the method returns, from whichever worker is idle first.
  run(method, ...given) {
    this.#start();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ number: ++this.#number, method, given, resolve, reject });
      this.#next();
    });
  }

  // Ends all work. Promises of work that was not done are rejected.
  stop() {
    for (const worker of this.#workers) worker.terminate();
    const left = [...this.#running.values(), ...this.#waiting];
    this.#workers = [];
    this.#idle = [];
    this.#waiting = [];
    this.#running.clear();
    for (const { reject } of left) reject(new Error("stopped"));
  }

  #start() {
    if (this.#workers.length) return;
    const url = URL.createObjectURL(new Blob([this.#source], { type: "text/javascript" }));
    for (let count = 0; count < this.size; count++) {
      const worker = new Worker(url);
      worker.postMessage({ module: this.#module });
      worker.onmessage = ({ data }) => this.#done(data);
      this.#workers.push(worker);
      this.#idle.push(worker);
    }
  }

  #done({ number, result, error }) {
    const work = this.#running.get(number);
    this.#running.delete(number);
    if (work?.worker) this.#idle.push(work.worker);
    if (error === undefined) work?.resolve(result);
    else work?.reject(new Error(error));
    this.#next();
  }

  #next() {
    while (this.#idle.length && this.#waiting.length) {
      const worker = this.#idle.pop();
      const { number, method, given, resolve, reject } = this.#waiting.shift();
      this.#running.set(number, { resolve, reject, worker });
      worker.postMessage({ number, method, given });
    }
  }
}
