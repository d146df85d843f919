"""The tools of ligands."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.tools.tool import SCORED, Cursor, PageSize, Tool, ToolArguments
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pharmacology.ligand import LIGAND, Ligand, LigandCandidate


class SearchLigands(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `search_ligands`."""

    query: Annotated[str, Meta(description="Name, brand, class or mechanism")]
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class LigandArguments(ToolArguments, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arguments of `get_ligand`."""

    iuphar_id: Annotated[str, Meta(description="GtoPdb ligand CURIE")]


LIGAND_TOOLS = (
    Tool(
        name="search_ligands",
        title="Search ligands",
        description="Find drugs and other ligands in the Guide to PHARMACOLOGY by name, brand, identifier,"
        " structure, class or mechanism ('NSAID', 'dopamine agonist'). Returns candidates for get_ligand."
        f"{SCORED}",
        arguments=SearchLigands,
        result=Page[LigandCandidate],
        kind=LIGAND,
        run=lambda use, asked: use.resolve_ligands(asked.query, cursor=asked.cursor, page_size=asked.page_size),
    ),
    Tool(
        name="get_ligand",
        title="Get one ligand",
        description="One ligand by its CURIE, with structure, targets, cross references. Takes only"
        " ids like IUPHAR:2713; targets have numbers of their own.",
        arguments=LigandArguments,
        result=Ligand,
        kind=LIGAND,
        strict=True,
        run=lambda use, asked: use.lookup_ligand(asked.iuphar_id),
    ),
)
