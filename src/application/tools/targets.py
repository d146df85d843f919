"""The tools of targets."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.tools.tool import SCORED, Cursor, PageSize, Tool, ToolArguments
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pharmacology.target import TARGET, Target, TargetCandidate


class SearchTargets(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_targets`."""

    query: Annotated[str, Meta(description="Name, gene symbol, family or class")]
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class TargetArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_target`."""

    iuphar_id: Annotated[str, Meta(description="GtoPdb target CURIE")]


TARGET_TOOLS = (
    Tool(
        name="search_targets",
        title="Search targets",
        description="Find receptors, channels, enzymes and transporters in the Guide to PHARMACOLOGY by name, gene"
        f" symbol, family or class ('DRD2', 'dopamine receptor', 'GPCR'). Returns candidates for get_target.{SCORED}",
        arguments=SearchTargets,
        result=Page[TargetCandidate],
        kind=TARGET,
        run=lambda use, asked: use.resolve_targets(asked.query, cursor=asked.cursor, page_size=asked.page_size),
    ),
    Tool(
        name="get_target",
        title="Get one target",
        description="One target by its CURIE, with ligands, cross references, orthologs."
        " Takes only ids like IUPHAR:215; ligands have numbers of their own.",
        arguments=TargetArguments,
        result=Target,
        kind=TARGET,
        strict=True,
        run=lambda use, asked: use.lookup_target(asked.iuphar_id),
    ),
)
