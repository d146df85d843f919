"""Draw every pathway of the WikiPathways files, and hold the pictures against the GPML.

    python bench/draw.py pictures UPSTREAM [--png 100] [--write FILE]
    BIOFACTS_CACHE_DIR=FOLDER python bench/draw.py highlights UPSTREAM [--every 1] [--numbers 3000]

- `pictures`: the SVG is well-formed and the same again; every node, label, shape, state, line, arrowhead and group of
  the GPML is there; nothing of it lies outside the canvas; what is said of the drawing lies upon nothing; a text that
  fits into its shape is inside; the letters of a state are in its middle, and no node covers it.
- `highlights`: every node is lit up by the identifier that it is drawn with, from present catalogues. For each
  database: how many nodes are, in human pathways and in others. Of the numbers 1 to N of PubChem: how often one lights
  up a compound, and how often a gene, which must be never: the exit code.
"""

import json
import math
import re
import statistics
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from _shared import command_line

import biofacts
from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.svg.picture import picture
from biofacts.adapters.svg.png import png as rastered
from biofacts.application.pictures.draw import MOST
from biofacts.domain.pictures.diagram import Box, Diagram, Picture, Shape
from biofacts.domain.pictures.layout import Layout, text_box, upright

# Pictures


SVG, GPML = "{http://www.w3.org/2000/svg}", "{http://pathvisio.org/GPML/2013a}"
CLASSES = {"DataNode": "node", "Label": "label", "Shape": "shape", "State": "state", "Interaction": "interaction",
           "GraphicalLine": "line"}  # fmt: skip


def drawings(upstream: Path) -> Iterator[tuple[str, bytes]]:
    """Name and body of every drawing."""
    with zipfile.ZipFile(upstream / "wikipathways/assets.zip") as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(".gpml"):
                yield Path(name).stem, archive.read(name)


def faults(data: bytes, diagram: Diagram, drawn: Picture) -> Iterator[str]:
    root, gpml = fromstring(drawn.svg), fromstring(data)
    groups = [one for one in root.iter(f"{SVG}g") if one.get("data-id") is not None]
    seen = Counter((one.get("class", ""), one.get("data-id", "")) for one in groups)
    yield from missing(gpml, seen)
    heads = sum(
        (point.get("ArrowHead") or "Line") != "Line"
        for line in gpml
        if line.tag in (f"{GPML}Interaction", f"{GPML}GraphicalLine")
        for points in [[*line.iter(f"{GPML}Point")]]
        for point in (points[0], points[-1])
    )
    shown = sum(one.get("class") == "head" for one in root.iter(f"{SVG}path"))
    if heads != shown:
        yield f"{heads} arrowheads in the GPML, {shown} in the picture"
    layout = Layout(diagram)
    canvas = Box(*map(float, (root.get("viewBox") or "").split()))
    extents = [(one.id, box) for one in diagram.elements if (box := layout.extent(one))]
    yield from (f"{name} is not inside the canvas" for name, box in extents if not canvas.grown(0.01).holds(box))
    info = next(one for one in root.iter(f"{SVG}g") if one.get("class") == "info")
    yield from (f"the title lies upon {name}" for name, box in extents if at(info).touches(box))
    yield from outside(diagram)
    yield from beneath(diagram, [one.get("data-id", "") for one in groups])


def outside(diagram: Diagram) -> Iterator[str]:
    """Texts that would fit into their shapes, and lie outside; letters of states that are not in the middle."""
    for one in diagram.elements:
        if not isinstance(one, Shape) or one.text is None or one.outline == "None":
            continue
        box, said = upright(one), text_box(one.text, upright(one))
        if said.width <= box.width and said.height <= box.height and not box.grown(0.01).holds(said):
            yield f"the text of {one.kind} {one.id} is outside"
        if one.kind == "state" and math.dist(said.centre, box.centre) > 0.01:
            yield f"the text of state {one.id} is not in the middle"


def beneath(diagram: Diagram, order: list[str]) -> Iterator[str]:
    """States that a node covers."""
    place = {name: number for number, name in enumerate(order)}
    shapes = [one for one in diagram.elements if isinstance(one, Shape)]
    for state in (one for one in shapes if one.kind == "state"):
        over = [one for one in shapes if one.kind == "node" and one.box.touches(state.box)]
        yield from (f"state {state.id} is below {one.id}" for one in over if place[one.id] > place[state.id])


def missing(gpml: Element, seen: Counter[tuple[str, str]]) -> Iterator[str]:
    for tag, name in CLASSES.items():
        wanted = [one for one in gpml if one.tag == GPML + tag]
        drawn = sum(number for (kind, _), number in seen.items() if kind == name)
        if drawn != len(wanted):
            yield f"{len(wanted)} of {tag} in the GPML, {drawn} in the picture"
        yield from (f"{tag} {own} is missing" for one in wanted if (own := one.get("GraphId")) and not seen[name, own])


def at(info: Element) -> Box:
    """The lines of the title without their margins."""
    text = next(info.iter(f"{SVG}text"))
    rows = len([*text]) + 1
    return Box(float(text.get("x", 0)), float(text.get("y", 0)) - 11, 40, rows * 13.8)


def pictures(upstream: Path, *, png: int = 100, write: Path | None = None) -> None:
    """Draw all pathways, and some of them as PNG."""
    seconds, sizes, bad, dots = [], [], [], []
    every = [*drawings(upstream)]
    chosen = {name for name, _ in every[:: max(1, len(every) // png)]} if png else set[str]()
    for name, data in every:
        start, busy = time.perf_counter(), time.process_time()
        diagram = gpml_diagram.read(data)
        drawn = picture(diagram)
        seconds.append((time.perf_counter() - start, time.process_time() - busy, name))
        sizes.append(len(drawn.svg))
        again = picture(gpml_diagram.read(data)).svg
        bad += [f"{name}: {fault}" for fault in faults(data, diagram, drawn)]
        bad += [f"{name}: not the same again"] if again != drawn.svg else []
        if re.search(r"<script|javascript:|\son\w+=", drawn.svg):
            bad.append(f"{name}: something that runs")
        if name in chosen:
            start, busy = time.perf_counter(), time.process_time()
            rastered(drawn)
            dots.append((time.perf_counter() - start, time.process_time() - busy, name))
    found = {
        "drawings": len(every),
        "faults": len(bad),
        "svg": spread(seconds),
        "svg_kB": {"median": round(statistics.median(sizes) / 1e3), "largest": round(max(sizes) / 1e3)},
        **({"png": spread(dots)} if dots else {}),
    }
    print(json.dumps(found, indent=1))
    print("\n".join(bad[:40]))
    if write:
        write.write_text(json.dumps(found, indent=1) + "\n")


def spread(measured: list[tuple[float, float, str]]) -> dict[str, object]:
    """By the clock, and by the processor's time, which others on the machine do not lengthen."""
    found: dict[str, object] = {}
    for place, what in enumerate(("ms", "processor_ms")):
        ordered = sorted(measured, key=lambda one: one[place])
        found |= {
            f"median_{what}": round(ordered[len(ordered) // 2][place] * 1e3, 1),
            f"p95_{what}": round(ordered[int(len(ordered) * 0.95)][place] * 1e3, 1),
            f"slowest_{what}": round(ordered[-1][place] * 1e3, 1),
            f"slowest_by_{what}": ordered[-1][2],
        }
    return found


# Highlights


CROWDED = 40
"""Nodes from which on a pathway is asked for the numbers of PubChem."""
_PLAIN = re.compile(r"[\w.:-]+")
_PREFIXES = {"ChEBI": "CHEBI", "RGD": "RGD", "PubChem-compound": "PubChem.compound", "Chemspider": "ChemSpider"}
"""Of databases whose bare numbers are of no one kind."""


def batched(names: Sequence[str]) -> Iterator[Sequence[str]]:
    yield from (names[start : start + MOST] for start in range(0, len(names), MOST))


class Node:
    """A data node as the GPML has it."""

    def __init__(self, kind: str, database: str, identifier: str) -> None:
        self.kind, self.database = kind, database
        prefix = _PREFIXES.get(database) if identifier.isdecimal() else None
        self.identifier = f"{prefix}:{identifier}" if prefix else identifier


def identified(root: Element) -> dict[str, Node]:
    """The nodes of a drawing that have an identifier."""
    nodes = dict[str, Node]()
    for one in root.iter(f"{GPML}DataNode"):
        xref = one.find(f"{GPML}Xref")
        found = "" if xref is None else (xref.get("ID") or "").strip()
        if xref is not None and one.get("GraphId") and _PLAIN.fullmatch(found):
            nodes[one.get("GraphId", "")] = Node(one.get("Type", ""), xref.get("Database", ""), found)
    return nodes


def highlights(upstream: Path, *, every: int = 1, numbers: int = 3000) -> int:
    """Light up every node, and the numbers of PubChem in each 50th crowded pathway."""
    lit, all_nodes, genes, carried, pathways = Counter[str](), Counter[str](), list[str](), 0, 0
    started = time.monotonic()
    with biofacts.open(source="offline") as facts:
        for local_id, body in [*drawings(upstream)][::every]:
            root = fromstring(body)
            pathway, nodes = f"WP:{local_id.split('_')[0]}", identified(root)
            where = "human" if root.get("Organism") == "Homo sapiens" else "other"
            for some in batched(sorted({node.identifier for node in nodes.values()})):
                found = facts.draw(pathway, highlight=some).shown.highlighted
                for name, node in nodes.items():
                    if node.identifier in some:
                        all_nodes[f"{node.database or '(none)'}, {where}"] += 1
                        lit[f"{node.database or '(none)'}, {where}"] += name in found.get(node.identifier, ())
            if len(nodes) > CROWDED:
                pathways += 1
                if pathways % 50 == 1:
                    more, wrong = compounds_lit(facts, pathway, nodes, numbers)
                    carried += more
                    genes += wrong
    print(f"{'database of the drawn identifier':45} lit up   of   share")
    for name, number in sorted(all_nodes.items(), key=lambda one: -one[1]):
        if number >= 20:
            print(f"{name:45} {lit[name]:6} {number:6}   {lit[name] / number:.3f}")
    print(f"{sum(lit.values())} of {sum(all_nodes.values())} nodes, {time.monotonic() - started:.0f} s")
    print(f"numbers of PubChem: {carried} light up compounds, {len(genes)} genes {genes[:5]}")
    return bool(genes)


def compounds_lit(facts: biofacts.Facts, pathway: str, nodes: dict[str, Node], most: int) -> tuple[int, Sequence[str]]:
    """How many numbers of PubChem light up a compound, and which light up a gene."""
    right, wrong = 0, list[str]()
    for some in batched([f"PubChem:CID{number}" for number in range(1, most + 1)]):
        for name, ids in facts.draw(pathway, highlight=some).shown.highlighted.items():
            if any(one in nodes and nodes[one].kind in ("GeneProduct", "Protein", "Rna") for one in ids):
                wrong.append(f"{name} in {pathway}")
            else:
                right += 1
    return right, wrong


if __name__ == "__main__":
    command_line(__doc__, pictures, highlights)
