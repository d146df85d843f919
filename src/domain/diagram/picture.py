"""Pictures: a diagram as it is shown."""

import msgspec


class Picture(msgspec.Struct, frozen=True):
    """An SVG picture, and its size in its own units."""

    svg: str
    width: float
    height: float
