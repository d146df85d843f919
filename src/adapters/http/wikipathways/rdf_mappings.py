"""Reader of WikiPathways' RDF: one Turtle file per pathway, with the identifiers to which its nodes are mapped."""

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from biofacts.adapters.http.wikipathways.index_files import reference_of
from biofacts.domain.identifiers.cross_references import valid
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.text.clean import plain
from biofacts.ports.published_files import MappedNodes

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

_WP = "http://vocabularies.wikipathways.org/wp#"
_MAPPED = {
    "Ensembl": "ensembl", "EntrezGene": "ncbigene", "HgncSymbol": "hgnc.symbol", "Uniprot": "uniprot",
    "Wikidata": "wikidata", "ChEBI": "chebi", "InChIKey": "inchikey", "PubChem": "pubchem.compound",
    "Chemspider": "chemspider", "Hmdb": "hmdb", "KeggCompound": "kegg.compound", "LipidMaps": "lipidmaps",
}  # fmt: skip
"""Suffix of each property `wp:bdb...` -> prefix of the database at identifiers.org."""


def read_turtle(body: bytes) -> MappedNodes:
    """Read the nodes with their mapped identifiers, else with the drawn one; skip the others. Raises: ValueError."""
    graph = _parsed(body)
    return tuple(row for node in _nodes(graph) for row in _rows(graph, node))


def _parsed(body: bytes) -> "Graph":
    # pyoxigraph parses 30 times as fast, but takes 21 MB instead of 3 MB.
    from rdflib import Graph  # takes 0.1 s to import

    logging.getLogger("rdflib.term").setLevel(logging.ERROR)  # it warns of every blank in an IRI
    graph = Graph(bind_namespaces="none")
    try:
        # Published excerpts differ in IRIs, literals and prefixes; only a parser of Turtle reads all of them.
        return graph.parse(data=body, format="turtle")
    # rdflib's recursive-descent parser fails on malformed Turtle in any of these ways.
    except (SyntaxError, ValueError, LookupError, RecursionError, AssertionError, TypeError, AttributeError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise ValueError(f"it is not readable Turtle ({type(error).__name__}: {reason})") from error


def _nodes(graph: "Graph") -> "Iterator[Node]":
    from rdflib.namespace import RDF
    from rdflib.term import URIRef

    kinds = ("DataNode", "GeneProduct", "Protein", "Metabolite", "Rna", "Complex")
    nodes = (node for kind in kinds for node in graph.subjects(RDF.type, URIRef(_WP + kind)))
    return iter(dict.fromkeys(nodes))


def _rows(graph: "Graph", node: "Node") -> Iterator[MappedNode]:
    """Yield a row for each label of a node with a valid identifier."""
    from rdflib.namespace import DC, DCTERMS, RDFS
    from rdflib.term import URIRef

    mapped = [
        reference
        for name, prefix in _MAPPED.items()
        for value in graph.objects(node, URIRef(f"{_WP}bdb{name}"))
        if (reference := reference_of(f"{prefix}:{_local(str(value))}"))
    ]
    drawn = str(graph.value(node, DC.identifier) or node)
    own = reference_of(f"{_prefix(drawn)}:{_local(drawn)}")
    references = tuple(valid(sorted(set(mapped)) or ([own] if own else [])))
    identifier = str(graph.value(node, DCTERMS.identifier) or _local(drawn))
    if references:
        for label in sorted({plain(str(label)) for label in graph.objects(node, RDFS.label)}):
            yield MappedNode(label=label, identifier=identifier.strip(), references=references)


def _local(iri: str) -> str:
    """Return the identifier in an IRI, without a prefix of its own: `.../chebi/CHEBI:15903` -> `15903`."""
    last = unquote(iri.rstrip("/").rpartition("/")[2])
    return last.rpartition(":")[2].removeprefix("CID" if "pubchem" in iri else "")


def _prefix(iri: str) -> str:
    """Return the database in an IRI of identifiers.org: `.../ncbigene/7157` and `.../ncbigene:7157` -> `ncbigene`."""
    database, _, last = iri.rstrip("/").rpartition("/")
    own, colon, _ = last.partition(":")
    return own if colon and database.endswith(("identifiers.org", "bioregistry.io")) else database.rpartition("/")[2]
