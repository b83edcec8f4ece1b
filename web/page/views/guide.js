// The start page: five steps, each a floor to touch beside three sentences. Numbers in the sentences can be
// dragged. All steps are about the same two floors, of the same size.
import { element } from "../dom.js";
import { isUndo } from "../step-back.js";
import { bossStep } from "../guide/boss.js";
import { feetStep } from "../guide/feet.js";
import { growStep } from "../guide/grow.js";
import { COUNTED } from "../guide/maps.js";
import { ringStep } from "../guide/rings.js";
import { undo } from "../guide/scrub.js";
import { secretStep } from "../guide/secret.js";
import { touchLine } from "../guide/touch.js";

const FLOORS = {
  flash: "backend=flash&edition=wrath-of-the-lamb&level=6&curse=none&seed=273",
  rebirth: "backend=rebirth&edition=repentance&level=6&curse=none&run=B911+80N6",
};

export const title = "Start";
export const heading = "How a floor of Isaac is made";
export const lead =
  "Five steps through one floor of each game. Drag the underlined numbers, and see how the floors change. No floor here has a curse.";

export function show(root, query, context) {
  const counted = counter(context.pool);
  const floors = Object.fromEntries(
    Object.entries(FLOORS).map(([name, address]) => [name, { ...context.lab.floor(address), address }]),
  );
  const steps = [growStep, ringStep, bossStep, feetStep, secretStep].map((step) => step({ ...context, floors, counted }));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      steps[[...root.children].indexOf(target)].begin?.();
    }
  });
  steps.forEach(({ heading, words, figure, next, isTouched = true }, place) => {
    const figures = element("div", { class: "step-figure" }, ...figure);
    if (isTouched) figures.append(touchLine(figures));
    const [address, text] = next;
    const link = element("a", { class: "step-next" }, text);
    // The floor as it is at that moment.
    const aim = () => {
      link.href = typeof address === "function" ? address() : address;
    };
    aim();
    for (const type of ["pointerenter", "focus", "pointerdown"]) link.addEventListener(type, aim);
    const section = element(
      "section",
      { class: "step" },
      element("div", { class: "step-words" },
        element("h3", {}, element("span", { class: "step-number" }, String(place + 1)), heading),
        ...words.map((sentence) => element("p", {}, ...sentence)),
        element("p", {}, link)),
      figures,
    );
    root.append(section);
    seen.observe(section);
  });
  // Ctrl+Z first undoes changes to the numbers, and only then goes back in the browser's history.
  const back = (event) => {
    if (!isUndo(event) || event.shiftKey || !undo()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", back);
  return () => {
    document.removeEventListener("keydown", back);
    seen.disconnect();
    for (const { end } of steps) end?.();
    context.pool.stop();
  };
}

// Counts floors in the workers, each sort once: its address and measure give the engine's counts.
function counter(pool) {
  const known = new Map();
  return (address, measure) => {
    const key = `${address} ${measure}`;
    if (!known.has(key)) {
      const counted = pool.run("sample", address, "", measure, 0, COUNTED).then(({ x }) => ({ ...x, histogram: x.histograms[measure] }));
      counted.catch(() => known.delete(key));
      known.set(key, counted);
    }
    return known.get(key);
  };
}
