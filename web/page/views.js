// The views, in the order of the navigation.
import * as floor from "./views/floor.js";

export const views = { floor };
