"""Plot: draw the first pathways of an enrichment."""

from typing import Any

from biofacts.application.lists.enrichment import Enrichment
from biofacts.application.lists.ranked import PlacedRanking, RankedEnrichment
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.lists.enrichment import EnrichedPathway
from biofacts.domain.lists.plots import Plot, PlotFormat, PlotKind, PlottedPathway
from biofacts.ports.lists import Plotter

_SMALLEST = 1e-300
"""The probability in whose place 0 stands, since floats end there."""


class PlotEnrichment:
    """The use case that plots a list's pathways, or those of a ranking."""

    def __init__(self, plotter: Plotter) -> None:
        self._plotter = plotter

    async def __call__(
        self, found: Enrichment | PlacedRanking, kind: PlotKind | None = None, form: PlotFormat | None = None
    ) -> Any:
        """Plot all pathways of a page: a figure, or with `form` the content of a file.

        `kind`: by default a dot plot, of a ranking the running sums. Raises: AmbiguousQuery, UpstreamError.
        """
        answer = found.answer if isinstance(found, PlacedRanking) else found
        if not answer.items:
            raise AmbiguousQuery(list_messages.NOTHING_TO_PLOT, answer.guidance or list_messages.OTHER_LIST, None)
        plot = _of_ranking(found, kind) if isinstance(found, PlacedRanking) else _of_list(found, kind)
        return await (self._plotter.figure(plot) if form is None else self._plotter.image(plot, form))


def _of_list(answer: Enrichment, kind: PlotKind | None) -> Plot:
    if kind == "running":
        raise AmbiguousQuery(*list_messages.no_running_sum(), kind)
    return Plot(
        kind=kind or "dot",
        title=_title(answer),
        caption=list_messages.plotted_list(answer.items[0].list_size, answer.background, answer.source),
        pathways=tuple(
            PlottedPathway(
                id=one.id, title=one.title, strength=one.fold, probability=one.adjusted_p_value, number=one.overlap,
                members=frozenset(one.marks),
            )
            for one in answer.items
        ),
        strength="fold enrichment",
        probability="adjusted p-value",
        number=_members(answer.items),
        floor=_SMALLEST,
    )  # fmt: skip


def _of_ranking(found: PlacedRanking, kind: PlotKind | None) -> Plot:
    answer = found.answer
    return Plot(
        kind=kind or "running",
        title=_title(answer),
        caption=list_messages.plotted_ranking(answer.permutations, answer.seed, answer.background, answer.source),
        pathways=tuple(
            PlottedPathway(
                id=one.id, title=one.title, strength=one.nes, probability=one.q_value, number=one.leading,
                members=frozenset(one.marks), places=found.places[one.id],
            )
            for one in answer.items
        ),
        strength="normalised enrichment score",
        probability="q-value (FDR)",
        number="genes of the leading edge",
        floor=1 / answer.permutations,
        scores=found.scores,
    )  # fmt: skip


def _title(answer: Enrichment | RankedEnrichment) -> str:
    return list_messages.plotted(len(answer.items), answer.pagination.total_count or len(answer.items))


def _members(items: tuple[EnrichedPathway, ...]) -> str:
    kinds = {"genes": any(one.genes for one in items), "compounds": any(one.compounds for one in items)}
    return f"{' and '.join(kind for kind, there in kinds.items() if there)} of the list"
