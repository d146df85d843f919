// Results while one types. Without this the form does the same.
const form = document.getElementById("search");
const box = document.getElementById("q");
const results = document.getElementById("results");
const said = document.getElementById("said");
const atOnce = form.dataset.atOnce.split(",").filter(Boolean);
const slow = form.dataset.kinds.split(",").filter((kind) => kind && !atOnce.includes(kind));
let asked = new AbortController();
let shown = new Map();

function element(name, text, more = {}) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  for (const [attribute, value] of Object.entries(more)) made.setAttribute(attribute, value);
  return made;
}

function link(text, place) {
  return element("a", text, { href: form.dataset.root + place });
}

function row({ id, label, place, about, description, score = null, why = [] }, reasoned) {
  const made = element("tr");
  const head = element("th", "", { scope: "row" });
  head.append(link(label, place), " ", element("span", id, { class: "id" }));
  const what = element("td", about);
  if (description) what.append(element("div", description, { class: "quiet" }));
  const number = element("td", score === null ? "" : score.toFixed(2), { class: "number", "data-is": "score" });
  made.append(head, number, what);
  if (reasoned) {
    const reasons = element("td");
    reasons.append(...why.map(([text, place]) => (place ? link(text, place) : text)));
    made.append(reasons);
  }
  return made;
}

function section(found) {
  const made = element("section", "", { "aria-labelledby": `of-${found.kind}` });
  const head = element("h2", found.plural[0].toUpperCase() + found.plural.slice(1), { id: `of-${found.kind}` });
  made.append(head);
  const items = found.items ?? [];
  if (items.length) {
    if (found.total != null) head.append(" ", element("span", String(found.total), { class: "count" }));
    const table = element("table", "", { class: "things" });
    const reasoned = items.some((one) => one.why?.length);
    const heads = element("tr");
    for (const name of ["Name", "Score", "What it is", ...(reasoned ? ["Why it is here"] : [])]) heads.append(element("th", name, { scope: "col" }));
    const thead = element("thead");
    thead.append(heads);
    const body = element("tbody");
    body.append(...items.map((one) => row(one, reasoned)));
    table.append(thead, body);
    const wide = element("div", "", { class: "wide", tabindex: "0", role: "region", "aria-label": found.plural });
    wide.append(table);
    made.append(wide);
  }
  if (found.error) made.append(failure(found.error));
  if (found.guidance) made.append(sentence("p", found.guidance, "guidance"));
  if (found.source) made.append(source(found.source));
  if (found.cursor || found.error) {
    const all = element("p");
    all.append(link(`${found.cursor ? "All" : "Only"} ${found.plural}`, found.place));
    made.append(all);
  }
  return made;
}

function failure(told) {
  const made = element("div", "", { class: "failure" });
  made.append(element("p", told.message));
  if (told.recovery_hint) made.append(sentence("p", told.recovery_hint));
  return made;
}

function source({ name, release, retrieved, mode, licence, stale }) {
  const from = [name, release && `release ${release}`, retrieved && `retrieved ${retrieved.slice(0, 10)}`];
  const made = element("p", `Source: ${from.filter(Boolean).join(", ")} (${[mode, licence].filter(Boolean).join("; ")}).`, { class: "source" });
  if (stale) made.append(" ", element("strong", "The source could not be reached: this is older.", { class: "stale" }));
  return made;
}

// Places in sentences: [text](/place), made links as phrasing.py writes them.
function sentence(name, text, kind) {
  const made = element(name, "", kind ? { class: kind } : {});
  let end = 0;
  for (const part of text.matchAll(/\[([^\[\]]{1,300})\]\((\/(?![/\\])[^\s()\\]*)\)/g)) {
    made.append(text.slice(end, part.index), link(part[1], part[2]));
    end = part.index + part[0].length;
  }
  made.append(text.slice(end));
  return made;
}

function show() {
  const best = (found) => Math.max(0, ...(found.items ?? []).map((item) => item.score ?? 0)) + ((found.items ?? []).length ? 1 : 0);
  const order = [...shown.values()].sort((one, other) => best(other) - best(one));
  if (order.length && order.every((found) => found.error?.code === "AMBIGUOUS_QUERY")) {
    results.replaceChildren(failure(order[0].error));
    said.textContent = order[0].error.message;
    return;
  }
  const empty = order.filter((found) => !found.error && !(found.items ?? []).length);
  results.replaceChildren(...order.filter((found) => !empty.includes(found)).map(section));
  if (empty.length) {
    const nothing = element("details", "", empty.length === order.length ? { open: "" } : {});
    nothing.append(element("summary", `Nothing among ${empty.map((found) => found.plural).join(", ")}`));
    nothing.append(...empty.filter((found) => found.guidance).map((found) => sentence("p", found.guidance, "guidance")));
    results.append(nothing);
  }
  const number = order.filter((found) => (found.items ?? []).length).length;
  const failed = order.some((found) => found.error) ? ", and some could not be searched" : "";
  said.textContent = `${number ? `Results of ${number} kinds` : "No results"}${failed}`;
}

async function ask(kinds, signal) {
  if (!kinds.length) return;
  const given = new URLSearchParams({ q: box.value, organism: form.organism.value, kinds: kinds.join(",") });
  results.dataset.asked = `Searching ${kinds.map((kind) => `${kind}s`).join(", ")} …`;
  const answer = await fetch(`${form.dataset.json}?${given}`, { signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  for (const found of (await answer.json()).found) shown.set(found.kind, found);
  delete results.dataset.asked;
  show();
}

function wait(milliseconds, signal) {
  return new Promise((done, stopped) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", () => { clearTimeout(timer); stopped(signal.reason); });
  });
}

async function look() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const kind = form.kind.value;
  const wanted = (kinds) => kinds.filter((one) => !kind || one === kind);
  try {
    await wait(120, signal);
    const given = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
    history.replaceState(null, "", given.has("q") ? `?${given}` : location.pathname);
    shown = new Map();
    if (box.value.trim().length < 2) {
      delete results.dataset.asked;
      results.replaceChildren();
      said.textContent = "";
      return;
    }
    await ask(wanted(atOnce), signal);
    await wait(500, signal);  // those are asked of their source, which counts requests
    await ask(wanted(slow), signal);
  } catch (error) {
    if (error.name === "AbortError") return;
    delete results.dataset.asked;
    said.textContent = error.message;
    results.replaceChildren(element("p", error.message, { class: "failure" }));
  }
}

for (const name of ["q", "kind", "organism"]) form.elements[name].addEventListener("input", look);
if (box.value !== box.defaultValue) look();  // typed before this was here
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") {
    results.querySelector("a")?.focus();
    event.preventDefault();
  }
});
