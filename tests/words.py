"""A thesaurus where a test is about anything else."""

from collections.abc import Sequence

from biofacts.adapters.local.catalogue_entries.genes import HUMAN_GENES, index_genes
from biofacts.adapters.local.catalogue_entries.pharmacology import UNIPROT, index_proteins
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue
from biofacts.adapters.local.search.thesaurus import AnyCatalogue, GeneSynonyms, Thesaurus
from biofacts.adapters.sample.upstreams import DAY
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.pathways.references import Term
from biofacts.domain.pharmacology.target import TargetProtein
from biofacts.ports.catalogue import CatalogueStore
from tests.containers import cache_of
from tests.memory_files import MemoryFile


def no_genes(store: CatalogueStore, jobs: Jobs) -> LocalCatalogue[GeneFacts]:
    file = MemoryFile[GeneFacts]("test", "genes", [], release="none", day=DAY)
    return LocalCatalogue(HUMAN_GENES, file, index_genes, cache_of(store, jobs, offline=True))


def thesaurus(
    store: CatalogueStore, jobs: Jobs, *vocabularies: AnyCatalogue, terms: Sequence[LocalCatalogue[Term]] = ()
) -> Thesaurus:
    """Names of genes that are not available yet and could not be downloaded, and the given terms."""
    return Thesaurus(GeneSynonyms(no_genes(store, jobs)), terms, vocabularies)


def no_proteins(store: CatalogueStore, jobs: Jobs) -> LocalCatalogue[TargetProtein]:
    file = MemoryFile[TargetProtein]("test", "proteins", [], release="none", day=DAY)
    return LocalCatalogue(UNIPROT, file, index_proteins, cache_of(store, jobs, offline=True))
