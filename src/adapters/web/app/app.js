// The MCP App of `show_pathway`: the page's drawing inside a host, which asks the server through that host.
import { Viewer } from "../static/viewer.js";
import { Host, told } from "./host.js";
import { parsed } from "./picture.js";
import { Records } from "./records.js";
import { el, failure, lit, source } from "./elements.js";

const offered = JSON.parse(document.getElementById("offered").textContent);
const section = document.getElementById("drawing");
const said = document.getElementById("said");
const about = document.getElementById("about");
const names = document.getElementById("highlight");
const drugs = section.querySelector("[name=drugs]");
const light = section.querySelector("#lists button");
const full = section.querySelector("[data-do=full]");
const root = document.documentElement;

// What a figure has besides its names, as the tool takes it.
const LOOK = ["path", "drugs", "title", "range", "palette", "caption", "conditions", "cutoff"];

let asked = {};
let shown = null;
let mode = "inline";
let newest = 0;

const host = new Host({
  "ui/notifications/tool-input": ({ arguments: given = {} }) => begin(given),
  "ui/notifications/tool-result": (result) => show(result, asked, ++newest),
  "ui/notifications/tool-cancelled": ({ reason }) => say(`The call was cancelled${reason ? `: ${reason}` : ""}.`),
  "ui/notifications/host-context-changed": dress,
  "ui/resource-teardown": () => ({}),
});
const records = new Records({
  host, offered, draw: (id) => ask({ pathway_id: id }), choose: (id) => viewer.pick(viewer.byId(id), { centre: true }),
});
const viewer = new Viewer(section, {
  ask: async (element, signal) => {
    const panel = await records.node(shown.id, element, signal);
    remember();
    return panel;
  },
});

function say(...parts) {
  said.replaceChildren(...parts);
}

// The drawing

function begin(given) {
  asked = given;
  names.value = [given.highlight ?? ""].flat().join("\n");
  drugs.checked = isTrue(given.drugs);
  say("Drawing …");
}

const isTrue = (given) => given === true || given === 1 || given === "true" || given === "1";

// What was asked last is shown, whatever comes last.
async function ask(given) {
  const turn = ++newest;
  begin(given);
  light.disabled = true;
  try {
    await show(await host.request("tools/call", { name: "show_pathway", arguments: given }), given, turn);
  } catch (error) {
    if (turn === newest) say(failure(error));
  }
  light.disabled = false;
}

async function show(result, given, turn) {
  try {
    const found = told(result);
    const [picture, why] = await pictured(found.id, given, result);
    if (turn !== newest) return;
    shown = found;
    document.getElementById("title").replaceChildren(found.title, " ", el("span", { class: "id" }, `${found.id}, ${found.organism}`));
    viewer.sheet.setAttribute("aria-label", `Drawing of ${found.title}. Arrow keys move it, plus and minus zoom, 0 shows the whole.`);
    if (picture instanceof SVGElement) viewer.show(picture);
    else stand(picture);
    say(...lit(found), why ?? "");
    about.replaceChildren(source(found.source) ?? "");
    section.hidden = false;
    remember();
  } catch (error) {
    if (turn === newest) say(failure(error));
  }
}

// The picture, out of the server where the host asks it for us, else the image that the result has; and what is amiss.
async function pictured(id, given, result) {
  let why = null;
  try {
    if (host.capabilities.serverResources) return [parsed(await host.read(address(id, given)))];
  } catch (error) {
    why = `The drawing stands still: ${error.message}`;
  }
  const image = (result.content ?? []).find((one) => one.type === "image");
  if (!image) throw new Error(why ?? "The server's answer has no picture.");
  const src = `data:${image.mimeType};base64,${image.data}`;
  return [el("img", { src, alt: "" }), why ?? "This host gives the picture only: nodes cannot be chosen in it."];
}

// A single highlight is a text, which may hold several; names of a list are given one by one, of a list of one twice.
function address(id, { highlight = [], ...look }) {
  const several = Array.isArray(highlight) && highlight.length === 1 ? [...highlight, ...highlight] : [highlight].flat();
  const query = several.filter((one) => String(one).trim()).map((one) => `highlight=${encodeURIComponent(one)}`);
  for (const name of LOOK) {
    const given = look[name];
    if (given !== undefined && String(given) !== "") query.push(`${name}=${encodeURIComponent([given].flat().join(","))}`);
  }
  return `biofacts://pathway/${id}/diagram.svg${query.length ? `?${query.join("&")}` : ""}`;
}

function stand(image) {
  viewer.pick(null);
  viewer.picture = null;
  viewer.tools.hidden = true;
  viewer.sheet.classList.remove("moving");
  viewer.sheet.replaceChildren(image);
}

// Without `allow-forms` a host's sandbox sends no form, and tells nobody: so a press is listened to.
light.addEventListener("click", (event) => {
  event.preventDefault();
  const { size, ...look } = asked; // the size was for a model: people have the screen
  ask({ ...look, pathway_id: shown.id, highlight: names.value, drugs: drugs.checked });
});

// What the model is to know of what its user looks at, with the next message.
function remember() {
  if (!host.capabilities.updateModelContext || !shown) return;
  const lines = [`The user looks at the drawing of ${shown.title} (${shown.id}).`];
  const several = Object.keys(shown.highlighted ?? {});
  if (several.length) lines.push(`Highlighted: ${several.join(", ")}.`);
  if (viewer.picked) lines.push(`Chosen: ${records.chosen}.`);
  host.request("ui/update-model-context", { content: [{ type: "text", text: lines.join(" ") }] }).catch(console.warn);
}

// The host

const OURS = {
  "--color-background-primary": "--ground", "--color-background-secondary": "--raised", "--color-text-primary": "--ink",
  "--color-text-secondary": "--quiet", "--color-border-primary": "--line", "--color-ring-primary": "--focus",
};

function dress({ theme, styles, displayMode, availableDisplayModes }) {
  if (theme) root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (OURS[name] && value) root.style.setProperty(OURS[name], value);
    if (name === "--font-sans" && value) document.body.style.fontFamily = value;
  }
  if (availableDisplayModes) full.hidden = !availableDisplayModes.includes("fullscreen");
  if (displayMode) {
    mode = displayMode;
    root.classList.toggle("full", mode === "fullscreen");
    full.textContent = mode === "fullscreen" ? "Leave full screen" : "Full screen";
  }
}

full.addEventListener("click", () => {
  const wanted = mode === "fullscreen" ? "inline" : "fullscreen";
  host.request("ui/request-display-mode", { mode: wanted })
    .then(({ mode: displayMode }) => dress({ displayMode }), (error) => say(failure(error)));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link) return;
  event.preventDefault();
  records.open(link.getAttribute("href"), say);
});

// The host makes room for the App as high as it says.
let height = 0;
new ResizeObserver(() => {
  const now = Math.ceil(document.body.getBoundingClientRect().height);
  if (mode === "fullscreen" || now === height) return;
  height = now;
  host.notify("ui/notifications/size-changed", { width: Math.ceil(innerWidth), height });
}).observe(document.body);

if (parent === window) say("This is shown by hosts of MCP Apps.");
else {
  host.connect({ name: "biofacts-pathway", version: offered.version }, { availableDisplayModes: ["inline", "fullscreen"] })
    .then(dress, (error) => say(failure(error)));
}
