// Guessing a hidden room. Names of its own in the address: `kind`, the hidden room; `bombs`, the cells
// that were bombed, as `x.y` with commas between them; `show`, the chances that are shown (`rule` or
// `doors`); `end=1` when it was given up; `daily`, a date, whose floor everybody has.
import { withoutNames } from "../address.js";
import { chosen, diceSeed } from "../controls.js";
import { element, field, inWords, select, svgElement } from "../dom.js";
import { extentOf, floorMap, legend } from "../floor-map.js";
import { capital } from "../plain.js";
import { ruleMark } from "../rules.js";
import { remark } from "./floor.js";

const OWN = ["kind", "bombs", "show", "end", "daily"];
const KINDS = ["secret", "super_secret", "ultra_secret"];
const SIDE = 24;
const STORE = "basement-lab-guesses";
const DAY = 86_400_000;

export const title = "Guess the secret room";
export const lead = "Bomb the wall behind which the secret room is. How many bombs do you need?";

export function show(root, query, context) {
  const { lab, description, go } = context;
  const kind = KINDS.includes(query.get("kind")) ? query.get("kind") : "secret";
  const address = addressOf(query, lab);
  const bombs = (query.get("bombs") ?? "").split(",").filter(Boolean).map((cell) => cell.split(".").map(Number));
  const change = (edit, again = []) => {
    const next = new URLSearchParams(query);
    for (const name of again) next.delete(name);
    edit(next);
    go(next);
  };
  const fresh = ["bombs", "end", "show"];
  root.append(controls(query, kind, change, fresh, context, address));
  const puzzle = lab.puzzle(address.toString(), kind);
  const name = `${inWords(kind)} room`;
  if (!puzzle.has_room) {
    root.append(
      element("p", { role: "status" }, `This floor has no ${name}. Take another floor, or another room to look for.`),
      element("div", { class: "map-frame" }, floorMap(puzzle, description.kinds)),
    );
    return;
  }
  const hits = bombs.filter(([x, y]) => lab.bomb(address.toString(), kind, x, y));
  const isOver = hits.length > 0 || query.get("end") === "1";
  const chances = chancesOf(lab, address, kind, query.get("show"));
  const warn = (text) => {
    status.textContent = text;
  };
  const status = element("p", { role: "status", class: "guess-status" });
  const bomb = (x, y) => change((next) => next.set("bombs", [...bombs, [x, y]].map((cell) => cell.join(".")).join(",")));
  const solution = isOver ? lab.solution(address.toString(), kind) : null;
  const board = boardOf({ puzzle, description, bombs, hits, chances, solution, kind, bomb, isOver, warn });
  root.append(
    status,
    element("div", { class: "map-frame" }, board),
    legend(description.kinds, puzzle.rooms),
    chances?.error ? element("p", { class: chances.cells.size ? "quiet" : "error" }, `${capital(chances.error)}.`) : "",
  );
  status.textContent = told({ bombs, hits, isOver, name, solution });
  if (isOver) {
    root.append(...explained({ solution, bombs, hits, name, query, kind, why: whyThere(lab, description, address, kind, solution) }));
    remember(`${address}|${kind}`, hits.length ? bombs.length : null, solution);
  } else {
    root.append(
      element(
        "p",
        {},
        element(
          "button",
          { type: "button", onclick: () => change((next) => next.set("end", "1")) },
          "Give up and show it",
        ),
      ),
    );
  }
  root.append(...puzzle.remarks.map(remark), scores());
  keepPlace(root.querySelector(".guess-board"));
}

function addressOf(query, lab) {
  const address = withoutNames(query, OWN);
  const daily = query.get("daily");
  if (daily) {
    const day = Math.floor(Date.parse(`${daily}T00:00:00Z`) / DAY);
    if (!(day > 0)) throw new Error(`"${daily}" is no date: give one such as 2026-11-23`);
    address.set("backend", "rebirth");
    address.set("edition", "repentance");
    address.set("level", String(2 + (day % 7)));
    address.set("run", lab.dailyRun(day));
    address.delete("seed");
  }
  return address;
}

function controls(query, kind, change, fresh, { lab, description }, address) {
  const { backend } = chosen(description, address);
  const today = new Date().toISOString().slice(0, 10);
  const newFloor = () =>
    change((next) => {
      next.delete("daily");
      for (const name of ["seed", "run", "rng"]) next.delete(name);
      for (const name of ["backend", "edition", "level"]) {
        if (address.has(name)) next.set(name, address.get(name));
      }
      next.set(backend.has_runs ? "run" : "seed", diceSeed(lab, backend.has_runs));
    }, fresh);
  const showing = [
    { name: "", text: "nothing" },
    { name: "rule", text: "the chances by the rule" },
    // Where no room lacks a door, doors tell nothing.
    ...(backend.has_runs ? [{ name: "doors", text: "the chances by the rule and the rooms' doors" }] : []),
  ];
  return element(
    "div",
    {},
    element(
      "div",
      { class: "controls" },
      field(
        "Look for",
        select(
          KINDS.map((name) => ({ name, text: `the ${inWords(name)} room` })),
          kind,
          (value) => change((next) => next.set("kind", value), fresh),
        ),
      ),
      field(
        "Show",
        select(showing, query.has("show") && !backend.has_runs ? "rule" : (query.get("show") ?? ""), (value) =>
          change((next) => (value ? next.set("show", value) : next.delete("show"))),
        ),
      ),
      element("button", { type: "button", class: "primary", onclick: newFloor }, "A new floor"),
      element(
        "button",
        { type: "button", onclick: () => change((next) => next.set("daily", today), fresh) },
        "The floor of the day",
      ),
    ),
  );
}

// The chances to show, by cell, or why there are none.
function chancesOf(lab, address, kind, shown) {
  if (shown !== "rule" && shown !== "doors") return null;
  const known = (byDoors) => {
    const { cells, none } = lab.posterior(address.toString(), kind, byDoors);
    return { cells: new Map(cells.map(([cell, chance]) => [String(cell), chance])), none };
  };
  try {
    return known(shown === "doors");
  } catch (error) {
    const none = { cells: new Map(), error: error.message };
    if (shown !== "doors" || kind !== "secret") return none;
    // What the doors do not tell, the rule does.
    try {
      return { ...known(false), error: `${error.message}: these are the chances by the rule` };
    } catch {
      return none;
    }
  }
}

// The map with a button on each empty cell. One of them has the keyboard's focus; arrows move it.
function boardOf({ puzzle, description, bombs, hits, chances, solution, kind, bomb, isOver, warn }) {
  const { grid, rooms } = puzzle;
  const seen = extentOf(rooms);
  const left = Math.max(grid.left, seen.left - 2);
  const top = Math.max(0, seen.top - 2);
  const right = Math.min(grid.left + grid.width - 1, seen.left + seen.columns + 1);
  const bottom = Math.min(grid.height - 1, seen.top + seen.rows + 1);
  const extent = { left, top, columns: right - left + 1, rows: bottom - top + 1 };
  const svg = floorMap(puzzle, description.kinds, {
    extent,
    scale: 1.6,
    title: "The floor. Bomb an empty cell; arrows move between cells.",
  });
  svg.setAttribute("role", "group");
  svg.classList.add("guess-board");
  const taken = new Set(rooms.flatMap((room) => room.cells.map(String)));
  const bombed = new Set(bombs.map(String));
  const found = new Set(hits.map(String));
  const place = solution?.cell ? String(solution.cell) : null;
  const most = Math.max(...(chances?.cells.values() ?? []), 0);
  const buttons = [];
  const cells = svgElement("g", {});
  const ring = svgElement("rect", { class: "ring", width: SIDE, height: SIDE, display: "none" });
  // A bomb opens a wall of a room; only the ultra secret room has none beside it.
  const isFar = ([x, y]) =>
    kind !== "ultra_secret" && ![[0, -1], [0, 1], [-1, 0], [1, 0]].some(([dx, dy]) => taken.has(`${x + dx},${y + dy}`));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const key = `${x},${y}`;
      if (taken.has(key)) continue;
      const isHit = found.has(key) || (isOver && key === place);
      const chance = chances?.cells.get(key) ?? 0;
      const percent = chance ? `${(chance * 100).toFixed(chance < 0.1 ? 1 : 0)} %` : "";
      const node = svgElement(
        "g",
        {
          class: `guess-cell${bombed.has(key) ? " is-bombed" : ""}${isFar([x, y]) ? " is-far" : ""}${isHit ? ` room kind-${kind}` : ""}`,
          role: "button",
          tabindex: "-1",
          "aria-disabled": isOver || bombed.has(key) || isFar([x, y]) ? "true" : undefined,
          "aria-label":
            `Column ${x}, row ${y}${percent ? `, ${percent}` : ""}` +
            (isHit ? ", the room is here" : bombed.has(key) ? ", bombed, nothing" : isFar([x, y]) ? ", no room beside it" : ""),
          "data-x": x,
          "data-y": y,
        },
        svgElement("rect", {
          class: "area",
          x: (x - left) * SIDE,
          y: (y - top) * SIDE,
          width: SIDE,
          height: SIDE,
        }),
        chance && !isHit
          ? svgElement("rect", {
              class: "guess-chance",
              x: (x - left) * SIDE,
              y: (y - top) * SIDE,
              width: SIDE,
              height: SIDE,
              "fill-opacity": (0.12 + 0.88 * (chance / most)).toFixed(3),
            })
          : null,
        isHit
          ? svgElement("text", { class: "mark", x: (x - left + 0.5) * SIDE, y: (y - top + 0.5) * SIDE }, "?")
          : bombed.has(key)
            ? svgElement("path", { class: "guess-miss", d: `M${(x - left) * SIDE + 6} ${(y - top) * SIDE + 6}l12 12m0 -12l-12 12` })
            : chance >= 0.005
              ? svgElement("text", { class: "guess-percent", x: (x - left + 0.5) * SIDE, y: (y - top + 0.5) * SIDE }, `${Math.round(chance * 100)}`)
              : null,
      );
      const take = () => {
        if (isOver || bombed.has(key)) return;
        if (isFar([x, y])) warn("No room is beside this cell, so there is no wall to bomb. It costs nothing.");
        else bomb(x, y);
      };
      node.addEventListener("click", take);
      node.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          last = [x, y];
          take();
        }
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!step) return;
        event.preventDefault();
        move(buttons, x, y, step);
      });
      node.addEventListener("focus", () => {
        last = [x, y];
        for (const { node: other } of buttons) other.setAttribute("tabindex", other === node ? "0" : "-1");
        ring.setAttribute("x", (x - left) * SIDE);
        ring.setAttribute("y", (y - top) * SIDE);
        if (node.matches(":focus-visible")) ring.removeAttribute("display");
      });
      node.addEventListener("blur", () => ring.setAttribute("display", "none"));
      buttons.push({ x, y, node });
      cells.append(node);
    }
  }
  // Below the rooms, whose walls stay whole, and the outline of the focus above all.
  svg.prepend(cells);
  svg.append(ring);
  const again = buttons.find(({ x, y }) => x === last?.[0] && y === last?.[1]) ?? buttons[0];
  again?.node.setAttribute("tabindex", "0");
  return svg;
}

// The cell that had the focus: a board is drawn anew after each bomb.
let last = null;
let hadFocus = false;

function keepPlace(board) {
  if (!board) return;
  if (hadFocus) board.querySelector('[tabindex="0"]')?.focus();
  board.addEventListener("focusin", () => {
    hadFocus = true;
  });
  board.addEventListener("focusout", (event) => {
    if (event.relatedTarget) hadFocus = false;
  });
}

// The next empty cell in a direction: the nearest of those that lie that way.
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

function told({ bombs, hits, isOver, name, solution }) {
  const count = `${bombs.length} ${bombs.length === 1 ? "bomb" : "bombs"}`;
  if (hits.length) return `Found with ${count}: the ${name} is here.`;
  if (isOver) return `Given up after ${count}. On the floor made here the ${name} is at ${solution.cell.join(", ")}.`;
  if (!bombs.length) return `Somewhere beside these rooms is the ${name}. Choose an empty cell to bomb it.`;
  return `Nothing behind the last wall. ${count} so far.`;
}

// Why the room is where it is, from the decisions by which the floor came about.
function whyThere(lab, description, address, kind, { cell, neighbours, chance, by_rule: place }) {
  const { edition } = chosen(description, address);
  const { events } = lab.growth(address.toString());
  const beside = `${neighbours} ${neighbours === 1 ? "room stands" : "rooms stand"} beside it`;
  const likely =
    (place ? ` By the rule it was ${place === 1 ? "the likeliest cell" : `number ${place} of the likely cells`}.` : "") +
    (chance ? ` Its chance was ${(chance * 100).toFixed(1)} %.` : "");
  const begin = events.findLastIndex(({ decision }) => decision === "attempt");
  const own = events.slice(begin);
  const at = own.findIndex((event) => event.decision === "assigned" && event.kind === kind);
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
    words =
      `the game weighs each cell where the room can stand, ${weighed.length} on this floor, and the heaviest wins. ` +
      `This one weighed ${chosenCell.weight}, ${next < chosenCell.weight ? `the next ${next}` : `as much as another`}. ` +
      `The draw gives every cell a weight; rooms beside a cell change it, and ${beside}.${likely}`;
  } else if (search) {
    rule = search.rule;
    words =
      `the game draws cells until one has enough rooms beside it. ${capital(beside)}, ` +
      `and it was found within ${search.draws} draws.${likely}`;
  } else {
    words = `the game puts it into one of the floor's dead ends, so ${beside}.${likely}`;
  }
  const mark = rule ? [" (", ruleMark(rule, { parameters: edition.parameters }), ")"] : [];
  return element("p", { class: "guess-why" }, "Why here", ...mark, `: ${words}`);
}

function explained({ solution, bombs, hits, name, query, kind, why }) {
  const bombsOf = (number) => (number === null || number === undefined ? "does not find it" : `${Number(number.toFixed(1))}`);
  const rows = [
    ["You", hits.length ? String(bombs.length) : "gave up"],
    ["The best player, who knows the rule and the doors", bombsOf(solution.best)],
  ];
  if (kind === "secret") {
    rows.push(["A player who knows only the rule", bombsOf(solution.by_rule)]);
    rows.push(["A player who tries the most neighbours first", bombsOf(solution.by_neighbours)]);
  }
  const result = element("input", {
    type: "text",
    readonly: true,
    class: "guess-result",
    value:
      `Basement Lab ${query.get("daily") ?? ""}: `.replace(" :", ":") +
      (hits.length ? `found in ${bombs.length}` : "not found") +
      `, best player ${bombsOf(solution.best)}`,
    onfocus: (event) => event.target.select(),
  });
  return [
    why,
    element(
      "table",
      {},
      element("caption", {}, "Bombs needed"),
      element(
        "tbody",
        {},
        ...rows.map(([who, number]) =>
          element("tr", {}, element("th", { scope: "row" }, who), element("td", { class: "number" }, number)),
        ),
      ),
    ),
    field(`Your result, to copy`, result),
  ];
}

// Results of earlier floors, as far as the browser keeps them.
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
}

function remember(floor, bombs, solution) {
  const all = remembered();
  // The first result on a floor counts.
  if (floor in all) return;
  all[floor] = { bombs, best: solution.best, neighbours: solution.by_neighbours };
  try {
    localStorage.setItem(STORE, JSON.stringify(all));
  } catch {
    // Where nothing can be kept, scores last as long as the page.
  }
}

function scores() {
  const found = Object.values(remembered()).filter(({ bombs, best }) => bombs !== null && best);
  if (!found.length) return "";
  const mean = (name) => {
    const known = found.map((result) => result[name]).filter((number) => typeof number === "number");
    return known.length ? (known.reduce((sum, number) => sum + number, 0) / known.length).toFixed(2) : "none";
  };
  return element(
    "p",
    { class: "quiet" },
    `On the ${found.length} ${found.length === 1 ? "floor" : "floors"} where you found it, you needed ` +
      `${mean("bombs")} bombs on average. The best player needs ${mean("best")}; trying the most neighbours first takes ${mean("neighbours")}.`,
  );
}
