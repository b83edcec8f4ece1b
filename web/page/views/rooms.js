// Floors of the reader's own room files. A name of its own in the address: `room`, the open room. The
// files are read in a worker of this page and go nowhere.
import { withoutNames } from "../address.js";
import { floorControls } from "../controls.js";
import { element, field, inWords } from "../dom.js";
import { dropZone, droppedFiles } from "../drop-zone.js";
import { floorMap, legend } from "../floor-map.js";
import { roomDetail } from "../room-detail.js";
import { asUtf8 } from "../text-encoding.js";
import { whole } from "../ticks.js";
import { headline } from "./floor.js";

const OWN = ["room"];
const MOST_BYTES = 512 * 2 ** 20;

export const title = "Your rooms";
export const lead =
  "Drop a folder of the game's or a mod's room files, and see floors made of them, with the inside of each room.";

// What was read stays for the visit: an address cannot hold files. The worker keeps the rooms.
let loaded = null;
// The files by their paths. A folder that is dropped again takes the place of the earlier one.
let files = new Map();

export function show(root, query, context) {
  const { pool, go, say } = context;
  let isClosed = false;
  // The worker that reads files now.
  let reading = null;
  const stopReading = () => {
    reading?.stop();
    reading = null;
  };
  const status = element("p", { role: "status" }, loaded ? summaryOf(loaded) : "No file is read yet.");
  const stop = element("button", { type: "button", hidden: true, onclick: stopReading }, "Stop");
  const again = () => go(query, { again: true });
  const read = async (choose, withEmbedded) => {
    stopReading();
    const worker = pool.single();
    reading = worker;
    const tell = (text) => {
      if (reading !== worker) throw new Error("stopped");
      status.textContent = text;
    };
    stop.hidden = false;
    say("");
    try {
      const given = await choose();
      const rooms = await load(given, withEmbedded, worker, tell);
      reading = null;
      loaded?.worker.stop();
      loaded = { ...rooms, worker, files: given.size };
      files = given;
      again();
    } catch (error) {
      worker.stop();
      // Another reading may have begun meanwhile.
      if (isClosed || (reading && reading !== worker)) return;
      reading = null;
      stop.hidden = true;
      status.textContent = loaded ? summaryOf(loaded) : "No file is read yet.";
      if (error.message !== "stopped") say(error.message);
    }
  };
  const take = (found) => read(async () => withFiles(await found), loaded !== null && isAdded(loaded));
  const forget = () => {
    loaded.worker.stop();
    loaded = null;
    files = new Map();
    again();
  };
  root.append(
    chooser(take),
    element(
      "div",
      { class: "controls" },
      element("button", { type: "button", onclick: () => take(exampleMod()) }, "Try a mod of three rooms"),
      loaded ? element("button", { type: "button", onclick: forget }, "Forget these files") : null,
      loaded ? embeddedBox((isAdded) => read(async () => files, isAdded)) : null,
      stop,
    ),
    status,
  );
  if (loaded) {
    root.append(sourcesOf(loaded));
    showFloor(root, query, context, () => isClosed);
  } else {
    root.append(explanation());
  }
  return () => {
    isClosed = true;
    stopReading();
  };
}

// What may be a file of rooms or name what stands in them.
const isWanted = (name) => /\.(stb|xml)$/i.test(name);

function chooser(take) {
  const chosen = (attributes) =>
    element("input", {
      type: "file",
      ...attributes,
      onchange: ({ target }) =>
        take(
          [...target.files]
            .filter(({ name }) => isWanted(name))
            .map((file) => ({ path: file.webkitRelativePath || file.name, file })),
        ),
    });
  return dropZone(
    [
      field("A folder: the game's resources, or a mod's own", chosen({ webkitdirectory: true })),
      field("Or files, .stb or .xml", chosen({ multiple: true, accept: ".stb,.xml" })),
    ],
    "Or drop them here, one folder after the other. They are read in this page and go nowhere.",
    (transfer) => take(droppedFiles(transfer, isWanted)),
  );
}

// The files that were chosen before with those that were found now.
function withFiles(found) {
  if (!found.length) {
    throw new Error("None of these files is a room file: their names end in .stb or .xml.");
  }
  const top = (path) => path.split("/")[0];
  const replaced = new Set(found.map(({ path }) => top(path)));
  const given = new Map([...files].filter(([path]) => !replaced.has(top(path))));
  for (const { path, file } of found) given.set(path, file);
  const bytes = [...given.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > MOST_BYTES) {
    throw new Error(
      `These files have ${whole(Math.round(bytes / 2 ** 20))} MiB; up to ${MOST_BYTES / 2 ** 20} can be read here. ` +
        "Choose a folder that holds only rooms.",
    );
  }
  return given;
}

// Gives all files to the worker, which makes a catalogue of them.
async function load(given, withEmbedded, worker, tell) {
  let [done, count] = [0, 0];
  for (const [path, file] of given) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    tell(`${done++} of ${given.size} files are read.`);
    const read = /\.xml$/i.test(path) ? asUtf8(bytes) : bytes;
    count = await worker.run("addFile", path, read, file.lastModified);
  }
  if (!count) throw new Error("These files only name what stands in rooms: choose files of rooms too.");
  return worker.run("loadRooms", withEmbedded);
}

const counted = (number, one, many) => `${whole(number)} ${number === 1 ? one : many}`;

const ownRooms = ({ sources }) =>
  sources.filter(({ is_embedded }) => !is_embedded).reduce((sum, { rooms }) => sum + rooms, 0);

// Whether floors have rooms that are not the reader's.
const hasEmbedded = ({ sources }) => sources.some(({ is_embedded }) => is_embedded);

// Whether the reader added them.
const isAdded = (loaded) => hasEmbedded(loaded) && !loaded.only_adds;

const summaryOf = (loaded) =>
  `${counted(ownRooms(loaded), "room", "rooms")} of ${counted(loaded.files, "file", "files")} are read` +
  (loaded.named_entities ? `, and the names of ${counted(loaded.named_entities, "thing", "things")}.` : ".");

// Whether the engine's own rooms are added. Where files only add to the game's, they always are.
function embeddedBox(change) {
  const box = element("input", {
    type: "checkbox",
    disabled: loaded.only_adds,
    onchange: ({ target }) => change(target.checked),
  });
  box.checked = hasEmbedded(loaded);
  return element("label", { class: "check" }, box, "With the engine's own rooms");
}

function sourcesOf({ sources, remarks }) {
  const rows = sources.map(({ name, is_embedded, files, rooms }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, is_embedded ? "the engine's own" : name),
      element("td", { class: "number" }, whole(files)),
      element("td", { class: "number" }, whole(rooms)),
    ),
  );
  const head = ["Whose", "Files", "Rooms"].map((name) => element("th", { scope: "col" }, name));
  return element(
    "div",
    {},
    element(
      "div",
      { class: "scroll" },
      element(
        "table",
        {},
        element("caption", {}, "Rooms that floors are made of"),
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows),
      ),
    ),
    remarks.length
      ? element(
          "details",
          { open: true },
          element("summary", {}, "What to know about the files"),
          element("ul", {}, ...remarks.map((text) => element("li", {}, `${text}.`))),
        )
      : null,
  );
}

// The floor of the address, made of the rooms, and the room that is open.
function showFloor(root, query, { lab, description, go, say }, isClosed) {
  const backends = description.backends.filter(({ has_runs }) => has_runs);
  const own = { ...description, backends };
  const address = withoutNames(query, OWN);
  root.append(floorControls({ lab, description: own, query: address, change: go }));
  const output = element("div", {}, element("p", { class: "quiet" }, "The floor is made."));
  root.append(output);
  const { worker } = loaded;
  const draw = async () => {
    const { floor, address: full } = await worker.run("floor", address.toString());
    const insides = await Promise.all(
      floor.rooms.map(({ interior }) => (interior === undefined ? null : worker.run("room", interior))),
    );
    if (isClosed()) return;
    output.replaceChildren(...floorWith(floor, insides, full, query, description, go));
  };
  draw().catch((error) => {
    if (isClosed() || error.message === "stopped") return;
    output.replaceChildren();
    say(error.message);
  });
}

function floorWith(floor, insides, address, query, { kinds }, go) {
  const open = floor.rooms[query.get("room")] ? Number(query.get("room")) : null;
  const map = floorMap(floor, kinds, {
    address,
    scale: 1.6,
    title: "Map of the floor. Choose a room.",
    onroom: (room) => {
      const next = new URLSearchParams(query);
      next.set("room", room);
      go(next);
    },
  });
  insides.forEach((inside, room) => {
    if (inside?.source && hasEmbedded(loaded)) map.querySelector(`[data-room="${room}"]`).classList.add("is-own");
  });
  if (open !== null) map.querySelector(`[data-room="${open}"]`).setAttribute("aria-pressed", "true");
  return [
    element("div", { class: "map-frame" }, map),
    legend(kinds, floor.rooms),
    element("p", { class: "quiet" }, headline(floor)),
    element("p", {}, fromFiles(floor, insides)),
    open === null
      ? element("p", { class: "quiet" }, "Choose a room on the map to see what is in it.")
      : detail(floor, open, insides[open]),
  ];
}

// How many rooms of the floor are from whose files.
function fromFiles(floor, insides) {
  const sources = new Map();
  for (const { source } of insides.filter((inside) => inside?.source)) {
    sources.set(source, (sources.get(source) ?? 0) + 1);
  }
  const all = counted(floor.rooms.length, "room", "rooms");
  if (!sources.size) return `None of its ${all} is from your files.`;
  const named = [...sources].map(([source, count], place) => `${count}${place ? "" : " are"} from ${source}`);
  return `Of its ${all} ${named.join(", ")}.${hasEmbedded(loaded) ? " They are outlined on the map." : ""}`;
}

function detail(floor, index, inside) {
  const note = !inside
    ? "No inside is drawn for it."
    : inside.source
      ? `Its inside is from ${inside.source}, ${inside.file}.`
      : "Its inside is one of the engine's own rooms, which stand in for the game's.";
  const kind = floor.rooms[index].kind;
  return element(
    "section",
    { class: "run-detail", "aria-label": `Room ${index}, ${inWords(kind)}` },
    roomDetail(floor, index, inside, [], note),
  );
}

function explanation() {
  return element(
    "div",
    {},
    element(
      "p",
      {},
      "The game keeps its rooms in resources/rooms, once its resources are unpacked; a mod adds to them in its ",
      "content/rooms or replaces them in its resources/rooms. Drop the folder of the mod itself, and everything is ",
      "merged as the game merges it. If the files only add rooms, or if there are few, the engine's own rooms stand in for the game's.",
    ),
    element(
      "p",
      {},
      "The names of what stands in a room come from the game's entities2.xml or Basement Renovator's EntitiesMod.xml, if ",
      "one of them is among the files. Without it, numbers stand for the names.",
    ),
    element(
      "p",
      {},
      "How to check, compare and count room files in a terminal stands in the project's ",
      element("code", {}, "docs/room-files.md"),
      ".",
    ),
  );
}

// A mod as it lies on a disk, small enough to be written here.
function exampleMod() {
  const names = ["Attic", "Pantry", "Wine cellar"];
  const rooms = names.map((name, variant) => {
    const things = Array.from({ length: 3 }, (_, place) => {
      const [x, y] = [2 + 4 * place, 1 + ((place + variant) % 3) * 2];
      return `<spawn x="${x}" y="${y}"><entity type="10" variant="${variant % 2}" subtype="0" weight="1"/></spawn>`;
    });
    const doors = ["-1,3", "13,3", "6,-1", "6,7"].map((at) => {
      const [x, y] = at.split(",");
      return `<door exists="True" x="${x}" y="${y}"/>`;
    });
    return (
      `<room type="1" variant="${9000 + variant}" subtype="0" name="${name}" difficulty="1" weight="50" ` +
      `width="13" height="7" shape="1">${doors.join("")}${things.join("")}</room>`
    );
  });
  const file = (path, text) => ({ path, file: new File([text], path.split("/").pop()) });
  const entity = (variant, name) => `<entity id="10" variant="${variant}" name="${name}"/>`;
  return [
    file("house of rooms/content/rooms/01.basement.xml", `<rooms>${rooms.join("")}</rooms>`),
    file(
      "house of rooms/content/entities2.xml",
      `<entities>${entity(0, "Frowning Gaper")}${entity(1, "Gaper")}</entities>`,
    ),
  ];
}
