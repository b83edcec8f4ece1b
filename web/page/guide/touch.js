// Maps that can be touched by mouse, finger or the arrow keys: a line below says what each room is.
import { element, svgElement } from "../dom.js";
import { HIDDEN, capital, roomName } from "../plain.js";
import { counted } from "../ticks.js";

const ASK = "Touch a room.";
const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const rooms = new WeakMap();

// Lets a map be touched. `list` are its rooms, by the index that each has on the map.
export function touchable(svg, list) {
  rooms.set(svg, list);
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("role", "group");
  return svg;
}

function told({ kind, cells, depth }) {
  if (kind === "start") return "Here the floor begins.";
  const what = kind === "normal" ? "An ordinary room" : capital(roomName(kind));
  const size = cells.length > 1 ? ` of ${cells.length} cells` : "";
  const way = depth && !HIDDEN.includes(kind) ? `, ${counted(depth, "step")} from the start as the floor grew` : "";
  return `${what}${size}${way}.`;
}

// The line below a figure's maps, which describes the room that is touched on one of them.
export function touchLine(figure) {
  const line = element("p", { class: "step-told quiet", role: "status" }, ASK);
  const ring = svgElement("path", { class: "touched" });
  let touched;
  const touch = (node) => {
    const svg = node?.closest("svg");
    if (!rooms.has(svg)) return;
    touched = node.dataset.room;
    ring.setAttribute("d", node.querySelector(".walls").getAttribute("d"));
    svg.append(ring);
    line.textContent = told(rooms.get(svg)[touched]);
  };
  for (const type of ["pointerover", "click"]) figure.addEventListener(type, ({ target }) => touch(target.closest(".room[data-room]")));
  figure.addEventListener("keydown", (event) => {
    if (!rooms.has(event.target) || !KEYS[event.key]) return;
    event.preventDefault();
    const nodes = [...event.target.querySelectorAll(".room[data-room]")].sort((a, b) => a.dataset.room - b.dataset.room);
    const at = event.target.contains(ring) ? nodes.findIndex((node) => node.dataset.room === touched) : -1;
    const next = at < 0 ? (KEYS[event.key] > 0 ? 0 : nodes.length - 1) : at + KEYS[event.key];
    touch(nodes[(next + nodes.length) % nodes.length]);
  });
  // The description goes when the map is left, or another one takes its place.
  const forget = () => {
    ring.remove();
    line.textContent = ASK;
  };
  for (const type of ["pointerleave", "focusout", "input"]) figure.addEventListener(type, forget);
  return line;
}
