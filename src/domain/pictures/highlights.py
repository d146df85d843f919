"""Parsing of highlights: `TP53`, `BAX=1.5`, `CASP3=red`, `CASP8=#3366cc`."""

import math
import re
from collections.abc import Mapping

import msgspec

from biofacts.domain.text.clean import plain

_HEX = re.compile(r"#[0-9a-f]{6}", re.I | re.A)
COLOURS = {
    "red": "#d55e00", "blue": "#0072b2", "green": "#009e73", "yellow": "#f0e442", "orange": "#e69f00",
    "purple": "#cc79a7", "skyblue": "#56b4e9", "grey": "#bbbbbb", "gray": "#bbbbbb", "black": "#000000",
}  # fmt: skip
"""Colours by name, in shades that colour-blind people can distinguish (after Okabe and Ito)."""


class Highlight(msgspec.Struct, frozen=True):
    """A name to highlight, with a number or a colour or neither."""

    name: str
    value: float | None = None
    colour: str = ""


def read(text: str) -> Highlight:
    """Parse a highlight. Without a number or colour after the last equals sign (or tab), the whole text is a name."""
    name, sign, value = (part.strip() for part in text.replace("\t", "=").rpartition("="))
    if sign and (colour := colour_of(value)):
        return Highlight(plain(name), colour=colour)
    if sign and (number := _number(value)) is not None:
        return Highlight(plain(name), value=number)
    return Highlight(plain(text))


def _number(text: str) -> float | None:
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

_LOW, _NEUTRAL, _HIGH = (0x1F, 0x5F, 0xA8), (0xF7, 0xF7, 0xF7), (0xC4, 0x50, 0x0A)
"""Blue, nearly white and orange: people with red-green colour blindness can distinguish them."""


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The highlighting of one element.

    `colour`: its fill, "" for the original one; `note`: text for its tooltip; `drugs`: approved drugs that act on it;
    `itself`: approved drugs that it represents.
    """

    colour: str = ""
    note: str = ""
    drugs: tuple[str, ...] = ()
    itself: tuple[str, ...] = ()


class LegendEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the legend: a colour, "" for none, and its meaning."""

    colour: str
    meaning: str


class Legend(msgspec.Struct, frozen=True, kw_only=True):
    """The legend. `reach`: the number at the ends of the colour scale, None without a scale.

    `drugs`: it explains the mark of drug targets; `itself`: it explains the mark of drugs.
    """

    entries: tuple[LegendEntry, ...] = ()
    reach: float | None = None
    drugs: bool = False
    itself: bool = False

    @property
    def rows(self) -> int:
        """The number of its lines."""
        return len(self.entries) + (self.reach is not None) + self.drugs + self.itself


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """All marks of a diagram, by the ids of elements. `remark`: a sentence on all of them."""

    by_id: Mapping[str, Mark] = {}
    legend: Legend = Legend()
    remark: str = ""


NO_MARKS = Marks()


def scaled(value: float, reach: float) -> str:
    """Return the colour of a number on a scale from -reach to reach, which is positive."""
    share = max(-1.0, min(1.0, value / reach))
    end = _HIGH if share > 0 else _LOW
    parts = (round(neutral + (to - neutral) * abs(share)) for neutral, to in zip(_NEUTRAL, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def readable_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    # Relative luminance (WCAG 2), with an approximate gamma; 0.18 is where black and white have equal contrast.
    bright = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#000000" if bright > 0.18 else "#ffffff"
