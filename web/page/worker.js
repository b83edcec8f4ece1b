// A worker: its own engine, which does one piece of work after another.
import { start } from "./engine.js";

let lab;

onmessage = ({ data }) => {
  if (data.module) {
    lab = start(data.module);
    return;
  }
  const { number, method, given } = data;
  try {
    const result = lab[method](...given);
    postMessage({ number, result }, result?.rows?.buffer ? [result.rows.buffer] : []);
  } catch (error) {
    postMessage({ number, error: error.message });
  }
};
