"""Names of genes where a test is about anything else."""

from biofacts.adapters.local.freshness import LocalCatalogue
from biofacts.adapters.local.gene_entries import HUMAN_GENES, index_genes
from biofacts.adapters.local.gene_synonyms import GeneSynonyms
from biofacts.adapters.local.jobs import Jobs
from biofacts.adapters.memory.publications import MemoryFile
from biofacts.adapters.memory.sample import DAY
from biofacts.domain.genes.facts import GeneFacts
from biofacts.ports.catalogue import CatalogueStore


def no_synonyms(store: CatalogueStore, jobs: Jobs) -> GeneSynonyms:
    """Names that are not at hand and cannot be had."""
    file = MemoryFile[GeneFacts]("test", "genes", [], release="none", day=DAY)
    return GeneSynonyms(LocalCatalogue(HUMAN_GENES, file, index_genes, store=store, jobs=jobs, offline=True))
