"""Genes of HGNC (human) and NCBI Gene (other organisms), found by words, by identifier and by name.

Human genes are downloaded for the first query. Genes of another organism are downloaded when a query names the
organism, or has an identifier in a form that only this organism's genes have.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.adapters.local.catalogue_entries.genes import OrganismCatalogues, decode_gene, genes_with
from biofacts.adapters.local.catalogue_entries.pathways import GPML
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import (
    LocalCatalogue,
    OpenCatalogue,
    presence_of,
    reopened,
    version_of,
)
from biofacts.adapters.local.genes import identifiers_and_orthologs as gene_identifiers
from biofacts.adapters.local.genes.name_reader import GeneNameReader, NameGenes, Pinned, read_in
from biofacts.adapters.local.search.lists_and_completions import inserted, part_hit, preload_of, ranked, whole_hit
from biofacts.adapters.local.search.thesaurus import Thesaurus
from biofacts.domain.answers import errors, scores
from biofacts.domain.answers.advice_and_phrasing import joined
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.entity_kinds import GENE
from biofacts.domain.answers.pages import Hits, Window, versions_of, windowed
from biofacts.domain.answers.records import HGNC, NCBI_GENE, Provenance
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts
from biofacts.domain.genes.name_variants import without_type
from biofacts.domain.genes.names import ABBREVIATIONS, GeneName, ProteinNames, gene_term
from biofacts.domain.genes.orthologs import ORGANISMS
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import GeneId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.limits import time_limits
from biofacts.domain.search.query import corrected
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.source_remarks import genes as gene_remarks
from biofacts.ports.catalogue import Catalogue, CatalogueStore
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes, Orthologs
from biofacts.ports.sources import EntitiesByIdentifier, IdentifiedEntity, Presence, Query

# The highest score of a non-coding gene that has a name only as an alias or previous symbol, if other genes have it.
_WITHOUT_PROTEIN = 0.5
_WHOLE_LISTING = 10_000
_MOST_KEPT = 1024  # genes whose exact terms in drawings are cached

"""The maximum number of genes offered for a protein's name; a name that more genes share says too little."""


class LocalGenes(GeneSource):
    """The source of genes in local catalogues.

    `human`: the catalogue of HGNC; `proteins`: the names of human proteins in NCBI Gene; `others`: the catalogues of
    NCBI Gene for other organisms, by organism.
    """

    def __init__(
        self,
        *,
        human: LocalCatalogue[GeneFacts],
        proteins: LocalCatalogue[ProteinNames],
        others: Mapping[str, LocalCatalogue[GeneFacts]],
        thesaurus: Thesaurus,
        store: CatalogueStore,
        jobs: Jobs,
    ) -> None:
        self._thesaurus = thesaurus
        self._catalogues = OrganismCatalogues({HUMAN: human, **others}, store)
        self._proteins = proteins
        self._drawn = Recent[object, Sequence[str]](_MOST_KEPT)
        self._names = GeneNameReader(self._catalogues, proteins, store, jobs)
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
        if organism == HUMAN and name.symbol is not None:
            self._proteins.prefetch()  # not `needed`: few names need them, so a first command downloads one file only
        opened = await self._for_listing(organism, window.version)
        if opened is None:
            return None
        self._jobs.prefetch(preload_of(catalogue.name), opened.catalogue.preload)
        version, provenance = version_of([(catalogue.name, opened.catalogue)]), _provenance(opened, organism)
        if identified := await genes_with(opened.catalogue, name.identifiers):
            candidates = [gene.candidate(1.0) for gene in identified]
            return windowed(candidates, window, version=version, provenance=provenance)
        if name.symbol is None:
            return windowed((), window, version=version, guidance=errors.absent(GENE, name.text), provenance=provenance)
        pinned = None if window.version is None else await reopened(self._store, window.version)
        drawings = await self._names.drawings(pinned) if organism == HUMAN else None
        listing = _SearchCatalogues(catalogue.name, opened.catalogue, provenance, pinned, drawings)
        drawn = await self._names.labels.of(drawings)
        names = await read_in(name, opened.catalogue, drawn)
        # An organism beside a gene's name is not part of the name, unless a gene is called so: `mouse double minute 2`.
        if names.reading.gene is None and (named := None if query.organism else organisms.organism_in(query.text)):
            written, of, rest = named
            hits = await self._by_words(await read_in(GeneName.read(rest), opened.catalogue, drawn), listing, window)
            most, aside = scores.SURE, None
            if of != HUMAN:
                # Human LGALS4 has the alias GAL4, but is not the GAL4 of yeast.
                most = scores.CONTESTED if organisms.is_named_like_human(of) else scores.DOUBT
                aside = gene_remarks.organism_ignored(written, of, rest)
            items = tuple(item.at_most(most) for item in hits.items)
            return msgspec.structs.replace(hits, items=items, advice=joined(aside, hits.advice))
        hits = await self._by_words(names, listing, window)
        if hits.total or query.organism or window.version:
            return hits
        return msgspec.structs.replace(
            hits, advice=gene_remarks.gene_of_others(name.text, await self._others_with(name))
        )

    async def _others_with(self, name: GeneName) -> Sequence[str]:
        """Return the other available organisms that have a gene with this name."""
        terms, at_hand = name_resolution.terms(name), await self._catalogues.available()
        by_organism = [(organism, await genes_with(catalogue, terms)) for organism, catalogue in at_hand]
        return [organism for organism, genes in by_organism if any(gene.standing(name.text) for gene in genes)]

    async def _organism_with(self, name: GeneName, organism: str) -> str:
        """Return the first available organism that has a gene with this identifier; `organism` if there is none."""
        for candidate, catalogue in await self._catalogues.available():
            if await genes_with(catalogue, name.identifiers):
                return candidate
        return organism

    async def _by_words(
        self, names: NameGenes, listing: "_SearchCatalogues", window: Window, *, may_correct: bool = True
    ) -> Hits[GeneCandidate]:
        """Rank the genes with exactly this name, by the name's authority, before genes that match its words.

        Non-coding genes that have the name only as an alias or previous symbol come last, unless the name means them.
        """
        # When ranked by words alone, 'insulin' found IDE first, and INS was not among the first 17 genes.
        bearing, genes, reading = names
        text = reading.name.text
        meant = [meaning.id for meaning in reading.all_meanings]
        standings = {key: standing for key, gene in genes.items() if (standing := gene.standing(text))}
        others = [key for key in standings if key not in meant]
        others.sort(key=lambda key: (standings[key], not genes[key].protein_coding))  # stable: the catalogue's order
        last = [key for key in others if not genes[key].protein_coding and standings[key].rank in ABBREVIATIONS]
        certain, other = (scores.EXACT, scores.CONTESTED) if reading.gene else (scores.PART_OF_A_NAME,) * 2
        first = [whole_hit(key, bearing[key], certain if key in meant else other) for key in (*meant, *others)]
        first = [hit for hit in first if hit.key not in last]
        # Genes with this name are inserted into the complete listing before the window is cut out of it.
        wanted = msgspec.structs.replace(window, offset=0, limit=_WHOLE_LISTING) if first or last else window
        of_words = text if meant else without_type(text)
        ranking, version = await self._thesaurus.search(
            Query(text=of_words), wanted, listing.name, listing.catalogue, listing.pinned, genes=False
        )
        # A corrected name is not corrected again, which might never end.
        if may_correct and not (first or last) and (spelt := corrected(text, ranking.corrected)):
            return await self._by_corrected(spelt, ranking.corrected, listing, window)
        ranking = msgspec.structs.replace(ranking, hits=tuple(map(part_hit, ranking.hits)))
        if first or last:  # the name is matched as a whole, so no word remains to be corrected or reported
            last_hits = [whole_hit(key, bearing[key], _WITHOUT_PROTEIN) for key in last]
            ranking = inserted(first, ranking.hits, last_hits, window, _WITHOUT_PROTEIN)
        return ranked(
            ranking,
            window,
            lambda hit: decode_gene(hit.summary).candidate(hit.score),
            kind=GENE,
            version=versions_of(version, version_of([(GPML, listing.drawings)]) if listing.drawings else ""),
            provenance=listing.provenance,
        )

    async def _by_corrected(
        self, spelt: str, slips: Mapping[str, str], listing: "_SearchCatalogues", window: Window
    ) -> Hits[GeneCandidate]:
        """Rank the genes for a corrected name, as a whole name first: the words alone would find many other genes."""
        # Otherwise, `insulin receptr` would list IGF1R before INSR.
        names = await read_in(GeneName.read(spelt), listing.catalogue, await self._names.labels.of(listing.drawings))
        hits = await self._by_words(names, listing, window, may_correct=False)
        items = tuple(item.at_most(scores.PART_OF_A_NAME) for item in hits.items)
        remark = source_remarks.of_words(GENE.plural, has_hits=True, unknown=(), corrected=slips, suggested={})
        return msgspec.structs.replace(hits, items=items, guidance=joined(remark, hits.guidance))

    async def _for_listing(self, organism: str, version: str | None) -> OpenCatalogue | None:
        catalogue = self._catalogues[organism]
        if version is None:
            opened = await catalogue.open()
            self._catalogues.mark_available(organism)
            return opened
        return (await reopened(self._store, version) or {}).get(catalogue.name)

    async def knows(self, name: str) -> bool:
        gene_name = GeneName.read(name)
        if (human := await self._catalogues[HUMAN].present()) is None:
            return False
        reading = name_resolution.resolve_name(gene_name, await genes_with(human, name_resolution.terms(gene_name)))
        return reading.has_meaning and reading.score >= scores.TRUSTED

    # Records

    async def get(self, identifier: GeneId) -> Gene | None:
        await self._catalogues[HUMAN].open()
        term = gene_term("hgnc" if identifier.database == HGNC else "entrez", identifier.number)
        for organism, _ in await self._catalogues.available():
            opened = await self._catalogues[organism].open()
            if genes := await genes_with(opened.catalogue, [term]):
                return genes[0].record(_provenance(opened, organism))
        return None

    # Names

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        return await self._names.by_name(name, organism, version=version, patient=patient)

    def prefetch(self) -> None:
        self._catalogues[HUMAN].prefetch(needed=True)
        self._proteins.prefetch(needed=True)

    async def at_hand(self) -> Presence:
        present = dict(await self._catalogues.available())
        ours = {organism: self._catalogues[organism] for organism in (HUMAN, *present)}
        names = await self._proteins.present()
        proteins = self._proteins.settled(names) if names else self._proteins.name
        # New drawings may change the meaning of a contested name.
        drawings = newest.version if (newest := await self._store.newest(GPML)) else GPML
        return presence_of(
            {catalogue.name: present.get(organism) for organism, catalogue in ours.items()},
            [*(catalogue.settled(present.get(organism)) for organism, catalogue in ours.items()), proteins, drawings],
        )

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[GeneCandidate]:
        human = await self._catalogues[HUMAN].open()
        at_hand = await self._catalogues.available()
        genes = [gene for _, catalogue in at_hand for gene in await gene_identifiers.bearing(identifiers, catalogue)]
        entities = [IdentifiedEntity(gene.candidate(1.0), frozenset(gene_identifiers.borne(gene))) for gene in genes]
        return EntitiesByIdentifier(entities, self._catalogues.version(at_hand), _provenance(human, HUMAN))

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        catalogue = dict(await self._catalogues.available(version)).get(gene.organism)
        if (terms := self._drawn.get(key := (gene.id, catalogue and catalogue.version))) is None:
            terms = self._drawn[key] = await gene_identifiers.drawn_as(gene, catalogue)
        return terms

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        catalogue = dict(await self._catalogues.available(version)).get(organism)
        return await gene_identifiers.all_drawn_as({*terms}, catalogue) if catalogue else ()

    async def orthologs(
        self, genes: Collection[str], organism: str, *, version: str | None = None, patient: bool = True
    ) -> Orthologs:
        if version is None:
            await self._catalogues[HUMAN].open()
        names = self._catalogues.get(organism) if patient and version is None else None
        if names and await names.open_within(time_limits.NAMES_NEEDED):
            self._catalogues.mark_available(organism)
        wanted = (*ORGANISMS, organism)
        at_hand = {
            candidate: catalogue
            for candidate, catalogue in await self._catalogues.available(version)
            if candidate in wanted
        }
        if (human := at_hand.get(HUMAN)) is None:
            return Orthologs(by_gene={}, lacking=gene_remarks.names_unknown(HUMAN))
        return Orthologs(
            by_gene=await gene_identifiers.orthologs_of(genes, organism, at_hand),
            by=" ".join(filter(None, (HGNC, human.info.release))),
            lacking=None if organism in at_hand else gene_remarks.orthologs_by_id(organism),
            version=self._catalogues.version(at_hand.items()),
        )


class _SearchCatalogues(NamedTuple):
    """The catalogues of a search: one organism's `catalogue` (called `name`), and the drawings, if needed.

    `pinned`: the catalogues of a cursor's version.
    """

    name: str
    catalogue: Catalogue
    provenance: Provenance
    pinned: Pinned
    drawings: Catalogue | None


def _provenance(opened: OpenCatalogue, organism: str) -> Provenance:
    return opened.provenance(HGNC if organism == HUMAN else NCBI_GENE)
