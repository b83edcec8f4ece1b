// The engine: WebAssembly from the page itself, compiled once for the page and its workers.
import { initSync, Lab } from "../generated/basement_web.js";
import { inflated } from "./packed.js";

// The module, from the compressed text that the page carries.
export async function compile(text) {
  return WebAssembly.compile(await inflated(text).arrayBuffer());
}

// The engine's methods, with objects instead of JSON. An error's message is the engine's sentence.
export function start(module) {
  initSync({ module });
  const lab = new Lab();
  const call = (method) => (...given) => JSON.parse(method.apply(lab, given));
  const methods = {};
  for (const name of Object.getOwnPropertyNames(Lab.prototype)) {
    if (!["constructor", "free", "__destroy_into_ptr"].includes(name)) {
      methods[name] = call(Lab.prototype[name]);
    }
  }
  return { ...methods, description: () => JSON.parse(Lab.description()) };
}
