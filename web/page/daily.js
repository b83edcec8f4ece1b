// The floors of the day: three, of both games, the same for everybody on a date. On each floor the player
// looks for one hidden room after another.

import { store, stored } from "./stored.js";

const DAY = 86_400_000;
// A Rebirth floor belongs to the run of the day, or to the run of a day far away.
const FAR = 1_000_000;

export const today = () => new Date().toISOString().slice(0, 10);

const numberOf = (date) => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY);

// The day before a date.
export const dayBefore = (date) => new Date((numberOf(date) - 1) * DAY).toISOString().slice(0, 10);

// The seed of a day: its number times 2,654,435,761, modulo 2^32. The factor is odd, so each day has its own.
const seedOf = (day) => Math.imul(day, 0x9e3779b1) >>> 0;

// The addresses of the floors of a date. Their levels repeat every seven days, or every four.
function floorsOf(lab, date) {
  const day = numberOf(date);
  const rebirth = { backend: "rebirth", edition: "repentance" };
  return [
    flashFloor(lab, { backend: "flash", edition: "wrath-of-the-lamb", level: String(2 + (day % 7)) }, seedOf(day)),
    { ...rebirth, level: String(1 + (day % 4)), run: lab.runSeed(seedOf(day)) },
    { ...rebirth, level: String(5 + ((day + 2) % 4)), run: lab.runSeed(seedOf(day + FAR)) },
  ].map((address) => new URLSearchParams(address));
}

// The first floor, starting at a seed, for whose secret room the best player is known: one floor in hundreds
// has no secret room, and for a Labyrinth the chances are not known (F25).
function flashFloor(lab, address, first) {
  const floor = { ...address, seed: String(first >>> 0) };
  const { best } = lab.solution(new URLSearchParams(floor).toString(), "secret");
  return best === null ? flashFloor(lab, address, first + 1) : floor;
}

// The map for the secret room shows the super secret room, so the super secret room comes first.
const KINDS = ["super_secret", "secret", "ultra_secret"];
const known = new Map();
const hasRoom = (lab, address, kind) => lab.floor(address.toString()).floor.rooms.some((room) => room.kind === kind);

// The rounds of a date: [{ floor, address, kind }]. In Flash the player looks for the secret room, in Rebirth
// for each hidden room of the floor.
export function roundsOf(lab, date) {
  if (!known.has(date)) {
    const rounds = floorsOf(lab, date).flatMap((address, floor) =>
      KINDS.filter((kind) => (floor === 0 ? kind === "secret" : hasRoom(lab, address, kind))).map((kind) => ({ floor, address, kind })),
    );
    known.set(date, rounds);
  }
  return known.get(date);
}

// The round before those of a date, which does not count: Flash's super secret room. Nobody
// knows how few bombs the best player needs for it.
export function extraRound(lab, date) {
  const [{ floor, address }] = roundsOf(lab, date);
  return hasRoom(lab, address, "super_secret") ? { floor, address, kind: "super_secret" } : null;
}

// The rounds that were played, as in the address: the bombs of each, `null` for one that was given up.
export const readPlayed = (text) => (text ? text.split(".").map((bombs) => (bombs === "x" ? null : Number(bombs))) : []);
export const writePlayed = (played) => played.map((bombs) => bombs ?? "x").join(".");

// The address of the floor that follows the played rounds.
export function dailyFloor(lab, date, played) {
  const rounds = roundsOf(lab, date);
  return rounds[Math.min(readPlayed(played).length, rounds.length - 1)].address;
}

// What the browser keeps for each date: the bombs of each round, and whether it was played on its day.
const STORE = "basement-lab-days";

export const keptDays = () => stored(STORE) ?? {};

// Keeps what was played for a date. What was played first counts.
export function keepDay(date, played, rounds) {
  const days = keptDays();
  const before = days[date]?.played ?? [];
  if (before.length >= played.length) return;
  days[date] = { played: [...before, ...played.slice(before.length)], isDone: played.length === rounds, isInTime: date === today() };
  store(STORE, days);
}

// How many days in a row were played to their end on their day, up to today or yesterday.
export function streak(days, date = today()) {
  const isIn = (date) => days[date]?.isDone && days[date].isInTime;
  let at = isIn(date) ? date : dayBefore(date);
  let count = 0;
  for (; isIn(at); at = dayBefore(at)) count++;
  return count;
}

// How a round compares with the best player: a square, and what it means.
export const MARKS = [
  ["🟩", "as few as the best player, or fewer"],
  ["🟨", "up to two more"],
  ["🟧", "more than that"],
  ["⬛", "given up"],
];

export const markOf = (bombs, best) => (bombs === null ? 3 : bombs <= best ? 0 : bombs <= best + 2 ? 1 : 2);
