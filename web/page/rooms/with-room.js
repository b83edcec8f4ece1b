// Floors that have a room of the reader's files: looked for seed by seed, and shown as maps.
import { button, element, field, inWords, select } from "../dom.js";
import { floorMap } from "../floor-map.js";
import { counted, whole } from "../ticks.js";

// Floors per part, floors that are searched without a hit, and maps that are shown at a time.
const PART = 250;
const MOST = 200_000;
const SHOWN = 6;

// The last chosen room, and what was found, stay for the visit.
let last = null;

// `address`: of floors, without a seed. `worker` has the rooms. `chosen` gets the run and the room of a floor
// that is chosen.
export function withRoom({ address, worker, kinds, say, isClosed, chosen }) {
  if (last?.address !== address || last.worker !== worker) last = { address, worker, room: null, hits: [], wanted: 0, skipped: 0, barren: 0 };
  const own = last;
  const status = element("p", { role: "status", class: "quiet" });
  const maps = element("div", { class: "room-hits" });
  const list = element("div", {}, element("p", { class: "quiet" }, "Listing the rooms."));
  const toggle = () => {
    if (isOn) {
      isOn = false;
      tell("Stopped.");
    } else look();
  };
  const press = button("Look for floors", toggle, { class: "primary" });
  let rooms = [];
  let isOn = false;
  let shown = 0;

  const tell = (words) => {
    const { hits, skipped } = own;
    const known = skipped ? `${counted(hits.length, "floor")} of ${whole(skipped)} ${hits.length === 1 ? "has" : "have"} this room.` : "";
    status.textContent = [words, known].filter(Boolean).join(" ");
    const never = rooms.find(({ room }) => room === own.room)?.never;
    press.disabled = Boolean(never);
    press.textContent = isOn ? "Stop" : skipped ? "Show more" : "Look for floors";
    if (never) status.textContent = `No such floor has this room, whatever the seed: ${never}.`;
  };
  const queryOf = ([run, place]) => new URLSearchParams([...new URLSearchParams(address), ["run", run], ["room", place]]);
  const draw = async () => {
    const { room } = own;
    while (shown < Math.min(own.wanted, own.hits.length)) {
      const hit = own.hits[shown++];
      const query = queryOf(hit);
      const plain = new URLSearchParams(query);
      plain.delete("room");
      const { floor } = await worker.run("floor", plain.toString());
      if (isClosed() || own.room !== room) return;
      const map = floorMap(floor, kinds, { scale: 0.75 });
      map.querySelector(`[data-room="${hit[1]}"]`).classList.add("is-own");
      maps.append(element("a", { href: `#/rooms?${query}`, onclick: () => chosen(...hit) }, map, element("span", {}, hit[0])));
    }
  };
  const look = async () => {
    const { room } = own;
    own.wanted = Math.min(own.wanted, own.hits.length) + SHOWN;
    own.barren = 0;
    isOn = true;
    tell("Looking.");
    try {
      while (isOn && own.hits.length < own.wanted && own.barren < MOST) {
        const found = await worker.run("runsWithRoom", address, room, own.skipped, PART);
        if (isClosed() || own.room !== room) return;
        own.skipped += PART;
        own.barren = found.length ? 0 : own.barren + PART;
        own.hits.push(...found);
        tell("Looking.");
      }
      await draw();
    } catch (error) {
      if (error.message !== "stopped" && !isClosed()) say(error.message);
    }
    if (isClosed() || own.room !== room) return;
    isOn = false;
    tell(own.barren >= MOST ? "Nothing was found for a long time." : "");
  };
  const choose = (room) => {
    own.room = room;
    Object.assign(own, { hits: [], wanted: 0, skipped: 0 });
    shown = 0;
    isOn = false;
    maps.replaceChildren();
    tell("");
  };
  worker.run("ownRooms", address).then(
    (found) => {
      if (isClosed()) return;
      rooms = found.toSorted((a, b) => Boolean(a.never) - Boolean(b.never) || a.type.localeCompare(b.type) || a.name.localeCompare(b.name));
      if (!rooms.length) {
        list.replaceChildren(element("p", { class: "quiet" }, "None of the floors' rooms is from your files."));
        return;
      }
      own.room ??= rooms[0].room;
      const options = rooms.map(({ room, name, type, variant, never }) => ({
        name: room,
        text: `${name || "without a name"} (${inWords(type)} ${variant}${never ? ", never" : ""})`,
      }));
      list.replaceChildren(element("div", { class: "controls" }, field("Room", select(options, own.room, (room) => choose(Number(room)))), press));
      draw().catch(() => {});
      tell("");
    },
    // What such floors lack is said above.
    () => {
      section.hidden = true;
    },
  );
  const section = element("section", { "aria-label": "Floors with one of your rooms" },
    element("h3", {}, "Floors with one of your rooms"), list, status, maps);
  return section;
}
