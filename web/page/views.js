// The views, in the order of the navigation: about one floor, about all floors, about the reader's own.
import * as find from "./views/find.js";
import * as floor from "./views/floor.js";
import * as floors from "./views/floors.js";
import * as grow from "./views/grow.js";
import * as guess from "./views/guess.js";
import * as guide from "./views/guide.js";
import * as log from "./views/log.js";
import * as million from "./views/million.js";
import * as rooms from "./views/rooms.js";
import * as rule from "./views/rule.js";
import * as run from "./views/run.js";

export const views = { guide, grow, guess, rule, run, floor, million, find, rooms, floors, log };

export const groups = [
  ["guide"],
  ["grow", "guess", "rule", "run", "floor"],
  ["million", "find"],
  ["rooms", "floors", "log"],
];
