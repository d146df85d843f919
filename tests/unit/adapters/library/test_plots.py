"""Plots of the library, blocking and not."""

from pathlib import Path

import pytest
from matplotlib.figure import Figure

import biofacts
from tests.unit.application.lists.test_ranked_lists import SCORES

GENES = ["TP53", "MDM2", "BAX"]


def test_a_result_is_plotted_as_a_figure_or_into_a_file(tmp_path: Path) -> None:
    with biofacts.open(source="sample") as facts:
        enriched = facts.enrich(GENES, min_size=1)
        figure = enriched.plot(kind="map", top=2)
        enriched.plot(tmp_path / "dots.svg")

        assert isinstance(figure, Figure)
        assert [one.get_text() for one in figure.axes[0].texts] == ["1", "2"]
        svg = (tmp_path / "dots.svg").read_text("utf-8")
        assert all(one.title.split()[0] in svg for one in enriched)


async def test_a_ranked_list_is_plotted_as_running_sums(tmp_path: Path) -> None:
    async with biofacts.open_async(source="sample") as facts:
        enriched = await facts.enrich(ranked=SCORES)
        await enriched.plot(tmp_path / "sums.pdf", top=1)
        figure = await enriched.plot()

    assert (tmp_path / "sums.pdf").read_bytes().startswith(b"%PDF")
    assert len([one for one in figure.axes if "NES" in one.get_title(loc="left")]) == 6


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    with biofacts.open(source="sample") as facts, pytest.raises(ValueError, match=r"must end in .svg"):
        facts.enrich(GENES, min_size=1).plot(tmp_path / "dots.gif")
