// What is known of a node, and of what it is linked to: asked of the server, shown beside the drawing.
import { button, el, facts, failure, linked, references } from "./elements.js";

export class Records {
  // `offered`: the calls that this server offers, and what the page tells of records and nodes; `draw(id)`: shows another pathway.
  // `choose(id)`: chooses another node of the drawing.
  constructor({ host, offered, draw, choose }) {
    Object.assign(this, { host, offered, draw, choose, chosen: "" });
  }

  // A node or a group of the drawing of a pathway.
  async node(pathway, element, signal) {
    const { id, label = "", type = "", database = "", identifier = "" } = element.dataset;
    const drawn = [database, identifier].filter(Boolean).join(" ");
    this.chosen = [label, `node ${id}`, drawn].filter(Boolean).join(", ");
    const panel = el("div", {}, el("h2", {}, `${label || id} `, el("span", { class: "id" }, type)), drawn && el("p", {}, `Drawn as ${drawn}`));
    if (!this.offered.components) return panel;
    try {
      const answer = await this.host.call("get_pathway_components", { pathway_id: pathway, around: id, detail: "full", whole: true }, signal);
      await this.tellNode(panel, id, answer, signal);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      panel.append(failure(error));
    }
    return panel;
  }

  async tellNode(panel, id, answer, signal) {
    const nodes = this.offered.lists.flatMap((list) => answer[list] ?? []);
    const group = (answer.groups ?? []).find((one) => one.id === id);
    const inside = nodes.filter((one) => (group ? group.members.includes(one.id) : one.id === id));
    if (group) panel.append(el("p", {}, `A group of ${inside.map((one) => one.label).join(", ")}.`));
    const records = [...new Map(inside.flatMap(recordsOf).map((one) => [one.join(" "), one])).values()];
    const most = this.offered.most;
    this.chosen = [this.chosen, ...records.slice(0, most).map(([, record]) => record)].join(", ");
    const buttons = records.slice(0, most).map(([kind, record, name]) => this.toRecord(panel, kind, record, [name, record].filter(Boolean).join(" ")));
    panel.append(el("p", { class: "row" }, buttons.length ? "Records: " : "No record of ours is mapped to it.", ...buttons));
    if (records.length === 1 && this.offered.links) {
      const links = await this.links(panel, ...records[0].slice(0, 2), signal);
      this.chosen = `${this.chosen}, ${links.dataset.id}`;
      panel.append(links);
    }
    if (inside.length === 1) {
      panel.append(el("details", {}, el("summary", {}, "Cross references"), references(inside[0].cross_references)));
    }
    const touching = (answer.interactions ?? []).filter((one) => one.source === id || one.target === id);
    const label = new Map([...nodes, ...(answer.groups ?? [])].map((one) => [one.id, one.label]));
    const end = (one, side) => {
      const name = label.get(one[side]) || one[`${side}_label`] || one[`${side}_kind`] || "?";
      return label.has(one[side]) && one[side] !== id ? button(name, () => this.choose(one[side]), { class: "name" }) : name;
    };
    const lines = touching.map((one) => el("li", {}, end(one, "source"), ` – ${one.type.replaceAll("_", " ")} – `, end(one, "target")));
    if (lines.length) panel.append(el("h3", {}, "Touched by"), el("ul", {}, ...lines));
  }

  // How much a record is linked to, of each kind, and the first of it. `panel`: in which one follows it.
  async links(panel, kind, id, signal) {
    const answer = await this.host.call("find_links", { id, kind }, signal);
    const lists = Object.entries(answer.links).map(([to, { count, first = [], kinds = {} }]) => {
      const many = `${count} ${count === 1 ? to : this.offered.plurals[to]}`;
      const few = first.map((one) => {
        const [other, ...name] = one.split(" ");
        return linked({ id: other, name: name.join(" ") || other }, () => this.into(panel, () => this.record(panel, kinds[other] ?? to, other)));
      });
      return el("li", {}, el("h3", {}, count ? button(many, () => this.into(panel, () => this.list(panel, kind, id, to))) : many),
        few.length ? el("ul", {}, ...few) : null);
    });
    return el("div", { "data-id": answer.id }, el("h3", {}, `${answer.name} ${answer.id} is linked to`),
      el("ul", { class: "links" }, ...lists), answer.guidance && el("p", { class: "guidance" }, answer.guidance));
  }

  // What a record is linked to, of one kind.
  async list(panel, kind, id, to) {
    const { items, pagination, guidance } = await this.host.call("find_links", { id, kind, to });
    const total = pagination.total_count ?? items.length;
    return el("div", {}, el("h2", {}, `${this.offered.plurals[to]} of ${id}`),
      items.length < total ? el("p", {}, `The first ${items.length} of ${total}.`) : null,
      guidance && el("p", { class: "guidance" }, guidance),
      el("ul", {}, ...items.map((one) => linked(one, () => this.into(panel, () => this.record(panel, one.kind ?? to, one.id))))));
  }

  async record(panel, kind, id) {
    const found = el("div");
    const [tool, argument] = this.offered.records[kind] ?? [];
    if (tool) await this.telling(found, () => this.facts(kind, tool, { [argument]: id, ...(kind === "pathway" ? { detail: "brief" } : {}) }));
    else found.append(el("h2", {}, id));
    if (kind === "pathway") found.append(button("Draw this pathway", () => this.draw(id)));
    if (this.offered.links) await this.telling(found, () => this.links(panel, kind, id));
    return found;
  }

  async facts(kind, tool, given) {
    const one = await this.host.call(tool, given);
    const name = one.symbol ?? one.name ?? one.title ?? one.id;
    const told = this.offered.facts[kind].filter((fact) => one[fact] !== name).map((fact) => [fact.replaceAll("_", " "), one[fact]]);
    return el("div", {}, el("h2", {}, `${name} `, el("span", { class: "id" }, one.id)), facts(told),
      one.url && el("p", {}, el("a", { href: one.url }, `Its page at ${one.source?.name ?? "its source"}`)));
  }

  async telling(place, ask) {
    place.append(await ask().catch(failure));
  }

  toRecord(panel, kind, id, text) {
    return button(text, () => this.into(panel, () => this.record(panel, kind, id)));
  }

  // In the place of what a panel tells something further, with a way back.
  async into(panel, make) {
    const before = [...panel.childNodes];
    const back = button("Back", () => {
      panel.replaceChildren(...before);
      panel.querySelector("button")?.focus();
    });
    panel.replaceChildren(back, el("p", {}, "…"));
    back.focus();
    const found = await make().catch(failure);
    if (back.parentElement === panel) panel.replaceChildren(back, found);
  }

  // A place in the web, which the host opens, or its address where it does not.
  open(url, say) {
    if (!/^https?:\/\//i.test(url)) return;
    const shown = () => say(`Its address is ${url}`);
    if (!this.host.capabilities.openLinks) shown();
    else this.host.request("ui/open-link", { url }).then(({ isError }) => { if (isError) shown(); }, shown);
  }
}

// The records of what a node is mapped to: kind, id, label.
function recordsOf({ label, cross_references: known = {} }) {
  const each = (value) => [value ?? []].flat();
  const genes = each(known.hgnc).length ? each(known.hgnc) : each(known.entrez).map((one) => `NCBIGene:${one}`);
  return [
    ...genes.map((one) => ["gene", one, label]),
    ...each(known.pubchem_compound).map((one) => ["compound", `PubChem:CID${one}`, label]),
    ...each(known.wikipathways).map((one) => ["pathway", `WP:${one}`, label]),
  ];
}
