"""Marks: what is lit up in a diagram, in which colours, and what these mean."""

from collections.abc import Mapping

import msgspec

LIT = "#f0e442"
"""The colour of what is lit up without a number or a colour."""

_LOW, _NEUTRAL, _HIGH = (0x1F, 0x5F, 0xA8), (0xF7, 0xF7, 0xF7), (0xC4, 0x50, 0x0A)
"""Blue, nearly white and orange: told apart by all whose sight for red and green is weak."""


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How one element is lit up.

    `colour`: its fill, "" for its own; `note`: what is told of it; `drugs`: approved drugs that act on it; `itself`:
    those that it is.
    """

    colour: str = ""
    note: str = ""
    drugs: tuple[str, ...] = ()
    itself: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the legend: a colour, "" for none, and what it stands for."""

    colour: str
    meaning: str


class Legend(msgspec.Struct, frozen=True, kw_only=True):
    """What the colours mean. `reach`: the number at the ends of the scale, None for none.

    `drugs`: what drugs act on is marked; `itself`: what is a drug is.
    """

    entries: tuple[Entry, ...] = ()
    reach: float | None = None
    drugs: bool = False
    itself: bool = False

    @property
    def rows(self) -> int:
        """How many lines it takes."""
        return len(self.entries) + (self.reach is not None) + self.drugs + self.itself


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is lit up: marks by the ids of elements. `remark`: what is said of all of it."""

    by_id: Mapping[str, Mark] = {}
    legend: Legend = Legend()
    remark: str = ""


NO_MARKS = Marks()


def scaled(value: float, reach: float) -> str:
    """The colour of a number on a scale from -reach to reach, which is positive."""
    share = max(-1.0, min(1.0, value / reach))
    end = _HIGH if share > 0 else _LOW
    parts = (round(neutral + (to - neutral) * abs(share)) for neutral, to in zip(_NEUTRAL, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def readable_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    bright = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#000000" if bright > 0.18 else "#ffffff"
