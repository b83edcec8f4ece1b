// The views, in the order of the navigation.
import * as floor from "./views/floor.js";
import * as million from "./views/million.js";
import * as rule from "./views/rule.js";

export const views = { floor, million, rule };
