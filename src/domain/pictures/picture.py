"""Pictures: rendered diagrams."""

import msgspec


class Picture(msgspec.Struct, frozen=True):
    """An SVG picture, and its size in its own units."""

    svg: str
    width: float
    height: float

    def fitting(self, width: int | None, height: int | None) -> float | None:
        """Return the scale, in pixels a unit, at which the picture fits into a size in pixels; None without a size."""
        sides = ((width, self.width), (height, self.height))
        return min((dots / units for dots, units in sides if dots is not None), default=None)
