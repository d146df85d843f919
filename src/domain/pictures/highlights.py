"""Highlights (`TP53`, `BAX=1.5|ns|-2`, `CASP3=red`): their parsing, colours, marks and legend."""

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

import msgspec

from biofacts.domain.text.clean import plain

_HEX = re.compile(r"#[0-9a-f]{6}", re.I | re.A)

COLOURS = {
    "red": "#d55e00", "blue": "#0072b2", "green": "#009e73", "yellow": "#f0e442", "orange": "#e69f00",
    "purple": "#cc79a7", "skyblue": "#56b4e9", "grey": "#bbbbbb", "gray": "#bbbbbb", "black": "#000000",
}  # fmt: skip
"""The colours by name, in shades that colour-blind people can distinguish (after Okabe and Ito)."""


def colour_of(text: str) -> str:
    """Return the `#rrggbb` code of a colour, which may be a name or such a code; "" for other texts."""
    text = text.casefold()
    return text if _HEX.fullmatch(text) else COLOURS.get(text, "")


LIT = "#f0e442"
"""The colour of highlights without a number or colour."""

PaletteName = Literal["blue-orange", "blue-red", "purple-green", "blues", "oranges", "purples"]

PALETTE_NAMES: tuple[PaletteName, ...] = get_args(PaletteName)


class Palette(NamedTuple):
    """The colours of a scale from the lowest to the highest number. `is_diverging`: True if the middle stands for 0."""

    colours: tuple[str, ...]
    is_diverging: bool


_ZERO = "#fbf6dc"
"""The middle of diverging palettes. It is not white, since white nodes were not measured."""

# Red-green colour-blind people can tell the ends apart. Diverging palettes state the colours halfway to the middle,
# since its yellow, mixed with blue, would give green.
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
    """A colour scale from `low` to `high`; numbers outside this range get the colours of its ends.

    `below`, `above`: True if some numbers are lower than `low`, or higher than `high`. All colours are light enough for
    black letters, since a node may show several colours side by side under one label.
    """

    low: float
    high: float
    palette: PaletteName = "blue-orange"
    below: bool = False
    above: bool = False

    @property
    def middle(self) -> float:
        """The number in the middle of the scale: 0 on a diverging scale that contains 0."""
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
        """Return the colour at a position on the scale. `share`: from 0 (`low`) to 1 (`high`)."""
        colours = PALETTES[self.palette].colours
        place = share * (len(colours) - 1)
        # The end of the scale belongs to the last pair of colours.
        first = min(int(place), len(colours) - 2)
        (start, end), rest = [*pairwise(colours)][first], place - first
        parts = (int(start[at : at + 2], 16) * (1 - rest) + int(end[at : at + 2], 16) * rest for at in (1, 3, 5))
        return "#" + "".join(f"{round(part):02x}" for part in parts)


def readable_on(colour: str) -> str:
    """Return the hex code of black or white, whichever is easier to read on a background colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    # Relative luminance (WCAG 2), with an approximate gamma; 0.18 is where black and white have equal contrast.
    bright = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#000000" if bright > 0.18 else "#ffffff"


NOT_SIGNIFICANT, NOT_MEASURED = "ns", "NA"
BETWEEN = "|"
"""The separator of the values of one name."""

HighlightValue = float | Literal["ns", "NA"]
"""The value under one condition: a number, "ns" (measured, but not significant), or "NA" (not measured)."""


class Highlight(msgspec.Struct, frozen=True):
    """A name to highlight. It has a colour, or values (one for each condition), or neither."""

    name: str
    values: tuple[HighlightValue, ...] = ()
    colour: str = ""

    @property
    def numbers(self) -> Sequence[float]:
        """The values that are numbers."""
        return [value for value in self.values if not isinstance(value, str)]


def read(text: str) -> Highlight:
    """Parse a highlight. If no values or colour follow the last equals sign (or tab), the whole text is the name."""
    name, sign, value = (part.strip() for part in text.replace("\t", "=").rpartition("="))
    if sign and (colour := colour_of(value)):
        return Highlight(plain(name), colour=colour)
    parts = value.split(BETWEEN) if sign else []
    values: list[HighlightValue] = [parsed for part in parts if (parsed := _value(part.strip())) is not None]
    if parts and len(values) == len(parts):
        return Highlight(plain(name), values=tuple(values))
    return Highlight(plain(text))


def _value(text: str) -> HighlightValue | None:
    """Parse one value; None if the text is not a value."""
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

    `colour`: the fill, "" to keep the original fill; `stripes`: the colours of several values, from left to right, the
    first of which is `colour`; `note`: a text for the tooltip; `drugs`: approved drugs that act on the element;
    `itself`: approved drugs that the element represents.
    """

    colour: str = ""
    stripes: tuple[str, ...] = ()
    note: str = ""
    drugs: tuple[str, ...] = ()
    itself: tuple[str, ...] = ()


class LegendEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the legend: a colour (or "") and its meaning."""

    colour: str
    meaning: str


class Legend(msgspec.Struct, frozen=True, kw_only=True):
    """The legend of a picture. Each part is drawn only if it is set.

    `entries`: lines for single colours; `scale`: the colour scale; `caption`: its heading; `conditions`: the names of
    stripes, from left to right. `not_significant`, `not_measured`: True to explain grey and white; `cutoff`: the
    criterion for grey. `drugs`, `itself`: True to explain the symbols of drug targets and of drugs.
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
    """The marks of a diagram by element id. `remark`: a text about the picture; `title`: True to draw the title."""

    by_id: Mapping[str, Mark] = {}
    legend: Legend = Legend()
    remark: str = ""
    title: bool = True


NO_MARKS = Marks()


class Look(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The look of a figure.

    `title`: True to draw title, organism and date; `range`: the ends of the colour scale, None to fit the numbers;
    `caption`: the heading of the scale; `conditions`: the names of the conditions, if names have several values;
    `cutoff`: the criterion for values that are not significant, such as "padj ≥ 0.05"; `large_letters`: True to enlarge
    labels until they fill their nodes.
    """

    title: bool = True
    range: tuple[float, float] | None = None
    palette: PaletteName = "blue-orange"
    caption: str = ""
    conditions: tuple[str, ...] = ()
    cutoff: str = ""
    large_letters: bool = False

    def scale(self, numbers: Sequence[float]) -> Scale | None:
        """Return the colour scale for some numbers; None if there are no numbers.

        Without a `range`, a diverging scale extends equally far to both sides of 0, to the number farthest from 0. Any
        other scale extends from the lowest to the highest number, and always includes 0.
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
