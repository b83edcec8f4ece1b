// The steps that the reader took on the page: the browser's history, with what it does not tell: whether
// there is a step to go back to, or one to go on to. Ctrl+Z goes back as well, except while one types.

const back = () => history.back();
const forward = () => history.forward();

// Ctrl+Z, with or without Shift, where nobody types.
export const isUndo = ({ key, ctrlKey, metaKey, target }) =>
  key.toLowerCase() === "z" && (ctrlKey || metaKey) && !target.closest("input, textarea, select");

export class Steps {
  #place = history.state?.place ?? 0;
  #last = history.state?.last ?? 0;
  #hasEntered = false;

  constructor() {
    addEventListener("keydown", (event) => {
      if (!isUndo(event)) return;
      const go = event.shiftKey ? this.redo : this.undo;
      if (!go) return;
      event.preventDefault();
      go();
    });
  }

  // The page stands at an entry of the history: a new one, or one that it was at before.
  enter() {
    const place = history.state?.place;
    if (place === undefined && this.#hasEntered) this.#last = this.#place += 1;
    else this.#place = place ?? 0;
    this.#hasEntered = true;
    this.rewrite(location.href);
  }

  rewrite(address) {
    history.replaceState({ place: this.#place, last: this.#last }, "", address);
  }

  // A step to an address whose view stands already.
  add(address) {
    this.#last = this.#place += 1;
    history.pushState({ place: this.#place, last: this.#last }, "", address);
  }

  get undo() {
    return this.#place > 0 ? back : null;
  }

  get redo() {
    return this.#place < this.#last ? forward : null;
  }
}
