// The map that grows: its nodes are changed in place from state to state.
import { element, svgElement } from "../dom.js";
import { SIDE, extentOf, floorMap } from "../floor-map.js";

const MOST_PIXELS_PER_CELL = 40;

const KEY = {
  current: "the room that grows, or gets its kind",
  passed: "a place that was skipped",
  end: "a dead end",
  weight: "a cell's weight for a hidden room",
};

// What the marks on the map mean.
export const boardKey = (marks = Object.keys(KEY)) =>
  element("ul", { class: "legend grow-legend" }, ...marks.map((name) =>
    element("li", {}, element("span", { class: `grow-key grow-key-${name}`, "aria-hidden": "true" }), KEY[name])));

// The extent in cells of everything that ever appears on the map, so that it never jumps.
function wholeExtent(steps) {
  const states = steps.map(({ state }) => state);
  const rooms = new Set(states.flatMap(({ rooms }) => rooms));
  const marks = states.flatMap(({ passed, weights }) => [...passed, ...weights]);
  const cells = [...[...rooms].flatMap(({ cells }) => cells), ...marks.map(({ cell }) => cell)];
  // Many attempts have many cells, but few different ones.
  return extentOf([{ cells: [...new Map(cells.map((cell) => [String(cell), cell])).values()] }]);
}

export class Board {
  #kinds;
  #extent;
  #rooms = svgElement("g", {});
  #outline = svgElement("path", { class: "grow-current" });
  #strike = svgElement("path", { class: "grow-strike" });
  #rings;
  #crosses;
  #weights;
  #decided;
  #drawn = [];
  #nodes = new WeakMap();

  // `steps` are all that the board can show, `kinds` the description's.
  constructor(steps, kinds) {
    this.#kinds = kinds;
    this.#extent = wholeExtent(steps);
    const { columns, rows } = this.#extent;
    const [width, height] = [columns * SIDE + 4, rows * SIDE + 4];
    this.#rings = new Reused("circle", { class: "grow-end", r: 9.5 });
    this.#crosses = new Reused("path", { class: "grow-passed" });
    this.#weights = new Reused("text", { class: "grow-weight" });
    this.#decided = new Reused("rect", { class: "grow-decided", width: SIDE - 4, height: SIDE - 4 });
    this.#strike.setAttribute("d", `M2 ${height - 4}L${width - 4} 2`);
    this.svg = svgElement(
      "svg",
      {
        class: "grow-map",
        viewBox: `-2 -2 ${width} ${height}`,
        role: "img",
        "aria-label": "Map",
      },
      this.#rooms,
      this.#rings.group,
      this.#outline,
      this.#crosses.group,
      this.#weights.group,
      this.#decided.group,
      this.#strike,
    );
    this.svg.style.maxWidth = `${columns * MOST_PIXELS_PER_CELL}px`;
  }

  // Draws a state. What is new fades in if `isForward`.
  draw(state, isForward) {
    const { rooms } = state;
    for (let index = 0; index < Math.max(rooms.length, this.#drawn.length); index++) {
      const [room, drawn] = [rooms[index], this.#drawn[index]];
      if (room === drawn) continue;
      const node = room && this.#nodeOf(room);
      node?.classList.toggle("grow-fresh", isForward && !state.isDone);
      const old = drawn && this.#nodes.get(drawn);
      if (node && old) old.replaceWith(node);
      else if (node) this.#rooms.append(node);
      else old.remove();
    }
    this.#drawn = rooms;
    this.svg.classList.toggle("is-thrown", state.isThrown);
    const current = rooms[state.current];
    const walls = current ? this.#nodeOf(current).querySelector(".walls").getAttribute("d") : "";
    this.#outline.setAttribute("d", walls);
    // The ring of a dead end disappears when the room gets its kind.
    const ends = state.isDone ? [] : state.ends.filter((end) => rooms[end]?.kind === "normal");
    this.#rings.show(ends, (ring, end) => {
      const [x, y] = this.#at(rooms[end].cells[0]);
      ring.setAttribute("cx", x + SIDE / 2);
      ring.setAttribute("cy", y + SIDE / 2);
    });
    this.#crosses.show(state.passed, (cross, { cell }) => {
      const [x, y] = this.#at(cell);
      cross.setAttribute("d", `M${x + 8} ${y + 8}l8 8m0 -8l-8 8`);
    });
    const most = Math.max(...state.weights.map(({ weight }) => weight));
    const taken = new Set(rooms.flatMap(({ cells }) => cells.map(String)));
    const weights = state.weights.filter(({ cell }) => !taken.has(String(cell)));
    this.#weights.show(weights, (text, { cell, weight }) => {
      const [x, y] = this.#at(cell);
      text.setAttribute("x", x + SIDE / 2);
      text.setAttribute("y", y + SIDE / 2);
      text.classList.toggle("is-most", weight === most);
      text.textContent = weight;
    });
  }

  // Outlines those of the cells that are on the map.
  outline(cells) {
    const { left, top, columns, rows } = this.#extent;
    const isOn = ([x, y]) => x >= left && y >= top && x < left + columns && y < top + rows;
    this.#decided.show(cells.filter(isOn), (rect, cell) => {
      const [x, y] = this.#at(cell);
      rect.setAttribute("x", x + 2);
      rect.setAttribute("y", y + 2);
    });
  }

  #at([x, y]) {
    return [(x - this.#extent.left) * SIDE, (y - this.#extent.top) * SIDE];
  }

  #nodeOf(room) {
    let node = this.#nodes.get(room);
    if (node) return node;
    // A room has its number until the floor is whole.
    const label = room.kind === "normal" && !room.doors ? () => room.index : undefined;
    const map = floorMap({ rooms: [room] }, this.#kinds, { extent: this.#extent, label, title: "" });
    node = map.firstChild;
    node.dataset.room = room.index;
    const link = this.#linkOf(room);
    if (link) node.append(svgElement("path", { class: "doors", d: link }));
    this.#nodes.set(room, node);
    return node;
  }

  // The link to the room that it grew from: a gap in the wall between them.
  #linkOf({ cells, parent }) {
    if (!parent) return null;
    for (const cell of cells) {
      for (const other of parent) {
        const [dx, dy] = [other[0] - cell[0], other[1] - cell[1]];
        if (Math.abs(dx) + Math.abs(dy) !== 1) continue;
        const [x, y] = this.#at(cell);
        return dx
          ? `M${x + (dx > 0 ? SIDE : 0)} ${y + 8}v8`
          : `M${x + 8} ${y + (dy > 0 ? SIDE : 0)}h8`;
      }
    }
    return null;
  }
}

// The nodes of one sort that are needed; surplus ones are hidden.
class Reused {
  group = svgElement("g", {});
  #name;
  #attributes;

  constructor(name, attributes) {
    this.#name = name;
    this.#attributes = attributes;
  }

  show(items, set) {
    const { children } = this.group;
    items.forEach((item, index) => {
      const node = children[index] ?? svgElement(this.#name, this.#attributes);
      if (!node.parentNode) this.group.append(node);
      node.removeAttribute("display");
      set(node, item);
    });
    for (let index = items.length; index < children.length; index++) {
      children[index].setAttribute("display", "none");
    }
  }
}
