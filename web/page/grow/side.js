// One of the two floors that grow: its controls, its map, its words and its own place.
import { chosen, floorControls } from "../controls.js";
import { button, element, inWords } from "../dom.js";
import { capital, gameTitle, roomsInWords, withCommas, withWords } from "../plain.js";
import { nameMark, parametersOf, ruleMark } from "../rules.js";
import { withDrawings } from "../shapes.js";
import { counted } from "../ticks.js";
import { Board } from "./board.js";
import { pacesOf, placesOf, stepsOf } from "./steps.js";
import { sentenceOf } from "./words.js";

// At most this many attempts before the kept one are played.
const MOST_ATTEMPTS_SHOWN = 12;

export class Side {
  step = 0;
  length = 0;
  #waited = 0;
  #steps = [];
  #paces = [];

  // `name` is "left" or "right"; `moved` is called when the reader takes the floor elsewhere.
  constructor({ name, query, lab, description, change, say, moved, isOpen, toggled, hasForm }) {
    this.name = name;
    const { backend, edition, level } = chosen(description, query);
    this.title = `${gameTitle(backend.name, edition.name)}, level ${level}`;
    this.kinds = description.kinds;
    this.rules = {
      parameters: parametersOf(edition, query),
      change: `#/rule?${query}`,
      here: (rule) => this.#decidedBy(rule),
      map: () => this.root,
    };
    const controls = hasForm ? floorControls({ lab, description, query, change }) : "";
    if (hasForm) nameFields(controls, name);
    this.more = element(
      "details",
      {
        class: "grow-more",
        ontoggle: (event) => {
          toggled(event.target.open);
          if (event.target.open && this.isMade) this.#list(this.#steps[this.step]);
        },
      },
      element("summary", {}, hasForm ? `Choose the ${capital(backend.name)} floor, or look closer` : `Look closer at the ${capital(backend.name)} floor`),
      controls,
    );
    this.more.open = isOpen;
    this.root = element(
      "section",
      { class: `grow-side grow-${backend.name}`, "aria-label": `The ${name} floor` },
      element("h3", {}, this.title),
    );
    try {
      const answer = lab.floor(query.toString());
      this.#steps = stepsOf(lab.growth(query.toString()), answer.floor);
      this.address = answer.address;
    } catch (error) {
      say(`The ${name} floor: ${error.message}`);
      this.more.open = true;
      this.root.append(this.more);
      return;
    }
    this.places = placesOf(this.#steps);
    this.#paces = pacesOf(this.#steps, this.places);
    this.length = this.#steps.length;
    this.#build(moved);
  }

  get isMade() {
    return this.length > 0;
  }

  get isDone() {
    return this.step >= this.length - 1;
  }

  // The step that playing begins with.
  get beginning() {
    const { attempts } = this.places;
    return attempts.length > MOST_ATTEMPTS_SHOWN ? attempts.at(-MOST_ATTEMPTS_SHOWN) : 0;
  }

  #build(moved) {
    const { attempts, kept, special, last } = this.places;
    this.board = new Board(this.#steps, this.kinds);
    this.count = element("p", { class: "grow-count" });
    this.rule = ruleMark("", this.rules);
    this.sentence = element("span", {});
    this.words = element("p", { class: "grow-words" }, this.rule, " ", this.sentence);
    this.details = element("ol", { class: "grow-events" });
    this.range = element("input", {
      type: "range",
      min: "0",
      max: String(last),
      "aria-label": `Step of the ${this.name} floor`,
      oninput: (event) => {
        this.go(Number(event.target.value));
        moved();
      },
    });
    const jump = (text, target) => {
      const go = () => {
        this.go(target());
        moved();
      };
      return button(text, go, { "aria-label": `${text}, ${this.name}` });
    };
    const isMany = attempts.length > 1;
    const next = () => attempts.find((index) => index > this.step);
    this.nextAttempt = isMany ? jump("Next attempt", next) : null;
    this.root.append(
      this.count,
      element("div", { class: "grow-frame" }, this.board.svg),
      this.words,
      element("div", { class: "grow-scrub" }, this.range),
      this.more,
    );
    this.more.append(
      element(
        "div",
        { class: "grow-jumps" },
        this.nextAttempt,
        isMany && jump("Kept attempt", () => kept),
        jump("Special rooms", () => special),
        jump("Whole floor", () => last),
      ),
      element("h4", {}, "Every decision of this step"),
      this.details,
    );
  }

  // Goes to a step and draws it.
  go(step) {
    const last = this.step;
    this.step = Math.max(0, Math.min(this.length - 1, step));
    this.#waited = 0;
    this.#draw(this.step > last);
  }

  // Lets seconds pass, at a speed in steps per second. Returns whether the floor grew.
  pass(seconds, speed) {
    const before = this.step;
    this.#waited += seconds;
    while (!this.isDone) {
      const { units, least } = this.#paces[this.step];
      const length = Math.max(units / speed, least);
      if (this.#waited < length) break;
      this.#waited -= length;
      this.step += 1;
    }
    if (this.step === before) return false;
    this.#draw(true);
    return true;
  }

  #draw(isForward) {
    const step = this.#steps[this.step];
    const { attempts } = this.places;
    this.board.draw(step.state, isForward);
    this.range.value = String(this.step);
    const said = withCommas(withWords(sentenceOf(step, inWords)));
    this.range.setAttribute("aria-valuetext", `${this.step + 1} of ${this.length}: ${said}`);
    this.count.textContent = headline(step, attempts.length, this.step, this.length);
    const [{ rule }] = step.events;
    nameMark(this.rule, rule);
    this.sentence.textContent = said;
    if (this.nextAttempt) this.nextAttempt.disabled = this.step >= attempts.at(-1);
    if (this.more.open) this.#list(step);
    this.board.svg.dataset.step = this.step + 1;
  }

  #list({ events }) {
    this.details.replaceChildren(
      ...events.map((event) => element("li", {}, ruleMark(event.rule, this.rules), " ", ...withDrawings(withCommas(withWords(event.text))))),
    );
  }

  // What a rule decided before the first attempt and in the one that was kept, and where.
  #decidedBy(rule) {
    const cells = new Map();
    let decisions = 0;
    const steps = this.#steps.filter(({ attempt }, place) => !attempt || place >= this.places.kept);
    for (const { events, state } of steps) {
      for (const event of events) {
        if (event.rule !== rule) continue;
        decisions += 1;
        const rooms = [event.room, ...(event.rooms ?? [])].map((room) => state.rooms[room]?.cells ?? []);
        for (const cell of [...(event.cell ? [event.cell] : []), ...rooms.flat()]) cells.set(String(cell), cell);
      }
    }
    const where = cells.size === 1 ? ", on the outlined cell" : cells.size ? `, on the ${cells.size} outlined cells` : "";
    const text = decisions ? `On this floor: ${counted(decisions, "decision")}${where}.` : "No step of this floor uses this rule.";
    return { text, show: (isShown) => this.board.outline(isShown ? [...cells.values()] : []) };
  }

  // What programs and screen readers get once the floor stops.
  settle() {
    const step = this.#steps[this.step];
    const { svg } = this.board;
    svg.dataset.address = this.address;
    svg.dataset.rooms = JSON.stringify(
      step.state.rooms.map(({ kind, shape, cells }) => ({ kind, shape, cells })),
    );
    svg.setAttribute("aria-label", `${this.title}. ${this.count.textContent}`);
  }

  // Whether each step is read out.
  setLive(isLive) {
    this.words.setAttribute("aria-live", isLive ? "polite" : "off");
  }
}

function headline({ attempt, state, type }, attempts, step, length) {
  const parts = [`Step ${step + 1} of ${length}`];
  if (attempt) {
    const thrown = attempt - 1 + (type === "thrown" ? 1 : 0);
    parts.push(roomsInWords(state.rooms));
    parts.push(attempts > 1 ? `attempt ${attempt}, ${thrown} thrown away` : "the only attempt");
  }
  return parts.join(" · ");
}

// The page has two forms: each field says which floor it belongs to.
function nameFields(form, name) {
  for (const label of form.querySelectorAll("label")) {
    const text = (label.querySelector("span") ?? label).textContent;
    label.querySelector("input, select").setAttribute("aria-label", `${text}, ${name}`);
  }
  const dice = form.querySelector("button");
  dice.setAttribute("aria-label", `Another seed, ${name}`);
}
