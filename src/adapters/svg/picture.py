"""SVG picture of a diagram with its legend, by a pure function: equal diagrams give equal bytes."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

from biofacts.adapters.svg import figure_files, png, shapes
from biofacts.adapters.svg.legend import factor, legend, legend_size
from biofacts.adapters.svg.shapes import attributes, element, escaped, title
from biofacts.domain.pictures.diagram import Box, Diagram, Group, Line, Picture, Point, Shape, Text, around
from biofacts.domain.pictures.highlights import NO_MARKS, Marks
from biofacts.domain.pictures.layout import Layout, stacked, text_box
from biofacts.domain.pictures.outlines import number
from biofacts.domain.pictures.sizes import Size
from biofacts.domain.remarks.pathways import together
from biofacts.ports.pictures import Draughtsman, PictureForm

_MARGIN = 10.0
_MOST_DASHED = 1_000_000.0
"""Pixels of dashed lines, eight times as many as any drawing has: each dash takes time to render."""
_INFO_SIZE = 12.0
_NO_NAME = re.compile(r"[^\w.:-]", re.A)


def picture(diagram: Diagram, marks: Marks = NO_MARKS) -> Picture:
    """Draw a diagram with its highlighted elements and legend."""
    layout = Layout(diagram)
    extents = [box for one in diagram.elements if (box := layout.extent(one)) is not None]
    marked = ((one, marks.by_id.get(one.id)) for one in diagram.elements if isinstance(one, Shape))
    extents += [box for one, mark in marked if mark for box in shapes.around_signs(one, mark)]
    info, place = _info(diagram, extents)
    drawn = around([*extents, place] if marks.title else extents) or place
    canvas = drawn.grown(_MARGIN)
    scale = factor(canvas.width)
    room = drawn.width / scale
    wide, high = (side * scale for side in legend_size(marks.legend, room))
    below = Point(drawn.left, canvas.bottom + _MARGIN)
    if high:
        canvas = Box(canvas.left, canvas.top, max(canvas.width, wide + 2 * _MARGIN), canvas.height + _MARGIN + high)
    told = f"{diagram.title} ({diagram.organism}, {diagram.id})"
    svg = "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg"',
            attributes(
                viewBox=" ".join(map(number, canvas)),
                width=canvas.width,
                height=canvas.height,
                font_family=shapes.FONTS,
                font_size=12,
                role="img",
                aria_label=told,
                data_pathway=diagram.id,
            ),
            ">",
            title(told),
            element("desc", [escaped(marks.remark)]) if marks.remark else "",
            element("rect", x=canvas.left, y=canvas.top, width=canvas.width, height=canvas.height, fill=shapes.GROUND),
            *_elements(diagram, layout, marks),
            *_signs(diagram, marks),
            element("g", shapes.text(info, place), class_="info") if marks.title else "",
            *legend(marks.legend, below, scale, room),
            "</svg>\n",
        ]
    )
    return Picture(svg, canvas.width, canvas.height)


def _elements(diagram: Diagram, layout: Layout, marks: Marks) -> Iterator[str]:
    """Draw every element from the lowest to the highest."""
    names = {one.id: one.label for one in diagram.elements if isinstance(one, Shape | Group) and one.label}
    taken = set[str]()
    called = _called(diagram)
    dashes = sum(_dashed(one, layout) for one in diagram.elements) <= _MOST_DASHED
    for one in stacked(diagram):
        mark = marks.by_id.get(one.id)
        match one:
            case Shape():
                clip = f"c-{len(taken)}"  # of each shape another
                inside = [*shapes.shape(one, mark, names, clip, dashes=dashes)]
                if one.href:
                    inside = [f'<a href="{escaped(one.href)}" target="_blank" rel="noopener">', *inside, "</a>"]
            case Line():
                inside = [*shapes.line(one, layout.way(one), mark, names, dashes=dashes)]
            case Group():
                if (box := layout.of_group(one)) is None:
                    continue
                inside = [*shapes.group(one, box, dashes=dashes)]
        yield f"<g{_given(one, taken, called.get(one.id, ''), lit=mark is not None)}>{''.join(inside)}</g>"


def _dashed(one: Shape | Line | Group, layout: Layout) -> float:
    """Return the length of an element's dashed lines in pixels."""
    match one:
        case Shape():
            return 2 * (one.box.width + one.box.height) if one.stroke.style == "dashed" else 0
        case Line():
            return (
                sum(math.dist(*two) for two in pairwise(layout.way(one).points)) if one.stroke.style == "dashed" else 0
            )
        case Group():
            return 2 * (box.width + box.height) if (box := layout.of_group(one)) else 0


def _signs(diagram: Diagram, marks: Marks) -> Iterator[str]:
    """Draw the symbols on nodes, above all elements. They let the pointer reach the elements below."""
    marked = ((one, marks.by_id.get(one.id)) for one in diagram.elements if isinstance(one, Shape))
    if drawn := [sign for one, mark in marked if mark for sign in shapes.signs(one, mark)]:
        yield element("g", drawn, class_="signs", pointer_events="none")


def _called(diagram: Diagram) -> Mapping[str, str]:
    """Map the id of each group to its label, or else to the labels of the nodes in it."""
    inside = defaultdict[str, list[str]](list)
    for one in diagram.elements:
        if isinstance(one, Shape) and one.kind == "node" and one.group and one.label.strip():
            inside[one.group].append(one.label)
    groups = [one for one in diagram.elements if isinstance(one, Group)]
    return {one.id: one.label or together(inside[one.key]) for one in groups}


def _given(one: Shape | Line | Group, taken: set[str], called: str, *, lit: bool) -> str:
    """Write the attributes of an element. `called`: the name of a group."""
    # Several elements may have one id in a drawing: only the first gets it in the picture, after `e-`.
    name = f"e-{_NO_NAME.sub('_', one.id)}"
    own = None if name in taken else name
    taken.add(name)
    kind = "group" if isinstance(one, Group) else one.kind
    common: dict[str, str | None] = {"id": own, "class_": f"{kind} lit" if lit else kind, "data_id": one.id}
    match one:
        case Shape():
            common |= {"data_type": one.type, "data_label": one.label, "data_on": one.on}
        case Line():
            common |= {"data_source": one.start.touches, "data_target": one.end.touches}
        case Group():
            common |= {"data_type": one.style, "data_label": called}
    if not isinstance(one, Group) and one.reference:
        common |= {"data_database": one.reference.database, "data_identifier": one.reference.identifier}
    return attributes(**common)


def _info(diagram: Diagram, extents: list[Box]) -> tuple[Text, Box]:
    """Place title, organism and date where the drawing wants them, or above it if they would cover something."""
    facts = (("Title", diagram.title), ("Organism", diagram.organism), ("Last modified", diagram.modified))
    lines = tuple(f"{name}: {said}" for name, said in facts if said)
    info = Text(lines=lines, size=_INFO_SIZE, align="start", bold=True)
    at = diagram.info or Point(0, 0)
    size = text_box(info, Box(0, 0, 0, 0))
    wide, high = size.width + 2 * size.left, size.height + 2 * size.top
    place = Box(at.x, at.y, wide, high)
    whole = around(extents)
    if whole and any(place.touches(one) for one in extents):
        place = Box(whole.left, whole.top - high, wide, high)
    return info, place


# Pictures of diagrams, as the port `Draughtsman` defines them


class SvgDraughtsman(Draughtsman):
    """SVG without a library, PNG rendered from it by resvg, and PDF by Typst."""

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        return picture(diagram, marks)

    async def png(self, picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
        return await png.render(picture, scale, most)

    def file(self, picture: Picture, form: PictureForm, size: Size) -> bytes:
        return figure_files.file(picture, form, size)
