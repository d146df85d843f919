"""The sizes of figures: lengths with units, and their conversion from a picture's own units (96 per inch)."""

import math
import re
import struct
import zlib
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.pictures.diagram import Picture
from biofacts.domain.text.patterns import late_pattern

Letters = Literal["outlined", "embedded"]
Unit = Literal["mm", "cm", "in", "pt", "px"]

_PER_INCH: dict[Unit, float] = {"mm": 25.4, "cm": 2.54, "in": 1, "pt": 72, "px": 96}
_LENGTH = late_pattern(r"\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(mm|cm|in|pt|px)?\s*", re.I | re.A)
_SIZES = late_pattern(r'(?<=viewBox=")([^"]*)" width="[^"]*" height="[^"]*"')
_TEXT = late_pattern(r'<text[^>]* font-size="([0-9.]+)"')
SMALLEST_LETTERS = 5
"""The size in points of the smallest letters that journals accept."""
_METRE = 39.3701
"""The inches of a metre: PNG files state their resolution in dots per metre."""
_HEADER = 33
"""The length in bytes of the beginning of a PNG, after which the chunk with the resolution may follow."""
PRINTED = 300
"""The default resolution, in dots per inch, of a PNG whose size is given as a length on paper."""


class Length(NamedTuple):
    """A positive length with its unit."""

    number: float
    unit: Unit

    @property
    def inches(self) -> float:
        """The length in inches."""
        return self.number / _PER_INCH[self.unit]

    def __str__(self) -> str:
        return f"{self.number:.6g}{self.unit}"


def length(text: str | float) -> Length:
    """Parse a length such as `180mm`; a number without a unit is in pixels. Raises: ValueError."""
    match = _LENGTH.fullmatch(str(text))
    if not match or not (number := float(match[1])) or not math.isfinite(number):
        raise ValueError(f"'{text}' is not a positive length: write 180mm, 18cm, 7in, 510pt or 1200px")
    unit: Unit = (match[2] or "px").lower()  # type: ignore[assignment] # the pattern allows only these units
    return Length(number, unit)


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """The size of a figure, as a scale or as lengths.

    `scale`: the pixels per unit of a PNG; `width`, `height`: the lengths into which the figure must fit; `dpi`: the
    dots per inch of a PNG. `letters`: "outlined" for letters as shapes, which need no fonts, "embedded" for an SVG that
    contains its fonts, None for letters as text.
    """

    scale: float | None = None
    width: Length | None = None
    height: Length | None = None
    dpi: float | None = None
    letters: Letters | None = None

    def inches(self, picture: Picture) -> tuple[float, float]:
        """Return the width and the height of a picture at this size, in inches."""
        factor = self._factor(picture)
        return picture.width * factor / _PER_INCH["px"], picture.height * factor / _PER_INCH["px"]

    def dots(self, picture: Picture) -> float | None:
        """Return the pixels per unit of a PNG; None for the default."""
        if self.scale is not None:
            return self.scale
        if self.width is None and self.height is None and self.dpi is None:
            return None
        return self._factor(picture) * (self.resolution() or _PER_INCH["px"]) / _PER_INCH["px"]

    def resolution(self) -> float | None:
        """Return the resolution that a PNG states, in dots per inch; None if it has no size on paper."""
        on_paper = any(side is not None and side.unit != "px" for side in (self.width, self.height))
        return self.dpi or (PRINTED if on_paper else None)

    def sized(self, picture: Picture) -> str:
        """Return the SVG of a picture at this size, in the unit of the given length. The drawing does not change."""
        if (side := self.width or self.height) is None:
            return picture.svg
        per_inch = _PER_INCH[side.unit]
        wide, high = (f"{inches * per_inch:.6g}{side.unit}" for inches in self.inches(picture))
        return _SIZES.sub(rf'\1" width="{wide}" height="{high}"', picture.svg, count=1)

    def smallest_letters(self, picture: Picture) -> float | None:
        """Return the font size of the smallest text at this size, in points; None if the picture has no text."""
        sizes = [float(size) for size in _TEXT.findall(picture.svg)]
        return min(sizes) * self.inches(picture)[0] * 72 / picture.width if sizes else None

    def _factor(self, picture: Picture) -> float:
        """Return the factor by which a picture is scaled from its natural size, 96 units per inch."""
        sides = ((self.width, picture.width), (self.height, picture.height))
        return min(
            (stated.inches * _PER_INCH["px"] / side for stated, side in sides if stated is not None), default=1.0
        )


AS_DRAWN = Size()


def with_resolution(png: bytes, dpi: float | None) -> bytes:
    """Add the resolution to a PNG, so that programs show it in its intended size."""
    if dpi is None:
        return png
    dots = round(dpi * _METRE)
    chunk = b"pHYs" + struct.pack(">IIB", dots, dots, 1)  # 1: the unit is the metre
    return png[:_HEADER] + struct.pack(">I", 9) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[_HEADER:]
