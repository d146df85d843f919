"""Addresses of the site's records, lists and searches, relative to its root, and of pages of other databases."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast
from urllib.parse import quote, urlencode

from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers.advice_and_phrasing import NextCall
from biofacts.domain.answers.entity_kinds import COMMUNITY, COMPOUND, GENE, LIGAND, TARGET
from biofacts.domain.answers.errors import UnresolvedEntity
from biofacts.domain.identifiers import identifiers_in_text, pasted_links
from biofacts.domain.identifiers.cross_references import CrossReferences, pairs
from biofacts.domain.identifiers.curies import BY_NAME, IDENTIFIERS
from biofacts.domain.identifiers.identifier_databases import BY_KEY

OF_ORGANISMS = frozenset(
    name for name, kind in BY_NAME.items() if "organism" in TOOLS[kind.search_tool].arguments.__struct_fields__
)
"""The kinds whose search can be limited to an organism."""

_SEARCHES = {kind.search_tool: name for name, kind in BY_NAME.items()}
_RECORDS = {kind.get_tool: name for name, kind in BY_NAME.items()}


def with_query(path: str, /, **parameters: object) -> str:
    """Add a query string to a path. Parameters that are None, False or empty are omitted; True becomes `1`."""
    query = {name: "1" if value is True else _text(value) for name, value in parameters.items() if value}
    return f"{path}?{urlencode(query)}" if query else path


def search(query: str, kind: str = "", organism: str = "", cursor: str = "") -> str:
    """Return the address of the search results of a query, for one kind of record or for all."""
    return with_query("/", q=query, kind=kind, organism=organism, cursor=cursor)


def record(kind: str, identifier: str) -> str:
    """Return the address of a record. A community has no page, so its address is the list of its pathways."""
    if kind == COMMUNITY.name:
        return with_query("/pathways", community=identifier)
    return f"/{kind}/{quote(identifier, safe=':')}"


def drawing(pathway: str, kind: str, identifier: str) -> str:
    """Return the address of a pathway's drawing that highlights a gene or compound.

    For a target or ligand, the drawing marks the targets of drugs instead.
    """
    is_drawn = kind in (GENE.name, COMPOUND.name)
    lit = {"highlight": identifier} if is_drawn else {"drugs": kind in (TARGET.name, LIGAND.name)}
    return with_query(record("pathway", pathway), **lit)


def of_identifier(identifier: str) -> str:
    """Return the address of an identifier's record, or of a search if it fits no kind of record or several."""
    reference = identifiers_in_text.read(identifier)
    own = reference.own if reference else ()
    return record(own[0].name, reference.text) if reference and len(own) == 1 else search(identifier)


def canonical(kind: str, identifier: str) -> str:
    """Convert an identifier as people write it (`WP254`, `cid2244`) into its CURIE; return other text unchanged."""
    try:
        return str(IDENTIFIERS[kind].parse(identifier))
    except UnresolvedEntity:
        reference = identifiers_in_text.read(identifier)
        return reference.text if reference and any(own_kind.name == kind for own_kind in reference.own) else identifier


def links(kind: str, identifier: str, to: str) -> str:
    """Return the address of the list of records of another kind (`to`) that are linked to a record."""
    return f"{record(kind, identifier)}/{to}"


def node(pathway: str, identifier: str) -> str:
    """Return the address of the page about a node or group of a drawing."""
    # Node ids are free text in drawings and may contain slashes.
    return f"{record('pathway', pathway)}/node/{quote(identifier, safe='')}"


def neighbours(identifier: str, **filters: str) -> str:
    """Return the address of the interactions with a gene or compound in all drawings."""
    return with_query("/neighbours", id=identifier, **filters)


_QUERIES = {
    "enrich_pathways": ("/enrich", ("genes", "organism")),
    "find_paths": ("/paths", ("source", "target", "max_length", "organism")),
}
"""The page of a tool, and the arguments that the page accepts under the same names."""


def of_call(call: NextCall) -> str:
    """Return the address of the page that shows the answer of a tool call, or else of the search page."""
    arguments = {name: _text(value) for name, value in call.arguments.items()}
    if kind := _SEARCHES.get(call.tool):
        return search(arguments.get("query", ""), kind, arguments.get("organism", ""))
    if kind := _RECORDS.get(call.tool):
        return record(kind, arguments.get(BY_NAME[kind].id_argument, ""))
    match call.tool:
        case "get_pathways_for_gene" | "get_pathways_for_compound":
            of = {"gene": arguments.get("gene_id"), "compound": arguments.get("compound")}
            return with_query("/pathways", **of, organism=arguments.get("organism"))
        case "get_pathway_components":
            pathway = arguments.get("pathway_id", "")
            return (
                node(pathway, arguments["around"])
                if "around" in arguments
                else f"{record('pathway', pathway)}/components"
            )
        case "get_interactions":
            kind = "ligand" if "ligand_id" in arguments else "target"
            other = arguments.get("target_id") if kind == "ligand" else None
            return with_query(f"{record(kind, arguments.get(f'{kind}_id', ''))}/interactions", target=other)
        case "get_neighbours":
            return with_query("/neighbours", **arguments)
        case "find_links":
            kind = arguments.get("kind", "gene")
            place = record(kind, arguments.get("id", ""))
            return f"{place}/{arguments['to']}" if "to" in arguments and kind != COMMUNITY.name else place
        case "enrich_pathways" | "find_paths":
            place, names = _QUERIES[call.tool]
            return with_query(place, **{name: arguments.get(name) for name in names})
        case "show_pathway":
            return with_query(record("pathway", arguments.get("pathway_id", "")), highlight=arguments.get("highlight"))
        case _:
            return search(arguments.get("query", ""))


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(map(str, cast("list[object]", value)))
    return str(value)


# Pages of other databases, through identifiers.org, which resolves each prefix to the database's own page


_RESOLVER = "https://identifiers.org/"


class Outward(NamedTuple):
    """An identifier in another database. `address`: the address of its page, or "" if it cannot be derived."""

    database: str
    value: str
    address: str


def references(identifiers: CrossReferences) -> Iterator[Outward]:
    """Yield a record's cross references as links to other databases."""
    for key, value in pairs(identifiers):
        row = BY_KEY.get(key)
        name, prefix = (row.label, row.resolver) if row else (key.replace("_", " "), "")
        # Some upstreams write ids with a prefix that identifiers.org spells differently.
        local = value.removeprefix(prefix).removeprefix("ORPHA:").removeprefix("EFO:")
        yield Outward(name, value, f"{_RESOLVER}{prefix}{quote(local, safe=':')}" if prefix else "")


def publication(identifiers: Mapping[str, str]) -> str:
    """Return the address of a publication at PubMed, or else by its DOI; "" if it has neither identifier."""
    if pubmed := identifiers.get("pubmed"):
        return f"https://pubmed.ncbi.nlm.nih.gov/{quote(pubmed, safe='')}/"
    return f"https://doi.org/{quote(identifiers['doi'], safe='/')}" if "doi" in identifiers else ""


def checked(address: object) -> str:
    """Return an address if it is a safe web address (http or https), else ""."""
    return pasted_links.of_the_web(str(address or ""))
