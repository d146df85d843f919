// Results while one types: the page that the form asks for, of which the results are shown here. Without this the form
// does the same.
import { fetchPart, failed } from "./page_parts.js";

const form = document.getElementById("search");
const box = document.getElementById("q");
const results = document.getElementById("results");
const said = document.getElementById("said");
let asked = new AbortController();

function wait(milliseconds, signal) {
  return new Promise((done, stopped) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", () => { clearTimeout(timer); stopped(signal.reason); });
  });
}

function show(found, told) {
  const focused = results.contains(document.activeElement) && document.activeElement.getAttribute("href");
  results.replaceChildren(...found);
  if (focused) [...results.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  said.textContent = told;
}

async function ask(given, signal) {
  const found = await fetchPart(`${form.dataset.results}?${given}`, ["results"], signal);
  document.title = found.ownerDocument.title;
  show(found.childNodes, found.dataset.said ?? "");
}

async function look() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const given = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
  const length = box.value.trim().length;
  const slow = form.dataset.slow.split(",").filter((kind) => length > 1 && kind && [kind, ""].includes(form.kind.value));
  let isThere = false;
  try {
    await wait(length === 1 ? 1000 : 120, signal);  // who types on needs not hear that one letter is too short
    history.replaceState(null, "", form.dataset.results + (given.has("q") ? `?${given}` : ""));
    delete results.dataset.asked;
    if (slow.length) results.dataset.asked = `Searching ${slow.map((kind) => `${kind}s`).join(", ")} …`;
    if (!slow.includes(form.kind.value)) await ask(slow.length ? `${given}&at_once=1` : given, signal);
    isThere = !slow.includes(form.kind.value);
    if (slow.length) {
      await wait(500, signal);  // those are asked of their source, which counts requests
      await ask(given, signal);
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    const told = failed(error);
    show([...(isThere ? results.childNodes : []), told], told.textContent);
  }
  delete results.dataset.asked;
}

for (const name of ["q", "kind", "organism"]) form.elements[name].addEventListener("input", look);
if (box.value !== box.defaultValue) look();  // typed before this was here
for (const picture of document.querySelectorAll(".example img")) {  // offline, there may be none
  const drop = () => picture.closest("a").remove();
  if (picture.complete && !picture.naturalWidth) drop();
  else picture.addEventListener("error", drop);
}
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") {
    (results.querySelector("tbody a") ?? results.querySelector("a"))?.focus();
    event.preventDefault();
  }
});
