// The frames of a growing floor end in the floor that the command makes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { framesOf, keptFrom } from "../../../web/page/growth.js";
import { command } from "./open.js";

const CELLS = {
  1: [[0, 0]], 2: [[0, 0]], 3: [[0, 0]], 4: [[0, 0], [0, 1]], 5: [[0, 0], [0, 1]],
  6: [[0, 0], [1, 0]], 7: [[0, 0], [1, 0]], 8: [[0, 0], [1, 0], [0, 1], [1, 1]],
  9: [[1, 0], [0, 1], [1, 1]], 10: [[0, 0], [0, 1], [1, 1]],
  11: [[0, 0], [1, 0], [1, 1]], 12: [[0, 0], [1, 0], [0, 1]],
};
const shapes = Object.entries(CELLS).map(([id, cells]) => ({ id: Number(id), cells }));

const REQUESTS = [
  ["--backend", "flash", "--edition", "article"],
  ["--backend", "flash", "--edition", "wrath-of-the-lamb"],
  ["--edition", "article"],
  ["--edition", "afterbirth-plus"],
  ["--edition", "repentance"],
];

test("the last frame has the rooms of the floor", () => {
  for (const request of REQUESTS) {
    for (const level of [1, 2, 4, 5, 7]) {
      for (const curse of ["none", "labyrinth"]) {
        for (const seed of [3, 77]) {
          const words = [...request, "--level", level, "--curse", curse, "--seed", seed].map(String);
          const floor = JSON.parse(command("floor", "--format", "json", ...words));
          const events = command("explain", "--format", "json", ...words)
            .trim()
            .split("\n")
            .map((line) => ({ text: "", ...JSON.parse(line) }));
          const frames = framesOf({ floor, events }, shapes);
          const rooms = frames.at(-1).rooms.map(({ kind, cells }) => ({ kind, cells }));
          const expected = floor.rooms.map(({ kind, cells }) => ({ kind, cells }));
          const sorted = (list) => list.map((room) => ({ ...room, cells: room.cells.map(String).sort() }));
          assert.deepEqual(sorted(rooms), sorted(expected), words.join(" "));
          assert.equal(frames.at(-1).attempt, floor.attempts);
          assert.ok(keptFrom(frames) >= floor.attempts - 1);
        }
      }
    }
  }
});
