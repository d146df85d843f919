"""The tools of compounds."""

from typing import Annotated

from msgspec import Meta

from biofacts.application.pathways.reverse_lookup import PathwaysOfCompound
from biofacts.application.tools.tool import Cursor, Organism, PageSize, Tool, ToolArguments, record_tool
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction


class SearchCompounds(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `search_compounds`."""

    query: Annotated[str, Meta(description="Name, brand, CAS number, InChIKey, SMILES or InChI")]
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


class CompoundArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_compound`."""

    pubchem_id: Annotated[str, Meta(description="CURIE: PubChem:CID2244", examples=["PubChem:CID2244"])]


class PathwaysForCompoundArguments(ToolArguments, frozen=True, kw_only=True):
    """Arguments of `get_pathways_for_compound`."""

    compound: Annotated[
        str,
        Meta(
            description="Name or identifier: CHEBI:15903, PubChem:CID311, InChIKey, ...",
            examples=["CHEBI:15903", "citrate"],
        ),
    ]
    organism: Organism | None = None
    cursor: Cursor | None = None
    page_size: PageSize = DEFAULT_PAGE_SIZE


COMPOUND_TOOLS = (
    Tool(
        name="search_compounds",
        title="Search compounds",
        description="Find a chemical compound by name, brand, misspelling, SMILES, InChI or identifier in PubChem.",
        arguments=SearchCompounds,
        result=Page[CompoundSearchCandidate],
        kind=COMPOUND,
        run=lambda use, arguments: use.searches[COMPOUND.name](
            arguments.query, cursor=arguments.cursor, page_size=arguments.page_size, slim=False
        ),
    ),
    record_tool(
        COMPOUND,
        CompoundArguments,
        Compound,
        "Record of one compound: formula, molecular weight (Da), SMILES, synonyms, cross references.",
    ),
    Tool(
        name=next_calls.PATHWAYS_OF_COMPOUND,
        title="Pathways of a compound",
        description="Which pathways contain a compound, metabolite or drug. read_as: the compound that was meant;"
        " matched_on: identifier, same skeleton (another charge or stereo form) or label.",
        arguments=PathwaysForCompoundArguments,
        result=PathwaysOfCompound,
        kind=COMPOUND,
        run=lambda use, arguments: use.pathways_of_compound(
            arguments.compound, organism=arguments.organism, cursor=arguments.cursor, page_size=arguments.page_size
        ),
    ),
)

DEPICT = Tool(
    name=COMPOUND.get_tool,
    title="Picture of a compound",
    description="The structure of one compound in two dimensions, as PubChem draws it: a PNG.",
    arguments=CompoundArguments,
    result=Depiction,
    kind=COMPOUND,
    strict=True,
    run=lambda use, arguments: use.depict_compound(arguments.pubchem_id),
)
"""Not offered to MCP clients, but run like a tool, so that it is counted and limited like `get_compound`."""
