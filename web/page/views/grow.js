// Two floors growing side by side, decision by decision. The address of the left floor stands in the
// page's address as it is, that of the right one with `right.` before each name. Names of its own:
// `step`, counted from where the kept drafts begin, and `speed`.
import { withoutNames } from "../address.js";
import { chosen, editionTitle, floorControls } from "../controls.js";
import { element, field, select } from "../dom.js";
import { floorMap, legend } from "../floor-map.js";
import { GrowingMap } from "../growing-map.js";
import { extentOfFrames, framesOf, keptFrom } from "../growth.js";

const OWN = ["step", "speed"];
const PREFIX = "right.";
const FRAMES_A_SECOND = 3;
const SPEEDS = ["0.5", "1", "2", "4", "8", "16"];
const USUAL = {
  left: "backend=flash&edition=wrath-of-the-lamb&level=2&seed=1",
  right: "backend=rebirth&edition=repentance&level=2&run=B911+99AC",
};

export const title = "Grow a floor";
export const lead =
  "Watch a floor of each game grow, decision by decision. Most drafts of the Flash game are thrown away.";

export function show(root, query, context) {
  const { go, say } = context;
  const sides = sidesOf(query);
  const both = (left, right, own = {}) => {
    const next = new URLSearchParams(left);
    for (const [name, value] of right) next.append(PREFIX + name, value);
    for (const [name, value] of Object.entries(own)) next.set(name, value);
    return next;
  };
  const speed = SPEEDS.includes(query.get("speed")) ? query.get("speed") : "1";
  const changeSide = (name, address) => {
    const next = { ...sides, [name]: address };
    go(both(next.left, next.right, { speed }));
  };
  const shown = [];
  const columns = element("div", { class: "grow-sides" });
  for (const name of ["left", "right"]) {
    const side = sideOf(name, sides[name], (address) => changeSide(name, address), context);
    columns.append(side.root);
    if (side.frames) shown.push(side);
  }
  root.append(columns);
  if (!shown.length) return;
  const rooms = shown.flatMap(({ floor }) => floor.rooms);
  const first = -Math.max(...shown.map(({ kept }) => kept));
  const last = Math.max(...shown.map(({ kept, frames }) => frames.length - 1 - kept));
  const given = Number(query.get("step") ?? 0);
  const player = new Player({
    first,
    last,
    step: Math.min(last, Math.max(first, Number.isFinite(given) ? given : 0)),
    speed,
    draw: (step) => shown.forEach((side) => side.draw(step)),
    keep: (step, speed) => go(both(sides.left, sides.right, { step, speed }), { quiet: true }),
  });
  root.append(
    player.root,
    legend(context.description.kinds, rooms),
    element(
      "p",
      { class: "quiet" },
      "A cross is a candidate that is passed over, a number the weight of a cell for a hidden room. The " +
        "room that grows has a heavy wall, and dead ends are dashed.",
    ),
  );
  say("");
  return () => player.close();
}

function sidesOf(query) {
  const own = withoutNames(query, OWN);
  const [left, right] = [new URLSearchParams(), new URLSearchParams()];
  for (const [name, value] of own) {
    if (name.startsWith(PREFIX)) right.append(name.slice(PREFIX.length), value);
    else left.append(name, value);
  }
  return {
    left: left.size ? left : new URLSearchParams(USUAL.left),
    right: right.size ? right : new URLSearchParams(USUAL.right),
  };
}

// One floor with its controls, its map, and the words for each frame.
function sideOf(name, address, change, { lab, description }) {
  const { backend, edition, level } = chosen(description, address);
  const heading = `${editionTitle(backend, edition)}, level ${level}`;
  const root = element(
    "section",
    { class: `grow-side side-${backend.name}`, "aria-label": heading },
    floorControls({ lab, description, query: address, change }),
    element("h3", {}, heading),
  );
  let answer;
  try {
    answer = lab.explain(address.toString());
  } catch (error) {
    root.append(element("p", { class: "error", role: "alert" }, error.message));
    return { root };
  }
  const frames = framesOf(answer, description.shapes);
  const kept = keptFrom(frames);
  const extent = extentOfFrames(frames);
  const growing = new GrowingMap(description.kinds, extent, `${heading}: the floor while it grows`);
  const finished = floorMap(answer.floor, description.kinds, {
    address: answer.address,
    extent,
    scale: 1.3,
  });
  finished.classList.add("finished");
  finished.setAttribute("hidden", "");
  const words = element("p", { class: "grow-words", "aria-live": "polite" });
  const count = element("p", { class: "quiet grow-count" });
  root.append(element("div", { class: "grow-map" }, growing.svg, finished), count, words);
  const drafts = answer.floor.attempts;
  const draw = (step) => {
    const place = Math.min(frames.length - 1, step + kept);
    const frame = place < 0 ? null : frames[place];
    const isFinished = place === frames.length - 1;
    growing.show(frame);
    finished.toggleAttribute("hidden", !isFinished);
    growing.svg.toggleAttribute("hidden", isFinished);
    const rooms = frame?.rooms.filter(Boolean).length;
    count.textContent = frame
      ? `Draft ${Math.max(1, frame.attempt)} of ${drafts}, ${rooms} ${rooms === 1 ? "room" : "rooms"}`
      : "It has not begun yet";
    const sentence = frame?.text ?? "";
    if (words.dataset.place !== String(place)) {
      words.dataset.place = place;
      words.replaceChildren(...(frame ? [ruleLink(frame.rule), ` ${sentence}`] : []));
    }
  };
  return { root, frames, kept, floor: answer.floor, draw };
}

export function ruleLink(rule) {
  return element(
    "a",
    { href: `../docs/rules.md#${rule.toLowerCase()}`, title: `Rule ${rule}` },
    rule,
  );
}

// Plays the steps from `first` to `last`; both floors' kept drafts begin with step 0.
class Player {
  #options;
  #step;
  #speed;
  #timer = null;
  #then = 0;
  #rest = 0;
  #kept = 0;

  constructor(options) {
    this.#options = options;
    this.#step = options.step;
    this.#speed = options.speed;
    const { first, last } = options;
    this.play = element(
      "button",
      { type: "button", class: "primary", onclick: () => this.toggle() },
      "Play",
    );
    this.scrub = element("input", {
      type: "range",
      min: String(first),
      max: String(last),
      value: String(this.#step),
      "aria-label": "Step",
      oninput: (event) => this.go(Number(event.target.value)),
    });
    const button = (text, label, step) =>
      element("button", { type: "button", "aria-label": text.length > 1 ? undefined : label, title: label, onclick: () => this.go(step()) }, text);
    this.root = element(
      "div",
      { class: "grow-player", role: "group", "aria-label": "Player" },
      first < 0 ? button("First draft", "From the first draft", () => first) : null,
      button("Kept draft", "To the kept drafts", () => 0),
      button("‹", "A step back", () => this.#step - 1),
      this.play,
      button("›", "A step on", () => this.#step + 1),
      button("End", "To the finished floors", () => last),
      field(
        "Speed",
        select(
          SPEEDS.map((name) => ({ name, text: `${name}×` })),
          this.#speed,
          (value) => {
            this.#speed = value;
            this.#keep();
          },
        ),
      ),
      this.scrub,
    );
    this.#draw();
  }

  toggle() {
    if (this.#timer !== null) return this.stop();
    if (this.#step >= this.#options.last) this.#step = Math.min(0, this.#options.last);
    this.play.textContent = "Pause";
    this.#then = performance.now();
    this.#rest = 0;
    const tick = (now) => {
      this.#rest += ((now - this.#then) / 1000) * FRAMES_A_SECOND * Number(this.#speed);
      this.#then = now;
      const steps = Math.floor(this.#rest);
      if (steps > 0) {
        this.#rest -= steps;
        this.#step = Math.min(this.#options.last, this.#step + steps);
        this.#draw();
        // The address is written now and then: browsers allow it a hundred times in half a minute.
        if (now - this.#kept > 1000) this.#keep(now);
        if (this.#step >= this.#options.last) return this.stop();
      }
      this.#timer = requestAnimationFrame(tick);
    };
    this.#timer = requestAnimationFrame(tick);
  }

  stop() {
    cancelAnimationFrame(this.#timer);
    this.#timer = null;
    this.play.textContent = "Play";
    this.#keep();
  }

  go(step) {
    if (this.#timer !== null) this.stop();
    this.#step = Math.min(this.#options.last, Math.max(this.#options.first, step));
    this.#draw();
    this.#keep();
  }

  close() {
    cancelAnimationFrame(this.#timer);
    this.#timer = null;
  }

  #keep(now = performance.now()) {
    this.#kept = now;
    this.#options.keep(this.#step, this.#speed);
  }

  #draw() {
    this.scrub.value = String(this.#step);
    this.scrub.setAttribute("aria-valuetext", `Step ${this.#step} of ${this.#options.last}`);
    this.#options.draw(this.#step);
  }
}

