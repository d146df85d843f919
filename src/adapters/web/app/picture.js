// An SVG picture out of its text: parsed as XML, with nothing in it but what our pictures are made of.
const SVG = "http://www.w3.org/2000/svg";
const PARTS = new Set(["svg", "g", "title", "rect", "path", "circle", "text", "tspan", "a", "clipPath"]);
const WEB = /^https?:\/\//i;

export function parsed(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") throw new Error("The picture could not be read.");
  for (const one of [root, ...root.querySelectorAll("*")]) {
    if (one.namespaceURI !== SVG || !PARTS.has(one.localName)) one.remove();
    for (const { name, value } of [...one.attributes]) {
      const runs = name.startsWith("on") || name === "style" || name.includes(":");
      if (name !== "xmlns" && (runs || (name === "href" && !WEB.test(value)))) one.removeAttribute(name);
    }
  }
  return document.importNode(root, true);
}
