// The events of a floor as steps, and after each step the state of the map.
//
// A step is what belongs together: a room taken with all that it offers, a special room with its
// chance and its place. States share what did not change, so that any step can be drawn at once.

import { STEPS } from "../floor-map.js";

// Upwards first: the first neighbour that is found counts.
const NEIGHBOURS = [STEPS.up, STEPS.down, STEPS.left, STEPS.right];
const PICKS = new Set(["chance", "reshaped", "returned", "no_place", "weighed", "assigned"]);
// The start's inside is picked with those of the normal rooms.
const isOrdinary = (kind) => kind === "normal" || kind === "start";
const key = ([x, y]) => `${x},${y}`;

// The steps of the events. `floor` is the floor that they end with: it shows where the start is.
export function stepsOf({ events, shapes }, floor) {
  const map = new GrowingMap(floor, shapes);
  const steps = [];
  let group;
  const close = () => {
    if (group) steps.push({ ...group, attempt: map.attempt, state: map.state() });
  };
  for (const event of events) {
    const parent = map.parentOf(event);
    const joined = group && joins(group, event, parent);
    if (!joined) {
      close();
      group = { type: typeOf(event), parent, events: [] };
      map.beginStep(group);
    }
    group.events.push(event);
    map.apply(event, parent);
  }
  close();
  return steps;
}

// Whether an event belongs to the step that the events of `group` began.
function joins(group, { decision, kind, room, next }, parent) {
  const last = group.events.at(-1);
  // It grows from no room (R15).
  if (next === "added as a dead end") return false;
  switch (group.type) {
    case "begin":
      return decision === "wanted";
    case "taken":
      return ["placed", "skipped", "shape_removed"].includes(decision);
    case "growth":
      return ["placed", "skipped"].includes(decision) && (parent ?? group.parent) === group.parent;
    case "ordinary":
      return decision === "interior" || isOrdinary(kind);
    case "pick": {
      const isWeighed = last.decision === "weighed";
      if (decision === "placed") return last.decision === "assigned" && last.room === room;
      if (decision === "chosen") return last.decision === "boss" && kind === "boss";
      if (last.decision === "assigned" || last.decision === "placed" || isOrdinary(kind)) return false;
      // Another kind of room is another step.
      const known = group.events.find(({ kind }) => kind)?.kind;
      if (known && kind && kind !== known) return false;
      return PICKS.has(decision) && !(isWeighed && decision === "assigned");
    }
    default:
      return false;
  }
}

function typeOf({ decision, kind, next }) {
  if (decision === "curse" || decision === "wanted") return "begin";
  if (decision === "rejected" || decision === "placing_failed") return "thrown";
  if (decision === "interior" || isOrdinary(kind)) return "ordinary";
  if (decision === "skipped" || (decision === "placed" && next === "it is queued")) return "growth";
  if (decision === "boss" || decision === "chosen" || PICKS.has(decision)) return "pick";
  return decision;
}

// The map as the events change it.
class GrowingMap {
  attempt = 0;
  #rooms = [];
  #owners = new Map();
  #ends = [];
  #current = null;
  #passed = [];
  #weights = [];
  #haveStayed = false;
  #isThrown = false;
  #isDone = false;
  #pendingKind = null;
  #floor;
  #shapes;

  constructor(floor, shapes) {
    this.#floor = floor;
    this.#shapes = shapes;
  }

  state() {
    return {
      rooms: this.#rooms.slice(),
      ends: this.#ends,
      current: this.#current,
      passed: this.#passed,
      weights: this.#weights,
      isThrown: this.#isThrown,
      isDone: this.#isDone,
    };
  }

  // A room is placed beside the one that it grows from. Flash's events do not name that room, but it is then
  // the only one beside the cell, as F4 requires.
  parentOf({ decision, next, anchor, cell, room }) {
    if (decision === "taken") return room;
    const at = decision === "skipped" ? cell : next === "it is queued" ? anchor : null;
    if (!at || this.#owners.has(key(at))) return undefined;
    const beside = NEIGHBOURS.map(([dx, dy]) => this.#owners.get(key([at[0] + dx, at[1] + dy])));
    return beside.find((owner) => owner !== undefined);
  }

  beginStep({ type, parent }) {
    this.#current = type === "growth" ? (parent ?? null) : null;
    this.#passed = [];
    // Weights stay for one more step: the one that places a room at the greatest weight.
    const stay = this.#weights.length > 0 && !this.#haveStayed;
    this.#haveStayed = stay;
    if (!stay) this.#weights = [];
  }

  apply(event, parent) {
    const { decision, room } = event;
    if (decision === "attempt") this.#begin(event.number);
    else if (decision === "taken") this.#current = room;
    else if (decision === "skipped") this.#passed.push(event);
    else if (decision === "placed") this.#place(event, parent ?? this.#current);
    else if (decision === "dead_ends") this.#ends = event.rooms;
    else if (decision === "reshaped") this.#change(room, this.#area(event.shape, event.anchor));
    else if (decision === "assigned") this.#assign(room, event.kind);
    else if (decision === "weighed") this.#weights = [...this.#weights, event];
    else if (decision === "searched" && event.cell) this.#find(event.cell);
    else if (decision === "returned") this.#current = room;
    else if (decision === "rejected" || decision === "placing_failed") this.#isThrown = true;
    else if (decision === "accepted") this.#finish();
  }

  #begin(number) {
    this.attempt = number;
    this.#rooms = [];
    this.#owners.clear();
    this.#ends = [];
    this.#isThrown = false;
    this.#add("start", { shape: 1, cells: [this.#floor.rooms[0].cells[0]] }, null);
  }

  // `parent` is the room that it grew from: its cells are kept with the room, for the door between them.
  #add(kind, area, parent) {
    const index = this.#rooms.length;
    this.#rooms.push({ index, kind, parent: this.#rooms[parent]?.cells ?? null, ...area });
    for (const cell of area.cells) this.#owners.set(key(cell), index);
  }

  #area(shape, [x, y]) {
    const cells = this.#shapes[shape - 1].map(([dx, dy]) => [x + dx, y + dy]);
    return { shape, cells };
  }

  #place({ shape, anchor, next }, parent) {
    const grows = next !== "it is hidden" && next !== "it is an added room";
    const area = this.#area(shape, anchor);
    this.#add(this.#pendingKind ?? "normal", area, grows ? (parent ?? this.#beside(area)) : null);
    this.#pendingKind = null;
    if (!grows) this.#current = this.#rooms.length - 1;
  }

  #beside({ cells }) {
    for (const [x, y] of cells) {
      for (const [dx, dy] of NEIGHBOURS) {
        const owner = this.#owners.get(key([x + dx, y + dy]));
        if (owner !== undefined) return owner;
      }
    }
    return null;
  }

  // A hidden room gets its kind before its place.
  #assign(room, kind) {
    if (!this.#rooms[room]) this.#pendingKind = kind;
    else this.#change(room, { kind });
    if (!isOrdinary(kind)) this.#current = room;
  }

  #change(index, change) {
    const room = this.#rooms[index];
    if (change.cells) for (const cell of room.cells) this.#owners.delete(key(cell));
    const changed = { ...room, ...change };
    this.#rooms[index] = changed;
    for (const cell of changed.cells) this.#owners.set(key(cell), index);
  }

  #find(cell) {
    this.#add("secret", { shape: 1, cells: [cell] }, null);
    this.#current = this.#rooms.length - 1;
  }

  // At the end the map has the doors of the floor.
  #finish() {
    this.#isDone = true;
    this.#current = null;
    this.#rooms = this.#rooms.map((room) => ({
      ...room,
      parent: null,
      doors: this.#floor.rooms[room.index]?.doors,
    }));
  }
}

// Where a reader may want to go: the first step of each attempt, of the kept one, of its special
// rooms, and the last.
export function placesOf(steps) {
  const attempts = steps.flatMap(({ type }, index) => (type === "attempt" ? [index] : []));
  const kept = attempts.at(-1) ?? 0;
  const special = steps.findIndex(({ type }, index) => index > kept && type === "dead_ends") + 1;
  return { attempts, kept, special: special || steps.length - 1, last: steps.length - 1 };
}

const REJECTED_UNITS = 8;
const MOST_UNITS = 3;
// At any speed at most three attempts per second are thrown away: faster flashes can do harm.
const LEAST_SECONDS = 1 / 3;
const THROWN_SHARE = 0.4;

// How long each step is shown when played: in steps of usual length, and the least in seconds. The more
// attempts are thrown away, the more quickly they pass; each is shown for a moment when it is thrown away.
export function pacesOf(steps, { attempts, kept }) {
  const rejected = attempts.length - 1;
  const units = Math.min(MOST_UNITS, REJECTED_UNITS / rejected);
  const counts = new Map();
  for (const { attempt } of steps) counts.set(attempt, (counts.get(attempt) ?? 0) + 1);
  return steps.map(({ type, attempt }, index) => {
    if (index >= kept || attempt === 0) return { units: 1, least: 0 };
    const share =
      type === "thrown" ? THROWN_SHARE : (1 - THROWN_SHARE) / (counts.get(attempt) - 1);
    return { units: units * share, least: LEAST_SECONDS * share };
  });
}
