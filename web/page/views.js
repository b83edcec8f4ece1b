// The views, in the order of the navigation.
import * as floor from "./views/floor.js";
import * as million from "./views/million.js";

export const views = { floor, million };
