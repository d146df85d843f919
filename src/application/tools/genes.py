"""The tools of genes."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.tools.tool import Cursor, PageSize, Tool, ToolArguments, record_tool
from biofacts.domain.answers.entity_kinds import GENE
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.genes.gene import Gene, GeneCandidate

GeneOrganism = Annotated[str, Meta(description="Scientific name; default human")]


class SearchGenes(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `search_genes`."""

    query: Annotated[str, Meta(description="Symbol, alias, full name or identifier")]
    organism: GeneOrganism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class GeneArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_gene`."""

    gene_id: Annotated[
        str, Meta(description="CURIE: HGNC:11998, NCBIGene:22059", examples=["HGNC:11998", "NCBIGene:22059"])
    ]


GENE_TOOLS = (
    Tool(
        name="search_genes",
        title="Search genes",
        description="Find a gene by symbol, alias, previous symbol, full name or identifier, in any organism.",
        arguments=SearchGenes,
        result=Page[GeneCandidate],
        kind=GENE,
        run=lambda use, arguments: use.searches[GENE.name](
            arguments.query,
            organism=arguments.organism,
            cursor=arguments.cursor,
            page_size=arguments.page_size,
            slim=False,
        ),
    ),
    record_tool(
        GENE,
        GeneArguments,
        Gene,
        "Record of one gene: symbol, name, aliases, locus type, orthologs, identifiers in Ensembl, UniProt, NCBI.",
    ),
)
