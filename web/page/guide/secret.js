// Why the secret room is where it is.
import { button, element, svgElement } from "../dom.js";
import { SIDE, besideOf, extentOf } from "../floor-map.js";
import { isHiddenFrom } from "../plain.js";
import { counted, percentTo } from "../ticks.js";
import { mapOf, named, withSets } from "./maps.js";
import { scrub } from "./scrub.js";

const PENALTIES = { one: "rebirth.secret.penalty_one_neighbour", two: "rebirth.secret.penalty_two_neighbours" };
const USUAL = { one: 6, two: 3 };
// What the reader chose: it stays for the visit.
const chosen = { ...USUAL };
let isShown = false;
// Chances below this are not shown.
const LEAST = 0.005;

export function secretStep({ lab, description, floors: { rebirth } }) {
  const sets = () =>
    Object.fromEntries(Object.keys(USUAL).flatMap((name) => (chosen[name] === USUAL[name] ? [] : [[PENALTIES[name], chosen[name]]])));
  const place = element("div", {});
  const told = element("span", { role: "status" });
  const usually = element("span", {});
  const press = button("Show the room", () => {
    isShown = !isShown;
    draw();
  });
  const draw = () => {
    const address = withSets(rebirth.address, sets());
    const { floor } = lab.floor(address);
    const hide = isHiddenFrom("secret");
    const rooms = floor.rooms.filter((room) => !hide(room));
    const [cell] = floor.rooms.find(({ kind }) => kind === "secret").cells;
    const { cells } = lab.posterior(address, "secret", false);
    const around = extentOf(rooms);
    const extent = { left: around.left - 1, top: around.top - 1, columns: around.columns + 2, rows: around.rows + 2 };
    const { svg, at } = mapOf(floor, description.kinds, { scale: 1.5, extent, hide, title: "The floor with the chance of each cell." });
    svg.setAttribute("role", "group");
    const likely = cells.filter(([, chance]) => chance >= LEAST);
    for (const [[x, y], chance] of likely) {
      const [cx, cy] = at([x, y]);
      const isHere = isShown && String([x, y]) === String(cell);
      const beside = besideOf(rooms, [x, y]).length;
      const say = () => {
        told.textContent = `${counted(beside, "room")} beside this cell: its chance is ${percentTo(2, chance)}.`;
      };
      svg.append(
        svgElement(
          "g",
          {
            class: `chance${isHere ? " is-here" : ""}`,
            role: "button",
            tabindex: "0",
            "aria-label": `Cell with ${counted(beside, "room")} beside it, ${percentTo(2, chance)}${isHere ? ", the secret room" : ""}`,
            onclick: say,
            onpointerenter: say,
            onfocus: say,
          },
          svgElement("rect", { x: cx - SIDE / 2 + 1, y: cy - SIDE / 2 + 1, width: SIDE - 2, height: SIDE - 2 }),
          svgElement("text", { class: "chance-text", x: cx, y: cy }, isHere ? "?" : `${Math.round(100 * chance)}`),
        ),
      );
    }
    usually.textContent = Object.keys(sets()).length ? "" : " So the room is usually between three or four others, if the floor has such a place. The draw decides between equal places.";
    press.textContent = isShown ? "Hide the room" : "Show the room";
    told.textContent = isShown ? `Here it is: ${counted(besideOf(rooms, cell).length, "room")} beside it.` : "Touch a number.";
    place.replaceChildren(named("rebirth", svg));
  };
  const penalty = (name, label) =>
    scrub({
      label,
      values: Array.from({ length: 15 }, (_, value) => value),
      value: chosen[name],
      change: (value) => {
        chosen[name] = value;
        draw();
      },
    });
  const one = penalty("one", "Points less with one neighbour");
  const two = penalty("two", "Points less with two neighbours");
  draw();
  return {
    heading: "The secret room seeks company",
    words: [
      ["Each empty cell beside a room draws 10 to 14 points. It loses ", one, " when one door could lead to it and ", two, " when two could. It is out if a room beside it cannot have a door on that side."],
      ["The cell with the most points gets the room.", usually],
      ["The map shows the chance of each cell in percent. ", told],
    ],
    // Its cells have their own words.
    isTouched: false,
    figure: [place, element("div", { class: "step-range" }, press)],
    next: [() => `#/guess?${withSets(rebirth.address, sets())}`, "Guess the secret room of this floor"],
  };
}
