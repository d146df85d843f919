"""Sizes of figures: lengths with a unit, and what they make of a picture's own units, of which 96 are an inch."""

import math
import re
import struct
import zlib
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.pictures.diagram import Picture

Letters = Literal["outlined", "embedded"]
Unit = Literal["mm", "cm", "in", "pt", "px"]

_PER_INCH: dict[Unit, float] = {"mm": 25.4, "cm": 2.54, "in": 1, "pt": 72, "px": 96}
_LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(mm|cm|in|pt|px)?\s*", re.I | re.A)
_SIZES = re.compile(r'(?<=viewBox=")([^"]*)" width="[^"]*" height="[^"]*"')
_TEXT = re.compile(r'<text[^>]* font-size="([0-9.]+)"')
SMALLEST_LETTERS = 5
"""Points of the smallest letters that journals print."""
_METRE = 39.3701
"""Inches of a metre, the unit of a PNG."""
_HEADER = 33
"""Bytes of a PNG before the first chunk that may hold its resolution."""
PRINTED = 300
"""Dots for each inch of a PNG that has a length on paper, if nothing else is asked for."""


class Length(NamedTuple):
    """A positive length with its unit."""

    number: float
    unit: Unit

    @property
    def inches(self) -> float:
        """Its inches."""
        return self.number / _PER_INCH[self.unit]

    def __str__(self) -> str:
        return f"{self.number:.6g}{self.unit}"


def length(text: str | float) -> Length:
    """Parse a length such as `180mm`; a number alone has pixels. Raises: ValueError."""
    match = _LENGTH.fullmatch(str(text))
    if not match or not (number := float(match[1])) or not math.isfinite(number):
        raise ValueError(f"'{text}' is not a positive length: write 180mm, 18cm, 7in, 510pt or 1200px")
    unit: Unit = (match[2] or "px").lower()  # type: ignore[assignment] # the pattern has no others
    return Length(number, unit)


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """The size of a picture: a scale, or lengths into which it fits. `dpi`: dots for each inch of a PNG.

    `letters`: they are shapes, which need no fonts, or the SVG contains its fonts.
    """

    scale: float | None = None
    width: Length | None = None
    height: Length | None = None
    dpi: float | None = None
    letters: Letters | None = None

    def inches(self, picture: Picture) -> tuple[float, float]:
        """Return width and height in inches."""
        factor = self._factor(picture)
        return picture.width * factor / _PER_INCH["px"], picture.height * factor / _PER_INCH["px"]

    def dots(self, picture: Picture) -> float | None:
        """Return the dots for each unit of a PNG; None for as many as are usual."""
        if self.scale is not None:
            return self.scale
        if self.width is None and self.height is None and self.dpi is None:
            return None
        return self._factor(picture) * (self.resolution() or _PER_INCH["px"]) / _PER_INCH["px"]

    def resolution(self) -> float | None:
        """Return the dots for each inch that a PNG states; None if it has no size on paper."""
        on_paper = any(side is not None and side.unit != "px" for side in (self.width, self.height))
        return self.dpi or (PRINTED if on_paper else None)

    def sized(self, picture: Picture) -> str:
        """Return the SVG with its size in the unit that was asked for; what it shows stays the same."""
        if (side := self.width or self.height) is None:
            return picture.svg
        per_inch = _PER_INCH[side.unit]
        wide, high = (f"{inches * per_inch:.6g}{side.unit}" for inches in self.inches(picture))
        return _SIZES.sub(rf'\1" width="{wide}" height="{high}"', picture.svg, count=1)

    def smallest_letters(self, picture: Picture) -> float | None:
        """Return the height of the smallest text in points; None without texts."""
        sizes = [float(size) for size in _TEXT.findall(picture.svg)]
        return min(sizes) * self.inches(picture)[0] * 72 / picture.width if sizes else None

    def _factor(self, picture: Picture) -> float:
        """Return the scale of the picture, where 96 of its units are an inch."""
        sides = ((self.width, picture.width), (self.height, picture.height))
        return min(
            (stated.inches * _PER_INCH["px"] / side for stated, side in sides if stated is not None), default=1.0
        )


AS_DRAWN = Size()


def with_resolution(png: bytes, dpi: float | None) -> bytes:
    """Add the resolution to a PNG, so that programs place it in its size."""
    if dpi is None:
        return png
    dots = round(dpi * _METRE)
    chunk = b"pHYs" + struct.pack(">IIB", dots, dots, 1)
    return png[:_HEADER] + struct.pack(">I", 9) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[_HEADER:]
