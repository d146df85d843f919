"""The sample's pathways, in the form of WikiPathways, and their ontology terms."""

from collections.abc import Iterator

import msgspec

from biofacts.adapters.memory import sample_files
from biofacts.adapters.memory.publications import MemoryDrawings, MemoryFile, mapped
from biofacts.adapters.memory.sample import DAY, RELEASE, published, read
from biofacts.domain.genes.names import drawn_terms, identifier_terms
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pathways.drawing import Drawing
from biofacts.domain.pathways.index_files import CitingPathway, ListedPathway, MappedPathway, PathwaySummary
from biofacts.domain.pathways.literature import Publication
from biofacts.domain.pathways.ontology import SERVICE, Term
from biofacts.domain.pathways.pathway import PATHWAY, DataNode, Group, OntologyTerm, PathwayComponents, Revision
from biofacts.domain.pathways.pathway import Interaction as Line
from biofacts.domain.pathways.reference_queries import cited
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
            file=sample_files.file(
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
