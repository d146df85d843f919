"""What the use cases ask of whoever makes pictures."""

from typing import Protocol

from biofacts.domain.diagram.marks import Marks
from biofacts.domain.diagram.picture import Picture
from biofacts.domain.diagram.values import Diagram

LARGEST_SIDE = 8192
"""Pixels: more than that a side of dots is never long."""

USUAL_SIDE = 3000
"""The same, where no scale is asked for."""


class Draughtsman(Protocol):
    """Makes pictures, of the same things always the same."""

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        """The picture of a diagram with what is lit up in it."""
        ...

    async def png(self, picture: Picture, scale: float | None = None) -> bytes:
        """The picture as dots. `scale`: dots for each unit; None: 1, or as many as `USUAL_SIDE` lets.

        Nothing else waits for it. Raises: UpstreamError, where it cannot be made.
        """
        ...

    def dots(self, picture: Picture, scale: float | None = None) -> bytes:
        """The same, for who waits."""
        ...
