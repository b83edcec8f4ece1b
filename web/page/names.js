// What the views' addresses may contain: each view's own names, their values, and which of them stay when
// another floor is chosen.
//
// Every other name is part of a floor's address, and the engine knows it. An unknown name or an invalid value
// is removed from the address, and the reader is told.
import { refusal, withNames, withoutNames } from "./address.js";
import { dailyFloor } from "./daily.js";
import { HIDDEN, capital } from "./plain.js";

const MOST = 4_294_967_295;
const number = (least) => ({
  fits: (text) => /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= MOST,
  allowed: `a whole number from ${least}`,
});
const word = (...list) => ({ fits: (text) => list.includes(text), allowed: `one of ${list.join(", ")}` });
const flag = { fits: (text) => ["", "0", "1"].includes(text), allowed: "1 or 0" };
const text = { fits: () => true, allowed: "" };
const measure = {
  fits: (text, { measures }) => measures.some(({ name }) => name === text),
  allowed: "a measure of the list, such as rings",
};
const kind = {
  fits: (text, { kinds }) => text === "plan" || kinds.some(({ kind }) => kind === text),
  allowed: "a kind of room, such as boss",
};
const edition = {
  fits: (text, { backends }) =>
    text === "none" ||
    backends.some(({ name, editions }) => editions.some((edition) => text === `${name}/${edition.name}`)),
  allowed: "a game and its edition, such as rebirth/repentance",
};
const cells = {
  fits: (text) => text === "" || /^\d{1,2}\.\d{1,2}(,\d{1,2}\.\d{1,2})*$/.test(text),
  allowed: "cells such as 6.5,7.6",
};
const date = {
  fits: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) > 0 && new Date(text).toISOString().slice(0, 10) === text,
  allowed: "a date such as 2026-11-23",
};

const rounds = {
  fits: (text) => text === "" || /^(\d{1,3}|x)(\.(\d{1,3}|x))*$/.test(text),
  allowed: "bombs such as 2.1.x",
};

// `own`: the view's own names. `kept`: those that stay when another floor is chosen. `floor`: whether the
// rest of the address is a floor's; if so, `bar` has the fields of the floor above the view. `opens`: the
// part of a floor's address that the view opens on. `gives`: the floor that other views then open on, from
// the address, the previous floor and the engine; null if there is none.
const RUN = ["edition", "run", "hard", "unlocks"];
export const names = {
  guide: { own: {} },
  grow: {
    floor: true,
    bar: ["edition", "level", "curse", "hard", "seed"],
    own: { step: number(1), "right.step": number(1), speed: word("1", "2.5", "6", "20") },
    prefix: "right.",
    kept: ["speed"],
  },
  guess: {
    floor: true,
    bar: ["edition", "level", "seed"],
    own: {
      kind: word(...HIDDEN),
      bombs: cells,
      show: word("rule", "doors"),
      end: flag,
      daily: date,
      played: rounds,
    },
    kept: ["kind"],
    // The other views would show the room to find.
    gives: (query) => (query.has("daily") ? null : floorOf("guess", query)),
  },
  rule: {
    floor: true,
    bar: ["edition", "level", "curse", "hard", "seed"],
    own: { measure },
    kept: ["measure"],
    // The view itself says what is wrong with a changed rule, beside its field.
    isLenient: true,
  },
  run: {
    floor: true,
    own: { type: word("0", "1", "2", "4"), awards: flag, stage: number(0), room: number(0) },
    // It opens the stage of the level.
    opens: ({ floor, isRun }) => {
      const opened = new URLSearchParams();
      if (!isRun) return opened;
      for (const [name, value] of floor) if (RUN.includes(name)) opened.append(name, value);
      opened.set("level", floor.get("level") ?? "1");
      if (floor.has("stage-type")) opened.set("stage-type", floor.get("stage-type"));
      return opened;
    },
    gives: (query, floor, lab) => (query.has("run") ? withRun(floor, query, lab) : null),
  },
  floor: { floor: true, bar: ["edition", "level", "curse", "hard", "seed"], own: {} },
  million: {
    floor: true,
    bar: ["edition", "level", "curse", "hard"],
    own: { first: edition, second: edition, measure, by: measure, kind, goal: number(1), go: flag },
    kept: ["second", "measure", "by", "kind", "goal"],
  },
  find: {
    floor: true,
    bar: ["edition", "hard"],
    own: { where: text, from: number(0), limit: number(1) },
    kept: ["where", "from", "limit"],
  },
  rooms: {
    floor: true,
    own: { room: number(0) },
    opens: ({ floor, isRun }) => (isRun ? floor : new URLSearchParams()),
    gives: (query) => (query.size ? floorOf("rooms", query) : null),
  },
  floors: { own: { level: word("1", "2", "3", "4", "5", "6", "7", "8"), measure } },
  log: { own: {} },
};

// The floor with the run of a view's address and the level and type of its open stage. Other choices for the
// floor stay, but not what earlier floors left behind if the run or level is another.
function withRun(floor, query, lab) {
  const own = floorOf("run", query);
  const stage = openStage(query, own, lab);
  if (stage) {
    const type = new URLSearchParams(stage.address).get("stage-type");
    own.set("level", stage.floor.level);
    if (type) own.set("stage-type", type);
  }
  const next = new URLSearchParams(floor?.get("backend") === "flash" ? "" : floor ?? "");
  const isOther = ["run", "level"].some((name) => own.has(name) && own.get(name) !== next.get(name));
  const gone = ["seed", "rng", ...RUN, ...(isOther ? ["flags", "bosses-met"] : []), ...(isOther || stage ? ["stage-type"] : [])];
  for (const name of gone) if (!own.has(name)) next.delete(name);
  for (const name of new Set(own.keys())) {
    const [first, ...others] = own.getAll(name);
    next.set(name, first);
    for (const value of others) next.append(name, value);
  }
  return next;
}

// The open stage of a run.
function openStage(query, address, lab) {
  if (!query.has("stage")) return null;
  const run = withNames(address, { backend: "rebirth" });
  try {
    return lab.run(run.toString(), query.get("type") ?? undefined).stages[query.get("stage")] ?? null;
  } catch {
    // The view says what is wrong.
    return null;
  }
}

const isOwn = (view, name) =>
  Object.hasOwn(names[view].own, name) || (names[view].prefix && name.startsWith(names[view].prefix));

// The floor of a view's address.
export function floorOf(view, query) {
  return withoutNames(query, [...query.keys()].filter((name) => isOwn(view, name)));
}

// The floor that the views open on after a view's address; null if there is none.
export function given(view, query, floor, lab) {
  const { floor: hasFloor, gives } = names[view];
  if (!hasFloor) return null;
  return gives ? gives(query, floor, lab) : floorOf(view, query);
}

// The view's own names that stay when another floor is chosen.
export function keptOf(view, query) {
  const { kept = [], prefix } = names[view];
  return [...query].filter(([name]) => kept.includes(name) || (prefix && name.startsWith(prefix) && name !== `${prefix}step`));
}

// A floor's address by its run, if it has a stage seed that belongs to one.
function byRun(floor, lab) {
  const run = floor.has("seed") && lab.floor(withoutNames(floor, ["set"]).toString()).floor.run_seed;
  return run ? withNames(floor, { seed: null, rng: null, run }) : floor;
}

// What a view opens on for a floor.
export function openOn(view, given, lab) {
  const { floor: hasFloor, opens } = names[view];
  if (!hasFloor || !given) return new URLSearchParams();
  if (!opens) return given;
  const floor = byRun(given, lab);
  return opens({ floor, isRun: floor.get("backend") !== "flash" && !floor.has("seed") && floor.get("rng") !== "pcg" });
}

// The address without what cannot be, and a sentence for each part that was removed.
export function checked(view, given, { lab, description }) {
  const { own, floor, prefix, isLenient } = names[view];
  const sentences = [];
  const query = new URLSearchParams();
  const rest = new URLSearchParams();
  const beside = new URLSearchParams();
  for (const [name, value] of given) {
    if (Object.hasOwn(own, name)) {
      if (own[name].fits(value, description)) query.append(name, value);
      else sentences.push(`\`${name}\` cannot be \`${value}\`: give ${own[name].allowed}.`);
    } else if (prefix && name.startsWith(prefix)) beside.append(name.slice(prefix.length), value);
    else if (floor) rest.append(name, value);
    else sentences.push(`There is no \`${name}\` in the address of this page.`);
  }
  if (view === "million" && query.has("first")) {
    const [backend, edition] = query.get("first").split("/");
    if (edition) {
      rest.set("backend", backend);
      rest.set("edition", edition);
    }
    query.delete("first");
  }
  if (query.has("daily")) {
    for (const name of [...rest.keys()]) rest.delete(name);
    for (const [name, value] of dailyFloor(lab, query.get("daily"), query.get("played"))) rest.set(name, value);
  }
  const whole = accepted(rest, { lab, isLenient, sentences });
  const address = view === "run" ? byRun(whole, lab) : whole;
  const ofOther = [];
  const other = accepted(beside, { lab, sentences: ofOther });
  sentences.push(...ofOther.map((sentence) => `The ${prefix.slice(0, -1)} floor: ${sentence}`));
  for (const [name, value] of query) address.append(name, value);
  for (const [name, value] of other) address.append(prefix + name, value);
  return { query: address, sentences };
}

// The names of a floor's address that the engine accepts.
function accepted(given, { lab, isLenient, sentences }) {
  const reason = (method, query) => refusal(lab, method, query);
  const first = ["backend", "edition"];
  const pairs = [...given];
  const ordered = [
    ...first.flatMap((name) => pairs.filter(([other]) => other === name)),
    ...pairs.filter(([name]) => !first.includes(name)),
  ];
  let query = new URLSearchParams();
  for (const [name, value] of ordered) {
    const next = new URLSearchParams(query);
    next.append(name, value);
    const wrong = isLenient && name === "set" ? null : reason("options", next);
    if (wrong) sentences.push(sentenceOf(wrong));
    else query = next;
  }
  return withLevel(query, reason, sentences);
}

// The address without what no floor can have: the one name without which there is a floor, such as a level
// that the edition lacks, or each name that the floor refuses.
function withLevel(query, reason, sentences) {
  const plain = withoutNames(query, ["set"]);
  const wrong = reason("floor", plain);
  if (!wrong) return query;
  for (const name of ["level", "hard", "curse", "stage", "stage-type", "rng", "run", "seed"]) {
    if (!query.has(name) || reason("floor", withoutNames(plain, [name]))) continue;
    sentences.push(sentenceOf(wrong));
    return withoutNames(query, [name]);
  }
  const left = new URLSearchParams();
  for (const [name, value] of query) {
    left.append(name, value);
    const refused = name !== "set" && reason("floor", withoutNames(left, ["set"]));
    if (!refused) continue;
    left.delete(name, value);
    sentences.push(sentenceOf(refused));
  }
  return left;
}

// An error of the engine as a sentence. It can end with a question.
export const sentenceOf = (text) => capital(text) + (text.endsWith("?") ? "" : ".");
