// The engine: WebAssembly from the page itself, compiled once for the page and its workers.
import { initSync, Lab } from "../generated/basement_web.js";
import { inflated } from "./packed.js";

// The module, from the compressed text that the page carries.
export async function compile(text) {
  return WebAssembly.compile(await inflated(text).arrayBuffer());
}

// The engine's methods, with objects instead of JSON. An error's message is the engine's.
export function start(module) {
  initSync({ module });
  const lab = new Lab();
  const call = (method) => (...given) => {
    const result = method.apply(lab, given);
    return typeof result === "string" ? JSON.parse(result) : withRows(result);
  };
  const methods = {};
  for (const name of Object.getOwnPropertyNames(Lab.prototype)) {
    if (!["constructor", "free", "__destroy_into_ptr"].includes(name)) {
      methods[name] = call(Lab.prototype[name]);
    }
  }
  return { ...methods, description: () => JSON.parse(Lab.description()) };
}

// What the engine returns as bytes: the length of a text, the text, which is JSON, and `rows`.
function withRows(bytes) {
  const end = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const value = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end)));
  return { ...value, rows: bytes.slice(end) };
}
