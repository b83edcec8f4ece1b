// The views, in the order of the navigation.
import * as floor from "./views/floor.js";
import * as grow from "./views/grow.js";
import * as million from "./views/million.js";
import * as run from "./views/run.js";

export const views = { floor, grow, million, run };
