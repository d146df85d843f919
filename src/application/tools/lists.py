"""The tools that take lists of names."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from biofacts.application.lists.enrich_pathways import Enrichment
from biofacts.application.lists.name_lists import Names
from biofacts.application.lists.ranked_lists import PlacedRanking, RankedEnrichment, RankedSettings
from biofacts.application.lists.resolve_many import AnyKind, Resolutions
from biofacts.application.messages import lists as list_messages
from biofacts.application.tools.tool import Cursor, PageSize, Tool, ToolArguments
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.enrichment_statistics import (
    LARGEST_SET,
    MOST_PLOTTED,
    PLOTTED,
    PLOTTED_SUMS,
    SMALLEST_SET,
    PlotFormat,
    PlotKind,
)
from biofacts.domain.lists.ranked_lists import PERMUTATIONS


class EnrichArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `enrich_pathways`."""

    genes: Annotated[Names, Meta(description="3-5000 names or ids", examples=[["TP53", "CDKN1A", "MDM2"]])] | None = (
        None
    )
    compounds: (
        Annotated[Names, Meta(description="Instead of genes, or with them", examples=[["citrate", "pyruvate", "ATP"]])]
        | None
    ) = None
    ranked: (
        Annotated[Sequence[str] | str, Meta(description="Or all genes with scores", examples=[["TP53=2.1"]])] | None
    ) = None
    organism: str = HUMAN
    to_organism: Annotated[str, Meta(description="Test orthologs in human, mouse or rat")] | None = None
    background: Annotated[Names, Meta(description="All that was measured")] | None = None
    min_size: Annotated[int, Meta(ge=1, description="Fewest members")] = SMALLEST_SET
    max_size: int = LARGEST_SET
    grouped: bool = False
    permutations: int = PERMUTATIONS
    seed: Annotated[int, Meta(ge=0)] = 0
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class PlotArguments(EnrichArguments, frozen=True, kw_only=True):
    """Arguments of a plot: the list, and how to plot it. `top`: the number of pathways; `form`: the file format."""

    kind: PlotKind | None = None
    top: Annotated[int, Meta(ge=1, le=MOST_PLOTTED)] | None = None
    form: PlotFormat | None = None


class ResolveManyArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `resolve_many`."""

    names: Annotated[Names, Meta(description="Up to 200", examples=[["aspirin", "DRD2"]])]
    kind: AnyKind = "any"
    organism: Annotated[str, Meta(description="Scientific name, for genes and pathways")] | None = None
    to_organism: Annotated[str, Meta(description="Map genes to orthologs in human, mouse or rat")] | None = None


async def _enrich(use: UseCases, arguments: EnrichArguments) -> Enrichment | RankedEnrichment:
    analysis = await _analysis(use, arguments)
    return analysis.answer if isinstance(analysis, PlacedRanking) else analysis


async def _plot(use: UseCases, arguments: PlotArguments) -> Any:
    top = arguments.top or (PLOTTED_SUMS if arguments.ranked and arguments.kind in (None, "running") else PLOTTED)
    analysis = await _analysis(use, msgspec.structs.replace(arguments, page_size=top, cursor=None))
    return await use.plot_enrichment(analysis, arguments.kind, arguments.form)


async def _analysis(use: UseCases, arguments: EnrichArguments) -> Enrichment | PlacedRanking:
    if arguments.ranked is None:
        return await use.enrich_pathways(
            arguments.genes,
            compounds=arguments.compounds,
            organism=arguments.organism,
            to_organism=arguments.to_organism,
            background=arguments.background,
            min_size=arguments.min_size,
            max_size=arguments.max_size,
            grouped=arguments.grouped,
            cursor=arguments.cursor,
            page_size=arguments.page_size,
        )
    if arguments.genes is not None or arguments.compounds is not None or arguments.background is not None:
        raise AmbiguousQuery(*list_messages.ranked_beside_list(), None)
    settings = msgspec.convert(arguments, RankedSettings, from_attributes=True)
    return await use.enrich_ranked(
        arguments.ranked, settings, cursor=arguments.cursor, page_size=arguments.page_size, report=use.report
    )


LIST_TOOLS = (
    Tool(
        name=next_calls.RESOLVE_MANY,
        title="Resolve many names",
        description="Convert a list of names or identifiers of genes, drugs, compounds or pathways to CURIEs."
        " status: resolved, ambiguous or not_found (with candidates), error (send those again).",
        arguments=ResolveManyArguments,
        result=Resolutions,
        kind=GENE,
        run=lambda use, arguments: use.resolve_many(
            arguments.names,
            arguments.kind,
            organism=arguments.organism,
            to_organism=arguments.to_organism,
            report=use.report,
        ),
    ),
    Tool(
        name=next_calls.ENRICH,
        title="Pathway enrichment",
        description="Pathway enrichment analysis of a list of genes or compounds: one-sided hypergeometric test,"
        " Benjamini-Hochberg within the sizes. With ranked: preranked gene set enrichment analysis (GSEA), nes above 0"
        " for the top. same_as: an earlier pathway with mostly the same overlap.",
        arguments=EnrichArguments,
        result=Enrichment | RankedEnrichment,
        kind=GENE,
        either={"genes": GENE, "compounds": COMPOUND, "ranked": GENE},
        run=_enrich,
        patience=2.0,  # permutations of a ranked list take long, and report their progress
    ),
)

PLOT = Tool(
    name=next_calls.ENRICH,
    title="Plot of an enrichment",
    description="The first pathways of a list as a dot plot, bars, running sums or a map.",
    arguments=PlotArguments,
    result=bytes,
    kind=GENE,
    either={"genes": GENE, "compounds": COMPOUND, "ranked": GENE},
    run=_plot,
    patience=2.0,
)
"""Not offered to MCP clients, but run like a tool by commands and the Python library."""
