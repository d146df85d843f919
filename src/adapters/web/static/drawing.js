// A pathway's drawing on the page. Its view and node stand behind the # of the address, so that a link reopens them.
import { fetchPart } from "./page_parts.js";
import { Viewer } from "./viewer.js";

const LONGEST = 60_000;  // characters of an address that servers take

const section = document.getElementById("drawing");
const viewer = new Viewer(section, { ask, moved: remember });

async function ask(element, signal) {
  const found = await fetchPart(section.dataset.nodes + encodeURIComponent(element.dataset.id), ["told", "main"], signal);
  found.removeAttribute("id");
  found.querySelectorAll("h1").forEach(lower);
  return found;
}

function lower(head) {
  const made = document.createElement("h3");
  made.append(...head.childNodes);
  head.replaceWith(made);
}

// Addresses are written a moment later: browsers allow few changes a second.
let later;
function remember() {
  clearTimeout(later);
  later = setTimeout(() => {
    const given = new URLSearchParams();
    if (!viewer.isWhole) given.set("view", viewer.view.map((one) => one.toFixed(1)).join(","));
    if (viewer.picked) given.set("node", viewer.picked.dataset.id);
    const hash = given.toString();
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  }, 150);
}

const copy = section.querySelector("[data-do=link]");
copy.hidden = !navigator.clipboard;
copy.addEventListener("click", async () => {
  const before = copy.textContent;
  await navigator.clipboard.writeText(location.href);
  copy.textContent = "Copied";
  setTimeout(() => { copy.textContent = before; }, 1500);
});

// A list is sent with the view that it is looked at in.
const lists = document.getElementById("lists");
const tooMany = lists.querySelector(".failure");
lists.addEventListener("submit", (event) => {
  if (event.submitter?.formAction.endsWith("/enrich")) return;
  const text = lists.elements.highlight.value;
  const breaks = [/[\n\r]+/, /;/, /\t+/, /,/].find((one) => one.test(text.trim())) ?? /\n/;
  const number = text.split(breaks).filter((one) => one.trim()).length;
  tooMany.hidden = number <= lists.dataset.most && encodeURIComponent(text).length <= LONGEST;
  if (!tooMany.hidden) event.preventDefault();
  lists.action = lists.getAttribute("action").split("#")[0] + location.hash;
});

lists.addEventListener("formdata", ({ formData }) => {
  for (const [name, value] of [...formData]) if (!value) formData.delete(name);
});

function reopen() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (location.hash && !given.has("node") && !given.has("view")) return;  // a place of the page
  const wanted = (given.get("view") ?? "").split(",").map(Number);
  if (wanted.length === 4 && wanted.every(Number.isFinite) && wanted[2] > 0) viewer.set(wanted);
  else viewer.set(viewer.whole);
  const element = given.get("node") ? viewer.byId(given.get("node")) : null;
  if (given.get("node") && !element) viewer.say(`The drawing has no node and no group '${given.get("node")}'.`);
  else if (element !== viewer.picked || !element) viewer.pick(element);
}
viewer.show(viewer.sheet.querySelector("svg"));
addEventListener("hashchange", reopen);
reopen();
