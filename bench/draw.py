"""Draw every pathway of the WikiPathways files, and hold the pictures against the GPML.

Run with: uv run python bench/draw.py --upstream DIR [--png 100] [--write FILE]
For each drawing: the SVG is well-formed and the same again; every node, label, shape, state, line, arrowhead and group
of the GPML is there; nothing of it lies outside the canvas; what is said of the drawing lies upon nothing; a text that
fits into its shape is inside; the letters of a state are in its middle, and no node covers it.
"""

import argparse
import json
import math
import re
import statistics
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.svg.picture import picture
from biofacts.adapters.svg.png import png
from biofacts.domain.pictures.diagram import Box, Diagram, Picture, Shape
from biofacts.domain.pictures.layout import Layout, text_box, upright

SVG, GPML = "{http://www.w3.org/2000/svg}", "{http://pathvisio.org/GPML/2013a}"
CLASSES = {"DataNode": "node", "Label": "label", "Shape": "shape", "State": "state", "Interaction": "interaction",
           "GraphicalLine": "line"}  # fmt: skip


def drawings(upstream: Path) -> Iterator[tuple[str, bytes]]:
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


def main(upstream: Path, sample: int, write: Path | None) -> None:
    seconds, sizes, bad, dots = [], [], [], []
    every = [*drawings(upstream)]
    chosen = {name for name, _ in every[:: max(1, len(every) // sample)]} if sample else set[str]()
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
            png(drawn)
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upstream", type=Path, required=True)
    parser.add_argument("--png", type=int, default=100, help="of how many PNGs are made, too")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    main(given.upstream, given.png, given.write)
