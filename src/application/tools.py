"""The tools: each a row of name, words, argument Struct, result type and the use case it calls.

Both inbound adapters serve these rows: as MCP tools, and as commands at the terminal.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeVar

import anyio
import msgspec

from biofacts.application.arguments import (
    CompoundArguments,
    LigandArguments,
    PathwayArguments,
    PathwaysForGene,
    SearchCompounds,
    SearchLigands,
    SearchPathways,
    SearchTargets,
    TargetArguments,
)
from biofacts.application.envelope import ErrorEnvelope, failed
from biofacts.application.use_cases import UseCases
from biofacts.domain import budgets, kinds, wording
from biofacts.domain.compound import Compound, CompoundSearchCandidate
from biofacts.domain.errors import AmbiguousQuery, BiofactsError, UnresolvedEntity, UpstreamError
from biofacts.domain.kinds import Kind
from biofacts.domain.ligand import Ligand, LigandCandidate
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.pathway import Pathway, PathwayCandidate, PathwayComponents
from biofacts.domain.target import Target, TargetCandidate
from biofacts.domain.wording import NextCall

_LONGEST_ARGUMENT = 4000

_UNFIT = (msgspec.ValidationError, UnicodeEncodeError)
"""What the conversion raises, the second one for a lone surrogate in the place of a number."""

ArgumentsT = TypeVar("ArgumentsT", bound=msgspec.Struct)
ResultT = TypeVar("ResultT")


class Tool(msgspec.Struct, Generic[ArgumentsT, ResultT], frozen=True, kw_only=True):
    """One tool. `kind`: what it finds, or of what it takes the CURIE; `strict`: it takes nothing but that CURIE."""

    name: str
    title: str
    description: str
    arguments: type[ArgumentsT]
    result: Any
    run: Callable[[UseCases, ArgumentsT], Awaitable[ResultT]]
    kind: Kind
    strict: bool = False


TOOLS: Mapping[str, Tool[Any, Any]] = {
    tool.name: tool
    for tool in (
        Tool(
            name="search_pathways",
            title="Search pathways",
            description="Find WikiPathways pathways by topic, process, disease or gene name. Returns ranked candidates"
            " whose id goes to get_pathway or get_pathway_components. Synonyms, Greek letters, typos: all fine.",
            arguments=SearchPathways,
            result=Page[PathwayCandidate],
            kind=kinds.PATHWAY,
            run=lambda use, asked: use.resolve_pathways(
                asked.query,
                organism=asked.organism,
                cursor=asked.cursor,
                page_size=asked.page_size,
                slim=asked.slim,
            ),
        ),
        Tool(
            name="get_pathway",
            title="Get one pathway",
            description="One pathway by its CURIE: title, organism, description, revision, component counts,"
            " cross references. Takes only ids of the form WP:WP534; resolve names with search_pathways first.",
            arguments=PathwayArguments,
            result=Pathway,
            kind=kinds.PATHWAY,
            strict=True,
            run=lambda use, asked: use.lookup_pathway(asked.pathway_id),
        ),
        Tool(
            name="get_pathways_for_gene",
            title="Pathways of a gene",
            description="Every pathway that contains a gene, human ones first. Takes a symbol in any case, an NCBI Gene"
            " id, an Ensembl gene id or a UniProt accession; identifiers are compared whole.",
            arguments=PathwaysForGene,
            result=Page[PathwayCandidate],
            kind=kinds.PATHWAY,
            run=lambda use, asked: use.pathways_of_gene(
                asked.gene_id,
                organism=asked.organism,
                cursor=asked.cursor,
                page_size=asked.page_size,
                slim=asked.slim,
            ),
        ),
        Tool(
            name="get_pathway_components",
            title="Components of a pathway",
            description="Everything drawn in a pathway: genes, proteins, metabolites, complexes, groups and directed"
            " interactions, with curated identifiers. Takes only ids of the form WP:WP534.",
            arguments=PathwayArguments,
            result=PathwayComponents,
            kind=kinds.PATHWAY,
            strict=True,
            run=lambda use, asked: use.pathway_components(asked.pathway_id),
        ),
        Tool(
            name="search_compounds",
            title="Search compounds",
            description="Find PubChem compounds by name, synonym, brand name, partial or misspelled name, SMILES, InChI"
            " or an id of another database. Returns ranked candidates whose id goes to get_compound.",
            arguments=SearchCompounds,
            result=Page[CompoundSearchCandidate],
            kind=kinds.COMPOUND,
            run=lambda use, asked: use.resolve_compounds(
                asked.query, cursor=asked.cursor, page_size=asked.page_size, slim=False
            ),
        ),
        Tool(
            name="get_compound",
            title="Get one compound",
            description="One compound by its CURIE: names, formula, weight (Da), SMILES, InChI, synonyms and cross"
            " references. Takes only ids of the form PubChem:CID2244; resolve names with search_compounds first.",
            arguments=CompoundArguments,
            result=Compound,
            kind=kinds.COMPOUND,
            strict=True,
            run=lambda use, asked: use.lookup_compound(asked.pubchem_id),
        ),
        Tool(
            name="search_ligands",
            title="Search ligands",
            description="Find drugs and other ligands in the Guide to PHARMACOLOGY by name, INN, brand or identifier,"
            " class or mechanism ('NSAID', 'beta blocker', 'dopamine agonist'). Returns candidates for get_ligand.",
            arguments=SearchLigands,
            result=Page[LigandCandidate],
            kind=kinds.LIGAND,
            run=lambda use, asked: use.resolve_ligands(asked.query, cursor=asked.cursor, page_size=asked.page_size),
        ),
        Tool(
            name="get_ligand",
            title="Get one ligand",
            description="One ligand by its CURIE: INN, type, synonyms, structure, targets, cross references. Takes only"
            " ids of the form IUPHAR:2713; targets have numbers of their own.",
            arguments=LigandArguments,
            result=Ligand,
            kind=kinds.LIGAND,
            strict=True,
            run=lambda use, asked: use.lookup_ligand(asked.iuphar_id),
        ),
        Tool(
            name="search_targets",
            title="Search targets",
            description="Find receptors, channels, enzymes and transporters in the Guide to PHARMACOLOGY by name, gene"
            " symbol, family or class ('DRD2', 'dopamine receptor', 'GPCR'). Returns candidates for get_target.",
            arguments=SearchTargets,
            result=Page[TargetCandidate],
            kind=kinds.TARGET,
            run=lambda use, asked: use.resolve_targets(asked.query, cursor=asked.cursor, page_size=asked.page_size),
        ),
        Tool(
            name="get_target",
            title="Get one target",
            description="One target by its CURIE: family, class, species, gene symbol, synonyms, ligands, cross"
            " references. Takes only ids of the form IUPHAR:215; ligands have numbers of their own.",
            arguments=TargetArguments,
            result=Target,
            kind=kinds.TARGET,
            strict=True,
            run=lambda use, asked: use.lookup_target(asked.iuphar_id),
        ),
    )
}


async def call(
    tool: Tool[ArgumentsT, ResultT], use_cases: UseCases, given: Mapping[str, object]
) -> ResultT | ErrorEnvelope:
    """Decode the arguments, run the use case, and put a failure into its envelope."""
    try:
        with anyio.fail_after(budgets.CALL):
            return await tool.run(use_cases, _decoded(tool, given))
    except BiofactsError as error:
        return failed(error)
    except TimeoutError:
        return failed(UpstreamError(tool.kind.service, f"there was no answer within {budgets.CALL:g} seconds"))


def _decoded(tool: Tool[ArgumentsT, ResultT], given: Mapping[str, object]) -> ArgumentsT:
    """The argument Struct of a call. Raises: UnresolvedEntity, AmbiguousQuery."""
    identifier = given.get(tool.kind.id_argument)
    if tool.strict and not isinstance(identifier, str):
        raise UnresolvedEntity(tool.kind, identifier, "it must be a string")
    for name, value in given.items():
        if isinstance(value, str) and len(value) > _LONGEST_ARGUMENT and value is not identifier:
            refusal = wording.long_argument(name, len(value), _LONGEST_ARGUMENT, _mended(tool, given, name))
            raise AmbiguousQuery(*refusal, value)
    try:
        return msgspec.convert(given, tool.arguments, strict=False)  # hosts send "10" for 10
    except _UNFIT as error:
        field = str(error).rpartition("`$.")[2].rstrip("`")
        known = tool.arguments.__struct_fields__
        refusal = wording.unfit_arguments(tool.name, str(error), _mended(tool, given, field), known)
        raise AmbiguousQuery(*refusal, given.get(field)) from error


def _mended(tool: Tool[ArgumentsT, ResultT], given: Mapping[str, object], wrong: str) -> NextCall:
    """A call that would do: what was given and fits, and a valid value where something is wrong."""
    valid: dict[str, object] = {
        "query": tool.kind.example_query,
        tool.kind.id_argument: tool.kind.example_id,
        "gene_id": "TP53",
        "page_size": DEFAULT_PAGE_SIZE,
    }
    arguments: dict[str, object] = {}
    for field in msgspec.structs.fields(tool.arguments):
        value = given.get(field.name)
        if field.name != wrong and value != "" and _fits(value, field.type):
            arguments[field.name] = value
        elif field.required or field.name == wrong:
            arguments[field.name] = valid.get(field.name)
    return NextCall(tool.name, {name: value for name, value in arguments.items() if value is not None})


def _fits(value: object, kind: object) -> bool:
    if isinstance(value, str) and len(value) > _LONGEST_ARGUMENT:
        return False
    try:
        msgspec.convert(value, kind, strict=False)
    except _UNFIT:
        return False
    return True
