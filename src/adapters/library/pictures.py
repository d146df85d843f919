"""Pictures that notebooks display and scripts save."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from biofacts.application.pictures.draw import Drawn, ShownPathway
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.pictures import diagram

Highlighted = Mapping[str, float | str | None] | Sequence[str] | str
"""Names to highlight, alone or with numbers or colours."""


class Dots(Protocol):
    """A renderer of PNG images."""

    def dots(self, picture: diagram.Picture, scale: float | None = None) -> bytes:
        """Render a picture as PNG; see `Draughtsman.dots`."""
        ...


class Picture:
    """A drawn pathway. `svg`: the image; `shown`: its contents, and the names that matched nothing."""

    def __init__(self, drawn: Drawn, dots: Dots) -> None:
        self._picture = drawn.picture
        self._dots = dots
        self.svg: str = drawn.picture.svg
        self.shown: ShownPathway = drawn.shown

    def png(self, *, scale: float | None = None, width: int | None = None, height: int | None = None) -> bytes:
        """Return the picture as a PNG, in a scale (pixels per unit of the drawing) or fitted into a width or height.

        By default, a unit is a pixel unless the drawing is very large; no side is longer than 8,192 pixels. Raises:
        ValueError if a size is not above 0 or is combined with `scale`.
        """
        given = [one for one in (scale, width, height) if one is not None]
        if not all(0 < one < float("inf") for one in given) or (scale is not None and len(given) > 1):
            raise ValueError("a PNG has a scale above 0, or a width, a height or both above 0")
        return self._dots.dots(self._picture, scale or self._picture.fitting(width, height))

    def save(
        self, path: str | Path, *, scale: float | None = None, width: int | None = None, height: int | None = None
    ) -> None:
        """Write the picture to a file whose name ends in .svg or .png. Sizes are for PNG; see `png`.

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

    # Jupyter calls this to display the object.
    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        shown = self.shown
        size = f"{self._picture.width:.0f} x {self._picture.height:.0f}"
        return f"<{shown.id} {shown.title} ({shown.organism}), {size}, {len(shown.highlighted)} names lit up>"


class CompoundPicture:
    """PubChem's drawing of a compound. `source`: its origin and date."""

    def __init__(self, depiction: Depiction) -> None:
        self.id: str = depiction.id
        self.width: int = depiction.width
        self.height: int = depiction.height
        self.source = depiction.source
        self._png = depiction.png

    def png(self) -> bytes:
        """Return the picture as a PNG."""
        return self._png

    def save(self, path: str | Path) -> None:
        """Write the picture as a PNG, whatever the name of the file ends in. Raises: OSError."""
        Path(path).write_bytes(self._png)

    def _repr_png_(self) -> bytes:
        return self._png

    def __repr__(self) -> str:
        return f"<{self.id}, {self.width} x {self.height}, drawn by PubChem>"


def written(highlight: Highlighted) -> list[str] | str:
    """Convert highlights to the tool's argument."""
    if isinstance(highlight, str):
        return highlight
    if not isinstance(highlight, Mapping):
        return [*highlight]
    return [name if value is None else f"{name}={value}" for name, value in highlight.items()]
