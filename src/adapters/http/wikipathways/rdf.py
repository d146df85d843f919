"""WikiPathways' RDF: one Turtle file per pathway, with the identifiers to which its nodes are mapped.

Source: https://data.wikipathways.org/current/rdf/ and the vocabulary http://vocabularies.wikipathways.org/wp. A node is
a subject of type `wp:DataNode` with its labels, its identifier as drawn, and a `wp:bdb...` for each mapped database.

rdflib reads a triple in 30 microseconds, pyoxigraph in one, but that takes 21 MB to install: a release is read once a
month, by a process of its own.
"""

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from biofacts.adapters.http.wikipathways.index_files import reference_of
from biofacts.domain.identifiers.cross_references import valid
from biofacts.domain.pathways.node_mappings import MappedNode
from biofacts.domain.text.clean import plain

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


def read(body: bytes) -> tuple[MappedNode, ...]:
    """Read the nodes with an identifier: those to which they are mapped, else the drawn one. Raises: ValueError."""
    graph = _parsed(body)
    return tuple(row for node in _nodes(graph) for row in _rows(graph, node))


def _parsed(body: bytes) -> "Graph":
    from rdflib import Graph  # takes 0.1 s to import

    logging.getLogger("rdflib.term").setLevel(logging.ERROR)  # it warns of every blank in an IRI
    graph = Graph(bind_namespaces="none")
    try:
        return graph.parse(data=body, format="turtle")
    # rdflib's recursive-descent parser fails on malformed Turtle in any of these ways.
    except (SyntaxError, ValueError, LookupError, RecursionError, AssertionError, TypeError, AttributeError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise ValueError(f"it is no readable Turtle ({type(error).__name__}: {reason})") from error


def _nodes(graph: "Graph") -> "Iterator[Node]":
    from rdflib.namespace import RDF
    from rdflib.term import URIRef

    kinds = ("DataNode", "GeneProduct", "Protein", "Metabolite", "Rna", "Complex")
    found = (node for kind in kinds for node in graph.subjects(RDF.type, URIRef(_WP + kind)))
    return iter(dict.fromkeys(found))


def _rows(graph: "Graph", node: "Node") -> Iterator[MappedNode]:
    """Yield a row for each label of a node."""
    from rdflib.namespace import DC, DCTERMS, RDFS
    from rdflib.term import URIRef

    mapped = [
        found
        for name, prefix in _MAPPED.items()
        for value in graph.objects(node, URIRef(f"{_WP}bdb{name}"))
        if (found := reference_of(f"{prefix}:{_local(str(value))}"))
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
