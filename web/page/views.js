// The views, in the order of the navigation.
import * as floor from "./views/floor.js";
import * as grow from "./views/grow.js";

export const views = { floor, grow };
