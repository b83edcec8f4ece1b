// Pictures that stand alone: the colours of the style sheet are written into them.

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "opacity",
];

// The text of an SVG with the look that it has on the page.
export function standalone(svg) {
  const frame = document.createElement("div");
  frame.className = "picture-frame";
  frame.append(svg.isConnected ? svg.cloneNode(true) : svg);
  document.body.append(frame);
  const root = frame.firstElementChild;
  // All looks are read before any class is removed: the style sheet knows a node by its ancestors' classes.
  const nodes = [root, ...root.querySelectorAll("*")];
  const looks = nodes.map((node) => {
    const look = getComputedStyle(node);
    return KEPT.map((name) => [name, look.getPropertyValue(name)]);
  });
  nodes.forEach((node, place) => {
    for (const [name, value] of looks[place]) node.setAttribute(name, value);
    node.removeAttribute("class");
  });
  root.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const paper = getComputedStyle(frame).backgroundColor;
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  back.setAttribute("width", "100%");
  back.setAttribute("height", "100%");
  back.setAttribute("fill", paper);
  root.prepend(back);
  const text = new XMLSerializer().serializeToString(root);
  frame.remove();
  return text;
}
