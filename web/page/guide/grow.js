// A floor grows, in both games.
import { button, element } from "../dom.js";
import { Board, boardKey } from "../grow/board.js";
import { placesOf, stepsOf } from "../grow/steps.js";
import { capital, roomsInWords } from "../plain.js";
import { counted } from "../ticks.js";
import { named } from "./maps.js";
import { scrubAndRange } from "./scrub.js";
import { touchable } from "./touch.js";

// Milliseconds for a room.
const PACE = 170;
// The rooms that the reader chose: they stay for the visit, and nothing plays by itself then.
let chosen = null;

export function growStep({ lab, description, floors }) {
  const games = Object.entries(floors).map(([name, { floor, address }]) => {
    const steps = stepsOf(lab.growth(address), floor);
    return { name, steps, stops: stopsOf(steps), board: new Board(steps, description.kinds) };
  });
  const [one, other] = Object.values(floors).map(({ measures }) => measures.rooms);
  const sizes = one === other ? `${one} rooms` : `${one} and ${other} rooms`;
  const standing = element("span", {});
  const most = Math.max(...games.map(({ stops }) => stops.length));
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let timer;
  const stop = () => clearInterval(timer);
  const draw = (rooms, isForward) => {
    const counts = games.map(({ steps, stops, name }) => `${capital(name)} has ${counted(steps[stops[Math.min(rooms, stops.length) - 1]].state.rooms.length, "room")}`);
    standing.textContent = rooms === most ? ", each room has its kind." : ` ${counts.join(" and ")}.`;
    for (const { steps, stops, board, name } of games) {
      const { state } = steps[stops[Math.min(rooms, stops.length) - 1]];
      board.draw(state, isForward);
      touchable(board.svg, state.rooms);
      board.svg.setAttribute("aria-label", `${capital(name)}: ${roomsInWords(state.rooms)}.`);
    }
  };
  const { number, range, set } = scrubAndRange({
    label: "Step",
    least: 1,
    most,
    value: most,
    text: (rooms) => (rooms === most ? `${most}, the last` : String(rooms)),
    change: (next) => {
      stop();
      chosen = next;
      show(next);
    },
  });
  let rooms = most;
  const show = (next) => {
    draw(next, next > rooms);
    rooms = next;
    set(next);
  };
  const play = button("Grow again", () => begin());
  const begin = () => {
    stop();
    chosen = null;
    show(1);
    timer = setInterval(() => {
      if (rooms >= most) stop();
      else show(rooms + 1);
    }, PACE);
  };
  show(chosen ?? most);
  // Both floors to one scale.
  const heights = games.map(({ board }) => board.svg.viewBox.baseVal.height);
  games.forEach(({ board: { svg } }, place) => {
    svg.style.height = `${(100 * heights[place]) / Math.max(...heights)}%`;
  });
  return {
    heading: "A floor grows, room from room",
    words: [
      ["In Flash each new room offers a place on all its sides, and a coin decides about each. A place that touches a second room stays empty, so a floor grows as a tree."],
      ["Rebirth takes its rooms from a queue, usually the newest first, and some of its rooms are big: up to four cells."],
      [`Both floors are of level 6 and end with ${sizes}, counting the super secret room but no other hidden one. At step `, number, standing],
    ],
    figure: [
      element("div", { class: "step-maps" }, ...games.map(({ name, board }) => named(name, element("div", { class: "step-board" }, board.svg)))),
      element("div", { class: "step-range" }, play, range),
      boardKey(["current", "passed"]),
    ],
    next: [`#/grow?${floors.flash.address}&${prefixed(floors.rebirth.address)}`, "Grow these two, decision by decision"],
    begin: isStill || chosen !== null ? undefined : begin,
    end: stop,
  };
}

const prefixed = (address) => address.split("&").map((pair) => `right.${pair}`).join("&");

// The step at which so many rooms are placed, for each number of rooms from one on; at last the whole floor.
function stopsOf(steps) {
  const { kept, special, last } = placesOf(steps);
  const stops = [];
  for (let index = kept; index < special; index++) {
    const { length } = steps[index].state.rooms;
    for (let rooms = stops.length; rooms < length; rooms++) stops[rooms] = index;
    stops[length - 1] = index;
  }
  return [...stops, last];
}
