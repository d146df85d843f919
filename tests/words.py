"""A thesaurus where a test is about anything else."""

from biofacts.adapters.local.freshness import LocalCatalogue
from biofacts.adapters.local.gene_entries import HUMAN_GENES, index_genes
from biofacts.adapters.local.gene_synonyms import GeneSynonyms
from biofacts.adapters.local.jobs import Jobs
from biofacts.adapters.local.pathway_entries import ONTOLOGY, index_terms
from biofacts.adapters.local.thesaurus import AnyCatalogue, Thesaurus
from biofacts.adapters.memory.publications import MemoryFile
from biofacts.adapters.memory.sample import DAY
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.ontology import Term
from biofacts.ports.catalogue import CatalogueStore


def thesaurus(
    store: CatalogueStore,
    jobs: Jobs,
    *vocabularies: AnyCatalogue,
    terms: LocalCatalogue[Term] | None = None,
) -> Thesaurus:
    """Names of genes, and of terms unless they are given, that are not at hand and cannot be had."""
    genes = MemoryFile[GeneFacts]("test", "genes", [], release="none", day=DAY)
    no_terms = MemoryFile[Term]("test", "terms", [], release="none", day=DAY)
    return Thesaurus(
        GeneSynonyms(LocalCatalogue(HUMAN_GENES, genes, index_genes, store=store, jobs=jobs, offline=True)),
        terms or LocalCatalogue(ONTOLOGY, no_terms, index_terms, store=store, jobs=jobs, offline=True),
        vocabularies,
    )
