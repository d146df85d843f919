"""The GPML reader on every drawing of the mirror, against counts that are taken without it."""

import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from biofacts.adapters.http.wikipathways.gpml import read
from biofacts.domain.cross_references import is_valid
from biofacts.domain.drawing import Drawing
from biofacts.domain.pathway import Interaction
from biofacts.domain.text.clean import plain
from tests.places import UPSTREAM

ASSETS = UPSTREAM / "wikipathways" / "assets.zip"
NS = "{http://pathvisio.org/GPML/2013a}"
BIOPAX = "{http://www.biopax.org/release/biopax-level3.owl#}"
LISTS = {
    "GeneProduct": "genes",
    "Rna": "genes",
    "RNA": "genes",
    "Protein": "proteins",
    "Metabolite": "metabolites",
    "Complex": "complexes",
    "Pathway": "linked_pathways",
    "Pathways": "linked_pathways",
}
KINDS = {
    "DataNode": "node",
    "Group": "group",
    "Label": "label",
    "Shape": "shape",
    "State": "state",
    "Anchor": "anchor",
    "Interaction": "line",
    "GraphicalLine": "line",
}

pytestmark = pytest.mark.skipif(not ASSETS.is_file(), reason=f"there is no mirror of WikiPathways at {ASSETS}")


def drawings() -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(ASSETS) as archive:
        for name in archive.namelist():
            if name.endswith(".gpml"):
                yield Path(name).stem, archive.read(name)


def kinds_by_id(root: ElementTree.Element) -> dict[str, str]:
    return {
        element.attrib["GraphId"]: KINDS[element.tag.removeprefix(NS)]
        for element in root.iter()
        if element.get("GraphId") and element.tag.removeprefix(NS) in KINDS
    }


def counted(root: ElementTree.Element, kinds: dict[str, str]) -> dict[str, int]:
    """The lengths that the lists of the components must have."""
    lengths = Counter(LISTS.get(node.get("Type", ""), "other_nodes") for node in root.iter(f"{NS}DataNode"))
    for line in root.iter(f"{NS}Interaction"):
        points = list(line.iter(f"{NS}Point"))
        attached = all(kinds.get(points[at].get("GraphRef", "")) for at in (0, -1))
        lengths["interactions" if attached else "unconnected_lines"] += 1
    lengths["groups"] = len(root.findall(f"{NS}Group"))
    return dict(+lengths)


def lengths(drawing: Drawing) -> dict[str, int]:
    components = drawing.components
    lists = {*LISTS.values(), "other_nodes", "interactions", "groups"}
    found = {name: len(getattr(components, name)) for name in lists}
    return {name: n for name, n in {**found, "unconnected_lines": components.unconnected_lines}.items() if n}


def drawn_ends(root: ElementTree.Element, kinds: dict[str, str]) -> Counter[str]:
    """How many ends of interactions touch each kind of thing."""
    ends: Counter[str] = Counter()
    for line in root.iter(f"{NS}Interaction"):
        points = list(line.iter(f"{NS}Point"))
        touched = [kinds.get(points[at].get("GraphRef", ""), "") for at in (0, -1)]
        if all(touched):
            ends.update("interaction" if kind == "anchor" else kind for kind in touched)
    return ends


def drawn_nodes(root: ElementTree.Element) -> Counter[tuple[str, str, str]]:
    nodes: Counter[tuple[str, str, str]] = Counter()
    for node in root.iter(f"{NS}DataNode"):
        xref = node.find(f"{NS}Xref")
        assert xref is not None
        nodes[plain(node.get("TextLabel", "")), xref.get("Database", ""), xref.get("ID", "")] += 1
    return nodes


def listed_works(root: ElementTree.Element) -> set[str]:
    """The PubMed ids that the drawing lists."""
    pairs = [
        (database.text or "", "".join((identifier.text or "").split()))
        for work in root.iter(f"{BIOPAX}PublicationXref")
        for database, identifier in zip(work.findall(f"{BIOPAX}DB"), work.findall(f"{BIOPAX}ID"), strict=False)
    ]
    return {identifier for database, identifier in pairs if database == "PubMed" and identifier.isdecimal()}


def tags(root: ElementTree.Element) -> set[tuple[str, str | None]]:
    return {
        ((term.findtext(f"{BIOPAX}ID") or "").strip(), plain(term.findtext(f"{BIOPAX}TERM") or "") or None)
        for term in root.iter(f"{BIOPAX}openControlledVocabulary")
    }


def unresolved(drawing: Drawing, kinds: dict[str, str]) -> list[Interaction]:
    """Interactions with an end that is neither listed nor drawn as what it is said to be."""
    components = drawing.components
    listed = {
        "node": {node.id for node in components.nodes},
        "group": {group.id for group in components.groups},
        "interaction": {name for name, kind in kinds.items() if kind == "line"},
    }
    for kind in ("label", "shape", "state"):
        listed[kind] = {name for name, found in kinds.items() if found == kind}
    generated = ("line-", "graphical-line-")
    return [
        line
        for line in components.interactions
        for end, kind in ((line.source, line.source_kind), (line.target, line.target_kind))
        if end not in listed[kind] and not (kind == "interaction" and end.startswith(generated))
    ]


def malformed(drawing: Drawing) -> list[tuple[str, object]]:
    pairs = [pair for node in drawing.components.nodes for pair in node.cross_references.items()]
    return [
        (key, value)
        for key, value in (*pairs, *drawing.references)
        if not (isinstance(value, str) and is_valid(key, value))
    ]


def test_nothing_that_is_drawn_is_lost() -> None:
    seen = 0
    for name, data in drawings():
        drawing = read(data)
        root = ElementTree.fromstring(data)
        kinds = kinds_by_id(root)
        nodes = drawing.components.nodes
        seen += 1

        assert (drawing.local_id, drawing.components.id) == (name, f"WP:{name}")
        assert lengths(drawing) == counted(root, kinds), name
        assert Counter((n.label, n.database or "", n.identifier or "") for n in nodes) == drawn_nodes(root), name
        assert len({node.id for node in nodes}) == len(nodes), name
        ends = Counter(k for line in drawing.components.interactions for k in (line.source_kind, line.target_kind))
        assert ends == drawn_ends(root, kinds), name
        assert unresolved(drawing, kinds) == [], name
        assert malformed(drawing) == [], name
        assert listed_works(root) <= {work.pubmed for work in drawing.literature}, name
        assert len({work.reference for work in drawing.literature}) == len(drawing.literature), name
        assert {term.id for term in drawing.ontology_terms} == {term for term, _ in tags(root)}, name
        assert {(term.id, term.name) for term in drawing.ontology_terms} <= tags(root), name
        assert root.get("Version") in (f"{name}_r{drawing.revision.version}", name)
        if seen % 10 == 0:
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(drawing), type=Drawing) == drawing

    assert seen > 0
