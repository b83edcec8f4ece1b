// The inside of a room of the catalogue, drawn from its tiles.
import { element, inWords, svgElement } from "./dom.js";
import { shapeInWords } from "./plain.js";
import { shapeIcon } from "./shapes.js";

const TILE = 14;
// Pixels of a tile if the screen is wide enough.
const LARGE = 28;
// What each mark of the engine's plans is drawn as.
const CLASSES = {
  "█": "wall",
  "+": "door",
  "▒": "closed",
  "·": "ground",
  o: "obstacle",
  M: "creature",
  $: "pickup",
  "?": "thing",
};

// A room's picture, the meaning of its tiles, and a list of what stands in it.
export function insideOf(room) {
  const picture = svgElement("svg", {
    class: "inside",
    viewBox: `0 0 ${room.width * TILE} ${room.height * TILE}`,
    width: room.width * LARGE,
    height: room.height * LARGE,
    role: "img",
    "aria-label": `Plan of the room: ${room.kinds.map(([, name]) => name).join(", ")}.`,
  });
  room.tiles.forEach((row, y) => {
    [...row].forEach((mark, x) => {
      if (CLASSES[mark]) picture.append(tile(CLASSES[mark], x * TILE, y * TILE));
    });
  });
  const legend = room.kinds.map(([mark, name]) =>
    element(
      "li",
      {},
      svgElement(
        "svg",
        { class: "inside", viewBox: `0 0 ${TILE} ${TILE}`, width: 16, height: 16, "aria-hidden": "true" },
        tile(CLASSES[mark] ?? "thing", 0, 0),
      ),
      name,
    ),
  );
  const spawns = room.spawns.map(([count, name]) => element("li", {}, `${count} × ${name}`));
  return element(
    "div",
    { class: "inside-of" },
    element(
      "p",
      {},
      element("strong", {}, room.name || "A room without a name"),
      `: ${inWords(room.type)} room ${room.variant}${room.subtype ? `.${room.subtype}` : ""}, `,
      shapeIcon(room.shape),
      ` ${shapeInWords(room.shape)}, difficulty ${room.difficulty}, weight ${Number(room.weight.toPrecision(4))}, from ${room.file}`,
    ),
    element("div", { class: "map-frame" }, picture),
    element("ul", { class: "legend" }, ...legend),
    spawns.length
      ? element(
          "details",
          {},
          element("summary", {}, `What stands in it (${spawns.length} ${spawns.length === 1 ? "kind" : "kinds"})`),
          element("ul", { class: "spawns" }, ...spawns),
        )
      : null,
  );
}

// Things stand on the ground; walls and doors fill their tile.
function tile(kind, x, y) {
  const area = (name, inset) =>
    svgElement("rect", {
      class: `tile-${name}`,
      x: x + inset,
      y: y + inset,
      width: TILE - 2 * inset,
      height: TILE - 2 * inset,
    });
  if (kind === "wall" || kind === "ground") return area(kind, 0);
  if (kind === "door" || kind === "closed") {
    return svgElement("g", {}, area("wall", 0), area(kind, 2));
  }
  const [middleX, middleY] = [x + TILE / 2, y + TILE / 2];
  const thing =
    kind === "creature"
      ? svgElement("circle", { class: "tile-creature", cx: middleX, cy: middleY, r: TILE * 0.36 })
      : kind === "pickup"
        ? svgElement("path", {
            class: "tile-pickup",
            d: `M${middleX} ${y + 2}L${x + TILE - 2} ${middleY}L${middleX} ${y + TILE - 2}L${x + 2} ${middleY}z`,
          })
        : area(kind, 2.5);
  return svgElement("g", {}, area("ground", 0), thing);
}
