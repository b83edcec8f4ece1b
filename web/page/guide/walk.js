// Ways through a floor: which rooms lie on rings, the shortest way to the boss, and the shortest walk
// that enters every room and ends at the boss.

const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
// At most so many independent rings are tried in all combinations.
const MOST_RINGS = 12;

// The visible plan: its rooms by their index, the pairs of rooms with a door between them, start and
// the boss that is farthest.
export function planOf(rooms, hidden) {
  const isSeen = (index) => !hidden.has(rooms[index].kind);
  const nodes = rooms.map((_, index) => index).filter(isSeen);
  const pairs = new Map();
  for (const a of nodes) {
    for (const { room: b } of rooms[a].doors ?? []) {
      if (b !== a && isSeen(b)) pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)]);
    }
  }
  const plan = { rooms, nodes, pairs: [...pairs.values()], start: rooms.findIndex(({ kind }) => kind === "start") };
  const { steps } = searched(plan);
  const bosses = nodes.filter((index) => rooms[index].kind === "boss");
  plan.boss = bosses.reduce((a, b) => (steps.get(b) > steps.get(a) ? b : a), bosses[0]);
  return plan;
}

// From the start, breadth first: the steps to each room, and the pair by which it was entered.
function searched({ pairs, start }, without = null) {
  const steps = new Map([[start, 0]]);
  const by = new Map();
  const queue = [start];
  for (const room of queue) {
    pairs.forEach(([a, b], pair) => {
      if (pair === without || (room !== a && room !== b)) return;
      const next = room === a ? b : a;
      if (steps.has(next)) return;
      steps.set(next, steps.get(room) + 1);
      by.set(next, { pair, from: room });
      queue.push(next);
    });
  }
  return { steps, by };
}

function wayTo(room, by) {
  const pairs = [];
  for (let at = room; by.has(at); at = by.get(at).from) pairs.push(by.get(at).pair);
  return pairs;
}

// The rooms from the start to the boss, on a shortest way.
export function wayToBoss(plan) {
  const { by } = searched(plan);
  const rooms = [plan.boss];
  while (by.has(rooms[0])) rooms.unshift(by.get(rooms[0]).from);
  return rooms;
}

// How many independent rings there are, and the rooms that lie on one: no door of a ring cuts the floor.
export function ringsOf(plan) {
  const { nodes, pairs } = plan;
  const onRings = new Set();
  pairs.forEach((ends, pair) => {
    if (searched(plan, pair).steps.size === nodes.length) ends.forEach((room) => onRings.add(room));
  });
  return { count: pairs.length - nodes.length + 1, rooms: onRings };
}

// Which doors are passed an odd number of times decides the length of a walk: those, and two more for
// each of the pieces that they leave apart. The choices are the way to the boss and any rings.
export function fullWalk(plan) {
  const { nodes, pairs, start, boss } = plan;
  const { by } = searched(plan);
  const onTree = new Set([...by.values()].map(({ pair }) => pair));
  const rings = pairs.flatMap((_, pair) => (onTree.has(pair) ? [] : [pair])).slice(0, MOST_RINGS);
  const toggled = (set, list) => {
    for (const pair of list) if (!set.delete(pair)) set.add(pair);
    return set;
  };
  const circles = rings.map((pair) => {
    const [a, b] = pairs[pair];
    return toggled(new Set([pair]), [...wayTo(a, by), ...wayTo(b, by)]);
  });
  let best = null;
  for (let choice = 0; choice < 2 ** circles.length; choice++) {
    const odd = toggled(new Set(), wayTo(boss, by));
    circles.forEach((circle, place) => (choice >> place) & 1 && toggled(odd, circle));
    const pieces = new Pieces(nodes);
    for (const pair of odd) pieces.join(...pairs[pair]);
    const length = odd.size + 2 * (pieces.count - 1);
    if (!best || length < best.length) best = { length, odd, pieces };
  }
  const passes = [...best.odd];
  pairs.forEach(([a, b], pair) => {
    if (best.pieces.join(a, b)) passes.push(pair, pair);
  });
  return trail(passes, pairs, start);
}

// Rooms joined step by step.
class Pieces {
  #parents = new Map();

  constructor(nodes) {
    for (const node of nodes) this.#parents.set(node, node);
    this.count = nodes.length;
  }

  #rootOf(node) {
    let at = node;
    while (this.#parents.get(at) !== at) at = this.#parents.get(at);
    return at;
  }

  join(a, b) {
    const [one, other] = [this.#rootOf(a), this.#rootOf(b)];
    if (one === other) return false;
    this.#parents.set(one, other);
    this.count -= 1;
    return true;
  }
}

// The rooms of a walk that takes each of the passes once (Hierholzer's algorithm).
function trail(passes, pairs, start) {
  const left = new Map();
  passes.forEach((pair, pass) => {
    for (const room of pairs[pair]) left.set(room, [...(left.get(room) ?? []), pass]);
  });
  const used = new Set();
  const stack = [start];
  const rooms = [];
  while (stack.length) {
    const room = stack.at(-1);
    const pass = (left.get(room) ?? []).find((pass) => !used.has(pass));
    if (pass === undefined) rooms.unshift(stack.pop());
    else {
      used.add(pass);
      const [a, b] = pairs[passes[pass]];
      stack.push(room === a ? b : a);
    }
  }
  return rooms;
}

// The points of a walk in cells: for each door that is passed, the cell before it and the cell behind.
export function cellsOf(rooms, walk) {
  return walk.slice(1).map((to, place) => {
    const from = walk[place];
    const door = rooms[from].doors.find(({ room }) => room === to);
    const [, side, number] = /^(left|right|up|down)(\d)$/.exec(door.slot);
    const [dx, dy] = STEPS[side];
    const own = new Set(rooms[from].cells.map(String));
    const edge = rooms[from].cells.filter(([x, y]) => !own.has(String([x + dx, y + dy])));
    const along = dx ? 1 : 0;
    const first = Math.min(...rooms[from].cells.map((cell) => cell[along]));
    const [x, y] = edge.find((cell) => cell[along] === first + Number(number)) ?? edge[0];
    return [[x, y], [x + dx, y + dy]];
  });
}
