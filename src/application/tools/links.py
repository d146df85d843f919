"""The tool that finds links between records."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.links.find_links import TOOL
from biofacts.application.tools.tool import Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.kinds import GENE, KindName
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.links.graph import Linked, Links


class LinkArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `find_links`."""

    id: Annotated[str, Meta(description="CURIE of any record", examples=["WP:WP254", "HGNC:11998", "IUPHAR:2713"])]
    kind: Annotated[KindName, Meta(description="what the id is of")]
    to: Annotated[KindName, Meta(description="list the links to this kind; left out: all kinds, counted")] | None = None
    approved_only: Annotated[bool, Meta(description="only approved medicines, at the end and on the way")] = False
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


async def _run(use: UseCases, asked: LinkArguments) -> Page[Linked] | Links:
    if asked.to is None:
        return await use.find_links.summary(asked.id, asked.kind)
    return await use.find_links(
        asked.id,
        asked.kind,
        asked.to,
        approved_only=asked.approved_only,
        organism=asked.organism,
        cursor=asked.cursor,
        page_size=asked.page_size,
    )


GRAPH_TOOLS = (
    Tool(
        name=TOOL,
        title="Links between records of all kinds",
        description="From any record to other kinds: gene - target - ligand - compound, gene - pathway, e.g. approved"
        " drugs on the targets of a pathway. Each item says by which identifiers or interactions it is linked, and"
        " through which gene or target.",
        arguments=LinkArguments,
        result=Page[Linked] | Links,
        kind=GENE,
        run=_run,
    ),
)
"""The tools that join the kinds."""
