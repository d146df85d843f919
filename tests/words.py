"""A thesaurus where a test is about anything else."""

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.adapters.local.entries.genes import HUMAN_GENES, index_genes
from biofacts.adapters.local.entries.pathways import ONTOLOGY, index_terms
from biofacts.adapters.local.entries.pharmacology import UNIPROT, index_proteins
from biofacts.adapters.local.search.synonyms import AnyCatalogue, GeneSynonyms, Thesaurus
from biofacts.adapters.memory.publications import MemoryFile
from biofacts.adapters.memory.sample import DAY
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.pathways.references import Term
from biofacts.domain.pharmacology.target_facts import TargetProtein
from biofacts.ports.catalogue import CatalogueStore


def no_genes(store: CatalogueStore, jobs: Jobs) -> LocalCatalogue[GeneFacts]:
    file = MemoryFile[GeneFacts]("test", "genes", [], release="none", day=DAY)
    return LocalCatalogue(HUMAN_GENES, file, index_genes, store=store, jobs=jobs, offline=True)


def thesaurus(
    store: CatalogueStore,
    jobs: Jobs,
    *vocabularies: AnyCatalogue,
    terms: LocalCatalogue[Term] | None = None,
) -> Thesaurus:
    """Names of genes, and of terms unless they are given, that are not available yet and cannot be had."""
    no_terms = MemoryFile[Term]("test", "terms", [], release="none", day=DAY)
    return Thesaurus(
        GeneSynonyms(no_genes(store, jobs)),
        terms or LocalCatalogue(ONTOLOGY, no_terms, index_terms, store=store, jobs=jobs, offline=True),
        vocabularies,
    )


def no_proteins(store: CatalogueStore, jobs: Jobs) -> LocalCatalogue[TargetProtein]:
    file = MemoryFile[TargetProtein]("test", "proteins", [], release="none", day=DAY)
    return LocalCatalogue(UNIPROT, file, index_proteins, store=store, jobs=jobs, offline=True)
