"""Genes of HGNC (human) and NCBI Gene (other organisms): by words, by identifier and by name.

Human genes are fetched for the first query. Those of another organism are fetched when a query names it, or has an
identifier in a form that only that organism's genes have.
"""

import math
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.local_catalogue import (
    LocalCatalogue,
    OpenCatalogue,
    presence_of,
    reopened,
    version_of,
)
from biofacts.adapters.local.entries.genes import decode_gene, genes_with
from biofacts.adapters.local.entries.pathways import GPML
from biofacts.adapters.local.genes import identifiers as gene_identifiers
from biofacts.adapters.local.genes.drawn_labels import LabelsOfDrawings
from biofacts.adapters.local.search.ranked_lists import preload_of, ranked
from biofacts.adapters.local.search.synonyms import Thesaurus
from biofacts.domain.answers import errors, time_budgets
from biofacts.domain.answers.bounded_mapping import Recent
from biofacts.domain.answers.kinds import GENE
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import HGNC, NCBI_GENE, Provenance
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.drawn_labels import NOTHING_DRAWN
from biofacts.domain.genes.facts import ABBREVIATIONS, GeneFacts, spelled
from biofacts.domain.genes.gene import Gene, GeneCandidate
from biofacts.domain.genes.names import IDENTIFIERS, GeneName, gene_term
from biofacts.domain.identifiers.curies import GeneId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.remarks import genes as gene_remarks
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Hit, RankedHits
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes
from biofacts.ports.sources import Bearer, Bearers, Identifier, Presence, Query

# The highest score of a gene without a protein that has a name only as an alias, if others have it, too.
_WITHOUT_PROTEIN = 0.5
_WHOLE_LISTING = 10_000
# Genes whose exact terms in drawings are cached.
_MOST_KEPT = 1024
_LOOKS_AGAIN = 1.0
"""Seconds between two looks for organisms that another process has fetched."""


class LocalGenes(GeneSource):
    """The source of genes. `human` and `others`: the catalogue of each organism whose genes are published."""

    def __init__(
        self,
        *,
        human: LocalCatalogue[GeneFacts],
        others: Mapping[str, LocalCatalogue[GeneFacts]],
        thesaurus: Thesaurus,
        store: CatalogueStore,
        jobs: Jobs,
    ) -> None:
        self._thesaurus = thesaurus
        self._catalogues = {HUMAN: human, **others}
        self._seen = {HUMAN}
        self._looked = -math.inf
        self._drawn = Recent[object, Sequence[str]](_MOST_KEPT)
        self._labels = LabelsOfDrawings(jobs)
        self._store = store
        self._jobs = jobs

    # Search

    async def search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        name = GeneName.read(query.text)
        organism = query.organism or name.organism or HUMAN
        if name.symbol is None and not query.organism and window.version is None:
            organism = await self._organism_with(name, organism)
        if (catalogue := self._catalogues.get(organism)) is None:
            return windowed((), window, version="", guidance=gene_remarks.no_gene_names(organism))
        opened = await self._for_listing(organism, window.version)
        if opened is None:
            return None
        self._jobs.prefetch(preload_of(catalogue.name), opened.catalogue.preload)
        version, provenance = version_of([(catalogue.name, opened.catalogue)]), _provenance(opened, organism)
        if identified := await genes_with(opened.catalogue, name.identifiers):
            return windowed(
                [gene.candidate(1.0) for gene in identified], window, version=version, provenance=provenance
            )
        if name.symbol is None:
            return windowed((), window, version=version, guidance=errors.absent(GENE, name.text), provenance=provenance)
        hits = await self._by_words(name, catalogue.name, opened.catalogue, window, provenance)
        if hits.total or query.organism or window.version:
            return hits
        return msgspec.structs.replace(
            hits, advice=gene_remarks.gene_of_others(name.text, await self._others_with(name))
        )

    async def _others_with(self, name: GeneName) -> Sequence[str]:
        """Return the other available organisms that have a gene with this name."""
        found = [
            (one, await genes_with(catalogue, name_resolution.terms(name)))
            for one, catalogue in await self._at_hand(None)
        ]
        return [one for one, genes in found if any(gene.standing(name.text) for gene in genes)]

    async def _organism_with(self, name: GeneName, organism: str) -> str:
        """Return the available organism that has a gene with this identifier, or else `organism`."""
        for one, catalogue in await self._at_hand(None):
            if await genes_with(catalogue, name.identifiers):
                return one
        return organism

    async def _by_words(
        self, name: GeneName, listed_in: str, catalogue: Catalogue, window: Window, provenance: Provenance
    ) -> Hits[GeneCandidate]:
        """Rank the genes that the words find, after those with exactly this name in order of the name's authority.

        Genes without a protein that have it only as an alias or previous symbol come last, if others have it, too.
        """
        # By words alone, 'insulin' ranked IDE first, and INS not among the first 17 genes.
        bearing = await catalogue.with_terms(name_resolution.terms(name))
        called = [
            (standing, not gene.protein_coding, _whole(key, summary))
            for key, summary in bearing.items()
            if (standing := (gene := decode_gene(summary)).standing(name.text))
        ]
        called.sort(key=lambda one: one[:2])
        last = [hit for standing, without, hit in called if without and standing.rank in ABBREVIATIONS]
        if len(last) == len(called):  # no other gene has this name
            last = []
        first = [hit for _, _, hit in called if hit not in last]
        # Genes of this name are inserted into the complete listing, from which the window is cut afterwards.
        wanted = msgspec.structs.replace(window, offset=0, limit=_WHOLE_LISTING) if called else window
        told = None if window.version is None else await reopened(self._store, window.version)
        found, version = await self._thesaurus.search(
            Query(text=name.text), wanted, listed_in, catalogue, told, genes=False
        )
        if called:  # the name is matched as a whole, so that no word is left over
            found = _between(first, found.hits, last, window)
        return ranked(
            found,
            window,
            lambda hit: decode_gene(hit.summary).candidate(hit.score),
            kind=GENE,
            version=version,
            provenance=provenance,
        )

    async def _for_listing(self, organism: str, version: str | None) -> OpenCatalogue | None:
        catalogue = self._catalogues[organism]
        if version is None:
            opened = await catalogue.open()
            self._seen.add(organism)
            return opened
        return (await reopened(self._store, version) or {}).get(catalogue.name)

    async def knows(self, name: str) -> bool:
        asked = GeneName.read(name)
        for _, catalogue in await self._at_hand(None):
            read = name_resolution.read(asked, await genes_with(catalogue, name_resolution.terms(asked)))
            if read.gene or read.meanings:
                return True
        return False

    # Records

    async def get(self, identifier: GeneId) -> Gene | None:
        await self._catalogues[HUMAN].open()
        term = gene_term("hgnc" if identifier.database == HGNC else "entrez", identifier.number)
        for organism, _ in await self._at_hand(None):
            opened = await self._catalogues[organism].open()
            if found := await genes_with(opened.catalogue, [term]):
                return found[0].record(_provenance(opened, organism))
        return None

    # Names

    async def named(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        if version is not None and await reopened(self._store, version) is None:
            return None
        wanted = organism or name.organism or HUMAN
        seconds = time_budgets.NAMES_NEEDED if patient else time_budgets.NAMES
        self._catalogues[HUMAN].prefetch(needed=True)  # drawings of other organisms may contain human names
        lacking = None
        if wanted not in self._catalogues:
            lacking = gene_remarks.no_gene_names(wanted)
        elif version is None and await self._catalogues[wanted].open_within(seconds) is None:
            is_missing = self._catalogues[wanted].is_missing
            lacking = gene_remarks.no_gene_names(wanted) if is_missing else gene_remarks.names_unknown(wanted)
            if patient and wanted != HUMAN:
                await self._catalogues[HUMAN].open_within(seconds)
        else:
            self._seen.add(wanted)
        terms, at_hand = name_resolution.terms(name), await self._at_hand(version)
        found = {one: await genes_with(catalogue, terms) for one, catalogue in at_hand}
        drawings, drawn = await self._drawings(version), NOTHING_DRAWN
        if drawings and wanted == HUMAN in found and not name_resolution.is_approved(name, found[HUMAN]):
            drawn = await self._labels.of(drawings)
            if len(labelled := name_resolution.terms(name, drawn)) > len(terms):
                found[HUMAN] = await genes_with(dict(at_hand)[HUMAN], labelled)
        return NamedGenes(
            of_organism=found.get(wanted, ()),
            elsewhere=[gene for one, genes in found.items() if one != wanted for gene in genes],
            drawn=drawn,
            lacking=lacking,
            version=self._version([*at_hand, *([(GPML, drawings)] if drawings else ())]),
        )

    async def _drawings(self, version: str | None) -> Catalogue | None:
        """Return the drawings, or those of a listing's version."""
        if version is None:
            return await self._store.newest(GPML)
        opened = await reopened(self._store, version) or {}
        return opened[GPML].catalogue if GPML in opened else None

    async def at_hand(self) -> Presence:
        present = dict(await self._at_hand(None))
        ours = {organism: self._catalogues[organism] for organism in (HUMAN, *present)}
        drawings = await self._store.newest(GPML)
        return presence_of(
            {one.name: present.get(organism) for organism, one in ours.items()},
            [
                *(one.settled(present.get(organism)) for organism, one in ours.items()),
                (GPML, drawings.version if drawings else ""),
            ],
        )

    async def bearing(self, identifiers: Collection[Identifier]) -> Bearers[GeneCandidate]:
        human = await self._catalogues[HUMAN].open()
        at_hand = await self._at_hand(None)
        symbols = {spelled(value) for key, value in identifiers if key == "hgnc_symbol"}
        asked = [gene_term(key, value) for key, value in identifiers if key in IDENTIFIERS]
        terms = sorted({*asked, *(f"name:{symbol}" for symbol in symbols)})
        wanted = {*asked}
        found = [
            Bearer(gene.candidate(1.0), frozenset(_borne(gene)))
            for _, catalogue in at_hand
            for gene in await genes_with(catalogue, terms)
            if (gene.is_human and spelled(gene.symbol) in symbols) or not wanted.isdisjoint(gene.identifiers)
        ]
        return Bearers(found, self._version(at_hand), _provenance(human, HUMAN))

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        at_hand = await self._at_hand(version)
        key = gene.id, tuple(catalogue.version for _, catalogue in at_hand)
        if (known := self._drawn.get(key)) is None:
            known = self._drawn[key] = await gene_identifiers.drawn_as(gene, at_hand)
        return known

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        catalogue = dict(await self._at_hand(version)).get(organism)
        return await gene_identifiers.all_drawn_as({*terms}, catalogue) if catalogue else ()

    def _version(self, at_hand: Iterable[tuple[str, Catalogue]]) -> str:
        named = {organism: one.name for organism, one in self._catalogues.items()}
        return version_of((named.get(organism, organism), catalogue) for organism, catalogue in at_hand)

    async def _at_hand(self, version: str | None) -> Sequence[tuple[str, Catalogue]]:
        """Return the available catalogues by organism (in a listing's version), human first."""
        if version is not None:
            opened = await reopened(self._store, version) or {}
            return [
                (organism, opened[one.name].catalogue)
                for organism, one in self._catalogues.items()
                if one.name in opened
            ]
        # Other processes may fetch organisms, too, but a look at each of the files in every call would be slow.
        looks_again = time.monotonic() - self._looked > _LOOKS_AGAIN
        if looks_again:
            self._looked = time.monotonic()
        found: list[tuple[str, Catalogue]] = []
        for organism, one in self._catalogues.items():
            if (looks_again or organism in self._seen) and (catalogue := await one.present()) is not None:
                self._seen.add(organism)
                found.append((organism, catalogue))
        return found


def _borne(gene: GeneFacts) -> Iterator[Identifier]:
    """Yield all identifiers of a gene, without those of a human gene's orthologs; symbols in capitals."""
    of_orthologs = {prefix.rstrip(":") for prefix in gene_identifiers.OF_ORTHOLOGS} if gene.is_human else set[str]()
    yield from (one for one in gene.references if one[0] not in of_orthologs)
    if gene.is_human:
        yield "hgnc_symbol", gene.symbol.upper()


def _whole(key: str, summary: bytes) -> Hit:
    """Return the hit of a gene that has exactly the queried name."""
    return Hit(key=key, summary=summary, score=1.0, field=Field.TITLE)


def _between(first: Sequence[Hit], found: Sequence[Hit], last: Sequence[Hit], window: Window) -> RankedHits:
    """Insert a complete ranked listing between the first and last genes of that name, and cut out a window."""
    keys = {hit.key for hit in (*first, *last)}
    listing = [*first, *(hit for hit in found if hit.key not in keys)]
    lowest = min(listing[-1].score, _WITHOUT_PROTEIN) if listing else _WITHOUT_PROTEIN
    listing += (msgspec.structs.replace(hit, score=lowest) for hit in last)
    return RankedHits(hits=tuple(listing[window.offset : window.offset + window.limit]), total=len(listing))


def _provenance(opened: OpenCatalogue, organism: str) -> Provenance:
    return opened.provenance(HGNC if organism == HUMAN else NCBI_GENE)
