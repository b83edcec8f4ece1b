// What a step does, in words.

import { capital, roomName } from "../plain.js";
import { counted } from "../ticks.js";

const of = (events, ...decisions) => events.filter(({ decision }) => decisions.includes(decision));

function joined(list) {
  if (list.length < 2) return list.join("");
  return `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
}

function growth(events) {
  const placed = of(events, "placed").map(({ room }) => room);
  const skipped = of(events, "skipped");
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].join("; ");
  const parts = [];
  if (placed.length) {
    parts.push(`${placed.length === 1 ? "room" : "rooms"} ${joined(placed)} placed`);
  }
  // Flash may come to a place more than once (F21).
  const places = new Set(skipped.map(({ shape, cell }) => `${shape} ${cell}`));
  if (places.size) parts.push(`${counted(places.size, "place")} passed over (${reasons})`);
  return parts.join(", ") || "nothing fits";
}

function pick(events, kinds) {
  const assigned = of(events, "assigned").at(-1);
  const weighed = of(events, "weighed");
  const first = events[0];
  const name = roomName(kinds(events.find(({ kind }) => kind)?.kind ?? "special"));
  if (weighed.length) {
    return `${capital(name)}: ${counted(weighed.length, "cell")} weighed, the greatest weight wins.`;
  }
  const boss = of(events, "boss")[0];
  const said = boss ? `${capital(boss.text)}. ` : "";
  if (assigned) return `${said}Room ${assigned.room} becomes the ${name}.`;
  if (of(events, "no_place").length) return `${said}No dead end fits the ${name}.`;
  if (of(events, "chance").some(({ hit }) => !hit)) {
    // It has conditions and no chance (F11, W38).
    if (name === "arcade") return `${said}The conditions of the arcade are not met.`;
    return `${said}The chance of the ${name} does not come up.`;
  }
  if (first.decision === "chosen" && events.length === 1) {
    return `The inside of the ${name} is chosen from the catalogue.`;
  }
  return said.trim() || `${capital(first.text)}.`;
}

// One sentence for a step. `kinds` gives the name of a kind of room.
export function sentenceOf({ type, events, parent, attempt }, kinds) {
  const [first] = events;
  switch (type) {
    case "begin":
      return `${capital(events.map(({ text }) => text).join("; "))}.`;
    case "attempt":
      return attempt === 1 ? "The first attempt begins." : `Attempt ${attempt} begins.`;
    case "taken":
    case "growth": {
      const from = type === "taken" ? first.room : parent;
      const name = from === 0 ? "From the start" : `From room ${from}`;
      return from === undefined ? `${capital(growth(events))}.` : `${name}: ${growth(events)}.`;
    }
    case "dead_ends":
      return `${counted(first.rooms.length, "dead end")}, ringed: special rooms go there.`;
    case "pick":
      return pick(events, kinds);
    case "ordinary": {
      const rooms = of(events, "assigned", "interior").length;
      return rooms === 1 ? "One room gets its inside." : `${rooms} rooms get their insides.`;
    }
    case "thrown":
      return `Thrown away: ${kinds(first.text).replace(/^the attempt is thrown away: /, "")}.`;
    case "searched":
      return first.cell ? "Drawn cells find a place for the secret room." : `${capital(first.text)}.`;
    default:
      return `${capital(first.text)}.`;
  }
}
