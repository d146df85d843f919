"""Pictures as Python sees them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from biofacts.application.draw import Drawn, ShownPathway
from biofacts.domain.depiction import Depiction
from biofacts.domain.diagram import picture

Highlighted = Mapping[str, float | str | None] | Sequence[str] | str
"""What is lit up: names, or names with numbers or colours."""


class Dots(Protocol):
    """Makes a picture of dots."""

    def dots(self, picture: picture.Picture, scale: float | None = None) -> bytes:
        """As `Draughtsman.dots`."""
        ...


class Picture:
    """A pathway as it is drawn. `svg`: the picture; `shown`: what it shows, and which names lit up nothing."""

    def __init__(self, drawn: Drawn, dots: Dots) -> None:
        self._picture = drawn.picture
        self._dots = dots
        self.svg: str = drawn.picture.svg
        self.shown: ShownPathway = drawn.shown

    def png(self, *, scale: float | None = None, width: int | None = None, height: int | None = None) -> bytes:
        """The picture as a PNG: with so many dots for each unit of the drawing, or as large as fits into a size.

        Without either a unit is a dot, unless the drawing is very large; no side is longer than 8,192 dots.
        Raises: ValueError for a size that is not above 0, or beside `scale`.
        """
        given = [one for one in (scale, width, height) if one is not None]
        if not all(0 < one < float("inf") for one in given) or (scale is not None and len(given) > 1):
            raise ValueError("a PNG has a scale above 0, or a width, a height or both above 0")
        return self._dots.dots(self._picture, scale or self._picture.fitting(width, height))

    def save(
        self, path: str | Path, *, scale: float | None = None, width: int | None = None, height: int | None = None
    ) -> None:
        """Write it to a file whose name ends in .svg or .png, which has a size (see `png`).

        Raises: OSError, ValueError.
        """
        ending = Path(path).suffix.lower()
        if ending not in (".svg", ".png"):
            raise ValueError(f"the name of the file must end in .svg or .png, not '{ending}'")
        if ending == ".png":
            body = self.png(scale=scale, width=width, height=height)
        elif any(one is not None for one in (scale, width, height)):
            raise ValueError("scale, width and height are for a PNG: the name of the file must end in .png")
        else:
            body = self.svg.encode()
        Path(path).write_bytes(body)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        shown = self.shown
        size = f"{self._picture.width:.0f} x {self._picture.height:.0f}"
        return f"<{shown.id} {shown.title} ({shown.organism}), {size}, {len(shown.highlighted)} names lit up>"


class CompoundPicture:
    """A compound's structure as PubChem draws it. `source`: where it comes from, and of which day."""

    def __init__(self, depiction: Depiction) -> None:
        self.id: str = depiction.id
        self.width: int = depiction.width
        self.height: int = depiction.height
        self.source = depiction.source
        self._png = depiction.png

    def png(self) -> bytes:
        """The picture as a PNG."""
        return self._png

    def save(self, path: str | Path) -> None:
        """Write it to a file, which is a PNG whatever its name is. Raises: OSError."""
        Path(path).write_bytes(self._png)

    def _repr_png_(self) -> bytes:
        return self._png

    def __repr__(self) -> str:
        return f"<{self.id}, {self.width} x {self.height}, drawn by PubChem>"


def written(highlight: Highlighted) -> list[str] | str:
    """Highlights as the tool takes them."""
    if isinstance(highlight, str):
        return highlight
    if not isinstance(highlight, Mapping):
        return [*highlight]
    return [name if value is None else f"{name}={value}" for name, value in highlight.items()]
