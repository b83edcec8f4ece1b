// Why the boss is far: who grows next.
import { element, svgElement } from "../dom.js";
import { extentOf } from "../floor-map.js";
import { histogram } from "../histogram.js";
import { current, onColours } from "../palette.js";
import { whole } from "../ticks.js";
import { COUNTED, mapOf, named, path, sampleOf, showCounted, toCount, withSets } from "./maps.js";
import { scrub } from "./scrub.js";
import { touchable } from "./touch.js";
import { cellsOf } from "./walk.js";

const BACK = "rebirth.growth.back_one_in";
const VALUES = [1, 2, 3, 4, 6, 10, 1000];
const WORDS = { 1: "every time" };
// The number that the reader chose: it stays for the visit.
let value = 3;
// How the sentence about the queue ends.
const endOf = (value) =>
  value === 1
    ? ". So the oldest room always grows next, and no long arm forms."
    : ". Otherwise it grows at once, room follows room, and a long arm forms.";
const wordOf = (value) => WORDS[value] ?? `one time in ${whole(value)}`;
const meansInWords = (rebirth, flash) => `On ${whole(COUNTED)} floors it is ${rebirth} on average, in Flash ${flash}.`;

export function bossStep({ lab, description, floors: { flash, rebirth }, counted }) {
  const measure = description.measures.find(({ name }) => name === "boss_distance");
  const addressOf = (value) => withSets(rebirth.address, value === 3 ? {} : { [BACK]: value });
  const here = element("span", {});
  const end = element("span", {});
  const mean = toCount(meansInWords("…", "…"));
  const place = element("div", {});
  const chart = element("div", { class: "step-chart" });
  let isBegun = false;
  let turn = 0;
  const extent = extentOf(VALUES.flatMap((value) => lab.floor(addressOf(value)).floor.rooms));
  const drawMap = () => {
    end.textContent = endOf(value);
    const { floor } = lab.floor(addressOf(value));
    const walk = lab.walk(addressOf(value), "boss").rooms;
    // The map does not jump while the number is dragged.
    const { svg, at } = mapOf(floor, description.kinds, { scale: 1.4, extent, address: addressOf(value) });
    touchable(svg, floor.rooms);
    svg.append(svgElement("path", { class: "way", d: path(cellsOf(floor.rooms, walk).flat().map(at)) }));
    place.replaceChildren(named("rebirth", svg));
    here.textContent = `The boss of this floor is ${walk.length - 1} doors away.`;
  };
  const meanOf = (counts) => lab.values("boss_distance", JSON.stringify(counts.histogram)).mean;
  const drawChart = async () => {
    const own = ++turn;
    if (!isBegun) return;
    const both = [sampleOf(flash.address), sampleOf(addressOf(value))].map((address) => counted(address, "boss_distance"));
    const [one, other] = await Promise.all(both).catch(() => []);
    if (own !== turn || !other) return;
    const colours = current();
    const series = [
      { name: "Flash", colour: colours.flash, isSecond: true, histogram: one.histogram },
      { name: "Rebirth", colour: colours.rebirth, histogram: other.histogram },
    ];
    showCounted(mean, meansInWords(meanOf(other).toFixed(1), meanOf(one).toFixed(1)));
    const width = Math.max(300, Math.min(chart.clientWidth || 340, 460));
    chart.replaceChildren(histogram({ series, measure, colours, width, height: 260, label: `Steps to the boss. ${mean.textContent}` }));
  };
  const number = scrub({
    label: "How often a new room waits at the back of the queue",
    values: VALUES,
    value,
    text: wordOf,
    change: (next) => {
      value = next;
      drawMap();
      drawChart();
    },
  });
  drawMap();
  const endColours = onColours(drawChart);
  return {
    heading: "The newest grows first, so the boss is far",
    words: [
      ["The boss takes the deepest dead end, and the order in which rooms grow decides how deep that is."],
      ["In Rebirth a new room waits at the back of the queue ", number, end],
      [here, " ", mean],
    ],
    figure: [element("div", { class: "step-maps" }, place, chart)],
    next: [() => `#/rule?${addressOf(value)}&measure=boss_distance`, "Change this rule on this floor"],
    begin: () => {
      isBegun = true;
      drawChart();
      // The values that the number can be dragged to are counted in advance.
      for (const value of VALUES) counted(sampleOf(addressOf(value)), "boss_distance").catch(() => {});
    },
    end: endColours,
  };
}
