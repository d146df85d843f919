"""Colours of numbers: palettes, and the scale on which they lie.

All colours are light enough for black letters: a node may show several of them side by side under one label.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

import msgspec

PaletteName = Literal["blue-orange", "blue-red", "purple-green", "blues", "oranges", "purples"]
PALETTE_NAMES: tuple[PaletteName, ...] = get_args(PaletteName)


class Palette(NamedTuple):
    """The colours of a scale from its lowest number to its highest. `is_diverging`: the middle stands for 0."""

    colours: tuple[str, ...]
    is_diverging: bool


_ZERO = "#fbf6dc"
"""The middle of diverging palettes, which is not white: a white node was not measured."""

# People who see no red or no green tell the ends apart. Halfway to the middle, whose yellow would make blue green, the
# colours are stated.
PALETTES: Mapping[PaletteName, Palette] = {
    "blue-orange": Palette(("#3f8fc8", "#a8cde9", _ZERO, "#f6b77d", "#f0781e"), is_diverging=True),
    "blue-red": Palette(("#4a90c8", "#a8cde9", _ZERO, "#eeb09b", "#e0685c"), is_diverging=True),
    "purple-green": Palette(("#a383bb", "#d3c1de", _ZERO, "#acd2a2", "#57ad64"), is_diverging=True),
    "blues": Palette(("#dce9f7", "#3f8fc8"), is_diverging=False),
    "oranges": Palette(("#fde3cb", "#f0781e"), is_diverging=False),
    "purples": Palette(("#e3dff0", "#8f86c0"), is_diverging=False),
}

NOT_SIGNIFICANT, NOT_MEASURED = "#c9c9c9", "#ffffff"


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """A scale of colours from `low` to `high`; numbers outside have the colours of its ends.

    `below`, `above`: there are such numbers.
    """

    low: float
    high: float
    palette: PaletteName = "blue-orange"
    below: bool = False
    above: bool = False

    @property
    def middle(self) -> float:
        """The number in the middle: 0 on a diverging scale that holds it."""
        holds_zero = PALETTES[self.palette].is_diverging and self.low < 0 < self.high
        return 0.0 if holds_zero else (self.low + self.high) / 2

    def colour(self, value: float) -> str:
        """Return the colour of a number."""
        value = min(max(value, self.low), self.high)
        start, end, first = (
            (self.low, self.middle, 0.0) if value < self.middle else (self.middle, self.high, 0.5)
        )  # fmt: skip
        return self.at(first + (value - start) / (end - start) / 2)

    def at(self, share: float) -> str:
        """Return the colour at a share of its length."""
        colours = PALETTES[self.palette].colours
        place = share * (len(colours) - 1)
        first = min(int(place), len(colours) - 2)
        (start, end), rest = [*pairwise(colours)][first], place - first
        parts = (int(start[at : at + 2], 16) * (1 - rest) + int(end[at : at + 2], 16) * rest for at in (1, 3, 5))
        return "#" + "".join(f"{round(part):02x}" for part in parts)


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
