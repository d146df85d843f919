"""Plots of enriched pathways: dot plots, bar charts, running sums, and maps of pathways that share members.

All colours suit red-green colour-blind people: cividis (Nuñez et al., PLoS ONE 13:e0199239, 2018), and vermillion and
blue of Okabe and Ito. This module avoids pyplot, which keeps its figures in global state.
"""

import io
import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.optional_packages import PLOT
from biofacts.domain.lists.enrichment_statistics import (
    SHARED_IN_MAP,
    SIGNIFICANT,
    Plot,
    PlotFormat,
    PlottedPathway,
    shared,
    written,
)
from biofacts.domain.lists.ranked_lists import running_sum
from biofacts.ports.lists import Plotter

# Matplotlib's functions have untyped keywords, and pyright knows the types of arrays only partly.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.colors import LogNorm
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NO_PLOT_HINT = "Without it, save the table of all pathways and plot that."

_TEXT, _SMALL = 8, 7
"""The sizes of text in points, which are within the limits of journals."""

_TOP, _BOTTOM, _GREY = "#D55E00", "#0072B2", "#4D4D4D"
_COLOURS = "cividis"
_ROW, _LINE = 0.135, 60
"""The height of a line of a title in inches, and its length in characters."""

_PATHWAYS_OF_COLUMN = 25
_NODE, _POINTS, _DARK = 420, 72, 1.4
"""The area of the largest node (square points), points per inch, and the RGB sum below which letters are white."""

_PANEL_LINE, _COLUMNS = 38, 3
_SCALE = 3.0
"""The height of the colour scale in inches."""
_MOST_POINTS = 400
"""The number of points in the curve of all scores; more would not be visible."""


class MatplotlibPlotter(Plotter):
    """A plotter with Matplotlib, which is imported for the first plot."""

    async def figure(self, plot: Plot) -> Any:
        return await anyio.to_thread.run_sync(figure, plot)

    async def image(self, plot: Plot, form: PlotFormat) -> bytes:
        return await anyio.to_thread.run_sync(_image, plot, form)


def figure(plot: Plot) -> "Figure":
    """Draw a plot as a Matplotlib figure. Raises: UpstreamError if Matplotlib is not installed."""
    if not PLOT.is_installed:
        raise UpstreamError(PLOT.refusal, NO_PLOT_HINT)
    return {"dot": _dots, "bar": _bars, "running": _sums, "map": _map}[plot.kind](plot)


def _image(plot: Plot, form: PlotFormat) -> bytes:
    body = io.BytesIO()
    figure(plot).savefig(body, format=form)
    return body.getvalue()


def _dots(plot: Plot) -> "Figure":
    made, axes = _rows(plot)
    largest = max(pathway.number for pathway in plot.pathways)
    colours = _colours(plot)
    for row, pathway in enumerate(plot.pathways):
        _dot(axes, plot, pathway, (pathway.strength, row), _area(pathway.number, largest), colours)
    axes.set_xlabel(plot.strength)
    axes.margins(x=0.12)
    if plot.scores:
        axes.axvline(0, color=_GREY, linewidth=0.8)
    else:
        axes.set_xlim(left=0)
    _add_scale(made, axes, plot, colours)
    numbers = sorted({max(1, round(largest * share)) for share in (0.25, 0.5, 1)})
    sizes = [
        axes.scatter([], [], s=_area(number, largest), color="#CCCCCC", edgecolors=_GREY, label=str(number))
        for number in numbers
    ]
    made.legend(
        handles=sizes, title=_wrapped(plot.number, 14), loc="outside right upper", frameon=False, fontsize=_TEXT,
        title_fontsize=_TEXT, labelspacing=1.2,
    )  # fmt: skip
    return made


def _bars(plot: Plot) -> "Figure":
    made, axes = _rows(plot)
    lengths = [plot.bar(pathway) for pathway in plot.pathways]
    colours = [_side(pathway.strength) if plot.scores else _BOTTOM for pathway in plot.pathways]
    filled = [
        colour if pathway.is_significant else "none" for colour, pathway in zip(colours, plot.pathways, strict=True)
    ]
    bars = axes.barh(range(len(lengths)), lengths, height=0.7, color=filled, edgecolor=colours)
    axes.bar_label(bars, [str(pathway.number) for pathway in plot.pathways], padding=3, fontsize=_SMALL, color=_GREY)
    axes.margins(x=0.12)
    if plot.scores:
        axes.axvline(0, color=_GREY, linewidth=0.8)
        axes.set_xlabel(f"{plot.strength}; numbers: {plot.number}")
    else:
        axes.axvline(plot.bar(_limit(plot)), color=_GREY, linestyle="--", linewidth=0.8)
        axes.set_xlim(left=0)
        axes.set_xlabel(f"-log10 of the {plot.probability}, dashed: {SIGNIFICANT:g}; numbers: {plot.number}")
    return made


def _limit(plot: Plot) -> PlottedPathway:
    """Return a dummy pathway whose bar ends at the limit of significance."""
    return PlottedPathway(
        id="", title="", strength=0, probability=max(SIGNIFICANT, plot.floor), number=0, members=frozenset()
    )


def _rows(plot: Plot) -> "tuple[Figure, Axes]":
    """Return a figure and its axes with a row for each pathway, the first pathway on top."""
    titles = [_wrapped(pathway.title, _LINE) for pathway in plot.pathways]
    row = 0.1 + _ROW * max(title.count("\n") + 1 for title in titles)
    made = _figure(plot, (7.4, max(3.4, 1.5 + row * len(titles))))
    axes = made.add_subplot()
    axes.set_yticks(range(len(titles)), titles)
    axes.set_ylim(len(plot.pathways) - 0.4, -0.6)
    axes.tick_params(labelsize=_TEXT)
    axes.xaxis.label.set_fontsize(_TEXT)
    axes.grid(axis="x", color="#DDDDDD", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    return made, axes


def _sums(plot: Plot) -> "Figure":
    """Draw a panel per pathway, with its running sum and the ranks of its genes; below, the scores of all genes."""
    columns = min(_COLUMNS, len(plot.pathways))
    rows = -(-len(plot.pathways) // columns)
    made = _figure(plot, (max(4.0, 2.5 * columns), 1.5 + 1.95 * rows + 0.6))
    grid = made.subplots(
        rows + 1, columns, sharex=True, squeeze=False, gridspec_kw={"height_ratios": [1.0] * rows + [0.5]}
    )
    panels = list(grid.flat)
    for axes, pathway in zip(panels, plot.pathways, strict=False):
        _sum(axes, plot, pathway)
    for axes in panels[len(plot.pathways) : rows * columns]:
        axes.set_axis_off()
    for axes in panels[rows * columns :]:
        _scores(axes, plot)
    for line in range(rows):
        grid[line, 0].set_ylabel("running sum", fontsize=_TEXT)
    grid[rows, 0].set_ylabel("score", fontsize=_TEXT)
    return made


def _sum(axes: "Axes", plot: Plot, pathway: PlottedPathway) -> None:
    places, heights = zip(*running_sum(plot.scores, pathway.places), strict=True)
    colour = _side(pathway.strength)
    axes.plot(places, heights, color=colour, linewidth=1.4)
    axes.axhline(0, color=_GREY, linewidth=0.6)
    peak = max(range(len(heights)), key=lambda place: abs(heights[place]))
    axes.plot([places[peak]] * 2, [0, heights[peak]], color=_GREY, linestyle=":", linewidth=1)
    # The lower fifth of the panel is for the ranks of the genes.
    least, most = min(heights), max(heights)
    axes.set_ylim(least - 0.35 * (most - least), most + 0.08 * (most - least))
    axes.vlines(pathway.places, 0.02, 0.16, transform=axes.get_xaxis_transform(), color=_GREY, linewidth=0.5)
    probability = "< " + f"{plot.floor:g}" if not pathway.probability else written(pathway.probability)
    title = _wrapped(pathway.title, _PANEL_LINE)
    axes.set_title(f"{title}\nNES {pathway.strength:.2f}, q {probability}", fontsize=_SMALL, loc="left")
    _frame(axes)


def _scores(axes: "Axes", plot: Plot) -> None:
    step = max(1, len(plot.scores) // _MOST_POINTS)
    places = sorted({*range(0, len(plot.scores), step), len(plot.scores) - 1})
    axes.fill_between(places, [plot.scores[place] for place in places], color="#BBBBBB", linewidth=0)
    axes.set_xlabel("rank", fontsize=_TEXT)
    _frame(axes)


def _frame(axes: "Axes") -> None:
    axes.tick_params(labelsize=_SMALL)
    axes.locator_params(axis="x", nbins=4)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0)


def _side(strength: float) -> str:
    return _TOP if strength >= 0 else _BOTTOM


def _area(number: int, largest: int) -> float:
    """Return the area of a dot in square points."""
    return 24 + 176 * number / largest


def _dot(
    axes: "Axes", plot: Plot, pathway: PlottedPathway, place: tuple[float, float], area: float, colours: "LogNorm"
) -> None:
    """Draw a pathway as a dot, which is hollow if the pathway is not significant."""
    fill = _colour(plot, pathway, colours) if pathway.is_significant else "white"
    axes.scatter(*place, s=area, color=fill, edgecolors=_GREY, linewidths=0.7, zorder=3, gid=pathway.id)


def _map(plot: Plot) -> "Figure":
    """Draw a map: a numbered node for each pathway, lines between pathways that share enough members, and a legend."""
    from matplotlib.lines import Line2D

    largest = max(pathway.number for pathway in plot.pathways)
    areas = [_NODE * (0.4 + 0.6 * pathway.number / largest) for pathway in plot.pathways]
    radii = [math.sqrt(area / math.pi) / _POINTS for area in areas]  # in inches, like all lengths of the map
    joined = [*shared(plot.pathways)]
    places = map_places(joined, radii)
    edges = [max(radii) + 0.1 + side for side in map(max, *((abs(x), abs(y)) for x, y in places), (1.2, 1.2))]
    titles = [
        f"{number}  {_wrapped(pathway.title, _LINE, indent='     ')}" for number, pathway in enumerate(plot.pathways, 1)
    ]
    lines = sum(title.count("\n") + 1 for title in titles)
    columns = 1 if len(titles) <= _PATHWAYS_OF_COLUMN else 2
    size = (2 * edges[0] + 1.4 + 3.9 * columns, max(2 * edges[1] + 1.5, 1.8 + 0.13 * lines / columns))
    made = _figure(plot, size)
    axes = made.add_subplot(aspect="equal", xlim=(-edges[0], edges[0]), ylim=(-edges[1], edges[1]))
    axes.set_axis_off()
    for start, end, index in joined:
        axes.plot(*zip(places[start], places[end], strict=True), color="#949494", linewidth=2.5 * index, zorder=1)
    colours = _colours(plot)
    for number, (pathway, place, area) in enumerate(zip(plot.pathways, places, areas, strict=True), 1):
        _dot(axes, plot, pathway, place, area, colours)
        dark = pathway.is_significant and sum(_colour(plot, pathway, colours)[:3]) < _DARK
        axes.annotate(
            str(number), place, ha="center", va="center", fontsize=_SMALL, color="white" if dark else "black", zorder=4
        )
    _add_scale(made, axes, plot, colours)
    made.legend(
        handles=[Line2D([], [], linestyle="", label=title) for title in titles], loc="outside right upper",
        title=f"size: {plot.number}, up to {largest}\nlines: at least {SHARED_IN_MAP:.0%} of them shared (Jaccard)",
        handlelength=0, handletextpad=0, frameon=False, fontsize=_SMALL, title_fontsize=_SMALL, alignment="left",
        ncols=columns,
        labelspacing=0.3,
    )  # fmt: skip
    return made


# Parts that all kinds of plots share


def _figure(plot: Plot, size: tuple[float, float]) -> "Figure":
    """Return an empty figure with a title and a caption. `size`: its width and height in inches."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    class EnrichmentFigure(Figure):
        """A figure that saves its text as text, not as outlines, and that notebooks display without pyplot."""

        def savefig(self, fname: Any, **settings: Any) -> None:
            form = settings.get("format") or str(fname).rpartition(".")[2].lower()
            # Without the date, the same plot gives the same bytes.
            undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
            usual: dict[str, Any] = {"dpi": 200, "metadata": undated}
            # 42: TrueType fonts. In Matplotlib's default, Type 3, letters are drawings.
            with rc_context({"svg.fonttype": "none", "svg.hashsalt": "biofacts", "pdf.fonttype": 42}):
                super().savefig(fname, **usual | settings)

        def _repr_png_(self) -> bytes:
            body = io.BytesIO()
            self.savefig(body, format="png")
            return body.getvalue()

    made = EnrichmentFigure(figsize=size, layout="constrained")
    hollow = any(not pathway.is_significant for pathway in plot.pathways) and plot.kind != "running"
    caption = f"{plot.caption} Hollow: {plot.probability} of {SIGNIFICANT:g} or more." if hollow else plot.caption
    letters = int(size[0] * 16)
    made.suptitle(_wrapped(plot.title, int(letters * 0.8)), x=0.01, ha="left", fontsize=_TEXT + 2, fontweight="bold")
    made.supxlabel(_wrapped(caption, letters), x=0.01, ha="left", fontsize=_SMALL, color=_GREY)
    return made


def _colours(plot: Plot) -> "LogNorm":
    """Return the colour scale for the probabilities of the significant pathways."""
    from matplotlib.colors import LogNorm

    shown = [plot.shown_probability(pathway) for pathway in plot.pathways if pathway.is_significant] or [SIGNIFICANT]
    most = max(max(shown), 10 * min(shown))  # a scale from a value to itself would have no length
    return LogNorm(min(shown), most)


def _colour(plot: Plot, pathway: PlottedPathway, colours: "LogNorm") -> Any:
    from matplotlib import colormaps

    return colormaps[_COLOURS](colours(plot.shown_probability(pathway)))


def _add_scale(made: "Figure", axes: "Axes", plot: Plot, colours: "LogNorm") -> None:
    """Add the colour scale beside the axes, the smallest probability on top, if any pathway is significant."""
    from matplotlib.cm import ScalarMappable

    if not any(pathway.is_significant for pathway in plot.pathways):
        return
    share = min(0.8, _SCALE / made.get_size_inches()[1])
    bar = made.colorbar(ScalarMappable(colours, _COLOURS), ax=axes, shrink=share, aspect=16, format=_number)
    bar.ax.minorticks_off()
    bar.ax.invert_yaxis()
    bar.set_label(plot.probability, fontsize=_TEXT)
    bar.ax.tick_params(labelsize=_SMALL)


def _number(probability: float, _: object) -> str:
    return f"{probability:.2g}"


def _wrapped(text: str, width: int, indent: str = "") -> str:
    """Break a text into lines, and escape dollar signs, between which Matplotlib would expect a formula."""
    return textwrap.fill(text, width, subsequent_indent=indent).replace("$", r"\$")


# The layout of a map: a force simulation, after which overlapping nodes are moved apart


_STEPS, _MOST_MOVES = 300, 500
_SPACE = 3.2
"""The target distance between joined nodes, in radii of the largest node."""
_GAP = 1.15
"""The minimum distance between two nodes, as a multiple of the sum of their radii."""


def map_places(joined: Sequence[tuple[int, int, float]], radii: Sequence[float]) -> Sequence[tuple[float, float]]:
    """Place the nodes of a map so that they do not overlap. Return the centre of each node, in the units of `radii`.

    `joined`: pairs of node indices with a weight between 0 and 1; nodes with a larger weight are placed closer.
    """
    import numpy as np

    number = len(radii)
    angles = 2 * np.pi * np.arange(number) / number
    space = _SPACE * max(radii)
    # Start slightly out of round, since the forces in a perfect circle would cancel out.
    around = (space * number / 6 * (1 + 0.1 * np.sin(3 * np.arange(number)))).reshape(-1, 1)
    positions: Floats = around * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    weights = np.zeros((number, number))
    for node, other, weight in joined:
        weights[node, other] = weights[other, node] = weight
    for step in range(_STEPS):
        positions = _moved(positions, weights, space, limit=space * (1 - step / _STEPS))
    return [(float(x), float(y)) for x, y in _apart(positions, np.array(radii))]


def _moved(positions: "Floats", weights: "Floats", space: float, *, limit: float) -> "Floats":
    """Move all nodes by the forces between them, each by at most `limit`."""
    import numpy as np

    between, distance = _between(positions)
    # Distant nodes do not repel each other, and all are pulled to the centre: else unconnected nodes would fly off.
    push = np.where(distance < 3 * space, space**2 / distance, 0.0)
    pull = distance**2 / space * (0.3 + weights) * (weights > 0)
    force = (between / distance[..., None] * (push - pull)[..., None]).sum(axis=1) - positions * 0.15
    strength = np.maximum(np.linalg.norm(force, axis=1, keepdims=True), 1e-9)
    moved: Floats = positions + force / strength * np.minimum(strength, limit)
    return moved


def _apart(positions: "Floats", radii: "Floats") -> "Floats":
    """Move overlapping nodes apart, each by slightly more than half of the overlap."""
    import numpy as np

    least = _GAP * (radii[:, None] + radii[None, :])
    np.fill_diagonal(least, 0)
    for _ in range(_MOST_MOVES):
        between, distance = _between(positions)
        missing = np.maximum(least - distance, 0)
        if not missing.any():
            break
        positions = positions + (between / distance[..., None] * missing[..., None] * 0.55).sum(axis=1)
    return positions


def _between(positions: "Floats") -> "tuple[Floats, Floats]":
    """Return the vectors between all pairs of nodes, and their lengths, with 1e-6 instead of 0."""
    import numpy as np

    between = positions[:, None] - positions[None, :]
    distance = np.linalg.norm(between, axis=-1)
    return between, np.where(distance > 0, distance, 1e-6)
