"""The tools that take lists."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.enrich import TOOL as ENRICH
from biofacts.application.enrich import Enrichment
from biofacts.application.names import Names
from biofacts.application.tool import Cursor, PageSize, Tool, ToolArguments
from biofacts.domain.gene import GENE, HUMAN
from biofacts.domain.paging import DEFAULT_PAGE_SIZE


class EnrichArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `enrich_pathways`."""

    genes: Annotated[Names, Meta(description="3-5000 names or ids of genes, of any form", examples=[["TP53", "MDM2"]])]
    organism: Annotated[str, Meta(description="Exact scientific name")] = HUMAN
    background: (
        Annotated[Names, Meta(description="Genes that could have been in the list; default: all drawn")] | None
    ) = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


LIST_TOOLS = (
    Tool(
        name=ENRICH,
        title="Pathways of a gene list",
        description="Over-representation analysis: pathways that hold more genes of a list than expected, by p-value."
        " One-sided hypergeometric test; Benjamini-Hochberg over all pathways of the organism that have a gene of the"
        " background. Says which names were ambiguous or not found.",
        arguments=EnrichArguments,
        result=Enrichment,
        kind=GENE,
        run=lambda use, asked: use.enrich_pathways(
            asked.genes,
            organism=asked.organism,
            background=asked.background,
            cursor=asked.cursor,
            page_size=asked.page_size,
        ),
    ),
)
