// The steps that the reader took on the page: the browser's history, and what it does not say: whether there
// is a step to undo or to redo. Ctrl+Z goes back as well, except in a text field.

const back = () => history.back();
const forward = () => history.forward();

// Ctrl+Z, with or without Shift, outside of text fields.
export const isUndo = ({ key, ctrlKey, metaKey, target }) =>
  key.toLowerCase() === "z" && (ctrlKey || metaKey) && !target.closest("input, textarea, select");

export class Steps {
  #place = history.state?.place ?? 0;
  #last = history.state?.last ?? 0;
  #hasEntered = false;
  // How far the page was scrolled at each entry.
  #tops = new Map();

  constructor() {
    addEventListener("scroll", () => this.#tops.set(this.#place, scrollY));
    addEventListener("keydown", (event) => {
      if (!isUndo(event)) return;
      const go = event.shiftKey ? this.redo : this.undo;
      if (!go) return;
      event.preventDefault();
      go();
    });
  }

  // The page is now at an entry of the history. Returns true for a new one, and false for one that it was at
  // before.
  enter() {
    const place = history.state?.place;
    const isNew = place === undefined && this.#hasEntered;
    if (isNew) this.#last = this.#place += 1;
    else this.#place = place ?? 0;
    this.#hasEntered = true;
    this.rewrite(location.href);
    return isNew;
  }

  rewrite(address) {
    history.replaceState({ place: this.#place, last: this.#last }, "", address);
  }

  // A step to an address whose view is already shown.
  add(address) {
    this.#last = this.#place += 1;
    history.pushState({ place: this.#place, last: this.#last }, "", address);
  }

  get top() {
    return this.#tops.get(this.#place) ?? 0;
  }

  get undo() {
    return this.#place > 0 ? back : null;
  }

  get redo() {
    return this.#place < this.#last ? forward : null;
  }
}
