// Two floors grow side by side, decision by decision.
//
// The address holds the left floor as the engine reads it, the right floor with `right.` before each name,
// the steps that they are at (`step`, `right.step`, from 1; without them they play) and `speed`, in steps per
// second.
import { setSeed } from "../address.js";
import { chosen, diceSeed } from "../controls.js";
import { button, element, field, select, signButton } from "../dom.js";
import { boardKey } from "../grow/board.js";
import { Side } from "../grow/side.js";

const PREFIX = "right.";
const SPEEDS = [
  { name: "1", text: "Slow" },
  { name: "2.5", text: "Normal" },
  { name: "6", text: "Fast" },
  { name: "20", text: "Very fast" },
];
const USUAL_SPEED = "2.5";
const LONGEST_FRAME = 100;
const ADDRESS_EVERY = 500;
const DEFAULTS = {
  flash: { edition: "wrath-of-the-lamb", seed: "2" },
  rebirth: { edition: "repentance", run: "B911 99AC" },
};
const USUAL_LEVEL = "3";

export const title = "Grow";
export const lead =
  "Two floors grow by each game's own rules, one decision after another.";

// Which forms are open, as the reader left them.
const opened = new Map();

export function show(root, query, { lab, description, go, say }) {
  const queries = sidesOf(query, description);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const errors = [];
  let frame = 0;
  let before = 0;
  let written = 0;
  let speed = query.get("speed") ?? USUAL_SPEED;

  const sides = ["left", "right"].map(
    (name, index) =>
      new Side({
        name,
        query: queries[index],
        // The left floor is chosen above, for all views.
        hasForm: name === "right",
        lab,
        description,
        say: (message) => errors.push(message),
        change: (next) => go(address(queries.with(index, next), null, speed)),
        moved: () => pause(),
        isOpen: opened.get(name) ?? matchMedia("(min-width: 60rem)").matches,
        toggled: (isOpen) => opened.set(name, isOpen),
      }),
  );
  const made = sides.filter(({ isMade }) => isMade);
  const write = () => {
    written = performance.now();
    const steps = sides.map(({ isMade, step }) => (isMade ? step + 1 : 1));
    go(address(queries, steps, speed), { quiet: true });
  };

  const move = (by) => {
    for (const side of made) side.go(side.step + by);
    pause();
  };
  const again = () => {
    for (const side of made) side.go(isStill ? side.places.kept : side.beginning);
    if (isStill) pause();
    else play();
  };
  const toggle = () => {
    if (frame) pause();
    else if (made.every(({ isDone }) => isDone)) again();
    else play();
  };
  const playing = button("Play", toggle, { class: "primary grow-play" });
  const dice = signButton("⚄", "Other seeds", () => go(address(otherSeeds(), null, speed)), { class: "grow-dice" });
  dice.append(element("span", {}, " Other seeds"));
  root.append(
    element(
      "div",
      { class: "grow-player", role: "group", "aria-label": "Both floors" },
      !isStill && playing,
      signButton("◀", "Step back", () => move(-1)),
      signButton("▶", "Step forward", () => move(1)),
      signButton("↺", "From the beginning", again),
      !isStill && field("Speed", select(SPEEDS, speed, (value) => {
        speed = value;
        write();
      })),
      dice,
    ),
    element("div", { class: "grow-sides" }, ...sides.map((side) => side.root)),
    boardKey(),
  );
  if (errors.length) say(errors.join(" "));

  function otherSeeds() {
    return queries.map((query) => {
      const next = new URLSearchParams(query);
      const { has_runs: hasRuns } = chosen(description, query).backend;
      setSeed(next, diceSeed(lab, hasRuns), hasRuns);
      return next;
    });
  }

  function label() {
    playing.textContent = frame ? "Pause" : "Play";
  }

  function pause() {
    cancelAnimationFrame(frame);
    frame = 0;
    settle();
  }

  function settle() {
    for (const side of made) {
      side.settle();
      side.setLive(true);
    }
    label();
    write();
  }

  function play() {
    for (const side of made) side.setLive(false);
    before = performance.now();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(next);
    label();
  }

  function next(now) {
    const seconds = Math.min(LONGEST_FRAME, Math.max(0, now - before)) / 1000;
    before = now;
    for (const side of made) side.pass(seconds, Number(speed));
    if (made.every(({ isDone }) => isDone)) {
      pause();
      return;
    }
    if (now - written > ADDRESS_EVERY) write();
    frame = requestAnimationFrame(next);
  }

  const named = query.has("step") || query.has(`${PREFIX}step`);
  if (named || isStill) {
    made.forEach((side) => {
      const given = query.get(side.name === "left" ? "step" : `${PREFIX}step`);
      side.go(given === null ? side.places.kept : Number(given) - 1);
    });
    settle();
  } else if (made.length) {
    for (const side of made) side.go(side.beginning);
    play();
  }
  return () => cancelAnimationFrame(frame);
}

// The addresses of both floors, with defaults for what the reader did not name.
function sidesOf(query, description) {
  const sides = [new URLSearchParams(), new URLSearchParams()];
  for (const [name, value] of query) {
    if (["step", `${PREFIX}step`, "speed"].includes(name)) continue;
    const isRight = name.startsWith(PREFIX);
    sides[Number(isRight)].append(isRight ? name.slice(PREFIX.length) : name, value);
  }
  const [left, right] = sides;
  const fill = (side, game, level) => {
    const { edition, ...seed } = DEFAULTS[game];
    const levels = description.backends
      .find(({ name }) => name === game)
      .editions.find(({ name }) => name === edition).levels;
    const fits = levels.some((offered) => String(offered) === level);
    const names = { backend: game, edition, level: fits ? level : USUAL_LEVEL, ...seed };
    for (const [name, value] of Object.entries(names)) side.set(name, value);
  };
  const other = (side) => (chosen(description, side).backend.name === "flash" ? "rebirth" : "flash");
  const levelOf = (side) => String(chosen(description, side).level);
  if (!left.size) {
    if (right.size) fill(left, other(right), levelOf(right));
    else fill(left, "flash", USUAL_LEVEL);
  }
  if (!right.size) fill(right, other(left), levelOf(left));
  return sides;
}

function address([left, right], steps, speed) {
  const query = new URLSearchParams(left);
  for (const [name, value] of right) query.append(PREFIX + name, value);
  if (steps) {
    query.set("step", steps[0]);
    query.set(`${PREFIX}step`, steps[1]);
  }
  if (speed !== USUAL_SPEED) query.set("speed", speed);
  return query;
}
