// A place to drop files on, with the fields that choose them by keyboard. `drop` gets what was
// dropped as the browser gives it: a DataTransfer.
import { element, field } from "./dom.js";

export function dropZone(fields, note, drop) {
  const zone = element("div", { class: "drop-zone" }, element("div", {}, ...fields), element("p", { class: "quiet" }, note));
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("is-over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("is-over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("is-over");
    drop(event.dataTransfer);
  });
  return zone;
}

// A place for one file. `take` gets its name and the file.
export function fileZone(label, accept, take) {
  const choose = ({ files: [file] }) => file && take(file.name, file);
  return dropZone(
    [field(label, element("input", { type: "file", accept, onchange: ({ target }) => choose(target) }))],
    "Or drop it here. It is read in this page and goes nowhere.",
    choose,
  );
}

// The files that were dropped, folders at any depth, each with its path. `wants` says by the name which files
// to open.
export async function droppedFiles(transfer, wants) {
  // The list is empty once the event is over, so everything is requested right away.
  const dropped = await Promise.all(
    [...transfer.items].map((item) =>
      // Chromium gives no entries to a page that was opened from disk, and Firefox has no handles.
      item.getAsFileSystemHandle ? item.getAsFileSystemHandle() : item.webkitGetAsEntry(),
    ),
  );
  const left = dropped.filter(Boolean).map((node) => ({ path: node.name, node }));
  const files = [];
  while (left.length) {
    const { path, node } = left.pop();
    if (node.kind === "directory" || node.isDirectory) {
      for await (const inner of within(node)) left.push({ path: `${path}/${inner.name}`, node: inner });
    } else if (wants(node.name)) {
      files.push({ path, file: await fileOf(node) });
    }
  }
  return files;
}

async function* within(folder) {
  if (folder.values) {
    yield* folder.values();
    return;
  }
  // A reader returns some entries at a time, and none at the end.
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    yield* some;
  }
}

const fileOf = (node) =>
  node.getFile ? node.getFile() : new Promise((resolve, reject) => node.file(resolve, reject));
