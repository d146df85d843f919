"""Tools of the interactions of all pathways, as one graph."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.pathways.find_paths import PAGE_SIZE as PATHS_PAGE
from biofacts.application.pathways.find_paths import TOOL as PATHS
from biofacts.application.pathways.find_paths import PathPage
from biofacts.application.pathways.neighbours import TOOL, NeighbourPage
from biofacts.application.tools.tool import Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.kinds import GENE, PATHWAY
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE
from biofacts.domain.edges.drawn_paths import LENGTH, LONGEST
from biofacts.domain.edges.edge import Effect, Sign
from biofacts.domain.edges.neighbours import Direction, Wanted


class NeighbourArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_neighbours`."""

    id: Annotated[str, Meta(description="Gene or compound: any name or id", examples=["TP53"])]
    direction: Annotated[Direction, Meta(description="upstream: what acts on it")] = "both"
    sign: Annotated[Sign, Meta(description="+ activates, - inhibits")] | None = None
    effect: Effect | None = None
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE

    @property
    def wanted(self) -> Wanted:
        """The filter that the arguments make together."""
        return Wanted(direction=self.direction, sign=self.sign, effect=self.effect)


class PathArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
        name=TOOL,
        title="Drawn interactions",
        description="Upstream regulators and downstream effects of a gene, conversions of a metabolite with their"
        " enzymes, as drawn in all pathways.",
        arguments=NeighbourArguments,
        result=NeighbourPage,
        kind=PATHWAY,
        either={"id": GENE},
        run=lambda use, asked: use.list_neighbours(
            asked.id, wanted=asked.wanted, organism=asked.organism, cursor=asked.cursor, page_size=asked.page_size
        ),
    ),
    Tool(
        name=PATHS,
        title="Drawn paths",
        description="How one gene or compound reaches another: the shortest paths that are drawn.",
        arguments=PathArguments,
        result=PathPage,
        kind=PATHWAY,
        either={"source": GENE},
        alone=next_calls.neighbours_of,
        also={"from": "source", "to": "target"},
        run=lambda use, asked: use.find_paths(
            asked.source,
            asked.target,
            max_length=asked.max_length,
            organism=asked.organism,
            currency_metabolites=asked.currency_metabolites,
            cursor=asked.cursor,
            page_size=asked.page_size,
        ),
    ),
)
