"""The tool that finds links between records."""

from typing import Annotated, Any

from msgspec import Meta

from biofacts.application.links.compare import Comparison
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.application.links.starts import MOST, TOOL
from biofacts.application.lists import splitting
from biofacts.application.lists.splitting import Names
from biofacts.application.messages import links as link_messages
from biofacts.application.tools.tool import Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.kinds import GENE, PATHWAY
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE
from biofacts.domain.links.graph import LinkKind, Links


class LinkArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `find_links`: exactly one of `id` and `ids`."""

    id: Annotated[str, Meta(description="CURIE or name", examples=["WP:WP254", "HGNC:11998"])] | None = None
    ids: Annotated[Names, Meta(description="Or up to 200, with to", examples=[["TP53", "BRCA1"]])] | None = None
    kind: Annotated[LinkKind, Meta(description="Of the id")]
    to: Annotated[LinkKind, Meta(description="List this kind; none: count all kinds")] | None = None
    match: Annotated[Match, Meta(description="all: shared by all ids")] = "any"
    approved_only: Annotated[bool, Meta(description="Medicines only, on the way too")] = False
    organism: Organism | None = None
    all_ways: Annotated[bool, Meta(description="Every way, not two")] = False
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


async def _run(use: UseCases, asked: LinkArguments) -> LinkPage | Links:
    how: dict[str, Any] = {
        "approved_only": asked.approved_only, "organism": asked.organism, "all_ways": asked.all_ways,
        "cursor": asked.cursor, "page_size": asked.page_size,
    }  # fmt: skip
    if (asked.id is None) == (asked.ids is None):
        raise AmbiguousQuery(*link_messages.one_start(), None)
    if asked.ids is not None:
        names = splitting.listed("ids", asked.ids, fewest=1, most=MOST)
        if asked.to is None:
            raise AmbiguousQuery(*link_messages.list_without_kind(use.find_links.reachable(asked.kind)), None)
        return await use.find_links.of_list(names, asked.kind, asked.to, match=asked.match, **how)
    if asked.to is None:
        return await use.find_links.summary(
            asked.id, asked.kind, approved_only=asked.approved_only, organism=asked.organism
        )
    return await use.find_links(asked.id, asked.kind, asked.to, **how)


GRAPH_TOOLS = (
    Tool(
        name=TOOL,
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
"""The tools that join the kinds."""


class CompareArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    run=lambda use, asked: use.compare_pathways(asked.one, asked.other),
)
"""Not offered to clients, which send both ids to `find_links`; run like a tool by the command and by Python."""
