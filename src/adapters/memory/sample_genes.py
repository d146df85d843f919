"""The sample's genes, in the form of HGNC and NCBI Gene."""

from collections.abc import Mapping, Sequence

import msgspec

from biofacts.adapters.memory.publications import MemoryFile
from biofacts.adapters.memory.sample import published, read
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.gene import HGNC, HUMAN, NCBI_GENE
from biofacts.domain.genes.protein_names import ProteinNames
from biofacts.domain.identifiers.cross_references import arrange


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
