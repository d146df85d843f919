"""How true the interactions of all drawings are, against a reading of the raw GPML.

    python bench/edges.py UPSTREAM

Reads the catalogues of BIOFACTS_CACHE_DIR (`biofacts sync wikipathways genes` fetches them). UPSTREAM: the folder of
the upstreams' data. The truth is read by other code than biofacts', from XML: each line between two elements, with
groups, complexes, anchors and states followed to the labels of nodes. Compared are, line by line, the labels at both
ends, what is a complex, direction, effect, sign, and the marks of a line.
"""

import html
import random
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from _shared import command_line, present, table, tell
from _truth import GPML, of_archive

from biofacts.adapters.local.catalogue_entries.edges import EDGES
from biofacts.composition.container import running
from biofacts.domain.edges.edge import DrawnEdge, GraphNode

_SEED = 20261124
_EFFECTS = {
    "Line": "associates", "Arrow": "activates", "mim-stimulation": "activates", "TBar": "inhibits",
    "mim-inhibition": "inhibits", "mim-binding": "binds", "mim-covalent-bond": "binds", "mim-conversion": "converts",
    "mim-catalysis": "catalyses", "mim-transcription-translation": "transcribes", "mim-modification": "modifies",
    "mim-cleavage": "cleaves", "mim-translocation": "translocates", "mim-necessary-stimulation": "necessary_for",
}  # fmt: skip
_TOTALS = ("lines", "stored")
_PLUS, _MINUS = {"activates", "catalyses", "necessary_for"}, {"inhibits"}


def bare(text: str) -> str:
    """A label without blanks, entities and signs that are not printed, which biofacts writes otherwise."""
    for _ in range(4):
        text = html.unescape(text)
    return "".join(one for one in text if not one.isspace() and unicodedata.category(one)[0] != "C")


class Actor(NamedTuple):
    """A node at the end of a line, or each member of a complex there, by its label."""

    label: str
    in_complex: bool = False


class Line(NamedTuple):
    """A line in one direction."""

    name: str
    sources: frozenset[Actor]
    targets: frozenset[Actor]
    effect: str
    sign: str | None
    directed: bool
    marks: tuple[bool, bool]
    """Dashed, and graphical."""


class Drawing:
    """What a file says, read by recursion over its elements."""

    def __init__(self, body: bytes) -> None:
        self.root = ElementTree.fromstring(body)
        self.pathway = f"WP:{self.root.get('Version', '').partition('_')[0]}"
        self._owners: dict[str, Element] = {}
        for element in self.root:
            anchors = element.iter(f"{GPML}Anchor") if self._kind(element) in ("Interaction", "GraphicalLine") else ()
            ends = anchors if anchors else [element]
            for one in ends:
                if (own := one.get("GraphId")) and self._kind(element) in _TOUCHED:
                    self._owners.setdefault(own, element)
        self._groups = {one.get("GroupId", ""): one for one in self.root.iter(f"{GPML}Group")}

    def _kind(self, element: Element) -> str:
        return element.tag.removeprefix(GPML)

    def lines(self) -> Iterator[Line]:
        for element in self.root:
            is_line = self._kind(element) in ("Interaction", "GraphicalLine")
            if is_line and all(end is not None for end in self._ends(element)):
                yield from self._line(element)

    def _points(self, line: Element) -> tuple[Element, Element] | None:
        points = line.findall(f"{GPML}Graphics/{GPML}Point")
        return (points[0], points[-1]) if len(points) > 1 else None

    def _ends(self, line: Element) -> tuple[Element | None, Element | None]:
        """The elements where it begins and ends, in the direction in which it is meant."""
        if (points := self._points(line)) is None:
            return None, None
        first, last = (self._owners.get(point.get("GraphRef", "")) for point in points)
        tail, head = self._heads(line)
        return (last, first) if tail != "Line" and head == "Line" else (first, last)

    def _heads(self, line: Element) -> tuple[str, str]:
        points = self._points(line)
        assert points is not None
        tail, head = (point.get("ArrowHead") or "Line" for point in points)
        return tail, head

    def _line(self, line: Element) -> Iterator[Line]:
        first, last = self._ends(line)
        assert first is not None
        assert last is not None
        tail, head = self._heads(line)
        graphics = line.find(f"{GPML}Graphics")
        marks = (graphics is not None and graphics.get("LineStyle") == "Broken", self._kind(line) == "GraphicalLine")
        both = tail != "Line" and head != "Line"
        ways = [(first, last, head if head != "Line" else tail), *([(last, first, tail)] if both else [])]
        for source, target, arrow in ways:
            effect = self._effect(arrow, line)
            yield Line(
                name=line.get("GraphId", ""),
                sources=frozenset(self._actors(source, 0, {line})),
                targets=frozenset(self._actors(target, 1, {line})),
                effect=effect,
                sign=self._sign(_sign(effect), target, {line}),
                directed=arrow != "Line",
                marks=marks,
            )

    def _effect(self, arrow: str, line: Element) -> str:
        if arrow == "Arrow" and all(end is not None and end.get("Type") == "Metabolite" for end in self._ends(line)):
            return "converts"
        return "binds" if arrow.startswith(("Ligand", "Receptor")) else _EFFECTS.get(arrow, "other")

    def _sign(self, sign: str | None, target: Element, seen: set[Element]) -> str | None:
        if sign is None or self._kind(target) not in ("Interaction", "GraphicalLine"):
            return sign
        if target in seen or self._points(target) is None:
            return None if target in seen else sign
        heads = {head for head in self._heads(target) if head != "Line"}
        signs = {_sign(self._effect(head, target)) for head in heads}
        if len(signs) != 1:
            return None
        product = "+" if (signs.pop() or "+") == sign else "-"
        end = self._ends(target)[1]
        return product if end is None else self._sign(product, end, seen | {target})

    def _actors(self, element: Element, side: int, seen: set[Element]) -> set[Actor]:
        match self._kind(element):
            case "Interaction" | "GraphicalLine":
                return self._at(element, side, set()) or {Actor(f"#{element.get('GraphId', '')}")}
            case "State":
                on = self._owners.get(element.get("GraphRef", ""))
                return {self._text(element)} if on is None else self._actors(on, side, seen)
            case "Group":
                in_complex = element.get("Style") == "Complex"
                return set(self._members(element, set(), in_complex=in_complex)) or {self._text(element)}
            case _:
                return {self._text(element)}

    def _at(self, line: Element, side: int, seen: set[tuple[Element, int]]) -> set[Actor]:
        """What is at one side of a line with a single head, at both of any other."""
        if (line, side) in seen or self._points(line) is None:
            return set()
        seen.add((line, side))
        single = sum(head != "Line" for head in self._heads(line)) == 1
        found: set[Actor] = set()
        for at, end in enumerate(self._ends(line)):
            if end is None or (single and at != side):
                continue
            is_line = self._kind(end) in ("Interaction", "GraphicalLine")
            found |= self._at(end, at, seen) if is_line else self._actors(end, at, set())
        return found

    def _members(self, group: Element, seen: set[Element], *, in_complex: bool) -> Iterator[Actor]:
        seen.add(group)
        for element in self.root:
            if element.get("GroupRef") != group.get("GroupId") or not group.get("GroupId"):
                continue
            kind = self._kind(element)
            if kind == "Group" and element not in seen:
                inside = in_complex or element.get("Style") == "Complex"
                yield from self._members(element, seen, in_complex=inside)
            elif kind == "DataNode" or (kind in ("Label", "Shape") and bare(element.get("TextLabel", ""))):
                yield from (one._replace(in_complex=in_complex) for one in self._actors(element, 0, set()))

    def _text(self, element: Element) -> Actor:
        return Actor(bare(element.get("TextLabel", "")) or f"#{element.get('GraphId', '')}")


_TOUCHED = {"DataNode", "State", "Label", "Shape", "Group", "Interaction", "GraphicalLine"}


def _sign(effect: str) -> str | None:
    return "+" if effect in _PLUS else "-" if effect in _MINUS else None


def labels(nodes: Iterable[GraphNode]) -> frozenset[Actor]:
    """Nodes and members of complexes by their labels."""
    inside = [(one, bool(node.members)) for node in nodes for one in (node.members or [node])]
    return frozenset(Actor(bare(one.label) or f"#{one.id.rpartition('#')[2]}", within) for one, within in inside)


class Comparison:
    """Counts of what differs, and examples."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.examples: defaultdict[str, list[str]] = defaultdict(list)

    def drawing(self, drawing: Drawing, stored: Sequence[DrawnEdge]) -> None:
        """Compare the lines that have an id of their own by it, and all others by their content."""
        ours: defaultdict[str, list[DrawnEdge]] = defaultdict(list)
        drawn = [*drawing.lines()]
        names = {line.name for line in drawn}
        for edge in stored:
            ours[edge.line if edge.line in names else ""].append(edge)
        for line in sorted(drawn, key=lambda one: (one.name, one.effect)):
            self.counts["lines"] += 1
            candidates = ours[line.name]
            if not candidates:
                self._add("lost", f"{drawing.pathway} {line}")
                continue
            best = min(candidates, key=lambda edge: len(_differences(line, edge)))
            candidates.remove(best)
            for kind in _differences(line, best):
                self._add(kind, f"{drawing.pathway} {line} {best}")
        for edge in (edge for rest in ours.values() for edge in rest):
            self._add("invented", f"{drawing.pathway} {edge}")
        self.counts["stored"] += len(stored)

    def _add(self, kind: str, example: str) -> None:
        self.counts[kind] += 1
        self.examples[kind].append(example)


def _differences(line: Line, edge: DrawnEdge) -> list[str]:
    return [
        *(["sources"] if line.sources != labels(edge.sources) else []),
        *(["targets"] if line.targets != labels(edge.targets) else []),
        *(["direction"] if line.directed != edge.directed else []),
        *(["effect"] if line.effect != edge.effect else []),
        *(["sign"] if line.sign != edge.sign else []),
        *(["marks"] if line.marks != (edge.dashed, edge.graphical) else []),
    ]


async def main(upstream: Path) -> None:
    found = Comparison()
    async with running(present(EDGES).settings, long_lived=False) as container:
        stored = {edges[0].pathway: edges async for edges in container.edges().every()}
    for _, is_drawing, body in of_archive(upstream):
        if is_drawing:
            drawing = Drawing(body)
            found.drawing(drawing, stored.get(drawing.pathway, ()))
    counts = found.counts
    print(table(["compared", "number"], sorted(counts.items(), key=lambda one: (one[0] not in _TOTALS, one[0]))))
    for kind, examples in found.examples.items():
        for one in random.Random(_SEED).sample(examples, min(3, len(examples))):
            print(f"{kind}: {one}")
    wrong = sum(number for kind, number in counts.items() if kind not in _TOTALS)
    tell("interactions", counts["lines"], counts["lines"] - counts["lost"], wrong)


if __name__ == "__main__":
    command_line(__doc__, main)
