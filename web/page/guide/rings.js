// Why there are rings.
import { element } from "../dom.js";
import { counted as countInWords, whole } from "../ticks.js";
import { mapOf, named, sampleOf, showCounted, toCount, withSets } from "./maps.js";
import { scrub } from "./scrub.js";
import { touchable } from "./touch.js";
import { ringsOf } from "./walk.js";

const LIMIT = "rebirth.growth.neighbour_limit";
const LARGE = "rebirth.growth.large_rooms";
// As long as the sentence that replaces it when they are counted, so that nothing moves.
const OTHERS = "About … in 100 other floors have a ring.";
// What the reader chose: it stays for the visit.
const chosen = { limit: 2, large: true };

function shareInWords(having, floors) {
  if (!having) return `None of ${whole(floors)} other floors has a ring.`;
  const inHundred = Math.round((100 * having) / floors);
  if (inHundred < 2) return "Fewer than 2 in 100 other floors have a ring.";
  if (inHundred > 99) return "More than 99 in 100 other floors have a ring.";
  return `About ${inHundred} in 100 other floors have a ring.`;
}

export function ringStep({ lab, description, floors: { rebirth }, counted }) {
  const sets = () => ({
    ...(chosen.limit === 2 ? {} : { [LIMIT]: chosen.limit }),
    ...(chosen.large ? {} : { [LARGE]: false }),
  });
  const here = element("span", {});
  const share = toCount(OTHERS);
  const place = element("div", {});
  let turn = 0;
  let isBegun = false;
  const draw = async () => {
    const own = ++turn;
    const address = withSets(rebirth.address, sets());
    let answer;
    try {
      answer = lab.floor(address);
    } catch {
      here.textContent = "By these rules this seed gives no floor.";
      return;
    }
    const { count: rings, rooms } = ringsOf(answer.floor.rooms);
    const { svg } = mapOf(answer.floor, description.kinds, { scale: 1.7, address });
    touchable(svg, answer.floor.rooms);
    for (const room of rooms) svg.querySelector(`[data-room="${room}"]`)?.classList.add("on-ring");
    place.replaceChildren(named("rebirth", svg));
    here.textContent = rings ? `This floor has ${countInWords(rings, "ring")}, tinted.` : "This floor has no ring.";
    if (!isBegun) return;
    share.textContent = OTHERS;
    const { histogram, floors } = await counted(sampleOf(address), "rings").catch(() => ({}));
    if (own !== turn || !floors) return;
    const having = floors - (histogram[0]?.count ?? 0);
    showCounted(share, shareInWords(having, floors));
  };
  const limit = scrub({
    label: "Rooms that keep a place empty",
    values: [2, 3, 4],
    value: chosen.limit,
    change: (value) => {
      chosen.limit = value;
      draw();
    },
  });
  const large = scrub({
    label: "Big rooms",
    values: [false, true],
    value: chosen.large,
    text: (value) => (value ? "with" : "without"),
    change: (value) => {
      chosen.large = value;
      draw();
    },
  });
  draw();
  return {
    heading: "Big rooms close rings",
    words: [
      ["A ring is a way round through three rooms or more. Both games work against it: in Rebirth a place stays empty when ", limit, " rooms are already beside its entrance cell."],
      ["Only that cell counts. A big room has one entrance cell, and its other cells may meet rooms that are already there. These are the floors ", large, " big rooms."],
      [here, " ", share],
    ],
    figure: [place],
    next: [() => `#/rule?${withSets(rebirth.address, sets())}&measure=rings`, "Change these rules on this floor"],
    begin: () => {
      isBegun = true;
      draw();
    },
  };
}
