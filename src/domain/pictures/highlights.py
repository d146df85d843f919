"""Parsing of highlights: `TP53`, `BAX=1.5`, `BAX=1.5|ns|-2`, `CASP3=red`, `CASP8=#3366cc`."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from biofacts.domain.pictures.scales import Scale
from biofacts.domain.text.clean import plain

_HEX = re.compile(r"#[0-9a-f]{6}", re.I | re.A)
COLOURS = {
    "red": "#d55e00", "blue": "#0072b2", "green": "#009e73", "yellow": "#f0e442", "orange": "#e69f00",
    "purple": "#cc79a7", "skyblue": "#56b4e9", "grey": "#bbbbbb", "gray": "#bbbbbb", "black": "#000000",
}  # fmt: skip
"""Colours by name, in shades that colour-blind people can distinguish (after Okabe and Ito)."""


NOT_SIGNIFICANT, NOT_MEASURED = "ns", "NA"
BETWEEN = "|"
"""The separator of the values of one name."""

Value = float | Literal["ns", "NA"]
"""What was measured under one condition: a number, one that is not significant, or nothing."""


class Highlight(msgspec.Struct, frozen=True):
    """A name to highlight, with values, one for each condition, or a colour or neither."""

    name: str
    values: tuple[Value, ...] = ()
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
    values: list[Value] = [one for part in parts if (one := _value(part.strip())) is not None]
    if parts and len(values) == len(parts):
        return Highlight(plain(name), values=tuple(values))
    return Highlight(plain(text))


def _value(text: str) -> Value | None:
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


def colour_of(text: str) -> str:
    """Return the #rrggbb form of a colour name or #rrggbb text; "" for other texts."""
    text = text.casefold()
    return text if _HEX.fullmatch(text) else COLOURS.get(text, "")


# Marks: the highlighted elements of a diagram, their colours, and the legend


LIT = "#f0e442"
"""The colour of highlights without a number or colour."""


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


def readable_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    # Relative luminance (WCAG 2), with an approximate gamma; 0.18 is where black and white have equal contrast.
    bright = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#000000" if bright > 0.18 else "#ffffff"
