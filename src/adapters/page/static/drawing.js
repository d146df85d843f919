// The drawing: pan, zoom, choose a node. Its view and node stand behind the # of the address, so that a link reopens them.
const section = document.getElementById("drawing");
const paper = section.querySelector(".paper");
const picture = paper.querySelector("svg");
const tools = section.querySelector(".tools");
const told = document.getElementById("node");
const goto = document.getElementById("goto");
const whole = picture.getAttribute("viewBox").split(" ").map(Number);
const CLOSEST = 40;
let view = [...whole];
let picked = null;
let asked = new AbortController();

function set(next) {
  const width = Math.min(Math.max(next[2], whole[2] / CLOSEST), whole[2] * 1.5);
  const height = (width * whole[3]) / whole[2];
  const keep = (at, size, start, length) => Math.min(Math.max(at, start - size / 2), start + length - size / 2);
  view = [keep(next[0], width, whole[0], whole[2]), keep(next[1], height, whole[1], whole[3]), width, height];
  picture.setAttribute("viewBox", view.map((one) => one.toFixed(2)).join(" "));
  remember();
}

// Addresses are written a moment later: browsers allow few changes a second.
let later;
function remember() {
  clearTimeout(later);
  later = setTimeout(() => {
    const given = new URLSearchParams();
    if (view.some((one, at) => Math.abs(one - whole[at]) > 0.01)) given.set("view", view.map((one) => one.toFixed(1)).join(","));
    if (picked) given.set("node", picked.dataset.id);
    const hash = given.toString();
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  }, 150);
}

function zoom(factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
  const width = Math.min(Math.max(view[2] / factor, whole[2] / CLOSEST), whole[2] * 1.5);
  const by = width / view[2];
  set([x - (x - view[0]) * by, y - (y - view[1]) * by, width, 0]);
}

function move(x, y) {
  set([view[0] + x * view[2], view[1] + y * view[3], view[2], view[3]]);
}

function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  return [point.x, point.y];
}

// Nodes

function chosen(target) {
  const element = target.closest(".node, .group, .state");
  if (element?.dataset.on) return byId(element.dataset.on) ?? null;
  return element?.classList.contains("state") ? null : element;
}

function byId(id) {
  return picture.querySelector(`.node[data-id="${CSS.escape(id)}"], .group[data-id="${CSS.escape(id)}"]`);
}

async function pick(element, { centre = false } = {}) {
  picked?.classList.remove("picked");
  asked.abort();
  picked = element;
  goto.value = element?.dataset.id ?? "";
  told.hidden = !element;
  told.parentElement.classList.toggle("chosen", Boolean(element));
  remember();
  if (!element) return;
  element.classList.add("picked");
  if (centre) {
    const box = element.getBBox();
    const width = Math.min(view[2], whole[2] / 2);
    set([box.x + box.width / 2 - width / 2, box.y + box.height / 2 - (width * whole[3]) / whole[2] / 2, width, 0]);
  }
  asked = new AbortController();
  const address = section.dataset.nodes + encodeURIComponent(element.dataset.id);
  told.replaceChildren(`${element.dataset.label ?? ""} …`);
  try {
    const answer = await fetch(address, { signal: asked.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("told") ?? page.querySelector("main");
    found.removeAttribute("id");
    found.querySelectorAll("h1").forEach(lower);
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => { pick(null); paper.focus(); });
    told.replaceChildren(found, close);
  } catch (error) {
    if (error.name !== "AbortError") told.replaceChildren(`This could not be asked: ${error.message}`);
  }
}

function lower(head) {
  const made = document.createElement("h3");
  made.append(...head.childNodes);
  head.replaceWith(made);
}

// Pointers: one drags, two pinch

const fingers = new Map();
let travelled = 0;

paper.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  fingers.set(event.pointerId, event);
  travelled = 0;
});
paper.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const inUnits = picture.getScreenCTM().inverse().a;
  const x = event.clientX - before.clientX, y = event.clientY - before.clientY;
  travelled += Math.abs(x) + Math.abs(y);
  if (fingers.size === 1 && (event.pointerType === "mouse" || event.pointerType === "pen")) {
    if (travelled > 4) {
      paper.setPointerCapture(event.pointerId);
      paper.classList.add("dragged");
      set([view[0] - x * inUnits, view[1] - y * inUnits, view[2], view[3]]);
    }
  } else if (fingers.size === 2) {
    const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    zoom(apart(event) / apart(before), ...at({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
    set([view[0] - (x / 2) * inUnits, view[1] - (y / 2) * inUnits, view[2], view[3]]);
  }
  fingers.set(event.pointerId, event);
});
for (const end of ["pointerup", "pointercancel"]) {
  paper.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    paper.classList.remove("dragged");
  });
}
paper.addEventListener("click", (event) => {
  if (travelled > 4) {
    event.preventDefault();
    return;
  }
  if (event.target.closest("a")) return;
  const element = chosen(event.target);
  if (element) pick(element);
});
paper.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && !event.metaKey && document.activeElement !== paper) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 400), ...at(event));
}, { passive: false });

// Keys

const KEYS = {
  ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0), ArrowUp: () => move(0, -0.1), ArrowDown: () => move(0, 0.1),
  "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: () => set(whole),
};
paper.addEventListener("keydown", (event) => {
  if (event.target !== paper || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
section.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && picked) {
    pick(null);
    paper.focus();
  }
});

// Tools

const DO = {
  in: () => zoom(1.4), out: () => zoom(1 / 1.4), fit: () => set(whole),
  link: async (button) => {
    const before = button.textContent;
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = before; }, 1500);
  },
};
tools.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) DO[button.dataset.do](button);
});
tools.querySelector("[data-do=link]").hidden = !navigator.clipboard;
goto.addEventListener("change", () => {
  const element = goto.value && byId(goto.value);
  if (element) pick(element, { centre: true });
});

// A list is sent with the view that it is looked at in.
document.getElementById("lists").addEventListener("submit", (event) => {
  if (!event.submitter?.formAction.endsWith("/enrich")) event.target.action = event.target.getAttribute("action").split("#")[0] + location.hash;
});

const named = [...picture.querySelectorAll(".node[data-label]")].filter((one) => one.dataset.label.trim());
named.sort((one, other) => one.dataset.label.localeCompare(other.dataset.label));
goto.append(...named.map((one) => new Option(one.dataset.label.replace(/\s+/g, " "), one.dataset.id)));
picture.removeAttribute("width");
picture.removeAttribute("height");
paper.classList.add("moving");
tools.hidden = false;

function reopen() {
  const given = new URLSearchParams(location.hash.slice(1));
  const wanted = (given.get("view") ?? "").split(",").map(Number);
  if (wanted.length === 4 && wanted.every(Number.isFinite) && wanted[2] > 0) set(wanted);
  const element = given.get("node") && byId(given.get("node"));
  if (element && element !== picked) pick(element);
}
addEventListener("hashchange", reopen);
reopen();
