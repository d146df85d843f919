"""Reader of GPML 2013a, the XML format of WikiPathways' drawings. It converts one file to domain objects.

Source: https://pathvisio.org/GPML/GPML2013a.xsd, and the published files, which do not always follow it.
"""

import pyexpat
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

from biofacts.adapters.http.wikipathways import gpml_components, gpml_references
from biofacts.adapters.http.wikipathways.gpml_components import (
    CITED,
    DATA_NODE,
    GROUP,
    INTERACTION,
    Canvas,
    tag,
    unless_blank,
    xref,
)
from biofacts.adapters.http.wikipathways.gpml_references import reference
from biofacts.domain.genes.names import UNREGISTERED, drawn_terms, gene_term, identifier_terms
from biofacts.domain.identifiers.cross_references import collect
from biofacts.domain.pathways.pathway import (
    DataNode,
    Drawing,
    NodeType,
    OntologyTerm,
    PathwayComponents,
    Revision,
    State,
)
from biofacts.domain.text.clean import plain, visible

_NEWER = "{http://pathvisio.org/GPML/2021}"
"""The namespace of the next version of the format (2021), which WikiPathways does not publish."""


class GpmlError(ValueError):
    """The error for a file that is not GPML 2013a, too large or unsafe. Its message is a clause without a full stop."""


_BIOPAX = tag("Biopax")
_PACKED = 6
LARGEST = 8 * 1024 * 1024
"""Bytes: several times the largest published drawing."""
_MOST_ELEMENTS = 100_000  # with the limit of bytes, a hostile file is refused within two seconds
_PRIME, _MOST_PRIMES = "'", 3
_NAMES = {
    DATA_NODE: "node", GROUP: "group", INTERACTION: "line", tag("GraphicalLine"): "graphical-line",
    tag("Label"): "label", tag("Shape"): "shape", tag("State"): "state",
}  # fmt: skip

# `RNA` and `Pathways` occur in a few hundred nodes, beside `Rna` and `Pathway`.
_NODE_TYPES: Mapping[str | None, NodeType] = {
    "GeneProduct": "Gene", "Rna": "Rna", "RNA": "Rna", "Protein": "Protein", "Metabolite": "Metabolite",
    "Complex": "Complex", "Pathway": "Pathway", "Pathways": "Pathway",
}  # fmt: skip
_PROCESSES = frozenset({"Pathway", "Pathways", "BiologicalProcess", "Event", "Key Event", "CellularComponent", "Other"})
_PROCESS_KEYS = frozenset({"wikipathways", "reactome", "kegg_pathway", "gene_ontology"})
_ONTOLOGIES = {"PW": "pathway_ontology", "DOID": "disease_ontology", "CL": "cell_ontology"}


def read(data: bytes) -> Drawing:
    """Parse a GPML file. Raises: GpmlError, also if it is far larger than any published drawing."""
    root = _root(data)
    local_id, revision = version_of(root)
    canvas = Canvas(root, names_of(root), _publications(root), _label)
    states = gpml_components.states(canvas)
    nodes = [_node(element, canvas, states) for element in root.findall(DATA_NODE)]
    components = _components(canvas, local_id, [node.node for node in nodes])
    terms = tuple(term for term in gpml_references.ontology_terms(root.findall(_BIOPAX)) if _ontology(term))
    tags = ((_ONTOLOGIES[_ontology(term)], term.id) for term in terms)
    references = (*tags, *(pair for node in nodes for pair in node.references))
    return Drawing(
        local_id=local_id,
        title=components.title,
        organism=components.organism,
        description=_description(root),
        revision=_revision(root, revision),
        components=components,
        ontology_terms=terms,
        literature=gpml_references.literature(canvas.publications),
        references=tuple(pair for pair in dict.fromkeys(references) if pair != ("wikipathways", local_id)),
        gene_terms=tuple(sorted({term for node in nodes for term in node.terms})),
        file=zlib.compress(data, _PACKED),
    )


def version_of(root: Element) -> tuple[str, str | None]:
    """Return a pathway's id and revision. Raises: GpmlError if id, name or organism is missing."""
    version = re.match(r"(WP\d{1,9})(?:_r(\d{1,20}))?", root.get("Version", ""), re.ASCII)
    if version is None or not all(plain(root.get(name, "")) for name in ("Name", "Organism")):
        raise GpmlError("it is a pathway without name, organism or id")
    return version[1], version[2]


def _root(data: bytes) -> Element:
    root = well_formed(data)
    if len(root) > _MOST_ELEMENTS:
        raise GpmlError(f"it has more than {_MOST_ELEMENTS} elements")
    for element in root.iter():
        for name, value in element.items():
            if (seen := visible(value, fold=False)) != value:  # removes invisible characters, but not blanks
                element.set(name, seen)
    return root


def well_formed(data: bytes) -> Element:
    """Parse XML whose root is that of a GPML 2013a file. Its texts are not normalised. Raises: GpmlError."""
    if len(data) > LARGEST:
        raise GpmlError(f"it has more than {LARGEST} bytes")
    try:
        _refuse_doctype(data)
        root = fromstring(data)
    except GpmlError:
        raise
    # LookupError and ValueError: an encoding that Python or the parser does not know.
    except (ParseError, pyexpat.ExpatError, LookupError, ValueError) as error:
        raise GpmlError(f"it is not well-formed XML: {error}") from error
    if root.tag != tag("Pathway"):
        if root.tag.startswith(_NEWER):
            raise GpmlError("it is written in GPML2021, which biofacts does not read yet")
        raise GpmlError("it is XML, but not a GPML 2013a pathway")
    return root


def _refuse_doctype(data: bytes) -> None:
    """Reject a document type declaration: attacks with XML entities need one, since only it can declare entities."""
    parser = pyexpat.ParserCreate()
    started = False

    def doctype(*_: object) -> None:
        raise GpmlError("it declares a document type, which no GPML file needs")

    def start(*_: object) -> None:
        nonlocal started
        started = True

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    # The parser finishes a piece before it reports a failure; pieces that double keep a long prolog linear.
    at, size = 0, 128
    while at < len(data) and not started:
        parser.Parse(data[at : at + size], False)
        at, size = at + size, size * 2
    if not started:
        parser.Parse(b"", True)  # expat 2.6 and later leaves a long token for the next piece, and this was the last


def names_of(root: Element) -> dict[Element, str]:
    """Return an id for each node, group, line, label, shape and state: its GraphId, or a new unique id."""
    taken = {element.get("GraphId") for element in root.iter()}
    seen: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    names: dict[Element, str] = {}
    for element in root:
        kind = _NAMES.get(element.tag)
        if kind is None:
            continue
        seen[kind] += 1
        # 2,143 published nodes and 1,058 groups have no GraphId.
        name = element.get("GraphId", "")
        if not name:
            stem = f"{kind}-{(kind == 'group' and element.get('GroupId')) or seen[kind]}"
            while (name := _another(stem, tried[stem])) in taken:
                tried[stem] += 1
            taken.add(name)
        names[element] = name
    return names


def _another(stem: str, number: int) -> str:
    """Return the variant of a name with that number: `a`, `a'`, `a''`, and, above three primes, `a'4`."""
    return stem + (_PRIME * number if number <= _MOST_PRIMES else f"{_PRIME}{number}")


class _DrawnNode(NamedTuple):
    node: DataNode
    references: tuple[tuple[str, str], ...]
    terms: tuple[str, ...]


class _CuratedReference(NamedTuple):
    """Cross references and search terms of one curated reference."""

    references: dict[str, str]
    terms: tuple[str, ...]


def _node(element: Element, canvas: Canvas, states: Mapping[str, tuple[State, ...]]) -> _DrawnNode:
    drawn_type = element.get("Type")
    label = _label(element)
    database, identifier = xref(element)
    curated = _curated(database, identifier)
    node = DataNode(
        id=canvas.names[element],
        label=label,
        type=node_type(drawn_type),
        database=unless_blank(database),
        identifier=unless_blank(identifier),
        cross_references=curated.references.copy(),
        states=states.get(element.get("GraphId", ""), ()),
        references=canvas.references(element),
        comments=gpml_components.comments(element),
    )
    pairs = tuple(curated.references.items())
    if drawn_type in _PROCESSES:
        return _DrawnNode(node, tuple(pair for pair in pairs if pair[0] in _PROCESS_KEYS), ())
    pairs = tuple(pair for pair in pairs if pair[0] not in _PROCESS_KEYS)  # a protein's Reactome id is not a pathway
    if drawn_type == "Metabolite":
        return _DrawnNode(node, pairs, ())
    return _DrawnNode(node, pairs, drawn_terms(label, curated.terms))


def node_type(drawn: str | None) -> NodeType:
    """Convert the type of a node in GPML to ours."""
    return _NODE_TYPES.get(drawn, "Other")


@lru_cache(maxsize=4096)
def _curated(database: str, identifier: str) -> _CuratedReference:
    keyed_id = reference(database, identifier)
    if keyed_id is None:
        return _CuratedReference({}, (gene_term(UNREGISTERED, identifier),) if identifier.strip() else ())
    valid = {key: value for key, value in collect([keyed_id]).items() if isinstance(value, str)}
    # Searches find a node by a malformed identifier, too.
    return _CuratedReference(valid, identifier_terms([keyed_id]))


def _label(element: Element) -> str:
    text = element.get("TextLabel", "")
    if text.isascii() and text.isprintable() and "&" not in text:
        return " ".join(text.split())
    # `plain` removes the characters of symbol fonts; a label without any others stays unchanged.
    return plain(text) or text.strip()


def _components(canvas: Canvas, local_id: str, nodes: Iterable[DataNode]) -> PathwayComponents:
    listed: defaultdict[NodeType, list[DataNode]] = defaultdict(list)
    for node in nodes:
        listed["Gene" if node.type == "Rna" else node.type].append(node)
    interactions, unconnected = gpml_components.interactions(canvas)
    return PathwayComponents(
        id=f"WP:{local_id}",
        title=plain(canvas.root.get("Name", "")),
        organism=plain(canvas.root.get("Organism", "")),
        genes=tuple(listed["Gene"]),
        proteins=tuple(listed["Protein"]),
        metabolites=tuple(listed["Metabolite"]),
        complexes=tuple(listed["Complex"]),
        linked_pathways=tuple(listed["Pathway"]),
        other_nodes=tuple(listed["Other"]),
        interactions=interactions,
        groups=gpml_components.groups(canvas, interactions),
        unconnected_lines=unconnected,
    )


def _description(root: Element) -> str | None:
    texts = [
        plain(comment.text or "", lines=True)
        for comment in root.findall(tag("Comment"))
        if comment.get("Source") == "WikiPathways-description"
    ]
    return "\n\n".join(text for text in texts if text) or None


def _revision(root: Element, version: str | None) -> Revision:
    authors = (plain(author) for author in root.get("Author", "").strip().strip("[]").split(","))
    return Revision(
        version=version,
        last_modified=last_modified(root.get("Last-Modified", "").strip()),
        curators=tuple(dict.fromkeys(author for author in authors if author)),
    )


def last_modified(stamp: str) -> str | None:
    """Convert a time stamp: `20251125012351` -> `2025-11-25T01:23:51Z`; None if it is malformed."""
    if not re.fullmatch(r"\d{14}", stamp, re.ASCII):
        return None
    try:
        return f"{datetime.strptime(stamp, '%Y%m%d%H%M%S'):%Y-%m-%dT%H:%M:%SZ}"
    except ValueError:
        return None


def _ontology(term: OntologyTerm) -> str:
    """Return the prefix of a term's ontology; "" for other ontologies."""
    prefix = term.id.partition(":")[0]
    return prefix if prefix in _ONTOLOGIES else ""


def _publications(root: Element) -> gpml_references.Publications:
    cited = frozenset((element.text or "").strip() for element in root.iter(CITED))
    return gpml_references.publications(root.findall(_BIOPAX), cited)
