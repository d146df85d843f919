"""The built-in sample: small handwritten records of true facts, published in the form of the upstreams."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import TypeVar

import msgspec

from biofacts.adapters.memory.compounds import MemoryCompounds
from biofacts.adapters.memory.publications import MemoryFile
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.answers.records import GUIDE, HGNC, NCBI_GENE, Provenance
from biofacts.domain.compounds.compound import Compound
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.names import ProteinNames
from biofacts.domain.identifiers.cross_references import arrange, pairs
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology.interaction import Affinity, Interaction, TargetKind
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, LigandIdentifiers
from biofacts.domain.pharmacology.target_facts import TargetFacts, TargetProtein

RELEASE = "built-in sample"
DAY = datetime(2026, 11, 20, tzinfo=UTC)
"""The date on which the facts were taken from the upstreams."""

T = TypeVar("T")


def read(name: str, kind: type[T]) -> Sequence[T]:
    """Return the records of one file of the sample."""
    written = files("biofacts.adapters.memory").joinpath(f"{name}.json").read_bytes()
    return msgspec.json.decode(written, type=tuple[kind, ...])  # type: ignore[valid-type]  # known at run time only


def published(service: str, name: str, rows: Sequence[T]) -> MemoryFile[T]:
    """Return rows as a file that a service publishes."""
    return MemoryFile(service, f"{name}.json", rows, release=RELEASE, day=DAY)


# The sample's compounds


def sample_compounds() -> MemoryCompounds:
    """Return a source of the sample's compounds."""
    return MemoryCompounds(
        read("compounds", Compound), Provenance(name=COMPOUND.service, release=RELEASE, mode="snapshot")
    )


# The sample's genes, in the form of HGNC and NCBI Gene


class SampleGene(msgspec.Struct, frozen=True, kw_only=True):
    """A handwritten gene, protein-coding unless its locus type says otherwise.

    `protein_names`: NCBI's names of the protein of a human gene.
    """

    id: str
    symbol: str
    name: str
    organism: str = HUMAN
    locus_type: str = "gene with protein product"
    aliases: tuple[str, ...] = ()
    previous_symbols: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    protein_names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    entrez: str
    ensembl_gene: str
    uniprot: tuple[str, ...] = ()
    mgi: tuple[str, ...] = ()

    def facts(self) -> GeneFacts:
        """Return the gene in the form of its source."""
        references = [
            ("entrez", self.entrez),
            ("ensembl_gene", self.ensembl_gene),
            *(("uniprot", one) for one in self.uniprot),
            *(("mgi", one) for one in self.mgi),
        ]
        return GeneFacts(
            id=self.id,
            symbol=self.symbol,
            name=self.name,
            organism=self.organism,
            locus_type=self.locus_type,
            protein_coding="protein" in self.locus_type,
            aliases=self.aliases,
            previous_symbols=self.previous_symbols,
            other_names=self.other_names,
            groups=self.groups,
            cross_references=arrange(references, "gene"),
        )


def _facts() -> Sequence[GeneFacts]:
    return [one.facts() for one in read("genes", SampleGene)]


def sample_human_genes() -> MemoryFile[GeneFacts]:
    """Return the human genes."""
    return published(HGNC, "genes", [one for one in _facts() if one.is_human])


def sample_protein_names() -> MemoryFile[ProteinNames]:
    """Return the names of human proteins."""
    genes = [one for one in read("genes", SampleGene) if one.protein_names]
    rows = [ProteinNames(gene=one.id, names=one.protein_names) for one in genes]
    return published(NCBI_GENE, "genes", rows)


def sample_other_genes() -> Mapping[str, MemoryFile[GeneFacts]]:
    """Return the genes of each other organism."""
    genes = [one for one in _facts() if not one.is_human]
    return {
        organism: published(NCBI_GENE, "genes", [one for one in genes if one.organism == organism])
        for organism in dict.fromkeys(one.organism for one in genes)
    }


# The sample's ligands, targets and interactions, in the form of the Guide to PHARMACOLOGY


class SampleInteraction(msgspec.Struct, frozen=True, kw_only=True):
    """A handwritten interaction, measured on the human protein; both sides by number."""

    ligand: str
    target: str
    type: str
    action: str
    primary: bool = False
    affinity: Affinity | None = None
    references: tuple[str, ...] = ()
    target_kind: TargetKind = "target"

    def told(self, ligands: Mapping[str, LigandFacts], targets: Mapping[str, TargetFacts]) -> Interaction:
        """Return the interaction with the columns that the Guide's file adds about both sides."""
        ligand = ligands[self.ligand]
        acted_on = ligands[self.target] if self.target_kind == "ligand" else targets[self.target]
        identifiers = pairs(acted_on.cross_references) if self.target_kind == "ligand" else ()
        return Interaction(
            ligand=ligand.number,
            ligand_name=ligand.name,
            ligand_type=ligand.type,
            approved=ligand.approved,
            target=acted_on.number,
            target_name=acted_on.name,
            target_kind=self.target_kind,
            gene_symbol=next(iter(acted_on.gene_symbols), None) if isinstance(acted_on, TargetFacts) else None,
            type=self.type,
            action=self.action,
            primary=self.primary,
            species="Human",
            affinity=self.affinity,
            references=self.references,
            target_identifiers=tuple(value for key, value in identifiers if key in ("uniprot", "ensembl_gene")),
        )


class SampleGuide:
    """The sample's files of the Guide."""

    def __init__(self) -> None:
        ligands, targets = read("ligands", LigandFacts), read("targets", TargetFacts)
        of_ligand = {one.number: one for one in ligands}
        of_target = {one.number: one for one in targets}
        interactions = [one.told(of_ligand, of_target) for one in read("interactions", SampleInteraction)]
        identifiers = [LigandIdentifiers(number=one.number, cross_references=one.cross_references) for one in ligands]
        proteins = [
            TargetProtein(target=one.number, species=one.species or "", accession=accession)
            for one in targets
            for key, accession in pairs(one.cross_references)
            if key == "uniprot"
        ]
        self.ligands = published(GUIDE, "ligands", ligands)
        self.targets = published(GUIDE, "targets", targets)
        self.interactions = published(GUIDE, "interactions", interactions)
        self.ligand_ids = published(GUIDE, "ligands", identifiers)
        self.proteins = published(GUIDE, "targets", proteins)
