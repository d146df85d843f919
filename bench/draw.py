"""Draw every pathway of the WikiPathways files, and hold the pictures against the GPML.

    python bench/draw.py pictures UPSTREAM [--png 100]
    BIOFACTS_CACHE_DIR=FOLDER python bench/draw.py highlights UPSTREAM [--every 1]

- `pictures`: the SVG is well-formed and the same again; every node, label, shape, state, line, arrowhead and group of
  the GPML is there; nothing of it lies outside the canvas; what is said of the drawing lies upon nothing; a text that
  fits into its shape is inside; the letters of a state are in its middle, and no node covers it.
- `highlights`: every node is lit up by the identifier that it is drawn with, from present catalogues. For each
  database: how many nodes are, in human pathways and in others.
"""

import math
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar
from xml.etree.ElementTree import Element, fromstring

from _shared import command_line, spread, table
from _truth import GPML, DrawnNode, nodes_drawn, of_archive

import biofacts
from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.svg.picture import picture
from biofacts.adapters.svg.rendering import png as rastered
from biofacts.application.pictures.draw import MOST
from biofacts.domain.pictures.diagram import Box, Diagram, Picture, Shape
from biofacts.domain.pictures.layout import Layout, text_box, upright

T = TypeVar("T")

# Pictures


SVG = "{http://www.w3.org/2000/svg}"
CLASSES = {"DataNode": "node", "Label": "label", "Shape": "shape", "State": "state", "Interaction": "interaction",
           "GraphicalLine": "line"}  # fmt: skip


def drawings(upstream: Path) -> Iterator[tuple[str, bytes]]:
    """Local id and body of every drawing."""
    return ((local_id, body) for local_id, is_drawing, body in of_archive(upstream) if is_drawing)


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
    yield from (f"{name} is not inside the canvas" for name, box in extents if not holds(canvas, box))
    info = next(one for one in root.iter(f"{SVG}g") if one.get("class") == "info")
    yield from (f"the title lies upon {name}" for name, box in extents if at(info).touches(box))
    yield from outside(diagram)
    yield from beneath(diagram, [one.get("data-id", "") for one in groups])


def holds(outer: Box, inner: Box) -> bool:
    """A hundredth beside it is inside."""
    whole = outer.grown(0.01)
    return (
        whole.left <= inner.left
        and inner.right <= whole.right
        and whole.top <= inner.top
        and inner.bottom <= whole.bottom
    )


def outside(diagram: Diagram) -> Iterator[str]:
    """Texts that would fit into their shapes, and lie outside; letters of states that are not in the middle."""
    for one in diagram.elements:
        if not isinstance(one, Shape) or one.text is None or one.outline == "None":
            continue
        box, said = upright(one), text_box(one.text, upright(one))
        if said.width <= box.width and said.height <= box.height and not holds(box, said):
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


def _read_and_drawn(data: bytes) -> tuple[Diagram, Picture]:
    diagram = gpml_diagram.read(data)
    return diagram, picture(diagram)


def pictures(upstream: Path, *, png: int = 100, shown: int = 40) -> int:
    """Draw all pathways, and some of them as PNG."""
    svgs, pngs, sizes, bad = list[Took](), list[Took](), list[int](), list[str]()
    every = [*drawings(upstream)]
    chosen = {name for name, _ in every[:: max(1, len(every) // png)]} if png else set[str]()
    for name, data in every:
        diagram, drawn = timed(svgs, name, partial(_read_and_drawn, data))
        sizes.append(len(drawn.svg))
        bad += [f"{name}: {fault}" for fault in faults(data, diagram, drawn)]
        bad += [f"{name}: not the same again"] if picture(gpml_diagram.read(data)).svg != drawn.svg else []
        if re.search(r"<script|javascript:|\son\w+=", drawn.svg):
            bad.append(f"{name}: something that runs")
        if name in chosen:
            timed(pngs, name, partial(rastered, drawn))
    print(f"{len(every)} drawings, {len(bad)} faults; kB: {statistics.median(sizes) / 1e3:.0f}, {max(sizes) / 1e3:.0f}")
    for what, took in (("SVG", svgs), ("PNG", pngs)):
        if took:
            print(f"{what}: {spread(one.seconds for one in took)}   slowest: {max(took).name}")
    print("\n".join(bad[:shown]))
    return bool(bad)


class Took(NamedTuple):
    """Seconds of the processor, which others on the machine do not lengthen."""

    seconds: float
    name: str


def timed(took: list[Took], name: str, job: Callable[[], T]) -> T:
    start = time.process_time()
    done = job()
    took.append(Took(time.process_time() - start, name))
    return done


# Highlights


_PLAIN = re.compile(r"[\w.:-]+")
_PREFIXES = {"ChEBI": "CHEBI", "RGD": "RGD", "PubChem-compound": "PubChem.compound", "Chemspider": "ChemSpider"}
"""Of databases whose bare numbers are of no one kind."""


def batched(names: Sequence[str]) -> Iterator[Sequence[str]]:
    yield from (names[start : start + MOST] for start in range(0, len(names), MOST))


def identified(root: Element) -> dict[str, DrawnNode]:
    """The nodes of a drawing that have an identifier, with its prefix where it is needed."""
    found = dict[str, DrawnNode]()
    for node in nodes_drawn(root):
        if node.id and _PLAIN.fullmatch(node.identifier):
            prefix = _PREFIXES.get(node.database) if node.identifier.isdecimal() else None
            found[node.id] = node._replace(identifier=f"{prefix}:{node.identifier}" if prefix else node.identifier)
    return found


def highlights(upstream: Path, *, every: int = 1) -> None:
    """Light up every node."""
    lit, all_nodes = Counter[str](), Counter[str]()
    with biofacts.open(source="offline") as facts:
        for local_id, body in [*drawings(upstream)][::every]:
            root = fromstring(body)
            pathway, nodes = f"WP:{local_id}", identified(root)
            where = "human" if root.get("Organism") == "Homo sapiens" else "other"
            for some in batched(sorted({node.identifier for node in nodes.values()})):
                found = facts.draw(pathway, highlight=some).shown.highlighted
                for name, node in nodes.items():
                    if node.identifier in some:
                        all_nodes[f"{node.database or '(none)'}, {where}"] += 1
                        lit[f"{node.database or '(none)'}, {where}"] += name in found.get(node.identifier, ())
    lines = [
        (name, lit[name], number, f"{lit[name] / number:.3f}")
        for name, number in all_nodes.most_common()
        if number >= 20
    ]
    print(table(("database of the drawn identifier", "lit up", "of", "share"), lines))
    print(f"{lit.total()} of {all_nodes.total()} nodes")


if __name__ == "__main__":
    command_line(__doc__, pictures, highlights)
