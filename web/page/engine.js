// The engine: WebAssembly from the page itself, compiled once for the page and its workers.
import { initSync, Lab } from "../generated/basement_web.js";

// What the page carries as compressed text: four bytes are five digits to the base of 85, with `x` in
// the place of `<`. The first character is how many of the last bytes are none.
export function inflated(text) {
  const bytes = new DataView(new ArrayBuffer(((text.length - 1) / 5) * 4));
  for (let from = 1, to = 0; from < text.length; to += 4) {
    let word = 0;
    for (const end = from + 5; from < end; from++) {
      const code = text.charCodeAt(from);
      word = word * 85 + (code === 120 ? 60 : code) - 35;
    }
    bytes.setUint32(to, word);
  }
  const whole = bytes.buffer.slice(0, bytes.byteLength - Number(text[0]));
  return new Response(new Blob([whole]).stream().pipeThrough(new DecompressionStream("gzip")));
}

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
