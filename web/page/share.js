// What shares a view: its link, and a picture of its floor.
import { button, download, element, field, svgElement } from "./dom.js";
import { pngOf } from "./figure.js";
import { floorMap } from "./floor-map.js";
import { standalone } from "./picture.js";
import { isHidden } from "./plain.js";
import { headline } from "./views/floor.js";

export function share({ lab, description, floor, view }) {
  const status = element("p", { role: "status", class: "quiet" });
  const tell = (text) => {
    status.textContent = text;
  };
  const link = element("input", {
    type: "text",
    readonly: true,
    value: location.href,
    onfocus: (event) => {
      event.target.value = location.href;
      event.target.select();
    },
  });
  const attempt = (work, done) => async () => {
    try {
      await work();
      tell(done);
    } catch (error) {
      tell(`The browser does not allow it: ${error.message}`);
    }
  };
  const copyLink = attempt(async () => {
    link.value = location.href;
    await navigator.clipboard.writeText(location.href);
  }, "The link is copied. It opens this view as it stands.");
  const picture = () => pictureOf({ lab, description, floor, view });
  const copyPicture = attempt(
    () => navigator.clipboard.write([new ClipboardItem({ "image/png": picture() })]),
    "The picture is copied. Paste it beside the link.",
  );
  const savePicture = attempt(
    async () => download("basement-floor.png", "image/png", await picture()),
    "The picture is saved.",
  );
  return [
    element("div", { class: "share-row" }, field("Link to this view", link), button("Copy link", copyLink),
      button("Copy picture", copyPicture), button("Save picture", savePicture)),
    element("p", { class: "quiet" }, location.protocol === "file:"
      ? "This page is a file on your machine, so its link works only here, and no chat shows a preview of it. The part of the link after # works on every copy of the page. To show the floor, paste the picture."
      : "A chat shows no preview of a floor from the link alone. Paste the picture beside it."),
    status,
  ];
}

// The floor's map with its name below, as PNG.
function pictureOf({ lab, description, floor, view }) {
  const answer = lab.floor(floor.toString());
  const map = floorMap(answer.floor, description.kinds, {
    scale: 2,
    // A player who guesses must not see them.
    hide: view === "guess" ? isHidden : undefined,
  });
  const size = (side) => Number.parseFloat(map.getAttribute(side));
  const caption = headline(answer);
  const [width, height] = [Math.ceil(Math.max(size("width"), lengthOf(caption)) + 40), size("height") + 72];
  map.setAttribute("x", (width - size("width")) / 2);
  map.setAttribute("y", 20);
  const whole = svgElement(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, class: "run-picture" },
    map,
    svgElement("text", { class: "line", x: width / 2, y: height - 22 }, caption),
  );
  return pngOf(standalone(whole), width, height);
}

// The width in pixels of a line below a picture, in the font that the style sheet gives it.
function lengthOf(text) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = '12px "Noto Sans", Arial, sans-serif';
  return pen.measureText(text).width;
}
