"""Builders of the calls that hints propose: search for an entity, fetch it, list its links, and others."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from biofacts.domain.answers.advice_and_phrasing import NextCall
from biofacts.domain.answers.entity_kinds import GENE, PATHWAY, Kind
from biofacts.domain.text.clean import plain, shorten

SHORTEST_QUERY = 2

PATHWAYS_OF_GENE, PATHWAYS_OF_COMPOUND = "get_pathways_for_gene", "get_pathways_for_compound"
COMPONENTS, INTERACTIONS, LINKS, ENRICH = "get_pathway_components", "get_interactions", "find_links", "enrich_pathways"
RESOLVE_MANY, NEIGHBOURS, PATHS, DRAWING = "resolve_many", "get_neighbours", "find_paths", "show_pathway"
"""Names of the tools that do not search or fetch one kind. Sentences must use these constants."""

_LONGEST_PROPOSED = 100


def command(name: str, *words: str) -> str:
    """Write a command line in backquotes, for a command that is not a tool, such as `sync`."""
    return f"`{' '.join(filter(None, ('biofacts', name, *words)))}`"


def search(kind: Kind, query: str, **others: object) -> NextCall:
    """Build the call that searches for one kind of entity. `others`: more arguments."""
    return NextCall(kind.search_tool, {"query": query, **others})


def get(kind: Kind, identifier: str) -> NextCall:
    """Build the call that fetches an entity."""
    return NextCall(kind.get_tool, {kind.id_argument: identifier})


def interactions_of(kind: Kind, identifier: str, others: Mapping[str, object] = MappingProxyType({})) -> NextCall:
    """Build the call that lists all interactions of a ligand or a target. `others`: more arguments."""
    return NextCall(INTERACTIONS, {f"{kind.name}_id": identifier, **others})


def interactions_between(ligand: str, target: str) -> NextCall:
    """Build the call that lists the interactions of a ligand with a target."""
    return NextCall(INTERACTIONS, {"ligand_id": ligand, "target_id": target})


def side_by_side(ligands: Sequence[str]) -> NextCall:
    """Build the call that compares ligands by target."""
    return NextCall(INTERACTIONS, {"ligand_ids": [*ligands]})


def pathways_of(gene: str, **others: object) -> NextCall:
    """Build the call that lists the pathways of a gene. `others`: more arguments."""
    return NextCall(PATHWAYS_OF_GENE, {"gene_id": gene, **others})


def pathways_with(compound: str) -> NextCall:
    """Build the call that lists the pathways of a compound."""
    return NextCall(PATHWAYS_OF_COMPOUND, {"compound": compound})


def neighbours_of(node: str, **others: object) -> NextCall:
    """Build the call that lists the interactions with a gene or compound in all drawings. `others`: more arguments."""
    return NextCall(NEIGHBOURS, {"id": node, **others})


def paths_between(source: str, target: str) -> NextCall:
    """Build the call that lists the paths from one node to another in all drawings."""
    return NextCall(PATHS, {"source": source, "target": target})


def within(call: NextCall, organism: str | None) -> NextCall:
    """Add the caller's organism to a call that does not have one yet, if its tool accepts one."""
    takes = call.tool in (PATHWAY.search_tool, PATHWAYS_OF_GENE, PATHWAYS_OF_COMPOUND, GENE.search_tool, NEIGHBOURS)
    if organism is None or not takes or "organism" in call.arguments:
        return call
    return NextCall(call.tool, {**call.arguments, "organism": organism})


def beginning(text: str) -> str:
    """Return the first words of a text that is too long to repeat in a proposed call."""
    # Cut before cleaning, as in `clean.excerpt`.
    return shorten(plain(text[: 4 * _LONGEST_PROPOSED]), _LONGEST_PROPOSED).removesuffix("...")


def links_of(kind: Kind, identifier: str) -> NextCall:
    """Build the call that counts the links of a record to all other kinds."""
    return NextCall(LINKS, {"id": identifier, "kind": kind.name})
