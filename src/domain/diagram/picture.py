"""Pictures: a diagram as it is shown."""

import msgspec


class Picture(msgspec.Struct, frozen=True):
    """An SVG picture, and its size in its own units."""

    svg: str
    width: float
    height: float

    def fitting(self, width: int | None, height: int | None) -> float | None:
        """How many dots a unit has where the picture is as large as fits into so many; None where neither is given."""
        sides = ((width, self.width), (height, self.height))
        return min((dots / units for dots, units in sides if dots is not None), default=None)
