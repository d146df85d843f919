"""The interface for plots."""

from typing import Any, Protocol

from biofacts.domain.lists.plots import Plot, PlotFormat


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
