// Which rooms of a floor lie on rings, and where the doors of a walk are.
import { STEPS, doorOf } from "../floor-map.js";
import { HIDDEN } from "../plain.js";

// How many independent rings there are, and the rooms that lie on one. Hidden rooms do not count: players do
// not see them, and they close no ring.
export function ringsOf(rooms) {
  const nodes = rooms.map((_, index) => index).filter((index) => !HIDDEN.includes(rooms[index].kind));
  const pairs = nodes.flatMap((a) =>
    [...new Set((rooms[a].doors ?? []).map(({ room }) => room))]
      .filter((b) => a < b && !HIDDEN.includes(rooms[b].kind))
      .map((b) => [a, b]),
  );
  // A pair of rooms lies on a ring if the floor stays in one piece without it.
  const onRings = new Set();
  for (const pair of pairs) {
    if (reached(nodes[0], pairs.filter((other) => other !== pair)).size === nodes.length) {
      for (const room of pair) onRings.add(room);
    }
  }
  return { count: pairs.length - nodes.length + 1, rooms: onRings };
}

function reached(start, pairs) {
  const found = new Set([start]);
  for (const room of found) {
    for (const [a, b] of pairs) {
      if (a === room) found.add(b);
      if (b === room) found.add(a);
    }
  }
  return found;
}

// The points of a walk in cells: for each door that is passed, the cell before it and the cell behind it.
export function cellsOf(rooms, walk) {
  return walk.slice(1).map((to, place) => {
    const from = rooms[walk[place]];
    const { slot } = from.doors.find(({ room }) => room === to);
    const { side, cell: [x, y] } = doorOf(from, slot);
    const [dx, dy] = STEPS[side];
    return [[x, y], [x + dx, y + dy]];
  });
}
