// What a floor costs the feet: the shortest walk through every room to the boss.
import { element, svgElement } from "../dom.js";
import { extentOf } from "../floor-map.js";
import { capital, isHidden } from "../plain.js";
import { whole } from "../ticks.js";
import { COUNTED, mapOf, named, path, sampleOf, showCounted, toCount } from "./maps.js";
import { scrubAndRange } from "./scrub.js";
import { touchable } from "./touch.js";
import { cellsOf } from "./walk.js";

// Each way is drawn on its right-hand side, so that a door that is passed twice shows two lines.
const ASIDE = 3.2;
// The doors that the reader chose: they stay for the visit.
let chosen = null;

const meansInWords = (flash, rebirth) => `On ${whole(COUNTED)} floors of each it takes ${flash} against ${rebirth} on average.`;

export function feetStep({ lab, description, floors, counted }) {
  const areas = Object.values(floors).map(({ floor }) => extentOf(floor.rooms.filter((room) => !isHidden(room))));
  const columns = Math.max(...areas.map(({ columns }) => columns));
  const games = Object.entries(floors).map(([name, { floor, measures, address }], place) => {
    // Both floors to one scale.
    const extent = { ...areas[place], left: areas[place].left - (columns - areas[place].columns) / 2, columns };
    const walk = lab.walk(address, "full").rooms;
    const { svg, at } = mapOf(floor, description.kinds, { extent, scale: 1.25, hide: isHidden, title: `${name}: the shortest walk through all rooms to the boss passes ${walk.length - 1} doors.` });
    const legs = cellsOf(floor.rooms, walk);
    const trail = svgElement("path", { class: "walk" });
    const feet = svgElement("circle", { class: "walker", r: 6 });
    touchable(svg, floor.rooms).append(trail, feet);
    return { name, measures, address, walk, svg, trail, feet, points: pointsOf(legs.map((leg) => leg.map(at))) };
  });
  const most = Math.max(...games.map(({ walk }) => walk.length - 1));
  const passed = element("span", {});
  const draw = (doors) => {
    const done = games.filter(({ walk }) => walk.length - 1 < doors);
    const ended = done.map(({ name, walk }) => `; ${capital(name)}'s walk has ended after ${walk.length - 1}`);
    passed.textContent = ` ${doors === 1 ? "door" : "doors"}${ended.join("")}.`;
    for (const { points, trail, feet, walk } of games) {
      const at = 2 * Math.min(doors, walk.length - 1);
      trail.setAttribute("d", path(points.slice(0, at + 1)));
      const [x, y] = points[at];
      feet.setAttribute("cx", x);
      feet.setAttribute("cy", y);
    }
  };
  const { number, range } = scrubAndRange({
    label: "Doors passed",
    least: 0,
    most,
    value: chosen ?? most,
    change: (doors) => {
      chosen = doors;
      draw(doors);
    },
  });
  const means = toCount(meansInWords("…", "…"));
  draw(chosen ?? most);
  const [flash, rebirth] = games;
  return {
    heading: "A far boss saves steps",
    words: [
      ["To clear a floor, you walk into every dead end and out again. You walk the way to the boss only once, because the floor ends there: the farther the boss, the less you walk twice."],
      [`On these two floors the boss is ${flash.measures.boss_distance} doors away in Flash and ${rebirth.measures.boss_distance} in Rebirth, and the whole floor takes ${flash.walk.length - 1} doors against ${rebirth.walk.length - 1}. `, means],
      ["So far you pass ", number, passed],
    ],
    figure: [
      element("div", { class: "step-maps" }, ...games.map(({ name, svg }) => named(name, svg))),
      element("div", { class: "step-range" }, range),
    ],
    next: [`#/million?${rebirth.address}&measure=full_walk&goal=200000`, "Count this walk on many floors of this level"],
    begin: async () => {
      const [one, other] = await Promise.all(games.map(({ address }) => counted(sampleOf(address), "full_walk"))).catch(() => []);
      if (!other) return;
      const [x, y] = [one, other].map(({ histogram }) => lab.values("full_walk", JSON.stringify(histogram)).mean.toFixed(1));
      showCounted(means, meansInWords(x, y));
    },
  };
}

// Two points for each door, before and behind it, moved to the right of the way.
function pointsOf(legs) {
  const moved = legs.map(([[ax, ay], [bx, by]]) => {
    const length = Math.hypot(bx - ax, by - ay);
    const [x, y] = [(-(by - ay) / length) * ASIDE, ((bx - ax) / length) * ASIDE];
    return [[ax + x, ay + y], [bx + x, by + y]];
  });
  return [legs[0][0], ...moved.flat()];
}
