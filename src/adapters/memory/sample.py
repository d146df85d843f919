"""The built-in sample: small records of true facts, written by hand, published as the upstreams publish theirs."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import TypeVar

import msgspec

from biofacts.adapters.memory.compounds import MemoryCompounds
from biofacts.adapters.memory.publications import MemoryDrawings, MemoryFile
from biofacts.domain.compound import Compound
from biofacts.domain.cross_references import CrossReferences
from biofacts.domain.drawing import Drawing
from biofacts.domain.identifiers import gene_term
from biofacts.domain.interaction import Interaction
from biofacts.domain.kinds import COMPOUND, PATHWAY, TARGET
from biofacts.domain.listed_pathway import ListedPathway, MappedPathway, PathwaySummary
from biofacts.domain.ontology import Term
from biofacts.domain.pathway import DataNode, PathwayComponents, Revision
from biofacts.domain.pathway import Interaction as Line
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, LigandIdentifiers
from biofacts.domain.pharmacology.target_facts import TargetFacts, TargetProtein
from biofacts.domain.provenance import Provenance
from biofacts.domain.text import clean

RELEASE = "built-in sample"
DAY = datetime(2026, 11, 20, tzinfo=UTC)
"""When its facts were taken from the upstreams."""

_GENE_KEYS = {
    "entrez": "entrez", "ensembl_gene": "ensembl_gene", "uniprot": "uniprot", "hgnc": "hgnc", "hgnc_symbol": "symbol",
}  # fmt: skip
_MAPPED_KEYS = frozenset({"entrez", "ensembl_gene", "hgnc_symbol", "uniprot", "chebi", "inchikey"})

T = TypeVar("T")


class SamplePathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway as it is written by hand. `terms`: the names of its ontology terms."""

    id: str
    title: str
    organism: str
    description: str | None = None
    revision: Revision
    cross_references: dict[str, str | tuple[str, ...]] = {}
    synonyms: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    genes: tuple[DataNode, ...] = ()
    proteins: tuple[DataNode, ...] = ()
    metabolites: tuple[DataNode, ...] = ()
    interactions: tuple[Line, ...] = ()

    @property
    def local_id(self) -> str:
        """The identifier as WikiPathways writes it."""
        return self.id.removeprefix("WP:")

    @property
    def summary(self) -> PathwaySummary:
        """What a listing shows."""
        return PathwaySummary(self.title, self.organism, clean.shorten(self.description or "") or None)

    @property
    def _nodes(self) -> tuple[DataNode, ...]:
        return (*self.genes, *self.proteins, *self.metabolites)

    def listed(self) -> ListedPathway:
        """As the text index has it."""
        return ListedPathway(
            local_id=self.local_id,
            summary=self.summary,
            names=self.synonyms,
            terms=self.terms,
            labels=tuple(dict.fromkeys(node.label for node in self._nodes)),
        )

    def mapped(self) -> MappedPathway:
        """As the xref index has it."""
        pairs = (pair for node in self._nodes for pair in _pairs(node.cross_references) if pair[0] in _MAPPED_KEYS)
        return MappedPathway(local_id=self.local_id, summary=self.summary, references=tuple(dict.fromkeys(pairs)))

    def drawing(self) -> Drawing:
        """As it is drawn."""
        pairs = (*_pairs(self.cross_references), *(p for node in self._nodes for p in _pairs(node.cross_references)))
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
            ),
            references=tuple(dict.fromkeys(pairs)),
            gene_terms=tuple(sorted({*self._gene_terms()})),
        )

    def _gene_terms(self) -> Iterator[str]:
        for node in (*self.genes, *self.proteins):
            yield gene_term("symbol", node.label)
            yield from (
                gene_term(_GENE_KEYS[k], value) for k, value in _pairs(node.cross_references) if k in _GENE_KEYS
            )


def _pairs(references: CrossReferences) -> Iterator[tuple[str, str]]:
    for key, values in references.items():
        yield from ((key, value) for value in ([values] if isinstance(values, str) else values))


class SampleInteraction(msgspec.Struct, frozen=True, kw_only=True):
    """An interaction as it is written by hand, measured on the human protein; the sides by number."""

    ligand: str
    target: str
    type: str
    action: str
    primary: bool = False

    def told(self, ligand: LigandFacts, target: TargetFacts) -> Interaction:
        """With what the Guide's file says of both sides."""
        return Interaction(
            ligand=ligand.number,
            ligand_name=ligand.name,
            ligand_type=ligand.type,
            approved=ligand.approved,
            target=target.number,
            target_name=target.name,
            type=self.type,
            action=self.action,
            primary=self.primary,
            human=True,
        )


class Sample:
    """All files, drawings and compounds of the sample."""

    def __init__(self) -> None:
        pathways = _read("pathways", SamplePathway)
        self.text = _file(PATHWAY.service, "pathways.json", [one.listed() for one in pathways])
        self.xref = _file(PATHWAY.service, "pathways.json", [one.mapped() for one in pathways])
        self.terms = _file("Pathway Ontology", "terms.json", _read("terms", Term))
        self.drawings = MemoryDrawings([one.drawing() for one in pathways], release=RELEASE, day=DAY)
        ligands, targets = _read("ligands", LigandFacts), _read("targets", TargetFacts)
        of_ligand = {one.number: one for one in ligands}
        of_target = {one.number: one for one in targets}
        self.ligands = _file(TARGET.service, "ligands.json", ligands)
        self.targets = _file(TARGET.service, "targets.json", targets)
        self.interactions = _file(
            TARGET.service,
            "interactions.json",
            [
                one.told(of_ligand[one.ligand], of_target[one.target])
                for one in _read("interactions", SampleInteraction)
            ],
        )
        self.ligand_ids = _file(
            TARGET.service,
            "ligands.json",
            [LigandIdentifiers(number=one.number, cross_references=one.cross_references) for one in ligands],
        )
        self.proteins = _file(
            TARGET.service,
            "targets.json",
            [
                TargetProtein(target=one.number, species=one.species or "", accession=accession)
                for one in targets
                for key, accession in _pairs(one.cross_references)
                if key == "uniprot"
            ],
        )

    @property
    def compounds(self) -> MemoryCompounds:
        """The sample's compounds."""
        provenance = Provenance(name=COMPOUND.service, release=RELEASE, mode="snapshot")
        return MemoryCompounds(_read("compounds", Compound), provenance)


def _read(name: str, kind: type[T]) -> Sequence[T]:
    written = files("biofacts.adapters.memory").joinpath(f"{name}.json").read_bytes()
    return msgspec.json.decode(written, type=tuple[kind, ...])  # type: ignore[valid-type]  # known at run time only


def _file(service: str, name: str, rows: Sequence[T]) -> MemoryFile[T]:
    return MemoryFile(service, name, rows, release=RELEASE, day=DAY)
