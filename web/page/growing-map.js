// The map of a floor that grows: nodes are changed in place from frame to frame.
import { svgElement } from "./dom.js";

const SIDE = 24;
const STEPS = [
  [-1, 0, (x, y) => `M${x} ${y}v${SIDE}`],
  [1, 0, (x, y) => `M${x + SIDE} ${y}v${SIDE}`],
  [0, -1, (x, y) => `M${x} ${y}h${SIDE}`],
  [0, 1, (x, y) => `M${x} ${y + SIDE}h${SIDE}`],
];

export class GrowingMap {
  #kinds;
  #origin;
  #rooms = svgElement("g");
  #overlay = svgElement("g");
  #nodes = [];
  #shown = null;

  // `finished` is the map of the finished floor, shown with the last frame.
  constructor(kinds, extent, title) {
    this.#kinds = new Map(kinds.map(({ kind, mark }) => [kind, mark]));
    this.#origin = [extent.left, extent.top];
    const [width, height] = [extent.columns * SIDE + 2, extent.rows * SIDE + 2];
    this.svg = svgElement(
      "svg",
      {
        class: "floor-map growing",
        viewBox: `-1 -1 ${width} ${height}`,
        width: width * 1.3,
        height: height * 1.3,
        role: "img",
        "aria-label": title,
      },
      this.#rooms,
      this.#overlay,
    );
  }

  // Shows a frame; `null` for an empty map.
  show(frame) {
    if (frame === this.#shown) return;
    const rooms = frame?.rooms ?? [];
    const before = this.#shown?.rooms ?? [];
    for (let index = 0; index < Math.max(rooms.length, before.length); index++) {
      if (rooms[index] !== before[index]) this.#set(index, rooms[index]);
    }
    const classes = new Map();
    for (const index of frame?.deadEnds ?? []) classes.set(index, "is-dead-end");
    if (frame?.active !== null && frame?.active !== undefined) classes.set(frame.active, "is-active");
    this.#nodes.forEach((node, index) => {
      if (!node) return;
      const own = `room kind-${node.dataset.kind} ${classes.get(index) ?? ""}`;
      if (node.getAttribute("class") !== own) node.setAttribute("class", own);
    });
    this.svg.classList.toggle("is-thrown-away", Boolean(frame?.isThrownAway));
    if (frame?.skipped !== this.#shown?.skipped || frame?.weighed !== this.#shown?.weighed) {
      this.#overlay.replaceChildren(...this.#cells(frame));
    }
    this.#shown = frame;
  }

  #at([x, y]) {
    return [(x - this.#origin[0]) * SIDE, (y - this.#origin[1]) * SIDE];
  }

  #set(index, room) {
    this.#nodes[index]?.remove();
    this.#nodes[index] = undefined;
    if (!room) return;
    const own = new Set(room.cells.map(String));
    const area = room.cells.map((cell) => {
      const [x, y] = this.#at(cell);
      return `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`;
    });
    const walls = room.cells.flatMap((cell) =>
      STEPS.filter(([dx, dy]) => !own.has(String([cell[0] + dx, cell[1] + dy]))).map(([, , edge]) =>
        edge(...this.#at(cell)),
      ),
    );
    const [x, y] = this.#at(room.cells[0]);
    const mark = room.kind === "start" ? "●" : room.kind === "normal" ? "" : this.#kinds.get(room.kind);
    const node = svgElement(
      "g",
      { "data-kind": room.kind },
      svgElement("path", { class: "area", d: area.join("") }),
      svgElement("path", { class: "walls", d: walls.join("") }),
      mark ? svgElement("text", { class: "mark", x: x + SIDE / 2, y: y + SIDE / 2 }, mark) : null,
    );
    this.#nodes[index] = node;
    this.#rooms.append(node);
  }

  // The cells that are passed over or weighed.
  #cells(frame) {
    const skipped = (frame?.skipped ?? []).slice(-1).map(({ cell }) => {
      const [x, y] = this.#at(cell);
      return svgElement("path", { class: "skipped", d: `M${x + 7} ${y + 7}l10 10m0 -10l-10 10` });
    });
    const most = Math.max(...(frame?.weighed ?? []).map(({ weight }) => weight));
    const weighed = (frame?.weighed ?? []).map(({ cell, weight }) => {
      const [x, y] = this.#at(cell);
      return svgElement(
        "g",
        { class: weight === most ? "weighed is-heaviest" : "weighed" },
        svgElement("rect", { x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4, rx: 3 }),
        svgElement("text", { x: x + SIDE / 2, y: y + SIDE / 2 }, String(weight)),
      );
    });
    return [...skipped, ...weighed];
  }
}
