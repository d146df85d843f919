"""The layout of a diagram: the positions and sizes of its elements."""

import math
from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from biofacts.domain.pictures.arrowheads import head
from biofacts.domain.pictures.connectors import Routes, box_of
from biofacts.domain.pictures.diagram import Box, Diagram, DiagramGroup, DrawnLine, Element, Point, Shape, Text, around
from biofacts.domain.pictures.outlines import reach

_MARGIN, _COMPLEX_MARGIN = 8.0, 12.0
_DEEPEST = 40
"""The maximum depth of nested groups."""

_MOST_PAIRS = 1_000_000
"""The product of the numbers of states and nodes beyond which all states are drawn above all nodes, to save time.

It is ten times the product in any drawing.
"""

_LARGEST = 2.0
"""The maximum factor by which letters are enlarged to fill their boxes."""

LINE_HEIGHT, INSET = 1.15, 5.0
# Advance widths of printable ASCII characters in Arial and metric-compatible fonts, in thousandths of the size.
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
)  # fmt: skip
# Estimates: the width of other characters, and the factor for bold text.
_OTHER, _BOLDER = 700, 1.08


def width_of(line: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a line of text in pixels."""
    first = ord(" ")
    units = sum(_WIDTHS[at] if 0 <= (at := ord(sign) - first) < len(_WIDTHS) else _OTHER for sign in line)
    return units / 1000 * size * (_BOLDER if bold else 1)


def text_box(text: Text, inside: Box) -> Box:
    """Return the box that a text covers when it is placed in another box, which may be smaller than the text."""
    wide = max((width_of(line, text.size, bold=text.bold) for line in text.lines), default=0.0)
    high = len(text.lines) * text.size * LINE_HEIGHT
    across, down = _inset(inside.width - wide), _inset(inside.height - high)
    left = {"start": inside.left + across, "middle": inside.centre.x - wide / 2, "end": inside.right - across - wide}[
        text.align
    ]
    top = {"top": inside.top + down, "middle": inside.centre.y - high / 2, "bottom": inside.bottom - down - high}[
        text.vertical
    ]
    return Box(left, top, wide, high)


def with_large_letters(diagram: Diagram) -> Diagram:
    """Enlarge the labels of nodes, all by the same factor, except labels that would not fit in their boxes."""
    nodes = (element for element in diagram.elements if isinstance(element, Shape) and element.kind == "node")
    rooms = sorted(_room(node.text, node.box) for node in nodes if node.text)
    # The factor fits nine labels in ten; the others are enlarged as far as their boxes allow.
    usual = min(_LARGEST, rooms[len(rooms) // 10]) if rooms else 1.0
    return replace(diagram, elements=tuple(_enlarged(element, usual) for element in diagram.elements))


def _enlarged(element: Element, usual: float) -> Element:
    if (
        not isinstance(element, Shape)
        or element.text is None
        or (by := min(usual, _room(element.text, element.box))) <= 1
    ):
        return element
    return replace(element, text=replace(element.text, size=element.text.size * by))


def _room(text: Text, box: Box) -> float:
    """Return the factor by which a text could be enlarged to fill a box."""
    sides = text_box(text, box)
    return min(
        ((high - 2) / used for high, used in ((box.width, sides.width), (box.height, sides.height)) if used),
        default=1.0,
    )


def _inset(room: float) -> float:
    """Return the distance of a text from the edge. A text that barely fits is centred, so that it stays inside."""
    return min(INSET, room / 2) if room > 0 else INSET


def upright(shape: Shape) -> Box:
    """Return the upright bounding box of a shape, which may be rotated."""
    box = shape.box
    if not shape.rotation:
        return box
    cosine, sine = abs(math.cos(shape.rotation)), abs(math.sin(shape.rotation))
    width, height = box.width * cosine + box.height * sine, box.width * sine + box.height * cosine
    return Box(box.centre.x - width / 2, box.centre.y - height / 2, width, height)


def stacked(diagram: Diagram) -> list[Element]:
    """Return the elements from the lowest to the highest; elements of the same height in the order of the file.

    A state is drawn above all nodes that it overlaps, not only above its own node.
    """
    shapes = [element for element in diagram.elements if isinstance(element, Shape)]
    nodes = [shape for shape in shapes if shape.kind == "node"]
    states = [shape for shape in shapes if shape.kind == "state"]
    highest = max((node.order for node in nodes), default=0)
    is_small = len(states) * len(nodes) <= _MOST_PAIRS
    raised = {
        id(state): max((node.order for node in nodes if node.box.touches(state.box)), default=0)
        if is_small
        else highest
        for state in states
    }
    return sorted(
        diagram.elements,
        key=lambda element: (max(element.order, raised.get(id(element), element.order)), id(element) in raised),
    )


class Layout:
    """The positions and sizes of a diagram's elements, with groups and lines computed on demand."""

    def __init__(self, diagram: Diagram) -> None:
        self._lines = [element for element in diagram.elements if isinstance(element, DrawnLine)]
        solid = {
            element.id: element for element in diagram.elements if element.id and not isinstance(element, DrawnLine)
        }
        self.routes = Routes(self._lines, solid=solid)
        self._members: defaultdict[str, list[Box | DiagramGroup]] = defaultdict(list)
        for element in diagram.elements:
            if element.group:
                self._members[element.group].append(
                    element if isinstance(element, DiagramGroup) else _plain_box(element)
                )
        self._boxes: dict[str, Box | None] = {}
        self._begun: set[str] = set()

    def of_group(self, group: DiagramGroup) -> Box | None:
        """Return the box around the members of a group; None for an empty group."""
        if group.key not in self._boxes:
            # In a faulty file, groups may contain each other.
            if group.key in self._begun or len(self._begun) > _DEEPEST:
                return None
            self._begun.add(group.key)
            boxes = [
                self.of_group(member) if isinstance(member, DiagramGroup) else member
                for member in self._members[group.key]
            ]
            bounds = around([box for box in boxes if box is not None])
            margin = _COMPLEX_MARGIN if group.style == "Complex" else _MARGIN
            self._begun.remove(group.key)
            self._boxes[group.key] = bounds and bounds.grown(margin)
        return self._boxes[group.key]

    def extent(self, element: Shape | DrawnLine | DiagramGroup) -> Box | None:
        """Return the box that an element covers with its border, text and arrowheads; None for an empty group."""
        match element:
            case Shape():
                return around([*self._of_shape(element)])
            case DrawnLine():
                return self._of_line(element)
            case DiagramGroup():
                return self.of_group(element)

    def _of_shape(self, shape: Shape) -> Iterator[Box]:
        box = upright(shape)
        yield box.grown(_edge(shape))
        if beyond := reach(shape.outline, shape.box.width):
            turned = Point(math.cos(shape.rotation) * beyond, math.sin(shape.rotation) * beyond)
            yield Box(box.left + turned.x, box.top + turned.y, box.width, box.height).grown(_edge(shape))
        if shape.text:
            yield text_box(shape.text, box)

    def _of_line(self, line: DrawnLine) -> Box:
        longest = max((form.reach for end in (line.start, line.end) if (form := head(end.head))), default=0.0)
        return box_of(self.routes.of(line).points).grown(max(longest, line.stroke.width))


def _plain_box(element: Shape | DrawnLine) -> Box:
    return element.box if isinstance(element, Shape) else box_of([element.points[0], element.points[-1]])


def _edge(shape: Shape) -> float:
    # A double line is three strokes wide: two lines and the gap between them.
    return shape.stroke.width * (1.5 if shape.stroke.style == "double" else 0.5)
