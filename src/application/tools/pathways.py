"""The tools of pathways."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.pathways.reverse_lookup import PathwaysOfGene
from biofacts.application.pictures.draw import LARGEST_SIDE, DrawnPicture, ShownImage, ShownPathway, look_of
from biofacts.application.tools.tool import Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pathways.component_selection import PARTS, LightComponents
from biofacts.domain.pathways.pathway import Detail, Pathway, PathwayCandidate, PathwayComponents

# Clients see an enum, but any text is decoded: for an unknown list, the use case suggests one with a similar name.
_Part = Annotated[str, Meta(extra_json_schema={"enum": [*PARTS]})]


class SearchPathways(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `search_pathways`."""

    query: Annotated[str, Meta(description="Words or identifier (hsa00010, PMID:22628558); omit for all")] = ""
    organism: Organism | None = None
    changed_since: Annotated[str, Meta(description="Day: 2026-08-31")] | None = None
    community: Annotated[str, Meta(description="Such as RareDiseases")] | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE
    slim: Annotated[bool, Meta(description="false adds description, matched_on, source")] = True


class PathwayArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of a tool that takes one pathway."""

    pathway_id: Annotated[str, Meta(description="CURIE: WP:WP534", examples=["WP:WP534"])]


class PathwayDetail(PathwayArguments, frozen=True, kw_only=True):
    """Arguments of `get_pathway`."""

    detail: Annotated[
        Detail, Meta(description="brief: no lists of members and literature; all: unreviewed UniProt, too")
    ] = "full"


class PathwayParts(PathwayArguments, frozen=True, kw_only=True):
    """Arguments of `get_pathway_components`."""

    parts: Annotated[tuple[_Part, ...] | str, Meta(description="Only these lists")] = ()
    around: Annotated[str, Meta(description="Only what touches this node id, label, gene or compound")] | None = None
    detail: Annotated[Detail, Meta(description="brief: ids and labels; all: every mapped identifier")] = "full"
    whole: Annotated[bool, Meta(description="No list cut at 60 kB, every field stated")] = False


class PathwaysForGene(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_pathways_for_gene`."""

    gene_id: Annotated[
        str, Meta(description="Symbol, alias, full name or identifier", examples=["TP53", "HER2", "HGNC:11998"])
    ]
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE
    slim: Annotated[bool, Meta(description="true leaves out description, matched_on, source")] = False


PATHWAY_TOOLS = (
    Tool(
        name="search_pathways",
        title="Search pathways",
        description="Find biological pathways by topic, process, disease, gene or author in WikiPathways.",
        arguments=SearchPathways,
        result=Page[PathwayCandidate],
        kind=PATHWAY,
        run=lambda use, arguments: use.searches[PATHWAY.name](
            arguments.query,
            organism=arguments.organism,
            cursor=arguments.cursor,
            page_size=arguments.page_size,
            slim=arguments.slim,
            changed_since=arguments.changed_since,
            community=arguments.community,
        ),
    ),
    Tool(
        name="get_pathway",
        title="Get one pathway",
        description="Record of one pathway: description, revision, component counts, cross references, literature.",
        arguments=PathwayDetail,
        result=Pathway,
        kind=PATHWAY,
        strict=True,
        run=lambda use, arguments: use.lookups[PATHWAY.name](arguments.pathway_id, arguments.detail),
    ),
    Tool(
        name="get_pathways_for_gene",
        title="Pathways of a gene",
        description="Which pathways contain a gene: all of them, human ones first. read_as: the gene that was meant.",
        arguments=PathwaysForGene,
        result=PathwaysOfGene,
        kind=PATHWAY,
        run=lambda use, arguments: use.pathways_of_gene(
            arguments.gene_id,
            organism=arguments.organism,
            cursor=arguments.cursor,
            page_size=arguments.page_size,
            slim=arguments.slim,
        ),
    ),
    Tool(
        name="get_pathway_components",
        title="Components of a pathway",
        description="All genes, proteins, metabolites, complexes, groups and directed interactions (activation,"
        " inhibition, ...) drawn in a pathway.",
        arguments=PathwayParts,
        result=PathwayComponents | LightComponents,
        kind=PATHWAY,
        strict=True,
        run=lambda use, arguments: use.pathway_components(
            arguments.pathway_id,
            parts=arguments.parts,
            around=arguments.around,
            detail=arguments.detail,
            whole=arguments.whole,
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
    run=lambda use, arguments: use.pathway_file(arguments.pathway_id),
)
"""Not offered to MCP clients, but run like a tool, so that it is counted and limited like `get_pathway`."""


# The tool that shows a pathway, and its counterpart for callers that need the picture itself


class ShowPathway(PathwayArguments, frozen=True, kw_only=True):
    """Arguments of `show_pathway`."""

    highlight: Annotated[
        tuple[str | int, ...] | str, Meta(description="Names or node ids; BAX=1.5, BAX=1.5|ns, BAX=red")
    ] = ()
    path: Annotated[tuple[str, ...] | str, Meta(description="Two names")] = ()
    drugs: Annotated[bool, Meta(description="Mark drugs and their targets")] = False
    title: bool = True
    range: tuple[float, ...] | str = ()
    palette: str = ""
    caption: str = ""
    conditions: tuple[str, ...] | str = ()
    cutoff: str = ""


class DrawPicture(ShowPathway, frozen=True, kw_only=True):
    """Arguments of `show_pathway` for people, who may need larger labels in print."""

    large_letters: bool = False


class ShowSized(ShowPathway, frozen=True, kw_only=True):
    """Arguments of `show_pathway` for models, for which a large picture takes up too much context."""

    size: Annotated[int, Meta(ge=100, le=LARGEST_SIDE, description="Longer side; none: 60 kB")] | None = None


async def _draw(use: UseCases, arguments: ShowPathway) -> DrawnPicture:
    look = look_of(
        title=arguments.title, limits=arguments.range, palette=arguments.palette, caption=arguments.caption,
        conditions=arguments.conditions, cutoff=arguments.cutoff,
        large_letters=isinstance(arguments, DrawPicture) and arguments.large_letters,
    )  # fmt: skip
    return await use.draw_pathway(
        arguments.pathway_id, highlight=arguments.highlight, path=arguments.path, drugs=arguments.drugs, look=look
    )


async def _show(use: UseCases, arguments: ShowSized) -> ShownImage:
    return await use.draw_pathway.image(await _draw(use, arguments), arguments.size)


DRAWING_TOOLS = (
    Tool(
        name=next_calls.DRAWING,
        title="Picture of a pathway",
        description="Draw a pathway diagram as an image, with genes and compounds highlighted.",
        arguments=ShowSized,
        result=ShownPathway,
        kind=PATHWAY,
        strict=True,
        run=_show,
    ),
)

DRAW = Tool(
    name=next_calls.DRAWING,
    title="Picture of a pathway",
    description="The drawing of a pathway as SVG.",
    arguments=DrawPicture,
    result=ShownPathway,
    kind=PATHWAY,
    strict=True,
    run=_draw,
)
"""Not offered to MCP clients, but run like a tool by commands and the Python library."""
