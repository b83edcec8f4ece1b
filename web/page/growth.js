// How a floor grows: the engine's decisions as frames, each with the rooms as they are then.

// One frame after another, from the decisions that the engine tells. `shapes` are the description's.
// A frame has `rooms` (those not placed yet are left out), `active` (the room that grows),
// `skipped` and `weighed` cells, `deadEnds`, `attempt`, `isThrownAway`, and the `rule` and `text` of
// what was decided. Cells that are weighed and rooms that get their insides are one frame together.
export function framesOf({ floor, events }, shapes) {
  const cellsOf = new Map(shapes.map(({ id, cells }) => [id, cells]));
  const placed = (anchor, shape, more) => ({
    ...more,
    anchor,
    shape,
    cells: cellsOf.get(shape).map(([dx, dy]) => [anchor[0] + dx, anchor[1] + dy]),
  });
  const start = placed(floor.grid.start, 1, { kind: "start", depth: 0 });
  const frames = [];
  let state = {
    rooms: [start],
    active: null,
    skipped: [],
    weighed: [],
    deadEnds: [],
    attempt: 0,
    isThrownAway: false,
  };
  const change = (index, room) => {
    const rooms = state.rooms.slice();
    rooms[index] = { ...rooms[index], ...room };
    return rooms;
  };
  const next = (event, changes, { together = false } = {}) => {
    state = { ...state, ...changes, rule: event.rule, text: sentence(event.text) };
    if (together && frames.length) frames[frames.length - 1] = state;
    else frames.push(state);
  };
  let before = null;
  for (const event of events) {
    const { decision } = event;
    const calm = { skipped: [], weighed: [], active: null };
    switch (decision) {
      case "attempt":
        next(event, { ...calm, rooms: [start], deadEnds: [], attempt: event.number, isThrownAway: false });
        break;
      case "taken":
        next(event, { skipped: [], active: event.room });
        break;
      case "skipped":
        next(event, { skipped: [...state.skipped, event] });
        break;
      case "placed": {
        const kind = state.rooms[event.room]?.kind ?? "normal";
        const room = placed(event.anchor, event.shape, { kind, depth: event.depth });
        next(event, { rooms: change(event.room, room), weighed: [] });
        break;
      }
      case "dead_ends":
        next(event, { ...calm, deadEnds: event.rooms });
        break;
      case "rejected":
      case "placing_failed":
        next(event, { ...calm, isThrownAway: true });
        break;
      case "assigned": {
        const room = placed(event.anchor, event.shape, { kind: event.kind });
        const isOrdinary = event.kind === "normal";
        next(event, { rooms: change(event.room, room) }, { together: isOrdinary });
        break;
      }
      case "returned":
        next(event, { rooms: change(event.room, placed(event.anchor, event.shape, {})) });
        break;
      case "weighed": {
        const again = before === "weighed";
        next(event, { weighed: [...(again ? state.weighed : []), event] }, { together: again });
        if (state.weighed.length > 1) {
          const most = state.weighed.reduce((a, b) => (b.weight > a.weight ? b : a));
          frames[frames.length - 1].text = state.text =
            `${state.weighed.length} cells are weighed. The greatest weight is ${most.weight}, with ` +
            `${most.neighbours} ${most.neighbours === 1 ? "room" : "rooms"} beside it.`;
        }
        break;
      }
      case "searched": {
        const rooms = event.cell
          ? [...state.rooms, placed(event.cell, 1, { kind: "secret", depth: 0 })]
          : state.rooms;
        next(event, { rooms });
        break;
      }
      case "interior":
        next(event, {}, { together: before === "interior" });
        break;
      case "chosen":
        next(event, { weighed: [] }, { together: event.kind === "normal" && before === "assigned" });
        break;
      default:
        next(event, { active: null, skipped: [] });
    }
    before = decision;
  }
  return frames;
}

function sentence(text) {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return text.replace(/^./, (first) => first.toUpperCase()) + end;
}

// The frame with which the draft that is kept begins.
export function keptFrom(frames) {
  const last = frames.at(-1)?.attempt ?? 0;
  return Math.max(0, frames.findIndex(({ attempt }) => attempt === last));
}

// The extent of all rooms of all frames, in cells, with a cell around for what is weighed.
export function extentOfFrames(frames) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rooms, weighed, skipped } of frames) {
    const others = [...weighed, ...skipped].map(({ cell }) => cell);
    for (const [x, y] of [...rooms.flatMap((room) => room?.cells ?? []), ...others]) {
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
  }
  return { left, top, columns: right - left + 1, rows: bottom - top + 1 };
}
