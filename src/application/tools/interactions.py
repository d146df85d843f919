"""The tool of interactions."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.pharmacology.interactions import TOOL
from biofacts.application.tools.tool import Cursor, PageSize, Tool, ToolArguments
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pharmacology.interaction import InteractionRecord
from biofacts.domain.pharmacology.ligand import LIGAND
from biofacts.domain.pharmacology.target import TARGET


class InteractionArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_interactions`: exactly one of the two ids."""

    ligand_id: Annotated[str, Meta(description="GtoPdb ligand CURIE", examples=["IUPHAR:2713"])] | None = None
    target_id: Annotated[str, Meta(description="or GtoPdb target CURIE", examples=["IUPHAR:215"])] | None = None
    approved_only: bool = False
    action: Annotated[str, Meta(description="e.g. 'partial agonist', 'inhibitor', 'PAM'")] | None = None
    species: Annotated[str, Meta(description="of the protein: Human, Mouse or Rat")] | None = None
    primary_only: bool = False
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


INTERACTION_TOOLS = (
    Tool(
        name=TOOL,
        title="Interactions of a ligand or a target",
        description="All interactions of one ligand or one target, as the Guide to PHARMACOLOGY curates them: type,"
        " action, affinity (negative log), species, selectivity, PubMed ids. Approved and primary ones first.",
        arguments=InteractionArguments,
        result=Page[InteractionRecord],
        kind=LIGAND,
        either={"ligand_id": LIGAND, "target_id": TARGET},
        run=lambda use, asked: use.list_interactions(
            ligand_id=asked.ligand_id,
            target_id=asked.target_id,
            approved_only=asked.approved_only,
            action=asked.action,
            species=asked.species,
            primary_only=asked.primary_only,
            cursor=asked.cursor,
            page_size=asked.page_size,
        ),
    ),
)
