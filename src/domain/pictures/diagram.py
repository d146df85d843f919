"""The elements of a pathway drawing: shapes, lines and groups with their positions, colours and texts.

Lengths are in pixels of the drawing, y downwards; angles in radians, clockwise. A colour is `#rrggbb`, or "" for none.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.text import fold

ShapeKind = Literal["node", "label", "shape", "state"]
LineKind = Literal["interaction", "line"]
LineStyle = Literal["solid", "dashed", "double"]
Connector = Literal["straight", "segmented", "elbow", "curved"]
Align = Literal["start", "middle", "end"]
VerticalAlign = Literal["top", "middle", "bottom"]


class Point(NamedTuple):
    """A position."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """Its centre."""
        return Point(self.left + self.width / 2, self.top + self.height / 2)

    def grown(self, margin: float) -> "Box":
        """Return the box with a margin on each side."""
        return Box(self.left - margin, self.top - margin, self.width + 2 * margin, self.height + 2 * margin)

    def touches(self, other: "Box") -> bool:
        """Return True if the boxes overlap; a common edge does not count."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def around(boxes: Sequence[Box]) -> Box | None:
    """Return the bounding box of some boxes; None for no boxes."""
    if not boxes:
        return None
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """A text in a shape, line by line."""

    lines: tuple[str, ...]
    size: float = 12
    family: str = ""
    bold: bool = False
    italic: bool = False
    underlined: bool = False
    struck: bool = False
    align: Align = "middle"
    vertical: VerticalAlign = "top"
    colour: str = "#000000"


class Stroke(msgspec.Struct, frozen=True, kw_only=True):
    """The style of an edge or line."""

    colour: str = "#000000"
    width: float = 1
    style: LineStyle = "solid"


class NodeReference(NamedTuple):
    """Database and identifier as in the drawing."""

    database: str
    identifier: str


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """An element with a box: a node, a label, a graphical shape, the state of a node.

    `outline`: the name of its outline, "None" for none. `type`: for a node, its type; for a shape, the part of a cell
    that it represents. `on`: for a state, the id of its node. `group`: the key of its group.
    """

    id: str
    kind: ShapeKind
    type: str = ""
    label: str = ""
    box: Box
    rotation: float = 0
    outline: str = "Rectangle"
    fill: str = ""
    stroke: Stroke = Stroke()
    text: Text | None = None
    order: int = 0
    reference: NodeReference | None = None
    href: str = ""
    group: str = ""
    on: str = ""
    comment: str = ""


class LineEnd(msgspec.Struct, frozen=True, kw_only=True):
    """One end of a line: its arrowhead, the id of the element that it touches, and where on that, from -1 to 1."""

    head: str = "Line"
    touches: str = ""
    rel: Point = Point(0, 0)


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """A place on a line, from 0 to 1, that other lines can touch."""

    id: str
    position: float
    shape: str = "None"


class DrawnLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line through two or more points."""

    id: str
    kind: LineKind
    points: tuple[Point, ...]
    connector: Connector = "straight"
    start: LineEnd = LineEnd()
    end: LineEnd = LineEnd()
    anchors: tuple[Anchor, ...] = ()
    stroke: Stroke = Stroke()
    order: int = 0
    reference: NodeReference | None = None
    group: str = ""


class DiagramGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group of elements. `key`: its name in the elements' `group`; `group`: the key of the group that contains it."""

    id: str
    key: str
    style: str = "None"
    label: str = ""
    order: int = 0
    group: str = ""


Element = Shape | DrawnLine | DiagramGroup


class Diagram(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing. `elements` in the order of the file; `info`: the position of its title; `modified`: an ISO date."""

    id: str
    title: str
    organism: str
    modified: str = ""
    elements: tuple[Element, ...] = ()
    info: Point | None = None


# Pictures: rendered diagrams


class Picture(msgspec.Struct, frozen=True):
    """An SVG picture, and its size in its own units."""

    svg: str
    width: float
    height: float


# Selection of the shapes of a diagram by id or label


def shapes(diagram: Diagram, ids: Collection[str]) -> frozenset[str]:
    """Return the ids of the shapes among some ids, and of all shapes in the groups among them, at any depth."""
    keys = _inside(diagram, {group.key for group in _groups(diagram) if group.id in ids})
    return frozenset(shape.id for shape in _shapes(diagram) if shape.id in ids or (shape.group and shape.group in keys))


def labelled(diagram: Diagram, name: str) -> frozenset[str]:
    """Return the ids of labels and shapes with a name, and of the contents of groups with that name."""
    if not (sought := fold.compact(name)):
        return frozenset()
    groups = [group.id for group in _groups(diagram) if fold.compact(group.label) == sought]
    named = [shape.id for shape in _shapes(diagram) if fold.compact(shape.label) == sought]
    typed = [shape.id for shape in _shapes(diagram) if shape.kind == "shape" and fold.compact(shape.type) == sought]
    return shapes(diagram, {*groups, *named, *typed})


def _inside(diagram: Diagram, keys: set[str]) -> set[str]:
    """Add the groups that are nested in some groups."""
    inside = {*keys}
    while more := {group.key for group in _groups(diagram) if group.group in inside} - inside:
        inside |= more
    return inside


def _groups(diagram: Diagram) -> Iterable[DiagramGroup]:
    return (element for element in diagram.elements if isinstance(element, DiagramGroup))


def _shapes(diagram: Diagram) -> Iterable[Shape]:
    return (element for element in diagram.elements if isinstance(element, Shape))
