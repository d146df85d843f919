"""Parsing of highlights: `TP53`, `BAX=1.5`, `CASP3=red`, `CASP8=#3366cc`."""

import math
import re

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
