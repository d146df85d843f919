"""Names of genes where a test is about anything else."""

from biofacts.adapters.local.freshness import LocalCatalogue
from biofacts.adapters.local.gene_entries import HUMAN_GENES, index_genes
from biofacts.adapters.local.gene_identifiers import GeneIdentifiers
from biofacts.adapters.local.gene_synonyms import GeneSynonyms
from biofacts.adapters.local.guide_entries import UNIPROT, index_proteins
from biofacts.adapters.local.jobs import Jobs
from biofacts.adapters.memory.publications import MemoryFile
from biofacts.adapters.memory.sample import DAY
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.pharmacology.target_facts import TargetProtein
from biofacts.ports.catalogue import CatalogueStore


def _absent(name: str, store: CatalogueStore, jobs: Jobs) -> LocalCatalogue[GeneFacts]:
    file = MemoryFile[GeneFacts]("test", "genes", [], release="none", day=DAY)
    return LocalCatalogue(name, file, index_genes, store=store, jobs=jobs, offline=True)


def no_synonyms(store: CatalogueStore, jobs: Jobs) -> GeneSynonyms:
    """Names that are not at hand and cannot be had."""
    return GeneSynonyms(_absent(HUMAN_GENES, store, jobs))


def no_identifiers(store: CatalogueStore, jobs: Jobs) -> GeneIdentifiers:
    """Identifiers of which nothing is known."""
    file = MemoryFile[TargetProtein]("test", "proteins", [], release="none", day=DAY)
    targets = LocalCatalogue(UNIPROT, file, index_proteins, store=store, jobs=jobs, offline=True)
    return GeneIdentifiers(_absent(HUMAN_GENES, store, jobs), targets, store)
