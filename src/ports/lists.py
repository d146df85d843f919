"""The interfaces for the statistics and the plots of lists."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from biofacts.domain.lists.plots import Plot, PlotFormat
from biofacts.domain.lists.ranking import SetScore

Advance = Callable[[int, int], Awaitable[None]]
"""Receives the number of finished permutations and of all of them."""


class SetScorer(Protocol):
    """Scores sets in a ranking; equal input gives equal output."""

    async def score(
        self,
        ranking: Sequence[float],
        sets: Sequence[Sequence[int]],
        *,
        permutations: int,
        seed: int,
        advance: Advance,
    ) -> Sequence[SetScore]:
        """Return the scores of each set. `ranking`: scores, falling; `sets`: rising places in it, never all places.

        Does not block the event loop; a cancelled call ends soon. Raises: UpstreamError if a library is missing.
        """
        ...


class Plotter(Protocol):
    """Draws plots; equal input gives equal output. Neither method blocks the event loop.

    Raises: UpstreamError if a library is missing.
    """

    async def figure(self, plot: Plot) -> Any:
        """Return the plot as a figure of the library that draws it."""
        ...

    async def image(self, plot: Plot, form: PlotFormat) -> bytes:
        """Return the plot as the content of a file."""
        ...
