"""Tools of ligands, targets and interactions."""

from typing import Annotated, Literal

from msgspec import Meta

from biofacts.application.lists import name_lists
from biofacts.application.lists.name_lists import Names
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.application.pharmacology.interactions import (
    InteractionPage,
    LightInteractionPage,
    SelectivityPage,
    interaction_filter,
)
from biofacts.application.tools.tool import Cursor, PageSize, Tool, ToolArguments, record_tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pharmacology.interaction_lists import MOST_COMPARED, InteractionOrder, WantedInteractions
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate
from biofacts.domain.pharmacology.ligand_filters import TYPES, LigandFilter, LigandType
from biofacts.domain.pharmacology.target import Target, TargetCandidate


class SearchLigands(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `search_ligands`."""

    query: Annotated[str, Meta(description="Name, class or mechanism; not needed with a filter")] = ""
    approved_only: bool = False
    withdrawn_only: bool = False
    labelled: bool = False
    type: LigandType | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE

    @property
    def filter(self) -> LigandFilter:
        """The arguments as a filter of ligands."""
        return LigandFilter(
            approved_only=self.approved_only,
            withdrawn_only=self.withdrawn_only,
            labelled_only=self.labelled,
            types=(TYPES[self.type],) if self.type else (),
        )


class LigandArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_ligand`."""

    iuphar_id: Annotated[str, Meta(description="Ligand CURIE: IUPHAR:2713")]


LIGAND_TOOLS = (
    Tool(
        name="search_ligands",
        title="Search ligands",
        description="Find approved drugs and other ligands by name, brand, structure, drug class or mechanism (NSAID,"
        " dopamine agonist) in the Guide to PHARMACOLOGY.",
        arguments=SearchLigands,
        result=Page[LigandCandidate],
        kind=LIGAND,
        run=lambda use, arguments: use.searches[LIGAND.name](
            arguments.query, ligands=arguments.filter, cursor=arguments.cursor, page_size=arguments.page_size
        ),
    ),
    record_tool(
        LIGAND,
        LigandArguments,
        Ligand,
        "Record of one ligand or drug: approval, structure, main targets, cross references.",
    ),
)


# The tool of interactions


class InteractionArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_interactions`: a ligand, a target, both, or a list of ligands."""

    ligand_id: Annotated[str, Meta(description="Ligand CURIE or name", examples=["IUPHAR:2713"])] | None = None
    target_id: Annotated[str, Meta(description="and/or a target", examples=["IUPHAR:215"])] | None = None
    approved_only: bool = False
    action: Annotated[str, Meta(description="inhibitor, partial agonist, PAM, ...")] | None = None
    species: Annotated[str, Meta(description="Human, Mouse or Rat protein")] | None = None
    primary_only: bool = False
    ligand_ids: Annotated[Names, Meta(description="or up to 20 ligands, side by side")] | None = None
    by: Literal["target"] = "target"
    min_affinity: Annotated[float, Meta(description="7 is 100 nM")] | None = None
    sort: InteractionOrder = "approved"
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE

    @property
    def filter(self) -> WantedInteractions:
        """The arguments as a filter of interactions. Raises: AmbiguousQuery."""
        return interaction_filter(
            approved_only=self.approved_only,
            primary_only=self.primary_only,
            action=self.action,
            species=self.species,
            min_affinity=self.min_affinity,
            sort=self.sort,
        )


async def _interactions(
    use: UseCases, arguments: InteractionArguments
) -> InteractionPage | LightInteractionPage | SelectivityPage:
    if arguments.ligand_ids is not None:
        if arguments.ligand_id is not None or arguments.target_id is not None:
            raise AmbiguousQuery(*pharmacology_messages.list_with_single_id(), None)
        names = name_lists.checked_names("ligand_ids", arguments.ligand_ids, fewest=1, most=MOST_COMPARED)
        return await use.list_interactions.side_by_side(
            names, wanted=arguments.filter, cursor=arguments.cursor, page_size=arguments.page_size
        )
    return await use.list_interactions(
        ligand_id=arguments.ligand_id,
        target_id=arguments.target_id,
        wanted=arguments.filter,
        cursor=arguments.cursor,
        page_size=arguments.page_size,
    )


INTERACTION_TOOLS = (
    Tool(
        name=next_calls.INTERACTIONS,
        title="Ligands and targets",
        description="Interactions of a drug, ligand or target (which drugs act on a receptor), or between two:"
        " action, affinity (negative log), selectivity, species, PMIDs.",
        arguments=InteractionArguments,
        result=InteractionPage | LightInteractionPage | SelectivityPage,
        kind=LIGAND,
        either={"ligand_id": LIGAND, "target_id": TARGET, "ligand_ids": LIGAND},
        run=_interactions,
    ),
)


# The tools of targets


class SearchTargets(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `search_targets`."""

    query: Annotated[str, Meta(description="Name, gene symbol, family or class")]
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class TargetArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_target`."""

    iuphar_id: Annotated[str, Meta(description="Target CURIE: IUPHAR:215")]


TARGET_TOOLS = (
    Tool(
        name="search_targets",
        title="Search targets",
        description="Find drug targets (receptor, ion channel, enzyme, transporter) by name, gene, family or"
        " class in the Guide to PHARMACOLOGY.",
        arguments=SearchTargets,
        result=Page[TargetCandidate],
        kind=TARGET,
        run=lambda use, arguments: use.searches[TARGET.name](
            arguments.query, cursor=arguments.cursor, page_size=arguments.page_size
        ),
    ),
    record_tool(
        TARGET,
        TargetArguments,
        Target,
        "Record of one drug target: family, class, main ligands, orthologs, cross references.",
    ),
)
