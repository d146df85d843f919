"""Colours: by name, the palettes of scales, and the colour of a number on a scale."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

import msgspec

_HEX = re.compile(r"#[0-9a-f]{6}", re.I | re.A)

COLOURS = {
    "red": "#d55e00", "blue": "#0072b2", "green": "#009e73", "yellow": "#f0e442", "orange": "#e69f00",
    "purple": "#cc79a7", "skyblue": "#56b4e9", "grey": "#bbbbbb", "gray": "#bbbbbb", "black": "#000000",
}  # fmt: skip
"""Colours by name, in shades that colour-blind people can distinguish (after Okabe and Ito)."""


def colour_of(text: str) -> str:
    """Return the #rrggbb form of a colour name or #rrggbb text; "" for other texts."""
    text = text.casefold()
    return text if _HEX.fullmatch(text) else COLOURS.get(text, "")


LIT = "#f0e442"
"""The colour of highlights without a number or colour."""

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

NOT_SIGNIFICANT_COLOUR, NOT_MEASURED_COLOUR = "#c9c9c9", "#ffffff"


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """A scale of colours from `low` to `high`; numbers outside have the colours of its ends.

    All colours are light enough for black letters: a node may show several of them side by side under one label.

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


def readable_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    # Relative luminance (WCAG 2), with an approximate gamma; 0.18 is where black and white have equal contrast.
    bright = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#000000" if bright > 0.18 else "#ffffff"
