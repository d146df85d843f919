"""The tools of pathways."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.reverse_lookup import PathwaysOfGene
from biofacts.application.tool import SCORED, Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pathway import PATHWAY, Pathway, PathwayCandidate, PathwayComponents


class SearchPathways(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_pathways`."""

    query: Annotated[
        str,
        Meta(
            description="Topic, process, disease, gene or author in plain words; or an identifier (hsa00010,"
            " CHEBI:15903, PMID:22628558); at least 2 characters"
        ),
    ]
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE
    slim: Annotated[bool, Meta(description="False adds description, matched_on, unmatched words and source")] = True


class PathwayArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_pathway` and `get_pathway_components`."""

    pathway_id: Annotated[str, Meta(description="WikiPathways CURIE", examples=["WP:WP534"])]


class PathwaysForGene(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_pathways_for_gene`."""

    gene_id: Annotated[
        str,
        Meta(
            description="Whatever names a gene: symbol, alias, full name, or an identifier",
            examples=["TP53", "HER2", "HGNC:11998"],
        ),
    ]
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE
    slim: Annotated[bool, Meta(description="True leaves out description, matched_on and source")] = False


PATHWAY_TOOLS = (
    Tool(
        name="search_pathways",
        title="Search pathways",
        description="Find WikiPathways pathways by topic, process, disease or gene name. Returns ranked candidates"
        " whose id goes to get_pathway or get_pathway_components. An identifier (GO, DOID, CHEBI, PMID,"
        f" ...) finds what carries it.{SCORED}",
        arguments=SearchPathways,
        result=Page[PathwayCandidate],
        kind=PATHWAY,
        run=lambda use, asked: use.resolve_pathways(
            asked.query,
            organism=asked.organism,
            cursor=asked.cursor,
            page_size=asked.page_size,
            slim=asked.slim,
        ),
    ),
    Tool(
        name="get_pathway",
        title="Get one pathway",
        description="One pathway by its CURIE: title, organism, description, revision, component counts,"
        " cross references. Takes only ids of the form WP:WP534; resolve names with search_pathways first.",
        arguments=PathwayArguments,
        result=Pathway,
        kind=PATHWAY,
        strict=True,
        run=lambda use, asked: use.lookup_pathway(asked.pathway_id),
    ),
    Tool(
        name="get_pathways_for_gene",
        title="Pathways of a gene",
        description="Every pathway that contains a gene, human ones first. Takes a symbol, alias, full name or an"
        " identifier (HGNC, NCBI Gene, Ensembl, UniProt, RefSeq, MGI, ...); read_as says which gene that is.",
        arguments=PathwaysForGene,
        result=PathwaysOfGene,
        kind=PATHWAY,
        run=lambda use, asked: use.pathways_of_gene(
            asked.gene_id,
            organism=asked.organism,
            cursor=asked.cursor,
            page_size=asked.page_size,
            slim=asked.slim,
        ),
    ),
    Tool(
        name="get_pathway_components",
        title="Components of a pathway",
        description="Everything drawn in a pathway: genes, proteins, metabolites, complexes, groups and directed"
        " interactions, with curated identifiers. Takes only ids of the form WP:WP534.",
        arguments=PathwayArguments,
        result=PathwayComponents,
        kind=PATHWAY,
        strict=True,
        run=lambda use, asked: use.pathway_components(asked.pathway_id),
    ),
)
