"""Tools of the interactions of all pathways, as one graph."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.pathways.neighbours import TOOL, NeighbourPage
from biofacts.application.tools.tool import Cursor, Organism, PageSize, Tool, ToolArguments
from biofacts.domain.answers.kinds import GENE, PATHWAY
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE
from biofacts.domain.pathways.edges import Effect, Sign
from biofacts.domain.pathways.neighbours import Direction, Wanted


class NeighbourArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_neighbours`."""

    id: Annotated[str, Meta(description="Gene or compound, by any name or identifier", examples=["TP53"])]
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


EDGE_TOOLS = (
    Tool(
        name=TOOL,
        title="Interactions in drawings",
        description="Upstream regulators and downstream effects of a gene, conversions of a metabolite with their"
        " enzymes: the interactions drawn in all pathways, each once.",
        arguments=NeighbourArguments,
        result=NeighbourPage,
        kind=PATHWAY,
        either={"id": GENE},
        run=lambda use, asked: use.list_neighbours(
            asked.id, wanted=asked.wanted, organism=asked.organism, cursor=asked.cursor, page_size=asked.page_size
        ),
    ),
)
