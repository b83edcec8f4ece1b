// Floors of the reader's own room files. Its own name in the address: `room`, the open room. The files are
// read in a worker of this page and go nowhere.
import { withNames, withoutNames } from "../address.js";
import { floorControls } from "../controls.js";
import { button, checkBox, element, field, inWords, numberCell, row, scrolling, table } from "../dom.js";
import { dropZone, droppedFiles } from "../drop-zone.js";
import { floorMap, legend } from "../floor-map.js";
import { roomsInWords, shapeInWords } from "../plain.js";
import { roomDetail } from "../room-detail.js";
import { withRoom } from "../rooms/with-room.js";
import { shapeIcon } from "../shapes.js";
import { asUtf8 } from "../text-encoding.js";
import { CERTAINTY, counted, percent, whole, withUnit } from "../ticks.js";
import { headline } from "./floor.js";

const OWN = ["room"];
const MOST_BYTES = 512 * 2 ** 20;
// How many files and rooms are listed at most.
const MOST_CHECKED = 100;
const MOST_ROOMS = 200;
// Floors on which rooms are counted, floors per part, and floors that are searched for a room.
const FLOORS = 10_000;
const PART = 500;
const SEARCHED = 200_000;

export const title = "Your rooms";
export const lead =
  "Drop a folder of the game's or a mod's room files, and see floors made of them, with the inside of each room.";

// What was read stays for the visit: an address cannot hold files. The worker keeps the rooms.
let loaded = null;
// What is odd about each file, and which cannot be read.
let checks = [];
// The run and the room of a floor that was chosen below, in the form of `placeOf`, until it is shown.
let sought = null;
const placeOf = (run, room) => `${run}|${room}`;
// The files by their paths. A folder that is dropped again replaces the earlier one.
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
  // If no file can be read, the message above says so.
  const standing = () => (loaded ? summaryOf(loaded) : checks.length ? "" : "No file is read yet.");
  const status = element("p", { role: "status" }, standing());
  const stop = button("Stop", stopReading, { hidden: true });
  const mod = button("Try a mod of three rooms", () => take(exampleMod()));
  const hideStop = () => {
    if (document.activeElement === stop) mod.focus();
    stop.hidden = true;
  };
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
      const { rooms, files: checked } = await load(given, withEmbedded, worker, tell);
      if (!rooms && !checked.length) {
        throw new Error("These files only name the things in rooms. Also choose files with rooms.");
      }
      reading = null;
      loaded?.worker.stop();
      const refused = checked.filter(({ error }) => error).length;
      loaded = rooms && { ...rooms, worker, files: given.size - refused };
      if (!rooms) worker.stop();
      files = given;
      checks = checked;
      again();
      if (!rooms) say("None of these files can be read.");
    } catch (error) {
      worker.stop();
      // Meanwhile another reading may have begun.
      if (isClosed || (reading && reading !== worker)) return;
      reading = null;
      hideStop();
      status.textContent = standing();
      if (error.message !== "stopped") say(error.message);
    }
  };
  const take = (found) => read(async () => withFiles(await found), loaded !== null && isAdded(loaded));
  const forget = () => {
    loaded?.worker.stop();
    loaded = null;
    files = new Map();
    checks = [];
    again();
  };
  root.append(
    chooser(take),
    element(
      "div",
      { class: "controls" },
      mod,
      loaded || checks.length ? button("Forget these files", forget) : null,
      loaded ? embeddedBox((isAdded) => read(async () => files, isAdded)) : null,
      stop,
    ),
    status,
    checksOf(checks),
  );
  if (loaded) {
    root.append(sourcesOf(loaded));
    const addEmbedded = () => read(async () => files, true);
    showFloor(root, query, context, () => isClosed, addEmbedded);
  } else {
    root.append(explanation());
  }
  return () => {
    isClosed = true;
    stopReading();
  };
}

// Whether a file may have rooms or the names of the things in them.
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

// The files that were chosen before, together with those found now.
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
      `These files have ${withUnit(whole(Math.round(bytes / 2 ** 20)), "MiB")}; up to ${MOST_BYTES / 2 ** 20} can be read here. ` +
        "Choose a folder that holds only rooms.",
    );
  }
  return given;
}

// Gives all files to the worker, which makes a catalogue of them.
async function load(given, withEmbedded, worker, tell) {
  let done = 0;
  for (const [path, file] of given) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    tell(`${done++} of ${given.size} files are read.`);
    const read = /\.xml$/i.test(path) ? asUtf8(bytes) : bytes;
    await worker.run("addFile", path, read, file.lastModified);
  }
  return worker.run("loadRooms", withEmbedded);
}

const ownRooms = ({ sources }) =>
  sources.filter(({ is_embedded }) => !is_embedded).reduce((sum, { rooms }) => sum + rooms, 0);

// Whether floors have rooms that are not the reader's.
const hasEmbedded = ({ sources }) => sources.some(({ is_embedded }) => is_embedded);

// Whether the reader added them.
const isAdded = (loaded) => hasEmbedded(loaded) && !loaded.only_adds;

const summaryOf = (loaded) =>
  `${counted(ownRooms(loaded), "room")} of ${counted(loaded.files, "file")} ${ownRooms(loaded) === 1 ? "is" : "are"} read` +
  (loaded.named_entities ? `, and the names of ${counted(loaded.named_entities, "thing")}.` : ".");

// What is wrong with the files, as `rooms check` says it: errors first, then warnings, then notes.
function checksOf(checks) {
  if (!checks.length) return "";
  const countOf = (file, wanted) =>
    file.findings.reduce((sum, { severity, count }) => sum + (severity === wanted ? count : 0), 0);
  const weightOf = (file) => (file.error ? 1e9 : 0) + 1e4 * countOf(file, "warning") + countOf(file, "note");
  const odd = checks.filter((file) => weightOf(file)).sort((a, b) => weightOf(b) - weightOf(a));
  const [broken, warned] = [checks.filter(({ error }) => error), checks.filter((file) => countOf(file, "warning"))];
  const has = (number) => (number === 1 ? "has" : "have");
  const parts = [
    broken.length ? `${counted(broken.length, "file")} cannot be read` : "",
    warned.length ? `${counted(warned.length, "file")} ${has(warned.length)} warnings` : "",
    `${counted(checks.length - odd.length, "file")} ${has(checks.length - odd.length)} nothing odd`,
  ];
  const kindOf = ({ severity, kind, count, first }) => {
    const list = element("ul", {});
    const fill = () =>
      list.replaceChildren(
        ...first.map((text) => element("li", {}, text)),
        count > first.length ? element("li", {}, `and ${whole(count - first.length)} more`) : "",
      );
    return element("details", { ontoggle: fill }, element("summary", {}, `${severity}: ${inWords(kind)} (${whole(count)})`), list);
  };
  const lineOf = ({ path, rooms, error, findings }) =>
    element(
      "li",
      {},
      element("strong", {}, path),
      error ? element("p", { class: "error" }, `It cannot be read: ${error}.`) : `: ${counted(rooms, "room")}`,
      ...findings.map(kindOf),
    );
  return element(
    "details",
    { class: "rooms-checks", open: broken.length > 0 },
    element("summary", {}, `Checked: ${parts.filter(Boolean).join(", ")}.`),
    element(
      "ul",
      {},
      ...odd.slice(0, MOST_CHECKED).map(lineOf),
      odd.length > MOST_CHECKED ? element("li", {}, `and ${whole(odd.length - MOST_CHECKED)} more files`) : null,
    ),
  );
}

// Whether the engine's own rooms are added. They always are if all files only add to the game's.
function embeddedBox(change) {
  return checkBox("With the engine's own rooms", hasEmbedded(loaded), change, { disabled: loaded.only_adds });
}

function sourcesOf({ sources, remarks }) {
  const rows = sources.map(({ name, is_embedded, files, rooms }) =>
    row(is_embedded ? "the engine's own" : name, numberCell(whole(files)), numberCell(whole(rooms))),
  );
  return element(
    "div",
    {},
    element("div", { class: "scroll" }, table({ caption: "Rooms that floors are made of", head: ["Whose", "Files", "Rooms"], rows })),
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
function showFloor(root, query, { lab, description, go, say }, isClosed, addEmbedded) {
  const backends = description.backends.filter(({ has_runs }) => has_runs);
  const own = { ...description, backends };
  const address = withoutNames(query, OWN);
  root.append(floorControls({ lab, description: own, query: address, change: go }));
  const output = element("div", {}, element("p", { class: "quiet" }, "Making the floor."));
  const lacks = element("div", {});
  const chosen = (run, room) => {
    sought = placeOf(run, room);
  };
  root.append(
    lacks,
    output,
    withRoom({ address: withoutSeed(address), worker: loaded.worker, kinds: description.kinds, say, isClosed, chosen }),
    frequencyOf(address, query, { go, say, chosen }, isClosed),
  );
  if (!hasEmbedded(loaded)) {
    missingIn(address).then((missing) => {
      if (missing.length && !isClosed()) lacks.replaceChildren(...lacking(missing, addEmbedded));
    });
  }
  const { worker } = loaded;
  const draw = async () => {
    const answer = await worker.run("floor", address.toString());
    const { floor } = answer;
    const insides = await Promise.all(
      floor.rooms.map(({ interior }) => (interior === undefined ? null : worker.run("room", interior))),
    );
    if (isClosed()) return;
    const last = floor.rooms.length - 1;
    if (query.has("room") && !floor.rooms[query.get("room")]) {
      say(`\`room\` cannot be \`${query.get("room")}\`: give a whole number from 0 to ${last}, a room of this floor.`);
      go(withoutNames(query, OWN), { quiet: true });
    }
    output.replaceChildren(...floorWith(answer, insides, query, description, go));
    if (sought === placeOf(query.get("run"), query.get("room"))) {
      sought = null;
      output.querySelector(".map-frame").scrollIntoView({ block: "nearest" });
      output.querySelector('[data-room][aria-pressed="true"]')?.focus({ preventScroll: true });
    }
  };
  draw().catch((error) => {
    if (isClosed() || error.message === "stopped") return;
    output.replaceChildren();
    say(error.message);
  });
}

// What the files lack for such floors, one sentence per gap.
async function missingIn(address) {
  try {
    return await loaded.worker.run("missingRooms", address.toString());
  } catch (error) {
    return error.message === "stopped" ? [] : [error.message];
  }
}

function lacking(missing, addEmbedded) {
  const [shown, more] = [missing.slice(0, 5), missing.length - 5];
  return [
    element("h3", {}, "What these files lack"),
    element(
      "ul",
      {},
      ...shown.map((text) => element("li", {}, `${text}.`)),
      more > 0 ? element("li", {}, `and ${whole(more)} more`) : null,
    ),
    element(
      "p",
      {},
      "The engine's own rooms can stand in for what is missing. ",
      button("Add the engine's own rooms", addEmbedded),
    ),
  ];
}

// The last count of rooms. It continues while the reader looks at rooms.
let frequency = null;

const withoutSeed = (address) => withoutNames(address, ["run", "seed", "rng"]).toString();

// How often each of the reader's rooms is on a floor, and why some never are.
function frequencyOf(address, query, { go, say, chosen }, isClosed) {
  const key = withoutSeed(address);
  const table = element("div", {});
  const status = element("p", { role: "status", class: "quiet" });
  const start = element("button", { type: "button" }, `Count on ${whole(FLOORS)} floors`);
  const show = async (room) => {
    const { worker } = loaded;
    status.textContent = "Looking for a floor with the room.";
    try {
      let hit;
      for (let skipped = 0; !hit && skipped < SEARCHED; skipped += PART) {
        [hit] = await worker.run("runsWithRoom", key, room, skipped, PART);
        if (isClosed()) return;
      }
      if (hit) {
        chosen(...hit);
        go(new URLSearchParams([...new URLSearchParams(key), ["run", hit[0]], ["room", hit[1]]]));
      } else status.textContent = `None of ${whole(SEARCHED)} floors has this room.`;
    } catch (error) {
      if (error.message !== "stopped") say(error.message);
    }
  };
  const draw = () => {
    if (isClosed()) return;
    const { floors, rooms, isOn } = frequency;
    start.disabled = isOn;
    status.textContent = isOn ? `${whole(floors)} of ${whole(FLOORS)} floors are counted.` : `${whole(floors)} floors are counted, of the runs from number 1 on.`;
    if (!isOn) table.replaceChildren(...frequencyTable(rooms, floors, show));
  };
  start.addEventListener("click", async () => {
    const own = { key, worker: loaded.worker, floors: 0, rooms: [], isOn: true, draw };
    frequency = own;
    draw();
    try {
      own.rooms = await own.worker.run("ownRooms", key);
      const byIndex = new Map(own.rooms.map((room) => [room.room, Object.assign(room, { floors: 0, times: 0 })]));
      for (let skipped = 0; skipped < FLOORS && frequency === own; skipped += PART) {
        const { floors, seen } = await own.worker.run("roomFrequency", key, skipped, PART);
        own.floors += floors;
        for (const [room, floors, times] of seen) {
          byIndex.get(room).floors += floors;
          byIndex.get(room).times += times;
        }
        own.draw();
      }
      if (frequency === own) await nameShapes(own);
      own.isOn = false;
      own.draw();
    } catch (error) {
      own.isOn = false;
      if (error.message !== "stopped" && !isClosed()) say(error.message);
    }
  });
  if (frequency?.key === key && frequency.worker === loaded.worker) {
    frequency.draw = draw;
    draw();
  }
  return element(
    "section",
    { class: "rooms-frequency", "aria-label": "How often each room appears" },
    element("h3", {}, "How often each room appears"),
    element("div", { class: "controls" }, start),
    status,
    table,
  );
}

// The rooms that were counted: those that were seen, those that cannot be, and the others.
function sorted(rooms) {
  return {
    seen: rooms.filter((room) => room.floors).sort((a, b) => b.floors - a.floors || b.times - a.times),
    never: rooms.filter((room) => !room.floors && room.never),
    unseen: rooms.filter((room) => !room.floors && !room.never),
  };
}

// Asks for the shape of each room that is listed.
async function nameShapes({ rooms, worker }) {
  const { seen, never, unseen } = sorted(rooms);
  const listed = [...seen.slice(0, MOST_ROOMS), ...never.slice(0, MOST_CHECKED), ...unseen.slice(0, MOST_CHECKED)];
  const insides = await Promise.all(listed.map(({ room }) => worker.run("room", room)));
  listed.forEach((room, place) => Object.assign(room, { shape: insides[place].shape }));
}

function frequencyTable(rooms, floors, show) {
  const { seen, never, unseen } = sorted(rooms);
  const shapeOf = ({ shape }) => shapeIcon(shape, shapeInWords(shape));
  const nameOf = ({ name, file, type, variant }) => `${name || "without a name"} (${inWords(type)} ${variant}, ${file})`;
  const rowOf = (room) =>
    row(
      room.name || "without a name",
      shapeOf(room),
      `${inWords(room.type)} ${room.variant}`,
      `${room.source}: ${room.file}`,
      numberCell(Number(room.weight.toPrecision(4))),
      numberCell(percent(room.floors / floors)),
      button("A floor with it", () => show(room.room), { "aria-label": `A floor with it: ${nameOf(room)}` }),
    );
  const listed = (title, rooms) =>
    rooms.length
      ? [
          element("h4", {}, title),
          element(
            "ul",
            {},
            ...rooms.slice(0, MOST_CHECKED).map((room) => element("li", {}, shapeOf(room), ` ${nameOf(room)}`, room.never ? `: ${room.never}` : "")),
            rooms.length > MOST_CHECKED ? element("li", {}, `and ${whole(rooms.length - MOST_CHECKED)} more`) : null,
          ),
        ]
      : [];
  const head = ["Room", "Shape", "Kind", "From", "Weight", "Floors with it", ""];
  return [
    seen.length
      ? scrolling("Rooms that appear", table({ head, rows: seen.slice(0, MOST_ROOMS).map(rowOf) }))
      : "",
    seen.length > MOST_ROOMS ? element("p", { class: "quiet" }, `and ${whole(seen.length - MOST_ROOMS)} more rooms`) : "",
    ...listed("Never on such a floor, whatever the seed", never),
    ...listed(`Possible, but not seen: each is on fewer than ${percent(Math.min(1, 3 / Math.max(1, floors)))} of floors (${CERTAINTY})`, unseen),
  ];
}

function floorWith(answer, insides, query, { kinds }, go) {
  const { floor, address } = answer;
  const open = floor.rooms[query.get("room")] ? Number(query.get("room")) : null;
  const map = floorMap(floor, kinds, {
    address,
    scale: 1.6,
    open,
    title: "Map of the floor. Choose a room.",
    onroom: (room) => go(withNames(query, { room })),
  });
  insides.forEach((inside, room) => {
    if (inside?.source && hasEmbedded(loaded)) map.querySelector(`[data-room="${room}"]`).classList.add("is-own");
  });
  return [
    element("div", { class: "map-frame" }, map),
    legend(kinds, floor.rooms),
    element("p", { class: "quiet" }, headline(answer)),
    element("p", {}, fromFiles(floor, insides)),
    open === null
      ? element("p", { class: "quiet" }, "Choose a room on the map to see what is in it.")
      : detail(floor, open, insides[open]),
  ];
}

// How many rooms of the floor come from each source.
function fromFiles(floor, insides) {
  const sources = new Map();
  for (const { source } of insides.filter((inside) => inside?.source)) {
    sources.set(source, (sources.get(source) ?? 0) + 1);
  }
  const all = roomsInWords(floor.rooms);
  if (!sources.size) return `None of its ${all} is from your files.`;
  const named = [...sources].map(([source, count], place) => `${count}${place ? "" : count === 1 ? " is" : " are"} from ${source}`);
  const outlined = insides.filter((inside) => inside?.source).length === 1 ? "It is" : "They are";
  return `Of its ${all}, ${named.join(", ")}.${hasEmbedded(loaded) ? ` ${outlined} outlined on the map.` : ""}`;
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
      "The names of the things in a room come from the game's entities2.xml or Basement Renovator's EntitiesMod.xml, if ",
      "one of them is among the files. Without it, numbers stand for the names.",
    ),
    element(
      "p",
      {},
      "To check, compare and count room files in a terminal, see the project's ",
      element("code", {}, "docs/room-files.md"),
      ".",
    ),
  );
}

// A mod as on a disk, small enough to be written here.
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
    file("house of rooms/metadata.xml", "<metadata><name>House of Rooms</name></metadata>"),
    file("house of rooms/content/rooms/01.basement.xml", `<rooms>${rooms.join("")}</rooms>`),
    file(
      "house of rooms/content/entities2.xml",
      `<entities>${entity(0, "Frowning Gaper")}${entity(1, "Gaper")}</entities>`,
    ),
  ];
}
