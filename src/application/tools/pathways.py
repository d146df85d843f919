"""The tools of pathways."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.messages.pathways import TOOL
from biofacts.application.pathways.reverse_lookup import PathwaysOfGene
from biofacts.application.pictures.draw import Drawn, ShownImage, ShownPathway
from biofacts.application.tools.tool import SCORED, Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pathways.component_selection import PARTS
from biofacts.domain.pathways.pathway import ComponentsDetail, Detail, Pathway, PathwayCandidate, PathwayComponents

# A text for the decoder, an enum for clients: the use case refuses an unknown list with a similar name.
_Part = Annotated[str, Meta(extra_json_schema={"enum": [*PARTS]})]


class SearchPathways(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_pathways`."""

    query: Annotated[
        str,
        Meta(description="Plain words, or an identifier (hsa00010, CHEBI:15903, PMID:22628558); leave out to list all"),
    ] = ""
    organism: Organism | None = None
    changed_since: Annotated[str, Meta(description="Revised since this day (2026-08-31)")] | None = None
    community: Annotated[str, Meta(description="Of this WikiPathways community (RareDiseases)")] | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE
    slim: Annotated[bool, Meta(description="False adds description, matched_on, unmatched words and source")] = True


class PathwayArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of a tool that takes one pathway."""

    pathway_id: Annotated[str, Meta(description="WikiPathways CURIE", examples=["WP:WP534"])]


class PathwayDetail(PathwayArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_pathway`."""

    detail: Annotated[
        Detail,
        Meta(description="brief: no gene, protein, compound and literature lists; all: unreviewed UniProt, too"),
    ] = "full"


class PathwayParts(PathwayArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_pathway_components`."""

    parts: Annotated[tuple[_Part, ...] | str, Meta(description="Only these lists")] = ()
    around: (
        Annotated[str, Meta(description="Node id, label, gene or compound: it, its groups, what touches it")] | None
    ) = None
    detail: Annotated[ComponentsDetail, Meta(description="brief: ids and labels; all: unreviewed UniProt, too")] = (
        "full"
    )
    whole: Annotated[bool, Meta(description="True: no list is cut at 60 kB")] = False


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
        description="Find WikiPathways pathways by topic, process, disease, gene, author or identifier."
        f" Returns candidates for get_pathway and get_pathway_components.{SCORED}",
        arguments=SearchPathways,
        result=Page[PathwayCandidate],
        kind=PATHWAY,
        run=lambda use, asked: use.resolve_pathways(
            asked.query,
            organism=asked.organism,
            cursor=asked.cursor,
            page_size=asked.page_size,
            slim=asked.slim,
            changed_since=asked.changed_since,
            community=asked.community,
        ),
    ),
    Tool(
        name="get_pathway",
        title="Get one pathway",
        description="One pathway by its CURIE: title, organism, description, revision, component counts,"
        " cross references, literature. Takes only ids like WP:WP534; resolve names with search_pathways first.",
        arguments=PathwayDetail,
        result=Pathway,
        kind=PATHWAY,
        strict=True,
        run=lambda use, asked: use.lookup_pathway(asked.pathway_id, asked.detail),
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
        " interactions, with curated identifiers. Takes only ids like WP:WP534.",
        arguments=PathwayParts,
        result=PathwayComponents,
        kind=PATHWAY,
        strict=True,
        run=lambda use, asked: use.pathway_components(
            asked.pathway_id,
            parts=asked.parts,
            around=asked.around,
            detail=asked.detail,
            whole=asked.whole,
        ),
    ),
)

FILE = Tool(
    name=PATHWAY.get_tool,
    title="Drawing of a pathway",
    description="The GPML of one pathway, as it is published.",
    arguments=PathwayArguments,
    result=bytes,
    kind=PATHWAY,
    strict=True,
    run=lambda use, asked: use.pathway_file(asked.pathway_id),
)
"""Not offered to clients, but run like a tool, so that it is counted and refused like `get_pathway`."""


# The tool that shows a pathway, and a row for callers that want the picture itself


class ShowPathway(PathwayArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `show_pathway`."""

    highlight: Annotated[
        tuple[str | int, ...] | str, Meta(description="Names or node ids; BAX=1.5 colours by number, BAX=red")
    ] = ()
    drugs: Annotated[bool, Meta(description="True marks nodes that are approved drugs, or on which such act")] = False


async def _draw(use: UseCases, asked: ShowPathway) -> Drawn:
    return await use.draw_pathway(asked.pathway_id, highlight=asked.highlight, drugs=asked.drugs)


async def _show(use: UseCases, asked: ShowPathway) -> ShownImage:
    return await use.draw_pathway.image(await _draw(use, asked))


DRAWING_TOOLS = (
    Tool(
        name=TOOL,
        title="Picture of a pathway",
        description="The drawing of a pathway as an image, with genes and compounds highlighted.",
        arguments=ShowPathway,
        result=ShownPathway,
        kind=PATHWAY,
        strict=True,
        run=_show,
    ),
)

DRAW = Tool(
    name=TOOL,
    title="Picture of a pathway",
    description="The drawing of a pathway as SVG.",
    arguments=ShowPathway,
    result=ShownPathway,
    kind=PATHWAY,
    strict=True,
    run=_draw,
)
"""Not offered to clients, but run like a tool by commands and Python."""
