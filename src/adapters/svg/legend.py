"""The legend below a picture, which explains colours and symbols."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from biofacts.adapters.svg import shapes
from biofacts.adapters.svg.shapes import element
from biofacts.domain.pictures.diagram import Box, Point, Text
from biofacts.domain.pictures.highlights import NOT_MEASURED_COLOUR as NOT_MEASURED
from biofacts.domain.pictures.highlights import NOT_SIGNIFICANT_COLOUR as NOT_SIGNIFICANT
from biofacts.domain.pictures.highlights import Legend, Scale
from biofacts.domain.pictures.layout import INSET, width_of
from biofacts.domain.pictures.outlines import number

_ROW, _PATCH, _SIZE = 20.0, 14.0, 12.0
_BAR, _STEPS, _CELL = 180.0, 36, 20.0
_READABLE = 875.0
"""The widest picture in which text of 12 units has 7 points, as journals want it, on a page of 180 mm."""

DRUGS_ACT_ON_IT = "approved drugs act on it"
IS_A_DRUG = "it is an approved drug itself"
IS_NOT_SIGNIFICANT = "measured, not significant"
IS_NOT_MEASURED = "not measured"


def factor(width: float) -> float:
    """Return by how much the legend of a wide picture is larger, so that it stays readable on a page."""
    return max(1.0, width / _READABLE)


class _Plan(NamedTuple):
    """The parts of a legend: `at` is where its scale stands. All in units of the legend."""

    rows: Sequence[tuple[str, float, str]]
    at: Point
    width: float
    height: float


def _plan(legend: Legend, room: float) -> _Plan:
    """Place the scale beside the lines if there is room for both, or else below them."""
    rows = [*_rows(legend)]
    wide = max((beside + width_of(text, _SIZE) for _, beside, text in rows), default=0.0)
    high = len(rows) * _ROW
    if legend.scale:
        of_scale = max(_BAR + _ROW, width_of(legend.caption, _SIZE, bold=True))
        beside = bool(rows) and wide + 2 * _ROW + of_scale <= room
        at = Point(wide + 2 * _ROW, 0) if beside else Point(0, high)
        wide, high = max(wide, at.x + of_scale), max(high, at.y + (2 + bool(legend.caption)) * _ROW)
        return _Plan(rows, at, wide + _ROW, high + _ROW / 2)
    return _Plan(rows, Point(0, 0), wide + _ROW, high + _ROW / 2) if rows else _Plan((), Point(0, 0), 0, 0)


def legend_size(legend: Legend, room: float) -> tuple[float, float]:
    """Return width and height of a legend in its own units; (0, 0) if it is empty. `room`: how wide the picture is."""
    plan = _plan(legend, room)
    return plan.width, plan.height


def legend(legend: Legend, at: Point, scale: float, room: float) -> Iterator[str]:
    """Draw the legend with its upper left corner at a point."""
    plan = _plan(legend, room)
    if plan.width:
        placed = f"translate({number(at.x)} {number(at.y)})" + (f" scale({scale:.4g})" if scale != 1 else "")
        lines = (part for row, (sign, beside, text) in enumerate(plan.rows) for part in _row(row, sign, beside, text))
        bar = _scale(legend.scale, legend.caption, plan.at) if legend.scale else ()
        yield element("g", [*lines, *bar], class_="legend", transform=placed)


def _rows(legend: Legend) -> Iterator[tuple[str, float, str]]:
    """Yield each line above the scale: its sign, the place of its text beside that, and the text."""
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
    said = Text(lines=(text,), size=_SIZE, align="start", vertical="middle", bold=bold)
    yield from shapes.text(said, Box(at.x - INSET, at.y, 0, _PATCH))


def _patch(colour: str, x: float = 0, width: float = _PATCH) -> str:
    return element("rect", x=x, y=0, width=width, height=_PATCH, fill=colour, stroke="#000000", stroke_width=0.5)


def _scale(scale: Scale, caption: str, at: Point) -> Iterator[str]:
    """Draw a colour bar from the lowest to the highest number, with its heading above it and numbers below it."""
    if caption:
        yield from _text(caption, at, bold=True)
    x, y, step = at.x, at.y + (_ROW if caption else 0), _BAR / _STEPS
    for index in range(_STEPS):
        colour = scale.at((index + 0.5) / _STEPS)
        overlap = 0.5 if index < _STEPS - 1 else 0
        yield element("rect", x=x + index * step, y=y, width=step + overlap, height=_PATCH, fill=colour)
    yield element("rect", x=x, y=y, width=_BAR, height=_PATCH, fill="none", stroke="#000000", stroke_width=0.5)
    ticks = (
        (0.0, "start", "≤ " if scale.below else "", scale.low),
        (0.5, "middle", "", scale.middle),
        (1.0, "end", "≥ " if scale.above else "", scale.high),
    )
    for share, align, beyond, value in ticks:
        said = beyond + f"{value:.3g}".replace("-", "−")
        yield element("text", [said], x=x + share * _BAR, y=y + _PATCH + _SIZE, font_size=_SIZE, text_anchor=align)
