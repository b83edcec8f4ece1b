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
  return new Proxy(lab, {
    get: (_, method) => (...given) => {
      const result = lab[method](...given);
      if (result instanceof Uint8Array) return withRows(result);
      return result && JSON.parse(result);
    },
  });
}

// What the engine returns as bytes: the length of a text, the text, which is JSON, and `rows`.
function withRows(bytes) {
  const end = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const value = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end)));
  return { ...value, rows: bytes.slice(end) };
}
