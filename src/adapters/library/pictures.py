"""Pictures as Python sees them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from biofacts.application.draw import Drawn, ShownPathway
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

    def png(self, *, scale: float | None = None) -> bytes:
        """The picture as a PNG. `scale`: dots for each unit of the drawing, 1 unless the drawing is very large."""
        return self._dots.dots(self._picture, scale)

    def save(self, path: str | Path, *, scale: float | None = None) -> None:
        """Write it to a file, as a PNG where its name ends so, else as SVG. Raises: OSError."""
        is_png = Path(path).suffix.lower() == ".png"
        Path(path).write_bytes(self.png(scale=scale) if is_png else self.svg.encode())

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        shown = self.shown
        size = f"{self._picture.width:.0f} x {self._picture.height:.0f}"
        return f"<{shown.id} {shown.title} ({shown.organism}), {size}, {len(shown.highlighted)} names lit up>"


def written(highlight: Highlighted) -> list[str] | str:
    """Highlights as the tool takes them."""
    if isinstance(highlight, str):
        return highlight
    if not isinstance(highlight, Mapping):
        return [*highlight]
    return [name if value is None else f"{name}={value}" for name, value in highlight.items()]
