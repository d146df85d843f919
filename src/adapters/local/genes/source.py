"""Genes of HGNC (human) and NCBI Gene (other organisms), found by words, by identifier and by name.

Human genes are downloaded for the first query. Genes of another organism are downloaded when a query names the
organism, or has an identifier in a form that only this organism's genes have.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import (
    LocalCatalogue,
    OpenCatalogue,
    presence_of,
    reopened,
    version_of,
)
from biofacts.adapters.local.entries.genes import OrganismCatalogues, decode_gene, genes_with
from biofacts.adapters.local.entries.pathways import GPML
from biofacts.adapters.local.genes import identifiers_and_orthologs as gene_identifiers
from biofacts.adapters.local.genes.labels_and_protein_names import LabelsOfDrawings, NameGenes, genes_of, read_in
from biofacts.adapters.local.search.lists_and_completions import inserted, part_hit, preload_of, ranked, whole_hit
from biofacts.adapters.local.search.thesaurus import Thesaurus
from biofacts.domain.answers import errors, scores, time_limits
from biofacts.domain.answers.advice import joined
from biofacts.domain.answers.caches import Recent
from biofacts.domain.answers.entity_kinds import GENE
from biofacts.domain.answers.pages import Hits, Window, versions_of, windowed
from biofacts.domain.answers.records import HGNC, NCBI_GENE, Provenance
from biofacts.domain.genes import families, full_names, name_evidence, name_resolution, name_variants
from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts
from biofacts.domain.genes.name_evidence import NOTHING_DRAWN
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.name_variants import other_spellings, without_type
from biofacts.domain.genes.names import ABBREVIATIONS, GeneName, ProteinNames, gene_term
from biofacts.domain.genes.orthologs import ORGANISMS, translated
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import GeneId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.remarks import answers as answer_remarks
from biofacts.domain.remarks import genes as gene_remarks
from biofacts.domain.search.query import corrected
from biofacts.ports.catalogue import Catalogue, CatalogueStore
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes, OrthologsFound
from biofacts.ports.sources import Bearer, Bearers, Presence, Query

# The highest score of a non-coding gene that has a name only as an alias or previous symbol, if other genes have it.
_WITHOUT_PROTEIN = 0.5
_WHOLE_LISTING = 10_000
_MOST_KEPT = 1024  # genes whose exact terms in drawings are cached

_FEWEST_MEMBERS, _MOST_MEMBERS = 2, 50
_MOST_SEARCHED = 16  # the same words are searched twice for an unknown name: in another order, and as a class
_FEWEST_BESIDE_ALIAS = 3  # eotaxin is CCL11, though there are an eotaxin 2 and an eotaxin 3
_MOST_OF_A_PROTEIN = 5
"""The maximum number of genes offered for a protein's name; a name that more genes share says too little."""

_Told = Mapping[str, OpenCatalogue] | None
"""The catalogues of a listing's version, by name; None for the newest catalogues."""


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
        self._by_words_of = Recent[tuple[str, str], Sequence[GeneFacts]](_MOST_SEARCHED)
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
        drawings = await self._drawings(pinned) if organism == HUMAN else None
        listing = _Listing(catalogue.name, opened.catalogue, provenance, pinned, drawings)
        drawn = await self._labels.of(drawings)
        names = await read_in(name, opened.catalogue, drawn)
        # An organism beside a gene's name is not part of the name, unless a gene is called so: `mouse double minute 2`.
        if names.read.gene is None and (named := None if query.organism else organisms.named_in(query.text)):
            written, of, rest = named
            hits = await self._by_words(await read_in(GeneName.read(rest), opened.catalogue, drawn), listing, window)
            most, aside = scores.SURE, None
            if of != HUMAN:
                # Human LGALS4 has the alias GAL4, but is not the GAL4 of yeast.
                most = scores.CONTESTED if organisms.is_named_like_human(of) else scores.DOUBT
                aside = gene_remarks.organism_aside(written, of, rest)
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
        self, names: NameGenes, listing: "_Listing", window: Window, *, may_correct: bool = True
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
            Query(text=of_words), wanted, listing.name, listing.catalogue, listing.told, genes=False
        )
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
        self, spelt: str, slips: Mapping[str, str], listing: "_Listing", window: Window
    ) -> Hits[GeneCandidate]:
        """Rank the genes for a corrected name, as a whole name first: the words alone would find many other genes."""
        names = await read_in(GeneName.read(spelt), listing.catalogue, await self._labels.of(listing.drawings))
        hits = await self._by_words(names, listing, window, may_correct=False)
        items = tuple(item.at_most(scores.PART_OF_A_NAME) for item in hits.items)
        remark = answer_remarks.words(GENE.plural, has_hits=True, unknown=(), corrected=slips, suggested={})
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

    async def named(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        pinned = None if version is None else await reopened(self._store, version)
        if version is not None and pinned is None:
            return None
        seconds = time_limits.NAMES_NEEDED if patient else time_limits.NAMES
        self._catalogues[HUMAN].prefetch(needed=True)  # a name in another organism may be a human one
        self._proteins.prefetch()
        wanted = organism or name.organism or HUMAN
        named = await self._named(name, wanted, pinned, seconds, patient=patient)
        for text, may_be_gene in other_spellings(name.symbol or "") if not (_is_read(named) or named.lacking) else ():
            other = await self._named(GeneName.read(text), wanted, pinned, seconds, patient=patient)
            if other.reading and (other.reading.is_family or (may_be_gene and other.reading.has_meaning)):
                return msgspec.structs.replace(other, reading=msgspec.structs.replace(other.reading, name=name))
        return named if _is_read(named) or name.symbol is not None else await self._elsewhere(name, named, version)

    async def _named(self, name: GeneName, wanted: str, pinned: _Told, seconds: float, *, patient: bool) -> NamedGenes:
        named = await self._of_organism(name, wanted, pinned, seconds)
        if wanted == HUMAN:
            named = await self._of_protein(name, named, pinned, seconds, at_once=patient)
            named = await self._of_class(name, await self._by_label(name, named, pinned), pinned)
            return await self._of_receptor(name, named, pinned, seconds)
        if patient or not _is_read(named):  # other names of the same list may need the human ones
            human = await self._of_organism(name, HUMAN, pinned, seconds)
            human = await self._of_protein(name, human, pinned, seconds, at_once=patient)
            human = await self._by_label(name, human, pinned)
            named = await self._by_orthologs(named, human, wanted)
        return named

    async def _of_organism(self, name: GeneName, organism: str, pinned: _Told, seconds: float) -> NamedGenes:
        """Resolve a name among the genes of an organism.

        `pinned`: the catalogues of a listing. Without them, wait up to `seconds` for the organism's catalogue.
        """
        if (catalogue := self._catalogues.get(organism)) is None:
            return NamedGenes(lacking=gene_remarks.no_gene_names(organism), reading=Reading(name=name))
        opened = await catalogue.open_within(seconds) if pinned is None else pinned.get(catalogue.name)
        if opened is None:
            unknown = gene_remarks.no_gene_names if catalogue.is_missing else gene_remarks.names_unknown
            return NamedGenes(lacking=unknown(organism) if pinned is None else None, reading=Reading(name=name))
        self._catalogues.mark_available(organism)
        used = [(catalogue.name, opened.catalogue)]
        terms, drawn = name_resolution.terms(name), NOTHING_DRAWN
        genes = await genes_with(opened.catalogue, terms)
        if organism == HUMAN and (drawings := await self._drawings(pinned)):
            used.append((GPML, drawings))
            if not name_resolution.is_approved(name, genes):
                drawn = await self._labels.of(drawings)
                if len(labelled := name_resolution.terms(name, drawn)) > len(terms):
                    genes = await genes_with(opened.catalogue, labelled)
        return NamedGenes(
            of_organism=genes, version=version_of(used), reading=name_resolution.resolve_name(name, genes, drawn)
        )

    async def _of_protein(
        self, name: GeneName, human: NamedGenes, pinned: _Told, seconds: float, *, at_once: bool
    ) -> NamedGenes:
        """Resolve a name that no human gene has as the name of a protein.

        `at_once`: open the catalogue of protein names even if this name does not need it.
        """
        reading = human.reading
        is_needed = (
            reading is not None
            and (reading.is_open or reading.is_weak)
            and name.symbol is not None
            and not name.is_word
        )
        if not (human.version and (is_needed or at_once)):
            return human
        opened = await self._opened_proteins(seconds) if pinned is None else pinned.get(self._proteins.name)
        if opened is None:
            lacking = gene_remarks.PROTEIN_NAMES_UNKNOWN if is_needed and not _is_read(human) else None
            return msgspec.structs.replace(human, lacking=human.lacking or lacking)
        version = versions_of(human.version, version_of([(self._proteins.name, opened.catalogue)]))
        bearer = reading.gene if reading and reading.is_own_name else None
        identifiers = await genes_of(name.symbol or "", opened.catalogue, bearer) if is_needed else ()
        human = msgspec.structs.replace(human, version=version)
        if is_needed and not identifiers and not _is_read(human):
            if of_family := await self._of_family(name, opened.catalogue, pinned, seconds):
                return msgspec.structs.replace(human, of_protein=of_family[0], reading=of_family[1])
            by_words = await self._matched_by_words(name.symbol or "", pinned) if full_names.may_be_full(name) else ()
            reading = full_names.by_words(name, by_words)
            return msgspec.structs.replace(human, of_protein=[reading.gene] if reading.gene else (), reading=reading)
        if not 0 < len(identifiers) <= _MOST_OF_A_PROTEIN:
            return human
        by_identifier = [
            await self._of_organism(GeneName.read(identifier), HUMAN, pinned, seconds) for identifier in identifiers
        ]
        genes = [gene for named in by_identifier for gene in named.of_organism]
        if reading and bearer:
            drawn = await self._labels.of(await self._drawings(pinned))
            claiming = (gene for gene in genes if name_evidence.may_claim(name.symbol or "", gene))
            human = msgspec.structs.replace(human, reading=name_resolution.claimed(reading, claiming, NCBI_GENE))
            genes = [*name_evidence.rivals(name.symbol or "", genes, bearer, drawn, is_respelt=reading.is_respelt)]
        else:
            genes = [gene for gene in genes if name_evidence.may_abbreviate(name.symbol or "", gene)]
        if not genes:
            return human
        why = name_resolution.OF_PROTEIN_IN_NCBI
        if len(genes) > 1:
            reading = name_resolution.contested(*(name_resolution.of_protein(name, [gene], why) for gene in genes))
        else:
            genes = [*genes, *await self._members(name.symbol or "", genes[0], pinned)]
            reading = name_resolution.of_protein(name, genes, why)
        reading = name_resolution.with_protein(human.reading, reading)
        return msgspec.structs.replace(human, of_protein=genes, reading=reading)

    async def _of_class(self, name: GeneName, human: NamedGenes, pinned: _Told) -> NamedGenes:
        """Resolve the name of a class, which no gene has, or only as another name: `potassium channel` was KCNA3's."""
        if (reading := human.reading) is None or not human.version:
            return human
        is_turned = reading.by_protein and name_variants.with_letter_behind(name.text)
        if reading.has_meaning and not (reading.may_be_class or is_turned):
            return human
        fewest = _FEWEST_BESIDE_ALIAS if reading.is_weak or reading.by_protein else 1
        for called in name_variants.class_names(name.text):
            members = await self._members(called, reading.gene, pinned)
            if len(members) >= fewest:
                genes = [reading.gene, *members] if reading.gene else members
                return msgspec.structs.replace(human, of_protein=genes, reading=name_resolution.of_class(name, genes))
        return human

    async def _of_family(
        self, name: GeneName, proteins: Catalogue, pinned: _Told, seconds: float
    ) -> tuple[Sequence[GeneFacts], Reading] | None:
        """Resolve the name of a family combined with the name of a member's protein: `PI3K p110 alpha`."""
        for family, rest in name_variants.beside_family(name.symbol or ""):
            each = [GeneName.read(identifier) for identifier in await genes_of(rest, proteins)]
            bearers = [
                gene
                for gene_name in each
                for gene in (await self._of_organism(gene_name, HUMAN, pinned, seconds)).of_organism
            ]
            if genes := [gene for gene in bearers if gene.symbol in families.members(family)]:
                why = f"{name_resolution.OF_PROTEIN_IN_NCBI}, beside the family '{family}'"
                return genes, name_resolution.of_protein(name, genes, why)
        return None

    async def _of_receptor(self, name: GeneName, human: NamedGenes, pinned: _Told, seconds: float) -> NamedGenes:
        """Resolve the receptor or ligand of a named partner: `TNF alpha receptor 1` is the receptor of TNF."""
        bound, kind, which = name_variants.bound_and_which(name.text)
        if _is_read(human) or not bound:
            return human
        named = await self._of_organism(GeneName.read(bound), HUMAN, pinned, seconds)
        meant = (
            [meaning.id for meaning in named.reading.all_meanings]
            if named.reading and not named.reading.is_family
            else []
        )
        for gene in (candidate for candidate in named.of_organism if candidate.id in meant):
            for called in name_variants.partners_of(gene, kind, which):
                partners = await self._of_organism(GeneName.read(called), HUMAN, pinned, seconds)
                partner = partners.reading and partners.reading.gene
                if partner and name_variants.is_receptor(partner, called, which):
                    reading = name_resolution.of_protein(name, [partner], f"{kind} of {gene.symbol}")
                    return msgspec.structs.replace(human, of_protein=[partner], reading=reading)
            if not which and (several := await self._members(f"{gene.name} {kind}", None, pinned)):
                reading = name_resolution.of_class(name, several)
                return msgspec.structs.replace(human, of_protein=several, reading=reading)
        return human

    async def _by_label(self, name: GeneName, human: NamedGenes, pinned: _Told) -> NamedGenes:
        """Resolve a name that no human gene has by the labels of drawings."""
        reading = human.reading
        if reading is None or (reading.has_meaning and not reading.by_protein) or name.symbol is None or name.is_word:
            return human
        if (drawings := await self._drawings(pinned)) is None:
            return human
        reading = name_resolution.by_label(reading, human.of_organism, await self._labels.of(drawings))
        genes = {gene.id: gene for gene in (*human.of_organism, *human.of_protein)}
        meant = (
            [reading.gene]
            if reading.gene
            else [genes[meaning.id] for meaning in reading.meanings if meaning.id in genes]
        )
        return msgspec.structs.replace(human, of_protein=meant, reading=reading)

    async def _drawings(self, pinned: _Told) -> Catalogue | None:
        if pinned is None:
            return await self._store.newest(GPML)
        return pinned[GPML].catalogue if GPML in pinned else None

    async def _members(self, name: str, bearer: GeneFacts | None, pinned: _Told) -> Sequence[GeneFacts]:
        """Return the members of a class, except the gene that has the class's name; empty if there are too few.

        `bearer`: the gene that has the name. If it is None, members are genes whose full name is the name and a number.
        """
        if not name_evidence.may_be_class(name):
            return ()
        is_numbered = bearer is None or name_evidence.is_lettered(name)
        is_member = name_evidence.is_numbered_in_class if is_numbered else name_evidence.is_of_class
        members = [
            gene for gene in await self._matched_by_words(name, pinned) if gene != bearer and is_member(gene, name)
        ]
        fewest = 1 if bearer and is_numbered else _FEWEST_MEMBERS
        return members if len(members) >= fewest else ()

    async def _matched_by_words(self, name: str, pinned: _Told) -> Sequence[GeneFacts]:
        """Return the human genes that a search for the words of a name finds."""
        opened = await self._catalogues[HUMAN].open() if pinned is None else pinned[self._catalogues[HUMAN].name]
        key = name, opened.catalogue.version
        if (genes := self._by_words_of.get(key)) is None:
            hits = (await opened.catalogue.search(name, offset=0, limit=_MOST_MEMBERS)).hits
            genes = self._by_words_of[key] = [decode_gene(hit.summary) for hit in hits]
        return genes

    async def _opened_proteins(self, seconds: float) -> OpenCatalogue | None:
        # After a failed download, the names of a list must not wait for another one each.
        if not self._proteins.may_come and await self._proteins.present() is None:
            return None
        return await self._proteins.open_within(seconds)

    async def _by_orthologs(self, named: NamedGenes, human: NamedGenes, organism: str) -> NamedGenes:
        """Resolve a name that no gene of an organism has, to the human gene's ortholog or else to the human gene."""
        version = versions_of(named.version, human.version)
        if _is_read(named) or (human_reading := human.reading) is None:
            return msgspec.structs.replace(named, version=version)
        orthologs: dict[str, Sequence[GeneFacts]] = {}
        if (catalogue := dict(await self._catalogues.available(version or None)).get(organism)) is not None:
            meant = [meaning.id for meaning in human_reading.all_meanings]
            genes = [gene for gene in (*human.of_organism, *human.of_protein) if gene.id in meant]
            orthologs = {gene.id: await gene_identifiers.of_human(gene, organism, catalogue) for gene in genes}
        reading = translated(human_reading, orthologs) or (human_reading if human_reading.gene else named.reading)
        lacking = named.lacking or human.lacking
        return msgspec.structs.replace(named, lacking=lacking, version=version, reading=reading)

    async def _elsewhere(self, name: GeneName, named: NamedGenes, version: str | None) -> NamedGenes:
        """Resolve an identifier that does not imply its organism, among the genes of all downloaded organisms."""
        for organism, catalogue in await self._catalogues.available(version):
            reading = name_resolution.resolve_name(name, await genes_with(catalogue, name.identifiers))
            if reading.has_meaning:
                used = self._catalogues.version([(organism, catalogue)])
                return msgspec.structs.replace(named, reading=reading, version=versions_of(named.version, used))
        return named

    def prefetch(self) -> None:
        self._catalogues[HUMAN].prefetch(needed=True)
        self._proteins.prefetch(needed=True)

    async def at_hand(self) -> Presence:
        present = dict(await self._catalogues.available())
        ours = {organism: self._catalogues[organism] for organism in (HUMAN, *present)}
        names = await self._proteins.present()
        proteins = self._proteins.settled(names) if names else self._proteins.name
        drawings = newest.version if (newest := await self._store.newest(GPML)) else GPML
        return presence_of(
            {catalogue.name: present.get(organism) for organism, catalogue in ours.items()},
            [*(catalogue.settled(present.get(organism)) for organism, catalogue in ours.items()), proteins, drawings],
        )

    async def bearing(self, identifiers: Collection[KeyedId]) -> Bearers[GeneCandidate]:
        human = await self._catalogues[HUMAN].open()
        at_hand = await self._catalogues.available()
        genes = [gene for _, catalogue in at_hand for gene in await gene_identifiers.bearing(identifiers, catalogue)]
        bearers = [Bearer(gene.candidate(1.0), frozenset(gene_identifiers.borne(gene))) for gene in genes]
        return Bearers(bearers, self._catalogues.version(at_hand), _provenance(human, HUMAN))

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
    ) -> OrthologsFound:
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
            return OrthologsFound(found={}, lacking=gene_remarks.names_unknown(HUMAN))
        return OrthologsFound(
            found=await gene_identifiers.found_for(genes, organism, at_hand),
            by=" ".join(filter(None, (HGNC, human.info.release))),
            lacking=None if organism in at_hand else gene_remarks.orthologs_by_id(organism),
            version=self._catalogues.version(at_hand.items()),
        )


def _is_read(named: NamedGenes) -> bool:
    return named.reading is not None and named.reading.has_meaning


class _Listing(NamedTuple):
    """The catalogues of a search: one organism's `catalogue` (called `name`), and the drawings, if needed.

    `told`: the catalogues of a cursor's version.
    """

    name: str
    catalogue: Catalogue
    provenance: Provenance
    told: _Told
    drawings: Catalogue | None


def _provenance(opened: OpenCatalogue, organism: str) -> Provenance:
    return opened.provenance(HGNC if organism == HUMAN else NCBI_GENE)
