"""The GPML 2013a reader: one pathway drawing, as bytes, into domain values.

Source: https://pathvisio.org/GPML/GPML2013a.xsd, and how WikiPathways' files really look.
"""

import pyexpat
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

from biofacts.adapters.http.wikipathways import biopax
from biofacts.adapters.http.wikipathways.databases import reference
from biofacts.domain.cross_references import collect
from biofacts.domain.drawing import Drawing
from biofacts.domain.genes.names import UNREGISTERED, drawn_terms, gene_term, identifier_terms
from biofacts.domain.pathway import (
    DataNode,
    EndKind,
    Group,
    Interaction,
    InteractionType,
    NodeType,
    OntologyTerm,
    PathwayComponents,
    Revision,
)
from biofacts.domain.text.clean import plain, visible


class GpmlError(ValueError):
    """The bytes are not a GPML 2013a pathway, or declare a document type."""


_NS = "{http://pathvisio.org/GPML/2013a}"
_DATA_NODE, _GROUP, _INTERACTION = f"{_NS}DataNode", f"{_NS}Group", f"{_NS}Interaction"
_BIOPAX, _CITED = f"{_NS}Biopax", f"{_NS}BiopaxRef"
_GRAPHICS, _POINT, _ANCHOR, _XREF = f"{_NS}Graphics", f"{_NS}Point", f"{_NS}Anchor", f"{_NS}Xref"
_NAMES = {
    _DATA_NODE: "node", _GROUP: "group", _INTERACTION: "line", f"{_NS}GraphicalLine": "graphical-line",
    f"{_NS}Label": "label", f"{_NS}Shape": "shape", f"{_NS}State": "state",
}  # fmt: skip

_NODE_TYPES: Mapping[str | None, NodeType] = {
    "GeneProduct": "Gene", "Rna": "Rna", "RNA": "Rna", "Protein": "Protein", "Metabolite": "Metabolite",
    "Complex": "Complex", "Pathway": "Pathway", "Pathways": "Pathway",
}  # fmt: skip
_PROCESSES = frozenset({"Pathway", "Pathways", "BiologicalProcess", "Event", "Key Event", "CellularComponent", "Other"})
_PROCESS_KEYS = frozenset({"wikipathways", "reactome", "kegg_pathway", "gene_ontology"})
_ONTOLOGIES = {"PW": "pathway_ontology", "DOID": "disease_ontology", "CL": "cell_ontology"}
_ARROWS: Mapping[str, InteractionType] = {
    "Line": "association",
    "Arrow": "activation",
    "TBar": "inhibition",
    "mim-stimulation": "activation",
    "mim-necessary-stimulation": "stimulation_necessary",
    "mim-inhibition": "inhibition",
    "mim-binding": "binding",
    "mim-covalent-bond": "binding",
    "mim-conversion": "conversion",
    "mim-catalysis": "catalysis",
    "mim-transcription-translation": "transcription_translation",
    "mim-modification": "modification",
    "mim-cleavage": "cleavage",
    "mim-translocation": "translocation",
}
_END_KINDS: Mapping[str, EndKind] = {
    _DATA_NODE: "node", _GROUP: "group",
    f"{_NS}Label": "label", f"{_NS}Shape": "shape", f"{_NS}State": "state",
}  # fmt: skip


def read(data: bytes) -> Drawing:
    """One GPML file. Raises: GpmlError."""
    root = _root(data)
    local_id, revision = _version(root)
    names = _names(root)
    drawn = [_node(element, names[element]) for element in root.findall(_DATA_NODE)]
    components = _components(root, local_id, [node.node for node in drawn], names)
    terms = tuple(term for term in biopax.ontology_terms(root.findall(_BIOPAX)) if _ontology(term))
    tags = ((_ONTOLOGIES[_ontology(term)], term.id) for term in terms)
    references = (*tags, *(pair for node in drawn for pair in node.references))
    return Drawing(
        local_id=local_id,
        title=components.title,
        organism=components.organism,
        description=_description(root),
        revision=_revision(root, revision),
        components=components,
        ontology_terms=terms,
        literature=biopax.literature(_publications(root)),
        references=tuple(pair for pair in dict.fromkeys(references) if pair != ("wikipathways", local_id)),
        gene_terms=tuple(sorted({term for node in drawn for term in node.terms})),
    )


def _version(root: Element) -> tuple[str, str | None]:
    """The pathway's own id and its revision. Raises: GpmlError when it does not say what it is."""
    version = re.match(r"(WP\d{1,9})(?:_r(\d{1,20}))?", root.get("Version", ""), re.ASCII)
    if version is None or not all(plain(root.get(name, "")) for name in ("Name", "Organism")):
        raise GpmlError("This is a pathway without name, organism or id.")
    return version[1], version[2]


def _root(data: bytes) -> Element:
    try:
        _refuse_doctype(data)
        root = fromstring(data)
    except GpmlError:
        raise
    # LookupError and ValueError: an encoding that Python or the parser does not know.
    except (ParseError, pyexpat.ExpatError, LookupError, ValueError) as error:
        raise GpmlError(f"This is not well-formed XML: {error}.") from error
    for element in root.iter():
        for name, value in element.items():
            if (seen := visible(value, fold=False)) != value:  # a curated blank stays
                element.set(name, seen)
    if root.tag != f"{_NS}Pathway":
        raise GpmlError("This is XML, but not a GPML 2013a pathway.")
    return root


def _refuse_doctype(data: bytes) -> None:
    """Look at what stands before the root: entities, the means of an attack, can be declared only there."""
    parser = pyexpat.ParserCreate()
    started = False

    def doctype(*_: object) -> None:
        raise GpmlError("This XML declares a document type, which no GPML file needs.")

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


def _names(root: Element) -> dict[Element, str]:
    """The id of every element that can be one end of a line: its own, else one that no other element has."""
    taken = {element.get("GraphId") for element in root.iter()}
    seen: Counter[str] = Counter()
    names: dict[Element, str] = {}
    for element in root:
        kind = _NAMES.get(element.tag)
        if kind is None:
            continue
        seen[kind] += 1
        name = element.get("GraphId")
        if not name:
            name = f"{kind}-{(kind == 'group' and element.get('GroupId')) or seen[kind]}"
            while name in taken:
                name += "'"
            taken.add(name)
        names[element] = name
    return names


class _DrawnNode(NamedTuple):
    node: DataNode
    references: tuple[tuple[str, str], ...]
    terms: tuple[str, ...]


class _Curated(NamedTuple):
    """What one curated reference amounts to."""

    references: dict[str, str]
    terms: tuple[str, ...]


def _node(element: Element, name: str) -> _DrawnNode:
    drawn_type = element.get("Type")
    label = _label(element)
    xref = element.find(_XREF)
    database, identifier = ("", "") if xref is None else (xref.get("Database", ""), xref.get("ID", ""))
    curated = _curated(database, identifier)
    node = DataNode(
        id=name,
        label=label,
        type=_NODE_TYPES.get(drawn_type, "Other"),
        database=_given(database),
        identifier=_given(identifier),
        cross_references=curated.references.copy(),
    )
    pairs = tuple(curated.references.items())
    if drawn_type in _PROCESSES:
        return _DrawnNode(node, tuple(pair for pair in pairs if pair[0] in _PROCESS_KEYS), ())
    pairs = tuple(pair for pair in pairs if pair[0] not in _PROCESS_KEYS)  # a protein's Reactome id is no pathway
    if drawn_type == "Metabolite":
        return _DrawnNode(node, pairs, ())
    return _DrawnNode(node, pairs, drawn_terms(label, curated.terms))


@lru_cache(maxsize=4096)
def _curated(database: str, identifier: str) -> _Curated:
    found = reference(database, identifier)
    if found is None:
        return _Curated({}, (gene_term(UNREGISTERED, identifier),) if identifier.strip() else ())
    valid = {key: value for key, value in collect([found]).items() if isinstance(value, str)}
    # A malformed identifier is still what its node is found under.
    return _Curated(valid, identifier_terms([found]))


def _given(text: str) -> str | None:
    return text if text and not text.isspace() else None


def _label(element: Element) -> str:
    text = element.get("TextLabel", "")
    if text.isascii() and text.isprintable() and "&" not in text:
        return " ".join(text.split())
    # Signs of symbol fonts are no text to `plain`, but still better than nothing.
    return plain(text) or text.strip()


def _components(
    root: Element, local_id: str, nodes: Iterable[DataNode], names: Mapping[Element, str]
) -> PathwayComponents:
    listed: defaultdict[NodeType, list[DataNode]] = defaultdict(list)
    for node in nodes:
        listed["Gene" if node.type == "Rna" else node.type].append(node)
    ends = _ends(names)
    lines = root.findall(_INTERACTION)
    interactions = tuple(found for line in lines if (found := _interaction(line, names[line], ends)))
    return PathwayComponents(
        id=f"WP:{local_id}",
        title=plain(root.get("Name", "")),
        organism=plain(root.get("Organism", "")),
        genes=tuple(listed["Gene"]),
        proteins=tuple(listed["Protein"]),
        metabolites=tuple(listed["Metabolite"]),
        complexes=tuple(listed["Complex"]),
        linked_pathways=tuple(listed["Pathway"]),
        other_nodes=tuple(listed["Other"]),
        interactions=interactions,
        groups=_groups(root, names),
        unconnected_lines=len(lines) - len(interactions),
    )


class _End(NamedTuple):
    """What a line may touch."""

    id: str
    kind: EndKind
    label: str | None = None
    is_metabolite: bool = False


def _ends(names: Mapping[Element, str]) -> dict[str, _End]:
    """Everything a line may touch, by the GraphId under which it does."""
    ends: dict[str, _End] = {}
    for element, name in names.items():
        if kind := _END_KINDS.get(element.tag):
            if own := element.get("GraphId"):
                label = None if kind in ("node", "group") else _label(element) or None
                ends.setdefault(own, _End(name, kind, label, element.get("Type") == "Metabolite"))
        elif (graphics := element.find(_GRAPHICS)) is not None:
            for anchor in graphics.findall(_ANCHOR):
                if own := anchor.get("GraphId"):
                    ends.setdefault(own, _End(name, "interaction"))
    return ends


def _interaction(line: Element, name: str, ends: Mapping[str, _End]) -> Interaction | None:
    """The line, or None where it touches nothing at one end."""
    graphics = line.find(_GRAPHICS)
    points = [] if graphics is None else graphics.findall(_POINT)
    if len(points) < 2:
        return None
    source, target = (ends.get(point.get("GraphRef", "")) for point in (points[0], points[-1]))
    if source is None or target is None:
        return None
    tail, head = _arrow(points[0]), _arrow(points[-1])
    if tail and not head:
        source, target, tail, head = target, source, None, tail
    return Interaction(
        id=name,
        source=source.id,
        target=target.id,
        type=_interaction_type(head or "Line", (source, target)),
        arrow=head or "Line",
        source_arrow=tail,
        source_kind=source.kind,
        target_kind=target.kind,
        source_label=source.label,
        target_label=target.label,
    )


def _arrow(point: Element) -> str | None:
    word = point.get("ArrowHead")
    return None if word in (None, "", "Line") else word


def _interaction_type(arrow: str, ends: Sequence[_End]) -> InteractionType:
    # Nothing activates a metabolite: a plain arrow between two of them is a reaction.
    if arrow == "Arrow" and all(end.is_metabolite for end in ends):
        return "conversion"
    if arrow.startswith(("Receptor", "Ligand")):
        return "binding"
    return _ARROWS.get(arrow, "other")


def _groups(root: Element, names: Mapping[Element, str]) -> tuple[Group, ...]:
    members: defaultdict[str | None, list[str]] = defaultdict(list)
    for element in root:
        if element.tag in (_DATA_NODE, _GROUP):
            members[element.get("GroupRef")].append(names[element])
    return tuple(
        Group(
            id=names[group],
            style=group.get("Style") or "None",
            label=_label(group) or None,
            members=tuple(members[own]) if (own := group.get("GroupId")) else (),
        )
        for group in root.findall(_GROUP)
    )


def _description(root: Element) -> str | None:
    texts = [
        plain(comment.text or "", lines=True)
        for comment in root.findall(f"{_NS}Comment")
        if comment.get("Source") == "WikiPathways-description"
    ]
    return "\n\n".join(text for text in texts if text) or None


def _revision(root: Element, version: str | None) -> Revision:
    authors = (plain(author) for author in root.get("Author", "").strip().strip("[]").split(","))
    return Revision(
        version=version,
        last_modified=_last_modified(root.get("Last-Modified", "").strip()),
        curators=tuple(dict.fromkeys(author for author in authors if author)),
    )


def _last_modified(stamp: str) -> str | None:
    """`20251125012351` -> `2025-11-25T01:23:51Z`."""
    if not re.fullmatch(r"\d{14}", stamp, re.ASCII):
        return None
    try:
        return f"{datetime.strptime(stamp, '%Y%m%d%H%M%S'):%Y-%m-%dT%H:%M:%SZ}"
    except ValueError:
        return None


def _ontology(term: OntologyTerm) -> str:
    """The prefix of a term's ontology, "" where it is none that is known."""
    prefix = term.id.partition(":")[0]
    return prefix if prefix in _ONTOLOGIES else ""


def _publications(root: Element) -> biopax.Publications:
    cited = frozenset((one.text or "").strip() for one in root.iter(_CITED))
    return biopax.publications(root.findall(_BIOPAX), cited)
