"""Plots of enrichments of the sample: what is plotted, and what is refused."""

from typing import Any

import msgspec
import pytest

from biofacts.application.lists.plots import PlotEnrichment
from biofacts.application.tools.lists import PLOT
from biofacts.application.tools.registry import answer
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.advice import FOR_TOOLS
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.lists.plots import Plot, PlotFormat, running_sum
from biofacts.ports.lists import Plotter
from tests.unit.application.lists.test_ranked import ROWS

GENES = ["TP53", "MDM2", "CASP3", "ATM"]


class Receiver(Plotter):
    """A plotter that returns what it is given."""

    async def figure(self, plot: Plot) -> Any:
        return plot

    async def image(self, plot: Plot, form: PlotFormat) -> bytes:
        return form.encode()


@pytest.fixture
def use_cases(sample: Container) -> UseCases:
    return msgspec.structs.replace(sample.use_cases(whole=True), plot_enrichment=PlotEnrichment(Receiver()))


async def plotted(use_cases: UseCases, **given: object) -> Plot:
    plot = await answer(PLOT, use_cases, given)
    assert isinstance(plot, Plot)
    return plot


async def test_a_list_is_plotted_as_dots_with_its_size_background_and_release(use_cases: UseCases) -> None:
    page = await use_cases.enrich_pathways(GENES, min_size=1)
    plot = await plotted(use_cases, genes=GENES, min_size=1, top=2)

    assert (plot.kind, plot.scores) == ("dot", ())
    assert [(one.id, one.title, one.strength, one.probability, one.number) for one in plot.pathways] == [
        (one.id, one.title, one.fold, one.adjusted_p_value, one.overlap) for one in page.items[:2]
    ]
    assert plot.title == f"The first 2 of {len(page.items)} pathways of the list"
    assert plot.number == "genes of the list"
    assert page.source
    assert plot.caption == (
        f"A list of 4, compared with {page.background.size} {page.background.what}. {page.source.name},"
        f" release {page.source.release}."
    )


async def test_a_ranking_is_plotted_as_running_sums_whose_peaks_are_the_scores(use_cases: UseCases) -> None:
    page = await use_cases.enrich_ranked(ROWS, seed=3)
    plot = await plotted(use_cases, ranked=ROWS, seed=3)

    assert (plot.kind, len(plot.pathways), plot.floor) == ("running", 6, 0.001)
    assert plot.caption.startswith(f"{page.background.size} ranked genes; ")
    assert "; 1000 permutations, seed 3. WikiPathways" in plot.caption
    for one, item in zip(plot.pathways, page.items, strict=False):
        peak = max((height for _, height in running_sum(plot.scores, one.places)), key=abs)
        assert (one.id, len(one.places)) == (item.id, item.pathway_size)
        assert peak == pytest.approx(item.es)


async def test_other_plots_of_a_ranking_have_more_pathways(use_cases: UseCases) -> None:
    plot = await plotted(use_cases, ranked=ROWS, kind="map")

    assert (plot.kind, len(plot.pathways), plot.title) == ("map", 9, "Pathways of the list")


async def test_genes_and_compounds_are_both_named(use_cases: UseCases) -> None:
    plot = await plotted(use_cases, genes=[*GENES, "CS", "IDH1"], compounds=["citrate", "pyruvate", "ATP"], min_size=1)

    assert plot.number == "genes and compounds of the list"


async def test_a_file_has_the_format_that_is_asked_for(use_cases: UseCases) -> None:
    assert await answer(PLOT, use_cases, {"genes": GENES, "min_size": 1, "form": "pdf"}) == b"pdf"


async def test_a_list_without_scores_has_no_running_sum(use_cases: UseCases) -> None:
    with pytest.raises(AmbiguousQuery, match="A running sum is of a ranked list"):
        await plotted(use_cases, genes=GENES, min_size=1, kind="running")


async def test_nothing_to_plot_is_refused_with_the_reason(use_cases: UseCases) -> None:
    with pytest.raises(AmbiguousQuery, match="There is no pathway to plot") as refused:
        await plotted(use_cases, genes=["XXQ1", "XXQ2", "XXQ3"])
    assert "3 names are of no known gene" in refused.value.worded(FOR_TOOLS)
