"""Marks: the highlighted elements of a diagram, their colours, and the legend."""

from collections.abc import Mapping

import msgspec

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


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the legend: a colour, "" for none, and its meaning."""

    colour: str
    meaning: str


class Legend(msgspec.Struct, frozen=True, kw_only=True):
    """The legend. `reach`: the number at the ends of the colour scale, None without a scale.

    `drugs`: it explains the mark of drug targets; `itself`: it explains the mark of drugs.
    """

    entries: tuple[Entry, ...] = ()
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
