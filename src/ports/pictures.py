"""The interface for the rendering of pictures."""

from typing import Literal, Protocol

from biofacts.domain.pictures.diagram import Diagram, Picture
from biofacts.domain.pictures.figure_sizes import Size
from biofacts.domain.pictures.highlights import Marks

PictureForm = Literal["svg", "png", "pdf"]

LARGEST_SIDE = 8192
"""The largest side of a raster picture, in pixels."""

USUAL_SIDE = 3000
"""The largest side of a raster picture without an explicit scale, in pixels."""


class PictureRenderer(Protocol):
    """A renderer of pictures; equal input gives equal output."""

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        """Draw a diagram with its highlights."""
        ...

    async def png(self, picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
        """Render a picture as PNG.

        `scale`: pixels per unit; None for 1, or less so that no side exceeds `USUAL_SIDE`. `most`: the largest size in
        bytes; a larger picture is rendered without smoothed edges, and then at a smaller scale.

        Does not block the event loop. Raises: UpstreamError if rendering fails.
        """
        ...

    def file(self, picture: Picture, form: PictureForm, size: Size) -> bytes:
        """Return a picture as the content of a file; blocks until it is rendered.

        Raises: UpstreamError if rendering fails or a library is not installed.
        """
        ...
