"""What catalogues of genes that are at hand know of identifiers: other identifiers, and whose proteins are reviewed."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from biofacts.adapters.local.freshness import LocalCatalogue
from biofacts.adapters.local.gene_entries import catalogue_name, genes_with
from biofacts.domain.cross_references import pairs
from biofacts.domain.gene import HUMAN
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.names import gene_term
from biofacts.domain.pharmacology.target_facts import TargetProtein
from biofacts.ports.catalogue import Catalogue, CatalogueStore

_ADDED = frozenset({"entrez", "ensembl_gene", "uniprot"})


class GeneIdentifiers:
    """`human`: HGNC's genes; `targets`: the Guide's proteins; `store`: where those of other organisms lie."""

    def __init__(
        self,
        human: LocalCatalogue[GeneFacts],
        targets: LocalCatalogue[TargetProtein],
        store: CatalogueStore,
    ) -> None:
        self._human = human
        self._targets = targets
        self._store = store

    async def reviewed(self, accessions: Collection[str]) -> frozenset[str] | None:
        """Those of the accessions that HGNC or the Guide names; None where no gene's name is at hand.

        Nothing waits for names.
        """
        self._human.prefetch()
        if (genes := await self._human.present()) is None:
            return None
        accession_of = {gene_term("uniprot", one): one for one in accessions}
        catalogues = [genes, await self._targets.present()]
        terms = {
            term
            for catalogue in catalogues
            if catalogue is not None
            for entry in await catalogue.listed((), [*accession_of])
            for term in entry.terms
        }
        return frozenset(accession_of[term] for term in terms)

    async def of(self, terms: Sequence[str], organism: str) -> Mapping[str, Sequence[tuple[str, str]]]:
        """For each exact term of one gene's identifier, what else that gene is called, as references."""
        genes = await self._catalogue(organism)
        found: dict[str, list[tuple[str, str]]] = {}
        for gene in await genes_with(genes, terms) if genes and terms else ():
            references = [*_references(gene)]
            for term in gene.identifiers:
                found[term] = [] if term in found else references  # a protein of several genes tells of none
        return {term: found[term] for term in terms if found.get(term)}

    async def _catalogue(self, organism: str) -> Catalogue | None:
        return await (self._human.present() if organism == HUMAN else self._store.newest(catalogue_name(organism)))


def _references(gene: GeneFacts) -> Iterator[tuple[str, str]]:
    if gene.is_human:
        yield "hgnc", gene.id
        yield "hgnc_symbol", gene.symbol
    else:
        yield "entrez", gene.id.rpartition(":")[2]
    yield from (pair for pair in pairs(gene.cross_references) if pair[0] in _ADDED)
