// The page: starts the engine, and shows the view that the address names.
import { readAddress, writeAddress } from "./address.js";
import { element } from "./dom.js";
import { compile, start } from "./engine.js";
import { Pool } from "./pool.js";
import { views } from "./views.js";
import workerSource from "worker-source";

const main = document.querySelector("main");
const alerts = document.querySelector("#alerts");
const navigation = document.querySelector("nav ul");

function say(message) {
  alerts.replaceChildren(message ? element("p", { class: "error" }, message) : "");
}

function nameOf(view) {
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
  let close;
  let current;
  const show = () => {
    const { view, query } = readAddress();
    const name = nameOf(view);
    say(view && view !== name ? `There is no page "${view}". Here is a floor instead.` : "");
    const focused = current === name ? focusPath(document.activeElement) : null;
    close?.();
    close = undefined;
    for (const link of navigation.querySelectorAll("a")) {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const { title, lead, show: open } = views[name];
    document.title = `${title} · Basement Lab`;
    const root = element("div", { class: `view view-${name}` });
    main.replaceChildren(
      element("h2", { tabindex: "-1" }, title),
      element("p", { class: "lead" }, lead),
      root,
    );
    // Goes to another state of the view; `quiet` rewrites the address only.
    let isLeft = false;
    // `again` shows the same state once more, when what the page holds has changed.
    const go = (next, { quiet = false, again = false } = {}) => {
      const address = writeAddress(name, next);
      // A view that was left, but still stands, no longer writes where it is.
      if (quiet && isLeft) return;
      // What still stands of the view goes on from there.
      become(query, next);
      if (again) show();
      else if (quiet) history.replaceState(null, "", address);
      else {
        isLeft = location.hash !== address;
        location.hash = address;
      }
    };
    current = name;
    try {
      close = open(root, query, { ...context, go });
    } catch (error) {
      say(error.message);
    }
    restoreFocus(focused);
  };
  for (const [name, { title }] of Object.entries(views)) {
    const link = element("a", { href: writeAddress(name, ""), "data-view": name }, title);
    navigation.append(element("li", {}, link));
  }
  const afterPress = pressKeeper();
  addEventListener("hashchange", () => afterPress(show));
  show();
  document.documentElement.dataset.ready = "";
}

// Holds work back while the pointer is down: a press that leaves a field and thereby changes the
// address still reaches the button that it began on. A list that was opened holds until it is chosen from.
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

// A view is drawn anew at each step. What had the keyboard's focus is found again by its label, or
// by its place among its like.
function focusPath(node) {
  if (!node || !main.contains(node) || node.tagName === "H2") return null;
  const label = node.getAttribute("aria-label") ?? (node.closest("label") ?? node).textContent;
  return { tag: node.tagName, label, place: [...main.querySelectorAll(node.tagName)].indexOf(node) };
}

function restoreFocus(focused) {
  if (!focused) return;
  const all = [...main.querySelectorAll(focused.tag)];
  const again = all.find((node) => focusPath(node).label === focused.label) ?? all[focused.place];
  again?.focus();
}

run().catch((error) => say(`The engine does not start here: ${error.message}`));
