// Checks the page's engine against the rule vectors, which every engine must reproduce.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { end, open, root } from "./open.js";
import { inflated } from "../../../web/page/packed.js";

after(end);

const vectors = JSON.parse(readFileSync(join(root, "tests/fixtures/rule-vectors.json"), "utf8"));

// Formats a floor on one line, as in the vectors.
function line({ attempts, draws, wanted, rooms, dead_ends }) {
  const inLine = rooms.map((room) =>
    [room.x, room.y, room.shape, room.depth, room.kind, room.slots, room.interior ?? "-"].join(","),
  );
  return `${attempts} ${draws} ${wanted}: ${inLine.join(" ")} | ${dead_ends.join(",")}`;
}

test("the page's engine makes the floors of the rule vectors", async () => {
  const expected = vectors.flatMap(({ address, floor, set, changed }) =>
    set ? [[address, floor], [`${address}&set=${set}`, changed]] : [[address, floor]],
  );
  assert.ok(expected.length > 600, String(expected.length));
  // The page starts its workers from its own text. The test starts another worker from the same text.
  const { page, close } = await open("#/find?where=1:+rooms+%3D%3D+8&limit=1", {
    before: () => {
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        globalThis.workerText ??= blob;
        return create.call(URL, blob);
      };
    },
  });
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForFunction(() => globalThis.workerText);
  await page.evaluate(`globalThis.inflated = ${inflated}`);
  const answers = JSON.parse(await page.evaluate(async (addresses) => {
    const text = document.getElementById("engine").textContent;
    const module = await WebAssembly.compile(await globalThis.inflated(text).arrayBuffer());
    const worker = new Worker(URL.createObjectURL(globalThis.workerText));
    worker.postMessage({ module });
    const ask = (address) =>
      new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data.error ?? data.result.floor);
        worker.postMessage({ number: 1, method: "floor", given: [address] });
      });
    const floors = [];
    for (const address of addresses) floors.push(await ask(address));
    // Return text, because sending thousands of objects takes longer than making them.
    return JSON.stringify(floors);
  }, expected.map(([address]) => address)));
  for (const [place, [address, floor]] of expected.entries()) {
    const given = answers[place];
    const made = typeof given !== "string" ? line(given) : given.includes(" found no floor ") ? "gave up" : given;
    assert.equal(made, floor, address);
  }
  await close();
});
