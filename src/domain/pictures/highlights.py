"""Highlights: texts (`TP53`, `BAX=1.5|ns|-2`, `CASP3=red`, `CASP8=#3366cc`), the marks they make, and the legend."""

import math
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from biofacts.domain.pictures.palettes import PALETTES, PaletteName, Scale, colour_of
from biofacts.domain.text.clean import plain

NOT_SIGNIFICANT, NOT_MEASURED = "ns", "NA"
BETWEEN = "|"
"""The separator of the values of one name."""

HighlightValue = float | Literal["ns", "NA"]
"""What was measured under one condition: a number, one that is not significant, or nothing."""


class Highlight(msgspec.Struct, frozen=True):
    """A name to highlight, with values, one for each condition, or a colour or neither."""

    name: str
    values: tuple[HighlightValue, ...] = ()
    colour: str = ""

    @property
    def numbers(self) -> Sequence[float]:
        """Its values that are numbers."""
        return [value for value in self.values if not isinstance(value, str)]


def read(text: str) -> Highlight:
    """Parse a highlight. Without values or a colour after the last equals sign (or tab), the whole text is a name."""
    name, sign, value = (part.strip() for part in text.replace("\t", "=").rpartition("="))
    if sign and (colour := colour_of(value)):
        return Highlight(plain(name), colour=colour)
    parts = value.split(BETWEEN) if sign else []
    values: list[HighlightValue] = [one for part in parts if (one := _value(part.strip())) is not None]
    if parts and len(values) == len(parts):
        return Highlight(plain(name), values=tuple(values))
    return Highlight(plain(text))


def _value(text: str) -> HighlightValue | None:
    """Parse a value; None for any other text."""
    if text.casefold() == NOT_SIGNIFICANT:
        return "ns"
    if text.casefold() == NOT_MEASURED.casefold():
        return "NA"
    try:
        number = float(text)
    except ValueError:
        return None
    return number + 0.0 if math.isfinite(number) else None  # turns -0.0 into 0.0


# Marks: the highlighted elements of a diagram, their colours, and the legend


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The highlighting of one element.

    `colour`: its fill, "" for the original one; `stripes`: the colours of its several values, from left to right, the
    first of which is `colour`; `note`: text for its tooltip; `drugs`: approved drugs that act on it; `itself`:
    approved drugs that it represents.
    """

    colour: str = ""
    stripes: tuple[str, ...] = ()
    note: str = ""
    drugs: tuple[str, ...] = ()
    itself: tuple[str, ...] = ()


class LegendEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the legend: a colour, "" for none, and its meaning."""

    colour: str
    meaning: str


class Legend(msgspec.Struct, frozen=True, kw_only=True):
    """The legend. `scale`: that of the numbers, with `caption` above it; `conditions`: what the stripes are, in order.

    `not_significant`, `not_measured`: it explains grey, from `cutoff` on, and white; `drugs`: it explains the mark of
    drug targets; `itself`: it explains the mark of drugs.
    """

    entries: tuple[LegendEntry, ...] = ()
    scale: Scale | None = None
    caption: str = ""
    conditions: tuple[str, ...] = ()
    not_significant: bool = False
    cutoff: str = ""
    not_measured: bool = False
    drugs: bool = False
    itself: bool = False


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """All marks of a diagram, by the ids of elements. `remark`: a sentence on all of them; `title`: draw the title."""

    by_id: Mapping[str, Mark] = {}
    legend: Legend = Legend()
    remark: str = ""
    title: bool = True


NO_MARKS = Marks()


class Look(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The look of a figure.

    `title`: title, organism and date are drawn; `range`: the ends of the scale, None for as far as the numbers reach;
    `caption`: the heading of the scale; `conditions`: the names of the several numbers of a node; `cutoff`: from where
    on numbers are not significant, such as "padj ≥ 0.05"; `large_letters`: labels fill their nodes.
    """

    title: bool = True
    range: tuple[float, float] | None = None
    palette: PaletteName = "blue-orange"
    caption: str = ""
    conditions: tuple[str, ...] = ()
    cutoff: str = ""
    large_letters: bool = False

    def scale(self, numbers: Sequence[float]) -> Scale | None:
        """Return the scale of some numbers; None for none.

        Without a range, a diverging scale reaches as far on either side of 0 as the number farthest from it, and
        another one from the lowest number, or 0, to the highest, or 0.
        """
        if not numbers:
            return None
        if self.range:
            low, high = self.range
        elif PALETTES[self.palette].is_diverging:
            high = max(map(abs, numbers))
            low = -high
        else:
            low, high = min(0.0, *numbers), max(0.0, *numbers)
        if low == high:  # numbers that are all equal still need a scale
            low, high = (low - 1, high + 1) if PALETTES[self.palette].is_diverging else (low, high + 1)
        return Scale(low=low, high=high, palette=self.palette, below=min(numbers) < low, above=max(numbers) > high)
