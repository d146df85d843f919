"""SVG pictures of pathway diagrams, with a legend that explains their colours and symbols."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from biofacts.adapters.svg import rendering, shapes
from biofacts.adapters.svg.shapes import attributes, element, escaped, title
from biofacts.domain.pictures.diagram import Box, Diagram, DiagramGroup, DrawnLine, Picture, Point, Shape, Text, around
from biofacts.domain.pictures.figure_sizes import Size
from biofacts.domain.pictures.highlights import NO_MARKS, Legend, Marks, Scale
from biofacts.domain.pictures.highlights import NOT_MEASURED_COLOUR as NOT_MEASURED
from biofacts.domain.pictures.highlights import NOT_SIGNIFICANT_COLOUR as NOT_SIGNIFICANT
from biofacts.domain.pictures.layout import INSET, Layout, stacked, text_box, width_of
from biofacts.domain.pictures.outlines import number
from biofacts.domain.source_remarks.pathways import together
from biofacts.ports.pictures import PictureForm, PictureRenderer

_MARGIN = 10.0
_MOST_DASHED = 1_000_000.0
"""The length of dashed lines in pixels beyond which lines are drawn solid, eight times the length in any drawing.

Each dash takes time to render.
"""
_INFO_SIZE = 12.0
_NO_NAME = re.compile(r"[^\w.:-]", re.A)


def picture(diagram: Diagram, marks: Marks = NO_MARKS) -> Picture:
    """Draw a diagram as SVG. `marks`: its highlighted elements, legend and remark."""
    layout = Layout(diagram)
    extents = [box for item in diagram.elements if (box := layout.extent(item)) is not None]
    marked = ((shape, marks.by_id.get(shape.id)) for shape in diagram.elements if isinstance(shape, Shape))
    extents += [box for shape, mark in marked if mark for box in shapes.around_signs(shape, mark)]
    info, place = _info(diagram, extents)
    drawn = around([*extents, place] if marks.title else extents) or place
    canvas = drawn.grown(_MARGIN)
    scale = factor(canvas.width)
    room = drawn.width / scale
    plan = plan_of(marks.legend, room)
    wide, high = plan.width * scale, plan.height * scale
    below = Point(drawn.left, canvas.bottom + _MARGIN)
    if high:
        canvas = Box(canvas.left, canvas.top, max(canvas.width, wide + 2 * _MARGIN), canvas.height + _MARGIN + high)
    heading = f"{diagram.title} ({diagram.organism}, {diagram.id})"
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
                aria_label=heading,
                data_pathway=diagram.id,
            ),
            ">",
            title(heading),
            element("desc", [escaped(marks.remark)]) if marks.remark else "",
            element("rect", x=canvas.left, y=canvas.top, width=canvas.width, height=canvas.height, fill=shapes.GROUND),
            *_elements(diagram, layout, marks),
            *_signs(diagram, marks),
            element("g", shapes.text(info, place), class_="info") if marks.title else "",
            *legend(marks.legend, plan, below, scale),
            "</svg>\n",
        ]
    )
    return Picture(svg, canvas.width, canvas.height)


def _elements(diagram: Diagram, layout: Layout, marks: Marks) -> Iterator[str]:
    """Draw all elements, from the lowest to the highest."""
    names = {item.id: item.label for item in diagram.elements if isinstance(item, Shape | DiagramGroup) and item.label}
    taken = set[str]()
    called = _called(diagram)
    dashes = sum(_dashed(item, layout) for item in diagram.elements) <= _MOST_DASHED
    for item in stacked(diagram):
        mark = marks.by_id.get(item.id)
        match item:
            case Shape():
                clip = f"c-{len(taken)}"  # unique in the picture
                inside = [*shapes.shape(item, mark, names, clip, dashes=dashes)]
                if item.href:
                    inside = [f'<a href="{escaped(item.href)}" target="_blank" rel="noopener">', *inside, "</a>"]
            case DrawnLine():
                inside = [*shapes.line(item, layout.routes.of(item), mark, names, dashes=dashes)]
            case DiagramGroup():
                if (box := layout.of_group(item)) is None:
                    continue
                inside = [*shapes.group(item, box, dashes=dashes)]
        yield f"<g{_attributes(item, taken, called.get(item.id, ''), lit=mark is not None)}>{''.join(inside)}</g>"


def _dashed(item: Shape | DrawnLine | DiagramGroup, layout: Layout) -> float:
    """Return the total length of an element's dashed lines in pixels."""
    match item:
        case Shape():
            return 2 * (item.box.width + item.box.height) if item.stroke.style == "dashed" else 0
        case DrawnLine():
            return (
                sum(math.dist(*two) for two in pairwise(layout.routes.of(item).points))
                if item.stroke.style == "dashed"
                else 0
            )
        case DiagramGroup():
            return 2 * (box.width + box.height) if (box := layout.of_group(item)) else 0


def _signs(diagram: Diagram, marks: Marks) -> Iterator[str]:
    """Draw the symbols for drugs above all shapes. They ignore the pointer, so that elements below stay clickable."""
    marked = ((shape, marks.by_id.get(shape.id)) for shape in diagram.elements if isinstance(shape, Shape))
    if drawn := [sign for shape, mark in marked if mark for sign in shapes.signs(shape, mark)]:
        yield element("g", drawn, class_="signs", pointer_events="none")


def _called(diagram: Diagram) -> Mapping[str, str]:
    """Map the id of each group to its label or, without one, to the labels of the nodes in it."""
    inside = defaultdict[str, list[str]](list)
    for item in diagram.elements:
        if isinstance(item, Shape) and item.kind == "node" and item.group and item.label.strip():
            inside[item.group].append(item.label)
    groups = [group for group in diagram.elements if isinstance(group, DiagramGroup)]
    return {group.id: group.label or together(inside[group.key]) for group in groups}


def _attributes(item: Shape | DrawnLine | DiagramGroup, taken: set[str], called: str, *, lit: bool) -> str:
    """Return the SVG attributes of an element. `taken`: the ids used so far; `called`: the name, if it is a group."""
    # Several elements of a drawing may have the same id: only the first gets it in the picture, after `e-`.
    name = f"e-{_NO_NAME.sub('_', item.id)}"
    own = None if name in taken else name
    taken.add(name)
    kind = "group" if isinstance(item, DiagramGroup) else item.kind
    common: dict[str, str | None] = {"id": own, "class_": f"{kind} lit" if lit else kind, "data_id": item.id}
    match item:
        case Shape():
            common |= {"data_type": item.type, "data_label": item.label, "data_on": item.on}
        case DrawnLine():
            common |= {"data_source": item.start.touches, "data_target": item.end.touches}
        case DiagramGroup():
            common |= {"data_type": item.style, "data_label": called}
    if not isinstance(item, DiagramGroup) and item.reference:
        common |= {"data_database": item.reference.database, "data_identifier": item.reference.identifier}
    return attributes(**common)


def _info(diagram: Diagram, extents: list[Box]) -> tuple[Text, Box]:
    """Place title, organism and date where the drawing states, or above the drawing if they would cover elements."""
    facts = (("Title", diagram.title), ("Organism", diagram.organism), ("Last modified", diagram.modified))
    lines = tuple(f"{name}: {fact}" for name, fact in facts if fact)
    info = Text(lines=lines, size=_INFO_SIZE, align="start", bold=True)
    at = diagram.info or Point(0, 0)
    size = text_box(info, Box(0, 0, 0, 0))
    wide, high = size.width + 2 * size.left, size.height + 2 * size.top
    place = Box(at.x, at.y, wide, high)
    whole = around(extents)
    if whole and any(place.touches(extent) for extent in extents):
        place = Box(whole.left, whole.top - high, wide, high)
    return info, place


# The implementation of the port `PictureRenderer`, and the legend


class SvgRenderer(PictureRenderer):
    """A renderer that writes SVG itself and converts it to PNG with resvg and to PDF with Typst."""

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        return picture(diagram, marks)

    async def png(self, picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
        return await rendering.render(picture, scale, most)

    def file(self, picture: Picture, form: PictureForm, size: Size) -> bytes:
        return rendering.file(picture, form, size)


_ROW, _PATCH, _SIZE = 20.0, 14.0, 12.0
_BAR, _STEPS, _CELL = 180.0, 36, 20.0
_READABLE = 875.0
"""The greatest width at which text of size 12, printed 180 mm wide, has the 7 points that journals require."""

DRUGS_ACT_ON_IT = "approved drugs act on it"
IS_A_DRUG = "it is an approved drug itself"
IS_NOT_SIGNIFICANT = "measured, not significant"
IS_NOT_MEASURED = "not measured"


def factor(width: float) -> float:
    """Return the factor by which the legend of a wide picture is enlarged, so that it is readable in print."""
    return max(1.0, width / _READABLE)


class LegendPlan(NamedTuple):
    """The layout of a legend, before it is enlarged. `at`: the position of the colour scale.

    `rows`: the symbol of each row, the horizontal position of its text, and the text. An empty legend has no size.
    """

    rows: Sequence[tuple[str, float, str]]
    at: Point
    width: float
    height: float


def plan_of(legend: Legend, room: float) -> LegendPlan:
    """Lay out a legend, with the scale beside the rows if both fit, else below. `room`: the width of the picture."""
    rows = [*_rows(legend)]
    wide = max((beside + width_of(text, _SIZE) for _, beside, text in rows), default=0.0)
    high = len(rows) * _ROW
    if legend.scale:
        of_scale = max(_BAR + _ROW, width_of(legend.caption, _SIZE, bold=True))
        beside = bool(rows) and wide + 2 * _ROW + of_scale <= room
        at = Point(wide + 2 * _ROW, 0) if beside else Point(0, high)
        wide, high = max(wide, at.x + of_scale), max(high, at.y + (2 + bool(legend.caption)) * _ROW)
        return LegendPlan(rows, at, wide + _ROW, high + _ROW / 2)
    return LegendPlan(rows, Point(0, 0), wide + _ROW, high + _ROW / 2) if rows else LegendPlan((), Point(0, 0), 0, 0)


def legend(legend: Legend, plan: LegendPlan, at: Point, scale: float) -> Iterator[str]:
    """Draw a legend. `at`: its upper left corner; `scale`: the factor by which it is enlarged."""
    if plan.width:
        placed = f"translate({number(at.x)} {number(at.y)})" + (f" scale({scale:.4g})" if scale != 1 else "")
        lines = (part for row, (sign, beside, text) in enumerate(plan.rows) for part in _row(row, sign, beside, text))
        bar = _scale(legend.scale, legend.caption, plan.at) if legend.scale else ()
        yield element("g", [*lines, *bar], class_="legend", transform=placed)


def _rows(legend: Legend) -> Iterator[tuple[str, float, str]]:
    """Yield the rows of a legend: the SVG of the symbol, the horizontal position of the text, and the text."""
    for entry in legend.entries:
        yield (_patch(entry.colour) if entry.colour else ""), _ROW, entry.meaning
    if legend.drugs:
        yield shapes.capsule(Box(0, 9, 6, 0)), _ROW, DRUGS_ACT_ON_IT
    if legend.itself:
        yield shapes.tablet(Box(7, 8, 0, 0)), _ROW, IS_A_DRUG
    if legend.conditions:
        cells = "".join(_patch("none", _CELL * place, _CELL) for place in range(len(legend.conditions)))
        yield cells, _CELL * len(legend.conditions) + 6, f"from left to right: {', '.join(legend.conditions)}"
    if legend.not_significant:
        yield _patch(NOT_SIGNIFICANT), _ROW, IS_NOT_SIGNIFICANT + (f" ({legend.cutoff})" if legend.cutoff else "")
    if legend.not_measured:
        yield _patch(NOT_MEASURED), _ROW, IS_NOT_MEASURED


def _row(row: int, sign: str, beside: float, text: str) -> Iterator[str]:
    if sign:
        yield element("g", [sign], transform=f"translate(0 {number(row * _ROW)})")
    yield from _text(text, Point(beside, row * _ROW))


def _text(text: str, at: Point, *, bold: bool = False) -> Iterator[str]:
    label = Text(lines=(text,), size=_SIZE, align="start", vertical="middle", bold=bold)
    yield from shapes.text(label, Box(at.x - INSET, at.y, 0, _PATCH))


def _patch(colour: str, x: float = 0, width: float = _PATCH) -> str:
    return element("rect", x=x, y=0, width=width, height=_PATCH, fill=colour, stroke="#000000", stroke_width=0.5)


def _scale(scale: Scale, caption: str, at: Point) -> Iterator[str]:
    """Draw a colour bar from the lowest to the highest number, with a heading above and numbers below."""
    if caption:
        yield from _text(caption, at, bold=True)
    x, y, step = at.x, at.y + (_ROW if caption else 0), _BAR / _STEPS
    for index in range(_STEPS):
        colour = scale.at((index + 0.5) / _STEPS)
        # The overlap hides hairlines, which renderers leave between adjoining rectangles.
        overlap = 0.5 if index < _STEPS - 1 else 0
        yield element("rect", x=x + index * step, y=y, width=step + overlap, height=_PATCH, fill=colour)
    yield element("rect", x=x, y=y, width=_BAR, height=_PATCH, fill="none", stroke="#000000", stroke_width=0.5)
    ticks = (
        (0.0, "start", "≤ " if scale.below else "", scale.low),
        (0.5, "middle", "", scale.middle),
        (1.0, "end", "≥ " if scale.above else "", scale.high),
    )
    for share, align, beyond, value in ticks:
        tick = beyond + f"{value:.3g}".replace("-", "−")
        yield element("text", [tick], x=x + share * _BAR, y=y + _PATCH + _SIZE, font_size=_SIZE, text_anchor=align)
