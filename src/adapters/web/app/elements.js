// Elements for what the server sends. Every text is set as text, never as markup.
const FEW = 5;

export function el(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((one) => one !== null && one !== undefined && one !== ""));
  return made;
}

export const button = (text, onclick, given = {}) => el("button", { type: "button", onclick, ...given }, text);

export function failure(error) {
  return el("div", { class: "failure", role: "alert" },
    el("p", {}, el("strong", {}, error.message)),
    error.hint && el("p", {}, error.hint),
    ...(error.candidates ?? []).map((one) => el("p", {}, [one.id, one.symbol ?? one.name ?? one.title, one.why].filter(Boolean).join(" "))),
    error.code && el("p", {}, error.code));
}

export function facts(rows) {
  const known = rows.filter(([, value]) => value !== undefined && value !== null && value !== "" && value.length !== 0);
  return el("dl", { class: "facts" },
    ...known.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, several(value)))));
}

const several = (value) => [value].flat().map((one) => (one === true ? "yes" : one === false ? "no" : String(one))).join(", ");

export function references(known = {}) {
  return facts(Object.entries(known).map(([database, value]) => [database.replaceAll("_", " "), value]));
}

// What is highlighted in the picture, and what is not, with why.
export function lit(shown) {
  const names = Object.keys(shown.highlighted ?? {});
  const unlit = Object.entries(shown.unmatched ?? {});
  const drugs = Object.entries(shown.drugs ?? {});
  const drawn = Object.entries(shown.drawn_drugs ?? {});
  return [
    names.length ? el("p", { role: "status" }, `Highlighted: ${names.join(", ")}.`) : null,
    shown.guidance ? el("p", { class: "guidance" }, shown.guidance) : null,
    unlit.length ? el("details", { class: "unmatched", open: unlit.length <= FEW }, el("summary", {}, "Not highlighted"),
      el("ul", {}, ...unlit.map(([name, why]) => el("li", {}, `${name}: ${why}`)))) : null,
    drawn.length ? el("details", {}, el("summary", {}, "What is drawn and an approved drug itself"), facts(drawn)) : null,
    drugs.length ? el("details", {}, el("summary", {}, "Approved drugs on what is drawn"), facts(drugs)) : null,
  ].filter(Boolean);
}

export function source(known) {
  if (!known) return null;
  const when = known.retrieved ? `, retrieved ${known.retrieved.slice(0, 10)}` : "";
  const old = known.stale ? " The source could not be reached: this is older." : "";
  const how = [known.mode, known.licence].filter(Boolean).join("; ");
  return el("p", { class: "source" }, `Source: ${known.name}${known.release ? `, release ${known.release}` : ""}${when} (${how}).${old}`);
}

// A thing that is linked to, with what made the link. `follow`: what a press of its name does.
export function linked(one, follow) {
  const name = one.symbol ?? one.name ?? one.title ?? one.id;
  const about = [
    one.id === name ? "" : one.id, one.organism, one.approved ? "approved" : "", one.withdrawn ? "withdrawn" : "",
    (one.actions ?? []).join(" and "), ...(one.evidence ?? []).slice(0, 2).map((why) => `by ${why.via} ${why.value}`),
  ];
  return el("li", {}, button(name, follow, { class: "name" }), " ", el("span", { class: "id" }, about.filter(Boolean).join(", ")));
}
