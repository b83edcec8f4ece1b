// The page: starts the engine, and shows the view that the address names.
import { readAddress, writeAddress } from "./address.js";
import { element, withCode } from "./dom.js";
import { compile, start } from "./engine.js";
import { floorBar } from "./floor-bar.js";
import { checked, floorOf, given, keptOf, names, openOn } from "./names.js";
import { Pool } from "./pool.js";
import { Steps } from "./step-back.js";
import { groups, views } from "./views.js";
import workerSource from "worker-source";

const main = document.querySelector("main");
const alerts = document.querySelector("#alerts");
const navigation = document.querySelector("nav");

const CONTROLS = "a, button, input, select, textarea, summary, label, [role=button], [role=slider]";
const spoken = element("div", {});
const notice = element("div", {});
alerts.append(notice, spoken);

function say(message) {
  tell(spoken, message ? [message] : []);
}

function tell(place, sentences) {
  place.replaceChildren(...sentences.map((sentence) => element("p", { class: "error" }, ...withCode(sentence))));
}

// Tells programs outside the page which address it shows.
function stands() {
  return (document.documentElement.dataset.address = location.hash);
}

function nameOf(view) {
  if (view === "") return "guide";
  return Object.hasOwn(views, view) ? view : "floor";
}

async function run() {
  const data = document.querySelector("#engine").textContent;
  const module = await compile(data);
  const lab = start(module);
  const context = {
    lab,
    description: lab.description(),
    pool: new Pool(module, workerSource),
    say,
  };
  const steps = new Steps();
  let close;
  let current;
  // The floor that every view opens on: that of the last view which had one.
  let floor = null;
  const links = navigate();
  const show = () => {
    const isNew = steps.enter();
    const read = readAddress();
    const name = nameOf(read.view);
    const { query, sentences } = opened(name, read.query, floor, context);
    if (read.view && read.view !== name) sentences.unshift(`There is no page "${read.view}". Here is a floor instead.`);
    if (query.toString() !== read.query.toString()) steps.rewrite(writeAddress(name, query));
    tell(notice, sentences);
    say("");
    const focused = focusPath(document.activeElement);
    const isElsewhere = current !== undefined && current !== name;
    const wasInside = main.contains(document.activeElement);
    close?.();
    close = undefined;
    const { title, heading = title, lead, show: open } = views[name];
    document.title = name === "guide" ? "Basement Lab" : `${title} · Basement Lab`;
    const root = element("div", { class: `view-${name}` });
    const bar = element("div", {});
    main.replaceChildren(
      bar,
      element("h2", { tabindex: "-1" }, heading),
      element("p", { class: "lead" }, lead),
      root,
    );
    // A reader who follows a link begins at the top of the new view, by eye and by keyboard.
    if (isElsewhere && isNew) scrollTo(0, 0);
    if (isElsewhere && wasInside) main.querySelector("h2").focus({ preventScroll: true });
    // The address that the view is at. As soon as the page has another, the view is over and no longer writes
    // its own, even if it is still visible because the page has not yet been told.
    let at = stands();
    // Goes to another state of the view. `quiet` only rewrites the address, `isStep` adds it to the history.
    // `again` shows the same state once more, after the page's data has changed.
    const go = (next, { quiet = false, again = false, isStep = false } = {}) => {
      const address = writeAddress(name, next);
      if ((quiet || isStep) && location.hash !== at) return;
      // What stays of the view continues from there.
      become(query, next);
      if (again) show();
      else if (isStep) steps.add(address);
      else if (quiet) steps.rewrite(address);
      else location.hash = address;
      if (quiet || isStep) at = stands();
      if ((quiet || isStep) && remember(name, query)) drawBar();
    };
    const drawBar = () => {
      const { bar: fields } = names[name];
      for (const [view, link] of links) link.href = writeAddress(view, openOn(view, floor, lab));
      if (!fields) return;
      const change = (next) => {
        for (const [own, value] of keptOf(name, query)) next.append(own, value);
        go(next);
      };
      const focused = bar.contains(document.activeElement) && focusPath(document.activeElement);
      const back = { undo: steps.undo, redo: steps.redo };
      bar.replaceChildren(floorBar({ ...context, floor: floorOf(name, query), fields, change, steps: back, view: name }));
      if (focused) restoreFocus(focused);
    };
    const remember = (view, query) => {
      const next = given(view, query, floor, lab);
      if (!next) return false;
      const isOther = next.toString() !== floor?.toString();
      floor = next;
      return isOther;
    };
    remember(name, query);
    for (const [view, link] of links) {
      if (view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    drawBar();
    current = name;
    try {
      close = open(root, query, { ...context, go });
    } catch (error) {
      say(error.message);
    }
    if (!isElsewhere) restoreFocus(focused);
    // Undo and Redo keep the focus from view to view.
    else if (["Undo", "Redo"].includes(focused?.label)) main.querySelector(`[aria-label=${focused.label}]`)?.focus({ preventScroll: true });
    // A reader who goes back finds the page scrolled as before.
    if (isElsewhere && !isNew) scrollTo(0, steps.top);
  };
  // A message about an address goes with the reader's next action.
  for (const type of ["click", "change"]) addEventListener(type, ({ target }) => target.closest?.(CONTROLS) && tell(notice, []), true);
  // The address of the page is the view's, so the link to its content only moves the focus.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  const afterPress = pressKeeper();
  addEventListener("hashchange", () => afterPress(show));
  show();
  document.documentElement.dataset.ready = "";
}

// The address that a view is at: without what cannot be, and with the previous view's floor if it names none.
function opened(view, given, floor, context) {
  const { query, sentences } = checked(view, given, context);
  if (floor && names[view].floor && !floorOf(view, query).size) {
    const own = [...query];
    const filled = new URLSearchParams(openOn(view, floor, context.lab));
    for (const [name, value] of own) filled.append(name, value);
    return { query: filled, sentences };
  }
  return { query, sentences };
}

// The links to the views, by name.
function navigate() {
  const links = new Map();
  for (const group of groups) {
    const list = element("ul", {});
    for (const name of group) {
      const link = element("a", { href: writeAddress(name, "") }, views[name].title);
      links.set(name, link);
      list.append(element("li", {}, link));
    }
    navigation.append(list);
  }
  return links;
}

// Delays work while the pointer is down: a press that leaves a field and thereby changes the address still
// reaches the button that it began on. An open list delays work until the reader chooses from it.
function pressKeeper() {
  let pressed = null;
  let due = null;
  const release = () =>
    setTimeout(() => {
      pressed = null;
      const work = due;
      due = null;
      work?.();
    });
  addEventListener("pointerdown", ({ target }) => {
    pressed = target.closest?.("select") ?? target;
  }, true);
  addEventListener("pointerup", () => pressed?.tagName === "SELECT" || release(), true);
  addEventListener("change", ({ target }) => target === pressed && release(), true);
  for (const type of ["pointercancel", "keydown", "blur"]) addEventListener(type, release);
  return (work) => {
    if (pressed) due = work;
    else work();
  };
}

function become(query, next) {
  const pairs = [...new URLSearchParams(next)];
  for (const name of [...query.keys()]) query.delete(name);
  for (const [name, value] of pairs) query.append(name, value);
}

// A view is redrawn at each step. The element that had the keyboard's focus is found again by its label, or
// by its position among similar ones.
const visible = (tag) => [...main.querySelectorAll(tag)].filter((node) => node.checkVisibility());

function focusPath(node) {
  if (!node || !main.contains(node) || node.tagName === "H2") return null;
  const label = node.getAttribute("aria-label") ?? (node.closest("label") ?? node).textContent;
  return { tag: node.tagName, label, place: visible(node.tagName).indexOf(node) };
}

function restoreFocus(focused) {
  if (!focused) return;
  const all = visible(focused.tag);
  const again = all.find((node) => focusPath(node).label === focused.label) ?? all[focused.place];
  again?.focus();
}

run().catch((error) => say(`The engine does not start here: ${error.message}`));
