// The viewer of a drawing: moves, zooms and selects, by pointer and keyboard. The page and the MCP App share it.
const CLOSEST = 40;
const STEP = 1.4;
const TRAVELLED = 4;

export class Viewer {
  // `ask(element, signal)` gives what is told of an element that was chosen; `moved()` hears of every change.
  constructor(section, { ask, moved = () => {} }) {
    this.sheet = section.querySelector(".paper");
    this.tools = section.querySelector(".tools");
    this.list = this.tools.querySelector("select");
    this.told = section.querySelector("aside");
    this.ask = ask;
    this.moved = moved;
    this.picture = this.picked = null;
    this.asked = new AbortController();
    followPointers(this);
    followHover(this);
    followKeys(this, section);
    addEventListener("beforeprint", () => { if (this.picture) this.frame(this.whole); });
    addEventListener("afterprint", () => { if (this.picture) this.frame(this.view); });
    const act = { in: () => this.zoom(STEP), out: () => this.zoom(1 / STEP), fit: () => this.set(this.whole) };
    this.tools.addEventListener("click", (event) => act[event.target.closest("[data-do]")?.dataset.do]?.());
    this.list.addEventListener("change", () => {
      const element = this.list.value && this.byId(this.list.value);
      if (element) this.pick(element, { centre: true });
    });
  }

  // Of another picture of the same pathway the view and the choice stay.
  show(picture) {
    const same = this.picture?.dataset.pathway === picture.dataset.pathway;
    const view = same && !this.isWhole ? this.view : null;
    const picked = same ? this.picked?.dataset.id : null;
    this.picture = picture;
    this.whole = picture.getAttribute("viewBox").split(" ").map(Number);
    this.view = [...this.whole];
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    if (picture.parentElement !== this.sheet) this.sheet.replaceChildren(picture);
    this.list.replaceChildren(this.list.options[0], ...choices(picture));
    this.sheet.classList.add("moving");
    this.tools.hidden = false;
    if (view) this.set(view);
    this.mark(picked ? this.byId(picked) : null);
  }

  get isWhole() {
    return this.view.every((one, at) => Math.abs(one - this.whole[at]) <= 0.01);
  }

  // The view

  set(next) {
    const whole = this.whole;
    const width = Math.min(Math.max(next[2], whole[2] / CLOSEST), whole[2] * 1.5);
    const height = (width * whole[3]) / whole[2];
    const keep = (at, size, start, length) => Math.min(Math.max(at, start - size / 2), start + length - size / 2);
    this.view = [keep(next[0], width, whole[0], whole[2]), keep(next[1], height, whole[1], whole[3]), width, height];
    this.frame(this.view);
    this.sheet.classList.toggle("near", this.isNear);
    this.moved();
  }

  frame(view) {
    this.picture.setAttribute("viewBox", view.map((one) => one.toFixed(2)).join(" "));
  }

  // Whether there is more of the drawing than is seen.
  get isNear() {
    return this.view[2] < this.whole[2] - 0.01;
  }

  zoom(factor, x = this.view[0] + this.view[2] / 2, y = this.view[1] + this.view[3] / 2) {
    const width = Math.min(Math.max(this.view[2] / factor, this.whole[2] / CLOSEST), this.whole[2] * 1.5);
    const by = width / this.view[2];
    this.set([x - (x - this.view[0]) * by, y - (y - this.view[1]) * by, width, 0]);
  }

  // By shares of what is seen.
  move(x, y) {
    this.set([this.view[0] + x * this.view[2], this.view[1] + y * this.view[3], this.view[2], this.view[3]]);
  }

  // By pixels of the screen.
  drag(x, y) {
    const inUnits = this.picture.getScreenCTM().inverse().a;
    this.set([this.view[0] - x * inUnits, this.view[1] - y * inUnits, this.view[2], this.view[3]]);
  }

  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.picture.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  centre(element) {
    const box = element.getBBox();
    const width = Math.min(this.view[2], this.whole[2] / 2);
    const height = (width * this.whole[3]) / this.whole[2];
    this.set([box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, 0]);
  }

  // Nodes

  chosen(target) {
    const element = target.closest(".node, .group, .state");
    if (element?.dataset.on) return this.byId(element.dataset.on) ?? null;
    return element?.classList.contains("state") ? null : element;
  }

  byId(id) {
    return this.picture.querySelector(`.node[data-id="${CSS.escape(id)}"], .group[data-id="${CSS.escape(id)}"]`);
  }

  mark(element) {
    this.picked?.classList.remove("picked");
    this.picked = element;
    element?.classList.add("picked");
    this.list.value = element?.dataset.id ?? "";
    this.told.hidden = !element;
    this.told.parentElement.classList.toggle("chosen", Boolean(element));
    this.moved();
  }

  async pick(element, { centre = false } = {}) {
    this.asked.abort();
    this.mark(element);
    if (!element) return;
    if (centre) this.centre(element);
    this.asked = new AbortController();
    this.told.replaceChildren(`${element.dataset.label ?? ""} …`);
    try {
      const found = await this.ask(element, this.asked.signal);
      this.told.replaceChildren(found, this.close());
    } catch (error) {
      if (error.name !== "AbortError") this.told.replaceChildren(`This could not be asked: ${error.message}`, this.close());
    }
  }

  // In the place of what is told of an element.
  say(text) {
    this.pick(null);
    this.told.hidden = false;
    this.told.parentElement.classList.add("chosen");
    this.told.replaceChildren(text, this.close());
  }

  close() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Close";
    button.addEventListener("click", () => this.leave());
    return button;
  }

  leave() {
    this.pick(null);
    this.sheet.focus();
  }
}

// What can be gone to: nodes and groups; of several with one label, which.
function choices(picture) {
  const named = [...picture.querySelectorAll(".node[data-label], .group[data-label]")]
    .map((one) => ({ id: one.dataset.id, label: one.dataset.label.trim().replace(/\s+/g, " ") })).filter(({ label }) => label);
  named.sort((one, other) => one.label.localeCompare(other.label));
  const same = Map.groupBy(named, ({ label }) => label);
  return named.map((one) => {
    const several = same.get(one.label);
    const which = several.length > 1 ? ` (${several.indexOf(one) + 1} of ${several.length})` : "";
    return new Option(one.label + which, one.id);
  });
}

// The lines of the node below the pointer are told from the others.
function followHover(viewer) {
  let touched = [];
  viewer.sheet.addEventListener("pointerover", (event) => {
    for (const one of touched) one.classList.remove("touched");
    const id = viewer.picture && viewer.chosen(event.target)?.dataset.id;
    const ends = id ? `[data-source="${CSS.escape(id)}"], [data-target="${CSS.escape(id)}"]` : null;
    touched = ends ? [...viewer.picture.querySelectorAll(ends)] : [];
    for (const one of touched) one.classList.add("touched");
  });
}

// One drags, two pinch; what did not travel is a click. A finger alone moves the page where all is seen.
function followPointers(viewer) {
  const fingers = new Map();
  const sheet = viewer.sheet;
  let travelled = 0;
  const end = (event) => {
    fingers.delete(event.pointerId);
    sheet.classList.remove("dragged");
  };
  sheet.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, event);
    travelled = 0;
  });
  sheet.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || !viewer.picture) return;
    if (event.pointerType !== "touch" && !event.buttons) {  // let go of where nobody hears it
      end(event);
      return;
    }
    const x = event.clientX - before.clientX, y = event.clientY - before.clientY;
    travelled += Math.abs(x) + Math.abs(y);
    if (fingers.size === 1 && (event.pointerType !== "touch" || viewer.isNear)) {
      if (travelled > TRAVELLED) {
        sheet.setPointerCapture(event.pointerId);
        sheet.classList.add("dragged");
        viewer.drag(x, y);
      }
    } else if (fingers.size === 2) {
      const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      const between = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
      viewer.zoom(apart(event) / apart(before), ...viewer.at(between));
      viewer.drag(x / 2, y / 2);
    }
    fingers.set(event.pointerId, event);
  });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
  sheet.addEventListener("click", (event) => {
    if (travelled > TRAVELLED) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.target.closest("a")) return;
    const element = viewer.picture && viewer.chosen(event.target);
    if (element) viewer.pick(element);
  });
  sheet.addEventListener("wheel", (event) => {
    if (!viewer.picture || (!event.ctrlKey && !event.metaKey && document.activeElement !== sheet)) return;
    event.preventDefault();
    viewer.zoom(Math.exp(-event.deltaY / 400), ...viewer.at(event));
  }, { passive: false });
}

function followKeys(viewer, section) {
  const keys = {
    ArrowLeft: () => viewer.move(-0.1, 0), ArrowRight: () => viewer.move(0.1, 0),
    ArrowUp: () => viewer.move(0, -0.1), ArrowDown: () => viewer.move(0, 0.1),
    "+": () => viewer.zoom(1.25), "=": () => viewer.zoom(1.25), "-": () => viewer.zoom(0.8), 0: () => viewer.set(viewer.whole),
  };
  viewer.sheet.addEventListener("keydown", (event) => {
    if (event.target !== viewer.sheet || !viewer.picture || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  section.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !viewer.told.hidden) viewer.leave();
  });
}
