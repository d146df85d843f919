"""The GPML reader on every drawing of the mirror, against counts that are taken without it."""

import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from biofacts.adapters.http.wikipathways.gpml import read
from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.pathways.pathway import DataNode, Drawing, Group, Interaction
from biofacts.domain.text.clean import plain
from tests.places import UPSTREAM

ASSETS = UPSTREAM / "wikipathways" / "assets.zip"
NS = "{http://pathvisio.org/GPML/2013a}"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
LINES = ("Interaction", "GraphicalLine")
MADE_UP = ("node-", "group-", "line-", "graphical-line-", "label-", "shape-", "state-")
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

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not ASSETS.is_file(), reason=f"there is no mirror of WikiPathways at {ASSETS}"),
]


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


class Reading:
    """What a drawing says, read without our reader: by the drawing's own ids, so of what has one."""

    def __init__(self, root: ElementTree.Element) -> None:
        self.root = root
        self.by_id = {own: element for element in root.iter() if (own := element.get("GraphId"))}
        self.line_of = {
            anchor: line for kind in LINES for line in root.iter(f"{NS}{kind}") for anchor in line.iter(f"{NS}Anchor")
        }
        self.touched = {line: self._touched(line) for kind in LINES for line in root.iter(f"{NS}{kind}")}
        connected = [line for line, ends in self.touched.items() if all(end is not None for end in ends)]
        self.listed = {*connected}
        for line in connected:
            self._follow(line)

    def _touched(self, line: ElementTree.Element) -> list[ElementTree.Element | None]:
        points = list(line.iter(f"{NS}Point"))
        found = [self.by_id.get(points[at].get("GraphRef", "")) for at in (0, -1)]
        return [None if end is None else self.line_of.get(end, end) for end in found]

    def _ends(self, line: ElementTree.Element) -> list[ElementTree.Element | None]:
        return self.touched[line]

    def _follow(self, line: ElementTree.Element) -> None:
        for end in self._ends(line):
            if end is not None and end in self.touched and end not in self.listed:
                self.listed.add(end)
                self._follow(end)

    def lengths(self) -> dict[str, int]:
        """The lengths that the lists of the components must have."""
        lengths = Counter(LISTS.get(node.get("Type", ""), "other_nodes") for node in self.root.iter(f"{NS}DataNode"))
        lengths["interactions"] = len(self.listed)
        lengths["unconnected_lines"] = len({*self.root.iter(f"{NS}Interaction")} - self.listed)
        lengths["groups"] = len(self.root.findall(f"{NS}Group"))
        return dict(+lengths)

    def ends(self) -> Counter[str]:
        """How many ends of interactions touch each kind of thing."""
        found = [end for line in self.listed for end in self._ends(line) if end is not None]
        return Counter("interaction" if end in self.touched else KINDS[end.tag.removeprefix(NS)] for end in found)

    def lines(self) -> dict[str, tuple[set[str], bool, bool, str, str]]:
        """Of each listed line: what it touches, whether it is dashed and graphical, its database and identifier."""
        found: dict[str, tuple[set[str], bool, bool, str, str]] = {}
        for line in self.listed:
            if own := line.get("GraphId"):
                graphics, xref = line.find(f"{NS}Graphics"), line.find(f"{NS}Xref")
                assert graphics is not None
                database, number = ("", "") if xref is None else (xref.get("Database", ""), xref.get("ID", ""))
                touched = {end.get("GraphId", "") for end in self._ends(line) if end is not None} - {""}
                is_graphical = line.tag == f"{NS}GraphicalLine"
                found[own] = (touched, graphics.get("LineStyle") == "Broken", is_graphical, database, number)
        return found

    def comments(self) -> dict[str, set[str]]:
        """The comments on each node, group, state and listed line, without their blanks; those of a state in one."""
        found: dict[str, set[str]] = {}
        elements = [one for kind in ("DataNode", "Group", "State") for one in self.root.iter(f"{NS}{kind}")]
        for element in (*elements, *self.listed):
            said = dict.fromkeys(bare(one.text or "") for one in element.findall(f"{NS}Comment"))
            if (own := element.get("GraphId")) and any(said):
                found[own] = {"".join(said)} if element.tag == f"{NS}State" else {*said} - {""}
        return found

    def cited(self) -> dict[str, set[str]]:
        """The PubMed ids that each node, group and listed line cites."""
        works: defaultdict[str, set[str]] = defaultdict(set)
        for work in self.root.iter(f"{BIOPAX}PublicationXref"):
            works[work.get(f"{RDF}id", "")] |= numbers(work)  # one name may be given to two
        elements = [*self.root.iter(f"{NS}DataNode"), *self.root.iter(f"{NS}Group"), *self.listed]
        return {
            own: known
            for element in elements
            if (own := element.get("GraphId"))
            and (known := {n for ref in element.findall(f"{NS}BiopaxRef") for n in works.get(ref.text or "", ())})
        }

    def states(self) -> Counter[tuple[str, str]]:
        """Where each state is, and what is written in it."""
        return Counter(
            (one.get("GraphRef", ""), plain(one.get("TextLabel", ""))) for one in self.root.iter(f"{NS}State")
        )

    def members(self) -> dict[str, set[str]]:
        """What each group holds, of what has an id."""
        found: dict[str, set[str]] = {}
        for group in self.root.iter(f"{NS}Group"):
            if own := group.get("GraphId"):
                held = self.root.findall(f"*[@GroupRef='{group.get('GroupId')}']")
                found[own] = {one.get("GraphId", "") for one in held} - {""}
        return found


def bare(text: str) -> str:
    """A text without blanks and entities, which our reader writes otherwise."""
    return "".join(plain(text).split())


def numbers(work: ElementTree.Element) -> set[str]:
    """The PubMed ids of a publication, however they are written."""
    pairs = zip(work.findall(f"{BIOPAX}DB"), work.findall(f"{BIOPAX}ID"), strict=False)
    written = ("".join((number.text or "").split()) for database, number in pairs if database.text == "PubMed")
    return {found[1] for one in written if (found := re.fullmatch(r"(\d{1,9})[^A-Za-z0-9]*", one, re.ASCII))}


def lengths(drawing: Drawing) -> dict[str, int]:
    components = drawing.components
    lists = {*LISTS.values(), "other_nodes", "interactions", "groups"}
    found = {name: len(getattr(components, name)) for name in lists}
    return {name: n for name, n in {**found, "unconnected_lines": components.unconnected_lines}.items() if n}


def drawn_nodes(root: ElementTree.Element) -> Counter[tuple[str, str, str]]:
    nodes: Counter[tuple[str, str, str]] = Counter()
    for node in root.iter(f"{NS}DataNode"):
        xref = node.find(f"{NS}Xref")
        assert xref is not None
        nodes[plain(node.get("TextLabel", "")), xref.get("Database", ""), xref.get("ID", "")] += 1
    return nodes


def listed_works(root: ElementTree.Element) -> set[str]:
    """The PubMed ids that the drawing lists."""
    return {number for work in root.iter(f"{BIOPAX}PublicationXref") for number in numbers(work)}


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
        "interaction": {line.id for line in components.interactions},
    }
    for kind in ("label", "shape", "state"):
        listed[kind] = {name for name, found in kinds.items() if found == kind}
    states = {state.id: node.id for node in components.nodes for state in node.states}
    return [
        line
        for line in components.interactions
        for end, kind, node in (
            (line.source, line.source_kind, line.source_node),
            (line.target, line.target_kind, line.target_node),
        )
        if end and (end not in listed[kind] or node != (states[end] if kind == "state" else None))
    ]


def lines_of(drawing: Drawing) -> dict[str, tuple[set[str], bool, bool, str, str]]:
    return {
        line.id: (
            {end for end in (line.source, line.target) if end and not end.startswith(MADE_UP)},
            line.style == "dashed",
            line.graphical,
            line.database or "",
            line.identifier or "",
        )
        for line in drawing.components.interactions
        if not line.id.startswith(MADE_UP)
    }


def cited_in(drawing: Drawing) -> dict[str, set[str]]:
    drawn = drawing.components
    cited: list[DataNode | Group | Interaction] = [*drawn.nodes, *drawn.groups, *drawn.interactions]
    return {
        one.id: known
        for one in cited
        if not one.id.startswith(MADE_UP) and (known := {ref for ref in one.references if ref.isdecimal()})
    }


def comments_in(drawing: Drawing) -> dict[str, set[str]]:
    drawn = drawing.components
    elements: list[DataNode | Group | Interaction] = [*drawn.nodes, *drawn.groups, *drawn.interactions]
    found = {one.id: {bare(text) for text in one.comments} for one in elements}
    found |= {state.id: {bare(state.comment or "")} - {""} for node in drawn.nodes for state in node.states}
    return {own: said for own, said in found.items() if said and not own.startswith(MADE_UP)}


def members_in(drawing: Drawing) -> dict[str, set[str]]:
    return {
        group.id: {
            one for one in (*group.members, *(other.id for other in group.other_members)) if not one.startswith(MADE_UP)
        }
        for group in drawing.components.groups
        if not group.id.startswith(MADE_UP)
    }


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
        reading = Reading(root)
        assert lengths(drawing) == reading.lengths(), name
        assert Counter((n.label, n.database or "", n.identifier or "") for n in nodes) == drawn_nodes(root), name
        assert len({node.id for node in nodes}) == len(nodes), name
        lines = drawing.components.interactions
        ends = Counter(
            kind
            for line in lines
            for end, kind in ((line.source, line.source_kind), (line.target, line.target_kind))
            if end
        )
        assert ends == reading.ends(), name
        assert lines_of(drawing) == {
            own: (
                {end for end in touched if not end.startswith(MADE_UP)},
                dashed,
                is_graphical,
                *("" if not t.strip() else t for t in xref),
            )
            for own, (touched, dashed, is_graphical, *xref) in reading.lines().items()
        }, name
        assert cited_in(drawing) == reading.cited(), name
        assert comments_in(drawing) == reading.comments(), name
        assert Counter((n.id, s.value or "") for n in nodes for s in n.states) == reading.states(), name
        assert members_in(drawing) == reading.members(), name
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
