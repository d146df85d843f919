"""The sample's pathways, in the form of WikiPathways, and their ontology terms."""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec

from biofacts.adapters.memory.publications import MemoryDrawings, MemoryFile, mapped
from biofacts.adapters.memory.sample import DAY, RELEASE, published, read
from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.genes.names import drawn_terms, identifier_terms
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pathways.index_files import CitingPathway, ListedPathway, MappedPathway, PathwaySummary
from biofacts.domain.pathways.pathway import DataNode, Drawing, Group, OntologyTerm, PathwayComponents, Revision
from biofacts.domain.pathways.pathway import Interaction as Line
from biofacts.domain.pathways.references import SERVICE, Publication, Term, cited
from biofacts.domain.text import clean
from biofacts.ports.publications import MappedDrawing

# The index file of WikiPathways has columns for only a few databases.
_MAPPED_KEYS = frozenset({"entrez", "ensembl_gene", "hgnc_symbol", "uniprot", "chebi", "inchikey"})

_ONTOLOGIES = frozenset({"pathway_ontology", "disease_ontology", "cell_ontology"})


class SamplePathway(msgspec.Struct, frozen=True, kw_only=True):
    """A handwritten pathway. `terms`: the names of its ontology terms, in the order of their ids."""

    id: str
    title: str
    organism: str
    description: str | None = None
    revision: Revision
    cross_references: dict[str, str | tuple[str, ...]] = {}
    synonyms: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    literature: tuple[Publication, ...] = ()
    genes: tuple[DataNode, ...] = ()
    proteins: tuple[DataNode, ...] = ()
    metabolites: tuple[DataNode, ...] = ()
    interactions: tuple[Line, ...] = ()
    groups: tuple[Group, ...] = ()

    @property
    def local_id(self) -> str:
        """The identifier as WikiPathways writes it, such as WP554."""
        return self.id.removeprefix("WP:")

    @property
    def summary(self) -> PathwaySummary:
        """The summary for listings."""
        return PathwaySummary(self.title, self.organism, clean.shorten(self.description or "") or None)

    @property
    def _nodes(self) -> tuple[DataNode, ...]:
        return (*self.genes, *self.proteins, *self.metabolites)

    def listed(self) -> ListedPathway:
        """Return the pathway as a row of the text index."""
        return ListedPathway(
            local_id=self.local_id,
            summary=self.summary,
            names=self.synonyms,
            terms=self.terms,
            labels=tuple(dict.fromkeys(node.label for node in self._nodes)),
            authors=self.revision.curators,
        )

    def mapped(self) -> MappedPathway:
        """Return the pathway as a row of the xref index."""
        references = (
            (key, value) for node in self._nodes for key, value in pairs(node.cross_references) if key in _MAPPED_KEYS
        )
        return MappedPathway(local_id=self.local_id, summary=self.summary, references=tuple(dict.fromkeys(references)))

    def citing(self) -> CitingPathway:
        """Return the pathway as a row of the literature index."""
        references = tuple(pair for work in self.literature for pair in cited(work))
        return CitingPathway(local_id=self.local_id, organism=self.organism, references=references)

    def drawing(self) -> Drawing:
        """Return the drawing."""
        references = (*pairs(self.cross_references), *(p for node in self._nodes for p in pairs(node.cross_references)))
        return Drawing(
            local_id=self.local_id,
            title=self.title,
            organism=self.organism,
            description=self.description,
            revision=self.revision,
            components=PathwayComponents(
                id=self.id,
                title=self.title,
                organism=self.organism,
                genes=self.genes,
                proteins=self.proteins,
                metabolites=self.metabolites,
                interactions=self.interactions,
                groups=self.groups,
            ),
            ontology_terms=tuple(self._ontology_terms()),
            literature=self.literature,
            references=tuple(dict.fromkeys(references)),
            gene_terms=tuple(sorted({*self._gene_terms()})),
            file=file(
                self.local_id,
                self.title,
                self.organism,
                nodes=self._nodes,
                lines=self.interactions,
                groups=self.groups,
            ),
        )

    def _ontology_terms(self) -> Iterator[OntologyTerm]:
        ids = (value for key, value in pairs(self.cross_references) if key in _ONTOLOGIES)
        for identifier, name in zip(ids, self.terms, strict=True):
            yield OntologyTerm(id=identifier, name=name)

    def _gene_terms(self) -> Iterator[str]:
        for node in (*self.genes, *self.proteins):
            yield from drawn_terms(node.label, identifier_terms(pairs(node.cross_references)))


def sample_terms() -> MemoryFile[Term]:
    """Return the terms of the ontologies."""
    return published(SERVICE, "terms", read("terms", Term))


class SamplePathways:
    """The sample's index files and drawings."""

    def __init__(self) -> None:
        rows = read("pathways", SamplePathway)
        self.text = published(PATHWAY.service, "pathways", [one.listed() for one in rows])
        self.xref = published(PATHWAY.service, "pathways", [one.mapped() for one in rows])
        self.literature = published(PATHWAY.service, "pathways", [one.citing() for one in rows if one.literature])
        drawings = [one.drawing() for one in rows]
        self.drawings = MemoryDrawings(drawings, release=RELEASE, day=DAY)
        self.mappings = published(
            PATHWAY.service, "pathways", [MappedDrawing(one.local_id, mapped(one)) for one in drawings]
        )


# The files of the sample's drawings as GPML: nodes in a grid, and the lines between them


# The grid: nodes in a row, their size, the distance between their centres, and the first centre, in pixels.
_ACROSS, _WIDE, _HIGH = 4, 110, 26
_STEP_X, _STEP_Y, _LEFT, _TOP = 210, 90, 90, 110
_TYPES = {"Gene": "GeneProduct"}
# WikiPathways draws metabolites in blue.
_METABOLITE = "0000ff"

Place = tuple[float, float]


def file(
    local_id: str,
    title: str,
    organism: str,
    *,
    nodes: Sequence[DataNode],
    lines: Sequence[Line],
    groups: Sequence[Group],
) -> bytes:
    """Return the GPML file of a drawing, deflated."""
    named = {"Name": title, "Organism": organism, "Version": f"{local_id}_r1"}
    root = Element("Pathway", {"xmlns": "http://pathvisio.org/GPML/2013a", **named})
    SubElement(root, "InfoBox", {"CenterX": "0", "CenterY": "0"})
    inside = {member: group.id for group in groups for member in group.members}
    places = {
        node.id: (_LEFT + number % _ACROSS * _STEP_X, _TOP + number // _ACROSS * _STEP_Y)
        for number, node in enumerate(nodes)
    }
    for node in nodes:
        _node(root, node, places[node.id], inside.get(node.id))
    for line in lines:
        # A line without two different nodes at its ends has no place in the grid.
        if line.source in places and line.target in places and line.source != line.target:
            _line(root, line, places)
    for group in groups:
        SubElement(root, "Group", {"GroupId": group.id, "GraphId": group.id, "Style": group.style})
    return zlib.compress(tostring(root))


def _node(root: Element, node: DataNode, at: Place, group: str | None) -> None:
    given = {"TextLabel": node.label, "GraphId": node.id, "Type": _TYPES.get(node.type, node.type)}
    drawn = SubElement(root, "DataNode", {**given, **({"GroupRef": group} if group else {})})
    look = {"Color": _METABOLITE} if node.type == "Metabolite" else {}
    place = {"CenterX": str(at[0]), "CenterY": str(at[1]), "Width": str(_WIDE), "Height": str(_HIGH)}
    SubElement(drawn, "Graphics", {**place, "Valign": "Middle", **look})
    SubElement(drawn, "Xref", {"Database": node.database or "", "ID": node.identifier or ""})


def _line(root: Element, line: Line, places: Mapping[str, Place]) -> None:
    (x, y), (to_x, to_y) = places[line.source or ""], places[line.target or ""]
    across = (to_x > x) - (to_x < x)
    down = 0 if across else (to_y > y) - (to_y < y)
    drawn = SubElement(SubElement(root, "Interaction", {"GraphId": line.id}), "Graphics")
    ends = (line.source or "", x, y, 1, "Line"), (line.target or "", to_x, to_y, -1, line.arrow)
    for touched, centre_x, centre_y, side, head in ends:
        rel_x, rel_y = across * side, down * side
        at = {"X": str(centre_x + rel_x * _WIDE / 2), "Y": str(centre_y + rel_y * _HIGH / 2)}
        touching = {"GraphRef": touched, "RelX": str(float(rel_x)), "RelY": str(float(rel_y))}
        SubElement(drawn, "Point", {**at, **touching, "ArrowHead": head})
