"""Plots, read back from the figures and from the files."""

import io
import math
import random
import re
from html import unescape
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from pytest_mock import MockerFixture

from biofacts.adapters.plots import plotter
from biofacts.adapters.plots.plotter import MatplotlibPlotter, map_places
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.optional_packages import PLOT
from biofacts.domain.lists.enrichment_statistics import PLOT_KINDS, Plot, PlotFormat, PlotKind, PlottedPathway
from biofacts.domain.lists.ranked_lists import running_sum
from tests.places import REPOSITORY
from tests.snapshots import difference

SCORES = tuple(5 - place / 10 for place in range(100))
LONG = "Regulation of hippocampal synaptic transmission by transforming growth factor beta receptors, $1 to $2"


def pathway(number: int, *, ranked: bool) -> PlottedPathway:
    return PlottedPathway(
        id=f"WP:WP{number}", title=f"{number} {LONG}",
        strength=(-1) ** number * (1 + number / 10) if ranked else number + 1,
        probability=10.0 ** (number - 20) if number < DOUBTFUL else 0.5, number=number + 3,
        members=frozenset(map(str, range(number, 2 * number + 3))), places=(number, number + 5, number + 20),
    )  # fmt: skip


DOUBTFUL = 25
"""The first pathway that is not significant."""


def plot(kind: PlotKind, pathways: int = 3, *, ranked: bool = False, first: int = 0) -> Plot:
    return Plot(
        kind=kind, title="The first pathways", caption="A list of 9, release 2026-11-10.",
        pathways=tuple(pathway(number, ranked=ranked) for number in range(first, first + pathways)),
        strength="fold enrichment",
        probability="adjusted p-value", number="genes of the list", floor=1e-300, scores=SCORES if ranked else (),
    )  # fmt: skip


async def drawn(given: Plot) -> Any:
    """A figure, whose artists have types only in part."""
    made = await MatplotlibPlotter().figure(given)
    assert isinstance(made, Figure)
    return made


CASES = [(kind, ranked) for kind in PLOT_KINDS for ranked in (False, True) if ranked or kind != "running"]


@pytest.mark.parametrize(("kind", "ranked"), CASES)
async def test_a_plot_has_the_marks_that_somebody_has_seen(kind: PlotKind, ranked: bool) -> None:
    """To a whole unit; `BIOFACTS_UPDATE_SNAPSHOTS=1` takes new ones: look at the plot before."""
    asked = f"{kind} of a ranked list" if ranked else kind
    plots = {asked: plot(kind, ranked=ranked), f"{asked}, doubtful": plot(kind, ranked=ranked, first=DOUBTFUL - 1)}
    now = {name: _marks((await MatplotlibPlotter().image(one, "svg")).decode()) for name, one in plots.items()}

    assert difference(REPOSITORY / "tests" / "data" / "plots.txt", "> ", now) == []


def _marks(svg: str) -> str:
    marks = re.findall(r"<(?:path|use|text|image)\b[^>]*>(?:[^<\n]*</text>)?", svg.partition("</defs>")[2])
    shown = (re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.0f}", mark) for mark in marks)
    return "\n".join(
        " ".join(re.sub(r' (?:id|xlink:href|clip-path)="[^"]*"| font-family: [^;]*;', "", mark).split())
        for mark in shown
    )


@pytest.mark.parametrize(("kind", "ranked"), CASES)
async def test_the_text_of_a_plot_stays_text(kind: PlotKind, ranked: bool) -> None:
    given = plot(kind, ranked=ranked)
    svg = (await MatplotlibPlotter().image(given, "svg")).decode()
    text = " ".join(" ".join(map(unescape, re.findall(r"<text[^>]*>([^<]*)</text>", svg))).split())

    assert all(one.title in text for one in given.pathways)
    assert given.title in text
    assert given.caption in text


@pytest.mark.parametrize(("form", "begin"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")])
async def test_equal_plots_are_equal_files_of_each_format(form: PlotFormat, begin: bytes) -> None:
    one, other = [await MatplotlibPlotter().image(plot("dot"), form) for _ in range(2)]

    assert one.startswith(begin)
    assert one == other


async def test_dots_stand_at_the_strengths_with_areas_of_the_numbers() -> None:
    given = plot("dot", 30)
    dots = {one.get_gid(): one for one in (await drawn(given)).axes[0].collections if one.get_gid()}

    places = {gid: tuple(map(float, one.get_offsets()[0])) for gid, one in dots.items()}
    assert places == {one.id: (one.strength, row) for row, one in enumerate(given.pathways)}
    areas = [float(dots[one.id].get_sizes()[0]) for one in given.pathways]
    assert all(less < more for less, more in pairwise(areas))
    hollow = [gid for gid, one in dots.items() if tuple(one.get_facecolor()[0][:3]) == (1, 1, 1)]
    assert hollow == [one.id for one in given.pathways if not one.is_significant]


async def test_bars_are_as_long_as_the_logarithms_of_the_probabilities() -> None:
    given = plot("bar")
    lengths = [float(bar.get_width()) for bar in (await drawn(given)).axes[0].patches]

    assert lengths == [-math.log10(one.probability) for one in given.pathways]


async def test_bars_of_a_ranking_are_its_scores_in_a_colour_for_each_end() -> None:
    given = plot("bar", ranked=True)
    bars = (await drawn(given)).axes[0].patches

    assert [float(bar.get_width()) for bar in bars] == [one.strength for one in given.pathways]
    assert [tuple(bar.get_facecolor()[:3]) for bar in bars] == [
        to_rgb("#D55E00" if one.strength > 0 else "#0072B2") for one in given.pathways
    ]


async def test_a_running_sum_has_its_corners() -> None:
    given = plot("running", 4, ranked=True)
    axes = (await drawn(given)).axes

    for panel, one in zip(axes, given.pathways, strict=False):
        line = panel.lines[0]
        assert [*zip(line.get_xdata(), line.get_ydata(), strict=True)] == running_sum(SCORES, one.places)


async def test_a_map_has_a_number_for_each_pathway_and_a_line_for_each_pair() -> None:
    made = await drawn(plot("map", 4))

    assert [one.get_text() for one in made.axes[0].texts] == ["1", "2", "3", "4"]
    assert len(made.axes[0].lines) == 4  # the first shares too little with the third and the fourth
    assert [one.get_text().split()[0] for one in made.legends[0].get_texts()] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("number", [1, 3, 20, pytest.param(60, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("kind", "ranked"), [("dot", False), ("bar", True), ("map", False)])
async def test_long_titles_are_whole_and_do_not_overlap(kind: PlotKind, ranked: bool, number: int) -> None:
    made = await drawn(plot(kind, number, ranked=ranked))
    canvas: Any = FigureCanvasAgg(made)
    canvas.draw()
    of_legend: list[Any] = [*made.legends[0].get_texts()] if kind == "map" else []
    titles = of_legend or [*made.axes[0].get_yticklabels()]
    boxes = [one.get_window_extent(canvas.get_renderer()) for one in titles]

    width, height = made.bbox.size
    assert all(0 <= box.x0 < box.x1 <= width and 0 <= box.y0 < box.y1 <= height for box in boxes)
    assert not [1 for place, one in enumerate(boxes) for other in boxes[:place] if one.overlaps(other)]


async def test_pathways_of_one_probability_have_the_dark_end_of_the_scale() -> None:
    given = plot("dot")
    alike = tuple(msgspec.structs.replace(one, probability=0.0) for one in given.pathways)
    made = await drawn(msgspec.structs.replace(given, pathways=alike, floor=0.001))

    [first, *_] = [one for one in made.axes[0].collections if one.get_gid()]
    assert sum(first.get_facecolor()[0][:3]) < 0.6


async def test_a_notebook_shows_a_figure_and_its_own_files_keep_the_text() -> None:
    made = await drawn(plot("dot"))
    body = io.BytesIO()
    made.savefig(body, format="svg")

    assert made._repr_png_().startswith(b"\x89PNG")
    assert b"<text" in body.getvalue()


async def test_without_the_extra_a_plot_is_refused(mocker: MockerFixture) -> None:
    mocker.patch.object(plotter, "PLOT", PLOT._replace(modules=("no_such_module",)))

    with pytest.raises(UpstreamError) as refused:
        await MatplotlibPlotter().figure(plot("dot"))
    assert refused.value.message == PLOT.refusal


RANDOM = random.Random(4)
SPARSE = [(0, 1, 0.9), (1, 2, 0.5)]
DENSE = [(one, other, RANDOM.uniform(0.2, 1)) for other in range(60) for one in range(other)]


@pytest.mark.parametrize("joined", [[], SPARSE, DENSE], ids=["none", "sparse", "dense"])
def test_no_nodes_overlap(joined: list[tuple[int, int, float]]) -> None:
    radii = [RANDOM.uniform(0.05, 0.2) for _ in range(60)]
    found = map_places(joined, radii)

    for other in range(60):
        for one in range(other):
            assert math.dist(found[one], found[other]) > radii[one] + radii[other]


def test_joined_nodes_are_nearer_than_others() -> None:
    found = map_places([(0, 3, 1.0), (1, 4, 1.0)], [0.1] * 6)

    assert math.dist(found[0], found[3]) < min(math.dist(found[0], found[other]) for other in (1, 2, 4, 5))


def test_the_same_pathways_lie_in_the_same_places() -> None:
    assert map_places(SPARSE, [0.1] * 4) == map_places(SPARSE, [0.1] * 4)


def test_a_single_node_has_a_place() -> None:
    assert len(map_places([], [0.1])) == 1
