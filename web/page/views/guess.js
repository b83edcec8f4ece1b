// Guessing a hidden room. Its own names in the address: `kind`, the hidden room; `bombs`, the cells that were
// bombed, as `x.y` with commas between them; `show`, the chances that are shown (`rule` or `doors`); `end=1`
// if it was given up; `daily`, a date, whose floors are the same for everybody; and `played`, the bombs of
// that day's finished rounds, `x` for a round that was given up.
import { withNames, withoutNames } from "../address.js";
import { chosen, diceSeed } from "../controls.js";
import { extraRound, today } from "../daily.js";
import { button, element, field, inWords, numberCell, row, select, svgElement, table } from "../dom.js";
import { SIDE, STEPS, besideOf, extentOf, floorMap, legend, notATabStop } from "../floor-map.js";
import { sentenceOf } from "../names.js";
import { HIDDEN, capital, gameTitle, isHiddenFrom } from "../plain.js";
import { parametersOf, ruleMark } from "../rules.js";
import { store, stored } from "../stored.js";
import { chanceInWords, counted } from "../ticks.js";
import { remark } from "./floor.js";
import { dayOf, dayResult, resumed, roundEnd, roundList } from "./guess-day.js";

const OWN = ["kind", "bombs", "show", "end", "daily", "played"];
const AROUND = Object.values(STEPS);
const STORE = "basement-lab-guesses";

export const title = "Guess";
export const lead = "Bomb the wall that hides the secret room. How many bombs do you need?";

export function show(root, query, context) {
  const { lab, description, go } = context;
  if (query.has("daily")) {
    showDay(root, query, context);
    return;
  }
  const kind = query.get("kind") ?? "secret";
  const address = withoutNames(query, OWN);
  const change = (edit, again = []) => {
    const next = new URLSearchParams(query);
    for (const name of again) next.delete(name);
    edit(next);
    go(next);
  };
  root.append(controls(query, kind, change, context, address));
  const { floor } = lab.floor(address.toString());
  if (!floor.rooms.some((room) => room.kind === kind)) {
    root.append(
      element("p", { role: "status" }, ...whyNone(kind, address, chosen(description, address))),
      element("div", { class: "map-frame" }, floorMap(floor, description.kinds, { hide: isHiddenFrom(kind) })),
    );
    return;
  }
  const { solution, bombs, isFound } = playRound(root, query, { address, kind, change, shown: query.get("show") }, context);
  if (solution) {
    root.append(resultField({ solution, bombs, isFound, isKnown: isKnown(solution, address, kind) }));
    remember(`${address}|${kind}`, isFound ? bombs : null, solution);
  }
  root.append(scores(kind));
}

// The editions with a room that not every edition of both games has.
const ONLY_IN = {
  super_secret: { flash: "wrath-of-the-lamb" },
  ultra_secret: { rebirth: "repentance" },
};

// Why a floor does not have a room, with a link to floors that do if its edition never has it.
function whyNone(kind, address, { backend, edition, level }) {
  const name = `${inWords(kind)} room`;
  const [game, having] = Object.entries(ONLY_IN[kind] ?? {}).find(([game, having]) => having !== edition.name && (game === backend.name || kind === "ultra_secret")) ?? [];
  if (!game) return [`This floor has no ${name}. Take another floor, or another room to look for.`];
  const next = withNames(game === backend.name ? address : { backend: game, level }, { edition: having, kind });
  return [
    `${gameTitle(backend.name, edition.name)} has no ${name}s. Look for one in `,
    element("a", { href: `#/guess?${next}` }, gameTitle(game, having)),
    ", or for another room here.",
  ];
}

// A round of the floors of the day, or the day's result. A bomb is not a step to go back to.
function showDay(root, query, context) {
  const { lab, go } = context;
  const to = (next) => {
    go(next, { quiet: true });
    go(next, { again: true });
  };
  const next = resumed(query);
  if (next) {
    // The view can continue only when it is complete.
    queueMicrotask(() => to(next));
    return;
  }
  const day = dayOf(lab, query);
  const bests = new Map();
  const bestOf = (round) => {
    if (!bests.has(round)) bests.set(round, lab.solution(round.address.toString(), round.kind).best);
    return bests.get(round);
  };
  const played = (text) => to(new URLSearchParams({ daily: day.date, played: text }));
  const leave = button("A new floor", () => go(newFloor(query, context)));
  const head = element("div", { class: "day-head" }, element("h3", {}, `The floors of ${day.date}`), roundList(day, bestOf, !query.has("played")), leave);
  root.append(head);
  if (!day.round) {
    root.append(...dayResult(day, bestOf, () => played("")));
    return;
  }
  // The round before the day's rounds is over as soon as the address has `played`.
  const extra = query.has("played") ? null : extraRound(lab, day.date);
  const { address, kind, floor } = extra ?? day.round;
  const change = (edit) => {
    const next = new URLSearchParams(query);
    edit(next);
    to(next);
  };
  root.append(element("p", { class: "day-now" },
    element("strong", {}, `Floor ${floor + 1} of 3: ${gameTitle(address.get("backend"), address.get("edition"))}, level ${address.get("level")}. `),
    extra
      ? `First, and without counting: find the ${inWords(kind)} room. The map of the next round shows it.`
      : `Find the ${inWords(kind)} room.`));
  const start = (text, attributes) => button(text, () => played(""), attributes);
  const { solution, bombs, isFound } = playRound(root, query, { address, kind, change, isDaily: true, skip: extra && start("Skip it") }, context);
  if (!solution) return;
  const end = extra ? element("p", {}, start(`Next: the ${inWords(day.round.kind)} room of this floor`, { class: "primary" })) : roundEnd(day, isFound ? bombs : null, played);
  root.querySelector(".guess-status").after(end);
}

// Attempts to find a room of a kind: a wall is bombed, but the ultra secret room, which no door leads to, is
// reached through red rooms.
const tries = (kind, count) =>
  kind === "ultra_secret" ? counted(count, "try", "tries") : counted(count, "bomb");

const inAddress = (cells) => cells.map((cell) => cell.join(".")).join(",");

const PERCENT = "The numbers are chances in percent, before any bomb. A tinted cell with neither a number nor a cross has less than 0.5\u00a0%.";

const isOnGrid = ([x, y], { left, width, height }) => x >= left && x < left + width && y < height;

// The board with the bombed cells, and at the end where the room is and why.
function playRound(root, query, { address, kind, change, shown = null, isDaily = false, skip = null }, { lab, description, go, say }) {
  const given = (query.get("bombs") ?? "").split(",").filter(Boolean).map((cell) => cell.split(".").map(Number));
  const { floor, remarks } = lab.floor(address.toString());
  const bombs = given.filter((cell) => isOnGrid(cell, floor.grid));
  if (bombs.length < given.length) {
    const { left, width, height } = floor.grid;
    const other = given.find((cell) => !isOnGrid(cell, floor.grid)).join(".");
    say(`\`bombs\` cannot have \`${other}\`: this floor's cells are ${left}.0 to ${left + width - 1}.${height - 1}.`);
    go(withNames(query, { bombs: bombs.length ? inAddress(bombs) : null }), { quiet: true });
  }
  // With Luna there may be several rooms of the kind. One of them is enough.
  const sought = floor.rooms.filter((room) => room.kind === kind);
  const isBombed = ({ cells }) => bombs.some((bomb) => cells.some((cell) => String(cell) === String(bomb)));
  const found = sought.find(isBombed);
  const isFound = found !== undefined;
  const isOver = isFound || query.get("end") === "1";
  const chances = chancesOf(lab, address, kind, shown);
  const warn = (text) => {
    status.textContent = text;
  };
  const status = element("p", { role: "status", class: "guess-status" });
  const bomb = (x, y) => change((next) => next.set("bombs", inAddress([...bombs, [x, y]])));
  // The chances are those of one room.
  const solution = !isOver ? null : sought.length > 1 ? { best: null } : lab.solution(address.toString(), kind);
  const hide = isHiddenFrom(kind);
  const seen = floor.rooms.filter((room) => !hide(room));
  const isShown = (room) => !hide(room) || (isOver && room.kind === kind);
  const state = (room) => (room.kind !== kind ? "" : isBombed(room) ? ", found" : ", not found");
  const board = boardOf({ floor, seen, isShown, state, description, bombs, chances, kind, bomb, isOver, warn });
  board.querySelector(`[data-room="${floor.rooms.indexOf(found)}"]`)?.classList.add("is-found");
  root.append(
    status,
    element("div", { class: "map-frame" }, board),
    legend(description.kinds, floor.rooms.filter(isShown)),
    chances?.cells.size ? element("p", { class: "quiet" }, PERCENT) : "",
    chances?.isUnknown ? element("p", { class: "quiet" }, "There are no chances to show: ", ...unknown(chosen(description, address))) : "",
    chances?.error ? element("p", { class: chances.cells.size ? "quiet" : "error" }, sentenceOf(chances.error)) : "",
  );
  const { mark } = description.kinds.find((own) => own.kind === kind);
  status.textContent = told({ bombs, isFound, isOver, count: sought.length, mark, kind });
  if (isOver) {
    if (isKnown(solution, address, kind)) status.append(` On this floor the best player needs ${bombsOf(solution.best)}.`);
    status.scrollIntoView({ block: "nearest" });
    root.append(
      whyThere(lab, description, address, found ?? sought[0], { ...solution, floor, seen }),
      isKnown(solution, address, kind)
        ? bombTable({ solution, bombs: bombs.length, isFound, kind })
        : element("p", { class: "quiet" }, "There is no best player to compare with here: ", ...(sought.length > 1
          ? [`the floor has several ${inWords(kind)} rooms, and the chances are those of one.`]
          : whyUnknown(lab, description, address, kind))),
    );
  } else {
    root.append(
      element("p", { class: "day-buttons" },
        button(isDaily ? "Give up this room" : "Give up and show it", () => change((next) => next.set("end", "1"))),
        skip),
    );
  }
  root.append(...remarks.map(remark));
  keepPlace(board);
  return { solution, bombs: bombs.length, isFound };
}

// The address of another floor like the one that is shown.
function newFloor(query, { lab, description }) {
  const { backend } = chosen(description, query);
  const kept = ["backend", "edition", "level", "curse", "hard", "kind", "show"];
  const next = new URLSearchParams([...query].filter(([name]) => kept.includes(name)));
  next.set(backend.has_runs ? "run" : "seed", diceSeed(lab, backend.has_runs));
  return next;
}

const FRESH = ["bombs", "end", "show"];

function controls(query, kind, change, context, address) {
  const { description, go } = context;
  const { backend } = chosen(description, address);
  const showing = [
    { name: "", text: "nothing" },
    { name: "rule", text: "the chances by the rule" },
    // If every room can have all doors, doors say nothing.
    ...(backend.has_runs ? [{ name: "doors", text: "the chances by the rule and the rooms' doors" }] : []),
  ];
  return element(
    "div",
    { class: "controls" },
    field(
      "Look for",
      select(
        HIDDEN.map((name) => ({ name, text: `the ${inWords(name)} room` })),
        kind,
        (value) => change((next) => next.set("kind", value), FRESH),
      ),
    ),
    field(
      "Show",
      select(showing, query.has("show") && !backend.has_runs ? "rule" : (query.get("show") ?? ""), (value) =>
        change((next) => (value ? next.set("show", value) : next.delete("show"))),
      ),
    ),
    button("A new floor", () => go(newFloor(query, context)), { class: "primary" }),
    button("The floor of the day", () => go(new URLSearchParams({ daily: today() }))),
  );
}

// Whether the engine knows the chances of a room: in Flash it knows those of the secret room only.
const hasChances = (address, kind) => address.get("backend") !== "flash" || kind === "secret";

// Whether the best player's bombs are known.
const isKnown = ({ best }, address, kind) => hasChances(address, kind) && best !== null;

// Why they are not: the end of a sentence.
function whyUnknown(lab, description, address, kind) {
  // In Flash only the rule gives chances.
  const { isUnknown, error } = chancesOf(lab, address, kind, kind === "secret" ? "rule" : "doors");
  return isUnknown ? unknown(chosen(description, address)) : [`${error ?? "its chances are not known"}.`];
}

// A rule's mark in brackets that no line breaks.
const inBrackets = (rule, { parameters }) => element("span", { class: "unbroken" }, "(", ruleMark(rule, { parameters }), ")");

// Why nobody knows the chances of Flash's super secret room: the end of a sentence.
const unknown = ({ edition }) => [
  "the game takes any of the floor's dead ends but the boss's ",
  inBrackets("F13", edition),
  ", and it is not known how likely an empty cell is to have been one.",
];

// The chances to show, by cell, or why there are none.
function chancesOf(lab, address, kind, shown) {
  if (!shown) return null;
  if (!hasChances(address, kind)) return { cells: new Map(), isUnknown: true };
  try {
    const { cells, without_doors } = lab.posterior(address.toString(), kind, shown === "doors");
    const chances = new Map(cells.map(([cell, chance]) => [String(cell), chance]));
    // If the doors say nothing, the chances are those of the rule.
    return { cells: chances, error: without_doors };
  } catch (error) {
    return { cells: new Map(), error: error.message };
  }
}

// The map with a button on each empty cell. One of them has the keyboard's focus; arrows move it.
function boardOf({ floor, seen, isShown, state, description, bombs, chances, kind, bomb, isOver, warn }) {
  const { grid, rooms } = floor;
  const around = extentOf(seen);
  const left = Math.max(grid.left, around.left - 2);
  const top = Math.max(0, around.top - 2);
  const right = Math.min(grid.left + grid.width - 1, around.left + around.columns + 1);
  const bottom = Math.min(grid.height - 1, around.top + around.rows + 1);
  const extent = { left, top, columns: right - left + 1, rows: bottom - top + 1 };
  const svg = floorMap(floor, description.kinds, {
    extent,
    hide: (room) => !isShown(room),
    state,
    scale: 1.6,
    title: "The floor. Bomb an empty cell; arrows move between cells.",
  });
  svg.setAttribute("role", "group");
  notATabStop(svg);
  svg.classList.add("guess-board");
  const taken = new Set(seen.flatMap((room) => room.cells.map(String)));
  // The cells of rooms that are shown at the end stay below them, for the keyboard's focus.
  const shown = new Set(rooms.filter(isShown).flatMap((room) => room.cells.map(String)));
  const bombed = new Set(bombs.map(String));
  const most = Math.max(...(chances?.cells.values() ?? []), 0);
  const buttons = [];
  const cells = svgElement("g", {});
  const ring = svgElement("rect", { class: "ring", width: SIDE, height: SIDE, display: "none" });
  // A bomb opens a wall of a room. The ultra secret room is beside no room, and two steps from at least one
  // (rule R34).
  const isTaken = (x, y) => taken.has(`${x},${y}`);
  const touches = ([x, y]) => AROUND.some(([dx, dy]) => isTaken(x + dx, y + dy));
  const isNear = ([x, y]) =>
    AROUND.some(([dx, dy]) => !isTaken(x + dx, y + dy) && AROUND.some(([ex, ey]) => isTaken(x + dx + ex, y + dy + ey)));
  const isFar = (cell) => (kind === "ultra_secret" ? touches(cell) || !isNear(cell) : !touches(cell));
  const whyFar = (cell) => {
    if (kind !== "ultra_secret") return "No room is beside this cell, so there is no wall to bomb. It costs nothing.";
    return touches(cell)
      ? "The ultra secret room is not beside a room that you see. It costs nothing."
      : "The ultra secret room is two steps from a room, and this cell is not. It costs nothing.";
  };
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const key = `${x},${y}`;
      if (taken.has(key)) continue;
      const corner = { x: (x - left) * SIDE, y: (y - top) * SIDE };
      const middle = { x: corner.x + SIDE / 2, y: corner.y + SIDE / 2 };
      const isBombed = bombed.has(key);
      const isOut = isFar([x, y]);
      const chance = chances?.cells.get(key) ?? 0;
      const percent = chance ? chanceInWords(chance) : "";
      const node = svgElement(
        "g",
        {
          class: `guess-cell${isBombed ? " is-bombed" : ""}${isOut ? " is-far" : ""}`,
          role: "button",
          tabindex: "-1",
          "aria-disabled": isOver || isBombed || isOut ? "true" : undefined,
          "aria-label":
            `Column ${x}, row ${y}${percent ? `, ${percent}` : ""}` +
            (shown.has(key) ? ", the room is here" : isBombed ? ", bombed, not here" : isOut ? ", it cannot be here" : ""),
          "data-x": x,
          "data-y": y,
        },
        svgElement("rect", { class: "area", ...corner, width: SIDE, height: SIDE }),
        chance > 0 && svgElement("rect", {
          class: "guess-chance",
          ...corner,
          width: SIDE,
          height: SIDE,
          "fill-opacity": (0.12 + 0.88 * (chance / most)).toFixed(3),
        }),
        isBombed
          ? svgElement("path", { class: "guess-miss", d: `M${corner.x + 6} ${corner.y + 6}l12 12m0 -12l-12 12` })
          : chance >= 0.005 && svgElement("text", { class: "guess-percent", ...middle }, `${Math.round(chance * 100)}`),
      );
      const take = () => {
        if (isOver || isBombed) return;
        if (isOut) warn(whyFar([x, y]));
        else bomb(x, y);
      };
      node.addEventListener("click", take);
      node.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          last = [x, y];
          take();
        }
        const step = STEPS[event.key.replace("Arrow", "").toLowerCase()];
        if (!step) return;
        event.preventDefault();
        move(buttons, x, y, step);
      });
      node.addEventListener("focus", () => {
        last = [x, y];
        for (const { node: other } of buttons) other.setAttribute("tabindex", other === node ? "0" : "-1");
        ring.setAttribute("x", corner.x);
        ring.setAttribute("y", corner.y);
        if (node.matches(":focus-visible")) ring.removeAttribute("display");
      });
      node.addEventListener("blur", () => ring.setAttribute("display", "none"));
      buttons.push({ x, y, isOut, node });
      cells.append(node);
    }
  }
  // The cells are below the rooms, whose walls stay whole, and the outline of the focus is above all.
  svg.prepend(cells);
  svg.append(ring);
  const possible = buttons.filter(({ isOut }) => !isOut);
  const again = possible.find(({ x, y }) => x === last?.[0] && y === last?.[1]) ?? possible[0] ?? buttons[0];
  again?.node.setAttribute("tabindex", "0");
  return svg;
}

// The cell that had the focus: a board is redrawn after each bomb.
let last = null;
let hadFocus = false;

function keepPlace(board) {
  if (hadFocus) board.querySelector('[tabindex="0"]')?.focus();
  board.addEventListener("focusin", () => {
    hadFocus = true;
  });
  board.addEventListener("focusout", (event) => {
    if (event.relatedTarget) hadFocus = false;
  });
}

// The nearest empty cell in a direction.
function move(buttons, x, y, [dx, dy]) {
  let [nearest, least] = [null, Infinity];
  for (const other of buttons) {
    const [ahead, aside] = [
      (other.x - x) * dx + (other.y - y) * dy,
      Math.abs((other.x - x) * dy) + Math.abs((other.y - y) * dx),
    ];
    const distance = ahead + 3 * aside;
    if (ahead > 0 && distance < least) [nearest, least] = [other, distance];
  }
  nearest?.node.focus();
}

function told({ bombs, isFound, isOver, count, mark, kind }) {
  const name = `${inWords(kind)} room`;
  const tried = tries(kind, bombs.length);
  if (isFound) return `Found with ${tried}: ${count > 1 ? `one of ${count} ${name}s` : `the ${name}`} is here.`;
  if (isOver) return `Given up after ${tried}. On the floor made here the ${count > 1 ? `${count} ${name}s are` : `${name} is`} where the map has ${count > 1 ? "" : "its "}"${mark}".`;
  if (bombs.length) return kind === "ultra_secret" ? `It is not there. ${tried} so far.` : `It is not behind the last wall. ${tried} so far.`;
  if (kind === "ultra_secret") return `Somewhere two steps from these rooms is the ${name}. Choose an empty cell to try it.`;
  return `Somewhere beside these rooms is the ${name}. Choose an empty cell to bomb it.`;
}

// Why the room is where it is, from the decisions that made the floor.
function whyThere(lab, description, address, room, { floor, seen, chance, rule_guesses: guesses }) {
  const { kind, cells: [cell] } = room;
  const { edition } = chosen(description, address);
  const { events } = lab.growth(address.toString());
  const beside = `${counted(besideOf(seen, cell).length, "room is", "rooms are")} beside it`;
  const likely = howLikely(guesses, chance, guesses && chance && !chancesOf(lab, address, kind, "doors").error);
  const begin = events.findLastIndex(({ decision }) => decision === "attempt");
  const own = events.slice(begin);
  const at = own.findIndex((event) => event.decision === "assigned" && event.room === floor.rooms.indexOf(room));
  const last = own.slice(0, at + 1).findLastIndex(({ decision }) => decision !== "weighed" && decision !== "assigned");
  const weighed = own.slice(last + 1, Math.max(at, 0)).filter(({ decision }) => decision === "weighed");
  const chosenCell = weighed.find((event) => String(event.cell) === String(cell));
  const search = own.find((event) => event.decision === "searched" && String(event.cell) === String(cell));
  let words;
  let rule = own[at]?.rule;
  if (chosenCell) {
    const others = weighed.filter((event) => event !== chosenCell).map(({ weight }) => weight);
    const next = Math.max(...others);
    rule = chosenCell.rule;
    const why = kind === "ultra_secret"
      ? `it is beside no room, and a cell loses some if only one or two rooms are two steps away; here ${counted(chosenCell.neighbours, "is", "are")}`
      : `rooms beside a cell change its weight, and here ${beside}`;
    words =
      `the game weighs each cell where the room can be, ${weighed.length} on this floor, and the heaviest wins. ` +
      `This one weighed ${chosenCell.weight}${others.length ? `, ${next < chosenCell.weight ? `the next ${next}` : "as much as another"}` : ""}. ` +
      `The draw gives every cell a weight; ${why}.${likely}`;
  } else if (search) {
    rule = search.rule;
    words =
      `the game draws cells until one has enough rooms beside it. ${capital(beside)}, ` +
      `and it was found within ${counted(search.draws, "draw")}.${likely}`;
  } else {
    words = `the game puts it into one of the floor's dead ends, so ${beside}.${likely}`;
  }
  const mark = rule ? [" ", inBrackets(rule, { parameters: parametersOf(edition, address) })] : [];
  return element("p", { class: "guess-why" }, "Why here", ...mark, `: ${words}`);
}

// The position of a cell among those that the rule makes likely, and its chance: with the doors of the rooms,
// or by the rule if the doors say nothing.
function howLikely(guesses, chance, byDoors) {
  const percent = chance ? chanceInWords(chance) : "";
  if (!guesses) return percent && ` With the doors seen, its chance was ${percent}.`;
  const [first, last] = guesses;
  const number = first === last ? `number ${first} of the likely cells` : `one of numbers ${first} to ${last}, which are equally likely`;
  const among = ` By the rule it was ${last === 1 ? "the likeliest cell" : number}`;
  if (!percent) return `${among}.`;
  return byDoors ? `${among}; with the doors seen, its chance was ${percent}.` : `${among}, with a chance of ${percent}.`;
}

const bombsOf = (number) => (number === null || number === undefined ? "does not find it" : `${Number(number.toFixed(1))}`);

function bombTable({ solution, bombs, isFound, kind }) {
  const rows = [
    ["You", isFound ? String(bombs) : "gave up"],
    ["The best player, who knows the rule and the doors", bombsOf(solution.best)],
  ];
  if (kind === "secret") {
    rows.push(["A player who knows only the rule", bombsOf(solution.by_rule)]);
    rows.push(["A player who tries the most neighbours first", bombsOf(solution.by_neighbours)]);
  }
  return table({
    caption: kind === "ultra_secret" ? "Tries needed on this floor" : "Bombs needed on this floor",
    rows: rows.map(([who, number]) => row(who, numberCell(number))),
  });
}

function resultField({ solution, bombs, isFound, isKnown }) {
  const text = `Basement Lab: ${isFound ? `found in ${bombs}` : "not found"}${isKnown ? `, best player ${bombsOf(solution.best)}` : ""}`;
  return field("Your result, to copy", element("input", {
    type: "text",
    readonly: true,
    class: "guess-result",
    value: text,
    onfocus: (event) => event.target.select(),
  }));
}

// Results of earlier floors. The first result on a floor counts.
const remembered = () => stored(STORE) ?? {};

function remember(floor, bombs, { best, by_neighbours: neighbours }) {
  store(STORE, { [floor]: { bombs, best, neighbours }, ...remembered() });
}

// What the reader needed on floors where a room of this kind was found.
function scores(kind) {
  const found = Object.entries(remembered())
    .filter(([floor, { bombs, best }]) => floor.endsWith(`|${kind}`) && bombs !== null && best)
    .map(([, result]) => result);
  if (!found.length) return "";
  const mean = (name) => (found.reduce((sum, result) => sum + result[name], 0) / found.length).toFixed(2);
  const neighbours = found.every((result) => typeof result.neighbours === "number") ? `; trying the most neighbours first takes ${mean("neighbours")}` : "";
  return element(
    "p",
    { class: "quiet" },
    `On the ${counted(found.length, "floor")} where you found the ${inWords(kind)} room, you needed ` +
      `${mean("bombs")} ${kind === "ultra_secret" ? "tries" : "bombs"} on average. The best player needs ${mean("best")}${neighbours}.`,
  );
}
