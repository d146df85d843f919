"""Identifiers from the local catalogues of genes: other identifiers of a gene, and its reviewed proteins."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.adapters.local.catalogues.partial_answers import Consulted, consulted
from biofacts.adapters.local.entries.genes import catalogue_name, genes_with
from biofacts.domain.answers.missing_parts import Lack
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.gene import HUMAN
from biofacts.domain.genes.names import gene_term
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pharmacology.target_facts import TargetProtein
from biofacts.ports.catalogue import Catalogue, CatalogueStore

_ADDED = frozenset({"entrez", "ensembl_gene", "uniprot"})


class Reviewed(NamedTuple):
    """Reviewed accessions, and what is missing if a catalogue is not available."""

    accessions: Collection[str]
    lacks: Sequence[Lack | None]


class GeneIdentifiers:
    """Lookups by identifier. `human`: HGNC's genes; `targets`: the Guide's proteins; `store`: has other organisms."""

    def __init__(
        self,
        human: LocalCatalogue[GeneFacts],
        targets: LocalCatalogue[TargetProtein],
        store: CatalogueStore,
    ) -> None:
        self._human = human
        self._targets = targets
        self._store = store

    async def settled(self) -> Sequence[object | None]:
        """Return the state of the catalogues that `reviewed` reads (see `LocalCatalogue.settled`)."""
        return [one.settled(await one.present()) for one in (self._human, self._targets)]

    async def reviewed(self, accessions: Collection[str], organism: str) -> Reviewed:
        """Return the accessions that HGNC or the Guide names. It never waits for either catalogue."""
        found, lacks = set[str](), list[Lack | None]()
        for one in (self._human, self._targets):
            one.prefetch()
            read = partial(_accessions_in, accessions)
            told = await consulted(("uniprot",), read, {one.name: await one.present()}, partly=True)
            found |= told.found or set()
            lacks.append(told.lack if one is self._targets or organism == HUMAN else None)
        return Reviewed(found, lacks)

    async def of(
        self, terms: Sequence[str], organism: str, parts: tuple[str, ...]
    ) -> Consulted[Mapping[str, Sequence[tuple[str, str]]]]:
        """Map the exact term of a gene's identifier to the gene's other identifiers.

        `parts`: the parts of the record that are incomplete if the organism's genes are not available.
        """
        if not terms:
            return Consulted({})
        name = self._human.name if organism == HUMAN else catalogue_name(organism)
        genes = {name: await self._store.newest(name)}
        return await consulted(parts, partial(_known_by, terms), genes, partly=True)


async def _accessions_in(accessions: Collection[str], catalogue: Catalogue) -> set[str]:
    accession_of = {gene_term("uniprot", one): one for one in accessions}
    entries = await catalogue.listed((), [*accession_of])
    return {accession_of[term] for entry in entries for term in entry.terms}


async def _known_by(terms: Sequence[str], genes: Catalogue) -> Mapping[str, Sequence[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for gene in await genes_with(genes, terms):
        references = [*_references(gene)]
        for term in gene.identifiers:
            found[term] = [] if term in found else references  # a protein of several genes identifies none of them
    return {term: found[term] for term in terms if found.get(term)}


def _references(gene: GeneFacts) -> Iterator[tuple[str, str]]:
    if gene.is_human:
        yield "hgnc", gene.id
        yield "hgnc_symbol", gene.symbol
    else:
        yield "entrez", gene.id.rpartition(":")[2]
    yield from (pair for pair in pairs(gene.cross_references) if pair[0] in _ADDED)
