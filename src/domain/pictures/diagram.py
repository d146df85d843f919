"""The elements of a pathway drawing: shapes, lines and groups with their positions, colours and texts.

Lengths are in pixels of the drawing, with y downwards; angles in radians, clockwise. Colours are `#rrggbb`, or "" for
none.
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
    """A position in a drawing."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle that is not rotated."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x coordinate of the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The y coordinate of the lower edge."""
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """The centre of the box."""
        return Point(self.left + self.width / 2, self.top + self.height / 2)

    def grown(self, margin: float) -> "Box":
        """Return the box, enlarged by a margin on each side."""
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
    """The text in a shape, line by line. `size`: the font size in pixels; `struck`: True if it is struck through."""

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
    """The identifier of an element, and the name of its database, spelt as in the drawing."""

    database: str
    identifier: str


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """An element with a box: a data node, a text label, a graphical shape, or the state of a node.

    `type`: the type of a node, or the part of a cell that a graphical shape represents. `outline`: the name of the
    outline, "None" for no outline. `order`: the height in the stack of elements. `group`: the key of the group that
    contains it. `on`: the id of the node that has this state.
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
    """One end of a line. `head`: the name of its arrowhead; `touches`: the id of the element that it touches.

    `rel`: the position on that element, from -1 to 1 in both directions.
    """

    head: str = "Line"
    touches: str = ""
    rel: Point = Point(0, 0)


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """A point on a line that other lines can touch. `position`: from 0 (start of the line) to 1 (end)."""

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
    """A group of elements. `key`: the `group` of its elements; `group`: the key of the group that contains this one."""

    id: str
    key: str
    style: str = "None"
    label: str = ""
    order: int = 0
    group: str = ""


Element = Shape | DrawnLine | DiagramGroup


class Diagram(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing of a pathway, with elements in file order. `modified`: an ISO date; `info`: the title's position."""

    id: str
    title: str
    organism: str
    modified: str = ""
    elements: tuple[Element, ...] = ()
    info: Point | None = None


# Pictures: rendered diagrams


class Picture(msgspec.Struct, frozen=True):
    """An SVG picture. `width`, `height`: its size in its own units, of which 96 are an inch."""

    svg: str
    width: float
    height: float


# Selection of the shapes of a diagram by id or label


def shapes(diagram: Diagram, ids: Collection[str]) -> frozenset[str]:
    """Return the ids of shapes: those among the given ids, and those inside the given groups, at any depth."""
    keys = _inside(diagram, {group.key for group in _groups(diagram) if group.id in ids})
    return frozenset(shape.id for shape in _shapes(diagram) if shape.id in ids or (shape.group and shape.group in keys))


def labelled(diagram: Diagram, name: str) -> frozenset[str]:
    """Return the ids of shapes whose label (or type, if graphical) is a name, and of shapes in groups labelled so."""
    if not (sought := fold.compact(name)):
        return frozenset()
    groups = [group.id for group in _groups(diagram) if fold.compact(group.label) == sought]
    named = [shape.id for shape in _shapes(diagram) if fold.compact(shape.label) == sought]
    typed = [shape.id for shape in _shapes(diagram) if shape.kind == "shape" and fold.compact(shape.type) == sought]
    return shapes(diagram, {*groups, *named, *typed})


def _inside(diagram: Diagram, keys: set[str]) -> set[str]:
    """Return the keys of groups, and of all groups nested inside them."""
    inside = {*keys}
    while more := {group.key for group in _groups(diagram) if group.group in inside} - inside:
        inside |= more
    return inside


def _groups(diagram: Diagram) -> Iterable[DiagramGroup]:
    return (element for element in diagram.elements if isinstance(element, DiagramGroup))


def _shapes(diagram: Diagram) -> Iterable[Shape]:
    return (element for element in diagram.elements if isinstance(element, Shape))
