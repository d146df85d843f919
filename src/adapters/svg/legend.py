"""The legend below a picture, which explains colours and symbols."""

from collections.abc import Iterator

from biofacts.adapters.svg import elements
from biofacts.adapters.svg.elements import element
from biofacts.domain.pictures.diagram import Box, Point, Text
from biofacts.domain.pictures.highlights import Legend, scaled
from biofacts.domain.pictures.layout import width_of

_ROW, _PATCH, _SIZE = 20.0, 14.0, 12.0
_BAR, _STEPS = 180.0, 18


DRUGS_ACT_ON_IT = "approved drugs act on it"


IS_A_DRUG = "it is an approved drug itself"


def legend_size(legend: Legend) -> tuple[float, float]:
    """Return width and height of a legend; (0, 0) if it is empty."""
    if not legend.rows:
        return 0, 0
    said = (*(entry.meaning for entry in legend.entries), DRUGS_ACT_ON_IT, IS_A_DRUG)
    wide = [width_of(one, _SIZE) + 2 * _ROW for one in said]
    return max(_BAR + 2 * _ROW, *wide), (legend.rows + 1) * _ROW


def legend(legend: Legend, at: Point) -> Iterator[str]:
    """Draw the legend with its upper left corner at a point."""
    if legend.rows:
        yield element("g", _rows(legend, at), class_="legend")


def _rows(legend: Legend, at: Point) -> Iterator[str]:
    y = at.y
    for entry in legend.entries:
        if entry.colour:
            yield element(
                "rect", x=at.x, y=y, width=_PATCH, height=_PATCH, fill=entry.colour, stroke="#000000", stroke_width=0.5
            )
        yield from _said(entry.meaning, Point(at.x + _ROW, y))
        y += _ROW
    if legend.drugs:
        yield elements.capsule(Box(at.x, y + 4, 6, 0))
        yield from _said(DRUGS_ACT_ON_IT, Point(at.x + _ROW, y))
        y += _ROW
    if legend.itself:
        yield elements.tablet(Box(at.x + 7, y + 8, 0, 0))
        yield from _said(IS_A_DRUG, Point(at.x + _ROW, y))
        y += _ROW
    if legend.reach is not None:
        yield from _scale(legend.reach, Point(at.x, y))


def _scale(reach: float, at: Point) -> Iterator[str]:
    """Draw a colour bar from the lowest to the highest number, with numbers below it."""
    step = _BAR / _STEPS
    for number in range(_STEPS):
        colour = scaled((number + 0.5) / _STEPS * 2 - 1, 1)
        yield element("rect", x=at.x + number * step, y=at.y, width=step + 0.5, height=_PATCH, fill=colour)
    for share, align in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        said = f"{(share * 2 - 1) * reach:.3g}"
        yield element("text", [said], x=at.x + share * _BAR, y=at.y + _PATCH + _SIZE, text_anchor=align)


def _said(text: str, at: Point) -> Iterator[str]:
    return elements.text(Text(lines=(text,), size=_SIZE, align="start", vertical="middle"), Box(at.x, at.y, 0, _PATCH))
