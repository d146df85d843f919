"""The calls that find, fetch and follow an entity of each kind."""

from biofacts.domain.answers.advice import NextCall
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.text.clean import plain, shorten

SHORTEST_QUERY = 2


_LONGEST_PROPOSED = 100


def search(kind: Kind, query: str) -> NextCall:
    """Build the call that searches for one kind of entity."""
    return NextCall(kind.search_tool, {"query": query})


def get(kind: Kind, identifier: str) -> NextCall:
    """Build the call that fetches an entity."""
    return NextCall(kind.get_tool, {kind.id_argument: identifier})


def interactions_of(kind: Kind, identifier: str) -> NextCall:
    """Build the call that lists all interactions of a ligand or a target."""
    return NextCall("get_interactions", {f"{kind.name}_id": identifier})


def pathways_of(gene: str, **others: object) -> NextCall:
    """Build the call that lists the pathways of a gene."""
    return NextCall("get_pathways_for_gene", {"gene_id": gene, **others})


def pathways_with(compound: str) -> NextCall:
    """Build the call that lists the pathways of a compound."""
    return NextCall("get_pathways_for_compound", {"compound": compound})


def within(call: NextCall, organism: str | None) -> NextCall:
    """Add the caller's organism to a call whose tool takes an organism and that has none."""
    takes = call.tool in ("search_pathways", "get_pathways_for_gene", "get_pathways_for_compound", "search_genes")
    if organism is None or not takes or "organism" in call.arguments:
        return call
    return NextCall(call.tool, {**call.arguments, "organism": organism})


def beginning(text: str) -> str:
    """Return the first words of a text that is too long to propose again."""
    return shorten(plain(text[: 4 * _LONGEST_PROPOSED]), _LONGEST_PROPOSED).removesuffix("...")


def links_of(kind: Kind, identifier: str) -> NextCall:
    """Build the call that summarizes the links of a record."""
    return NextCall("find_links", {"id": identifier, "kind": kind.name})
