"""Arrowheads by their names in GPML: outlines, fills, and their distances from the target of a line."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from biofacts.domain.pictures.outlines import polygon

Fill = Literal["line", "ground", "none"]
"""The fill of an arrowhead: "line" and "ground" stand for the colours of the line and of the background."""


class Head(NamedTuple):
    """An arrowhead, in pixels of the drawing.

    `path`: its outline as an SVG path, with the end of the line at 0, 0; `gap`: the distance between the end of the
    line and its target; `reach`: the maximum distance of a point of the head from the end of the line.
    """

    path: str
    fill: Fill
    gap: float = 0
    reach: float = 16


ARROW_LENGTH = 9
"""The length of an arrow, and approximately that of the other arrowheads."""
_HALF = 4
_BARB = polygon(((0, 0), (-ARROW_LENGTH, -_HALF), (-_HALF, 0), (-ARROW_LENGTH, _HALF)))
_TIP = polygon(((0, -_HALF), (ARROW_LENGTH, 0), (0, _HALF)))
_BAR = "M0 -7H1V8H0Z"

_HEADS: Mapping[str, Head] = {
    "Arrow": Head(polygon(((0, 0), (-ARROW_LENGTH, -_HALF), (-ARROW_LENGTH, _HALF))), "line"),
    "TBar": Head(_BAR, "ground", 7),
    "LigandRound": Head("M-5 0.5A5.5 5.5 0 1 1 6 0.5A5.5 5.5 0 1 1 -5 0.5Z", "line"),
    "ReceptorRound": Head("M7 -7A7 7 0 0 0 7 7", "none"),
    "Receptor": Head("M10 6L0 0L10 -6", "none"),
    "ReceptorSquare": Head("M10 6H0V-6H10", "none"),
    "LigandSquare": Head("M-8 -5H0V6H-8Z", "line"),
    "mim-necessary-stimulation": Head(f"{_TIP}M-6 -4V4", "ground", ARROW_LENGTH),
    "mim-binding": Head(_BARB, "line"),
    "mim-modification": Head(_BARB, "line"),
    "mim-conversion": Head(_TIP, "line", ARROW_LENGTH),
    "mim-translocation": Head(_TIP, "line", ARROW_LENGTH),
    "mim-stimulation": Head(_TIP, "ground", ARROW_LENGTH),
    "mim-catalysis": Head("M0 0A4 4 0 1 1 8 0A4 4 0 1 1 0 0Z", "ground", 10),
    "mim-inhibition": Head(_BAR, "ground", 7),
    "mim-cleavage": Head("M0 0V-10L20 10", "none", 10, 24),
    "mim-covalent-bond": Head("M8 -7H0V7H8", "none"),
    "mim-branching-left": Head("M0 0L8 8", "none", 8),
    "mim-branching-right": Head("M0 0L8 -8", "none", 8),
    "mim-transcription-translation": Head("M-4 0V8H4M4 12L13 8L4 4Z", "none", 13, 18),
    "mim-gap": Head("", "none", 10),
}
_NAMES = {name.casefold(): name for name in _HEADS}
_UNKNOWN = "Arrow"
"""The fallback for unknown names, so that a line still shows its direction."""


def head(name: str) -> Head | None:
    """Return the arrowhead with a name of GPML, an arrow for unknown names, or None for a plain end."""
    if name in ("", "Line"):
        return None
    return _HEADS[_NAMES.get(name.casefold(), _UNKNOWN)]
