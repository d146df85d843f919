"""Tools that follow links between records, and interactions between drawn nodes."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.edges.neighbours_and_paths import PAGE_SIZE as PATHS_PAGE
from biofacts.application.edges.neighbours_and_paths import NeighbourPage, PathPage
from biofacts.application.links.compare_pathways import Comparison
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.application.links.start_records import MOST
from biofacts.application.lists import name_lists
from biofacts.application.lists.name_lists import Names
from biofacts.application.messages import links as link_messages
from biofacts.application.tools.tool import Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import GENE, PATHWAY, LinkKind
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE
from biofacts.domain.edges.edge import Effect, Sign
from biofacts.domain.edges.neighbours_and_paths import LENGTH, LONGEST, Direction, WantedNeighbours
from biofacts.domain.links.linked_entities import Links


class LinkArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `find_links`: exactly one of `id` and `ids`."""

    id: Annotated[str, Meta(description="CURIE or name", examples=["WP:WP254", "HGNC:11998"])] | None = None
    ids: Annotated[Names, Meta(description="Up to 200; needs to", examples=[["TP53", "BRCA1"]])] | None = None
    kind: Annotated[LinkKind, Meta(description="Of the id")]
    to: Annotated[LinkKind, Meta(description="Kind to list; omit to count all")] | None = None
    match: Annotated[Match, Meta(description="all: shared by every id")] = "any"
    approved_only: Annotated[bool, Meta(description="Only approved drugs, also between")] = False
    organism: Organism | None = None
    all_ways: Annotated[bool, Meta(description="Every way, not only two")] = False
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


async def _run(use: UseCases, arguments: LinkArguments) -> LinkPage | Links:
    if (arguments.id is None) == (arguments.ids is None):
        raise AmbiguousQuery(*link_messages.id_or_ids(), None)
    starts = (
        arguments.id if arguments.ids is None else name_lists.checked_names("ids", arguments.ids, fewest=1, most=MOST)
    )
    if arguments.to is not None:
        return await use.find_links(
            starts or "", arguments.kind, arguments.to, match=arguments.match, approved_only=arguments.approved_only,
            organism=arguments.organism, all_ways=arguments.all_ways, cursor=arguments.cursor,
            page_size=arguments.page_size,
        )  # fmt: skip
    if arguments.id is None:
        raise AmbiguousQuery(*link_messages.list_without_kind(use.find_links.reachable(arguments.kind)), None)
    return await use.find_links.summary(
        arguments.id, arguments.kind, approved_only=arguments.approved_only, organism=arguments.organism
    )


GRAPH_TOOLS = (
    Tool(
        name=next_calls.LINKS,
        title="Links between records",
        description="Find linked records of another kind, such as approved drugs for the targets in a pathway: gene -"
        " target - ligand - compound, gene - pathway - community, related pathways. Each item says through what; with"
        " ids, of says of which of them.",
        arguments=LinkArguments,
        result=LinkPage | Links,
        kind=GENE,
        either={"id": GENE, "ids": GENE},
        run=_run,
    ),
)
"""The tools that follow links between kinds of records."""


class CompareArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of the comparison of two pathways."""

    one: str
    other: str


COMPARE = Tool(
    name="compare_pathways",
    title="Two pathways side by side",
    description="The genes and compounds that two pathways share, and those that only one has.",
    arguments=CompareArguments,
    result=Comparison,
    kind=PATHWAY,
    run=lambda use, arguments: use.compare_pathways(arguments.one, arguments.other),
)
"""Not offered to MCP clients, which can send both ids to `find_links`; run by the command and the Python library."""


class NeighbourArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_neighbours`."""

    id: Annotated[str, Meta(description="Gene or compound: any name or id", examples=["TP53"])]
    direction: Annotated[Direction, Meta(description="upstream: what acts on it")] = "both"
    sign: Annotated[Sign, Meta(description="+ activates, - inhibits")] | None = None
    effect: Effect | None = None
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE

    @property
    def filter(self) -> WantedNeighbours:
        """The arguments as a filter of neighbours."""
        return WantedNeighbours(direction=self.direction, sign=self.sign, effect=self.effect)


class PathArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `find_paths`."""

    source: Annotated[str, Meta(description="Gene or compound: any name or id", examples=["EGFR"])]
    target: Annotated[str, Meta(examples=["MYC"])]
    max_length: Annotated[int, Meta(ge=1, le=LONGEST)] = LENGTH
    organism: Organism | None = None
    currency_metabolites: Annotated[bool, Meta(description="Also via ATP etc.")] = False
    cursor: Cursor | None = None
    page_size: PageSize = PATHS_PAGE


EDGE_TOOLS = (
    Tool(
        name=next_calls.NEIGHBOURS,
        title="Drawn interactions",
        description="Upstream regulators and downstream effects of a gene, conversions of a metabolite with their"
        " enzymes, as drawn in all pathways.",
        arguments=NeighbourArguments,
        result=NeighbourPage,
        kind=PATHWAY,
        either={"id": GENE},
        run=lambda use, arguments: use.list_neighbours(
            arguments.id,
            wanted=arguments.filter,
            organism=arguments.organism,
            cursor=arguments.cursor,
            page_size=arguments.page_size,
        ),
    ),
    Tool(
        name=next_calls.PATHS,
        title="Drawn paths",
        description="How one gene or compound reaches another: the shortest paths that are drawn.",
        arguments=PathArguments,
        result=PathPage,
        kind=PATHWAY,
        either={"source": GENE},
        alone=next_calls.neighbours_of,
        also={"from": "source", "to": "target"},
        run=lambda use, arguments: use.find_paths(
            arguments.source,
            arguments.target,
            max_length=arguments.max_length,
            organism=arguments.organism,
            currency_metabolites=arguments.currency_metabolites,
            cursor=arguments.cursor,
            page_size=arguments.page_size,
        ),
    ),
)
