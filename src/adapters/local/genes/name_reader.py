"""Reading of gene names, with the labels of genes in drawings and the names of their proteins as evidence."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import anyio
import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogue_entries.genes import OrganismCatalogues, catalogue_name, decode_gene, genes_with
from biofacts.adapters.local.catalogue_entries.pathways import GPML, decode_labels
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import (
    Indexed,
    LocalCatalogue,
    OpenCatalogue,
    reopened,
    version_of,
)
from biofacts.adapters.local.genes import identifiers_and_orthologs as gene_identifiers
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.answers.records import NCBI_GENE
from biofacts.domain.genes import families, name_evidence, name_readings, name_resolution, name_variants
from biofacts.domain.genes.drawn_labels import NOTHING_DRAWN, DrawnLabels
from biofacts.domain.genes.gene import GeneFacts, is_approved, spelled
from biofacts.domain.genes.name_evidence import genes_of_protein
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.name_variants import other_spellings
from biofacts.domain.genes.names import GeneName, ProteinNames
from biofacts.domain.genes.orthologs import translated
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.limits import time_limits
from biofacts.domain.source_remarks import genes as gene_remarks
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Entry
from biofacts.ports.genes import NamedGenes

_log = logging.getLogger(__name__)

_KEPT = 2
"""The number of releases whose labels stay in memory: callers may still page through listings of the second newest."""
_AT_ONCE = 50
"""The number of drawings that are read together."""


_FEWEST_MEMBERS, _MOST_MEMBERS = 2, 50
_MOST_SEARCHED = 16  # the same words are searched twice for an unknown name: in another order, and as a class
_FEWEST_BESIDE_ALIAS = 3  # eotaxin is CCL11, though there are an eotaxin 2 and an eotaxin 3
_MOST_OF_A_PROTEIN = 5  # a name that more genes share says too little

Pinned = Mapping[str, OpenCatalogue] | None
"""The catalogues of a listing's version, by name; None for the newest catalogues."""


class LabelsOfDrawings:
    """The index of the labels in human drawings, built once per release, which takes some tenths of a second."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._kept = Recent[str, DrawnLabels](_KEPT)
        # All names of a list are resolved at once, and a worker process does not share jobs: each would index anew.
        # The locks are not kept, since a lock belongs to one event loop and the built-in sample is used in several.
        self._indexing: dict[str, anyio.Lock] = {}

    async def of(self, drawings: Catalogue | None) -> DrawnLabels:
        """Return the index of a release; an empty index if there is no release or it is damaged."""
        if drawings is None:
            return NOTHING_DRAWN
        if (labels := self._kept.get(drawings.version)) is None:
            try:
                async with self._indexing.setdefault(drawings.version, anyio.Lock()):
                    labels = self._kept.get(drawings.version) or await self._indexed(drawings)
            finally:
                self._indexing.pop(drawings.version, None)
        return labels

    async def _indexed(self, drawings: Catalogue) -> DrawnLabels:
        version = drawings.version
        try:
            labels = await self._jobs.share(f"labels of drawings {version}", lambda: _indexed(drawings))
        except UpstreamError as error:
            _log.warning("gene names are resolved without the labels of drawings: %s", error.message)
            return NOTHING_DRAWN
        self._kept[version] = labels
        return labels


async def _indexed(drawings: Catalogue) -> DrawnLabels:
    keys = [key for key, of in (await drawings.categories()).items() if of == HUMAN]
    stored: list[bytes] = []
    for start in range(0, len(keys), _AT_ONCE):
        stored += (await drawings.records(keys[start : start + _AT_ONCE])).values()
    return await anyio.to_thread.run_sync(_index, stored)


def _index(stored: Sequence[bytes]) -> DrawnLabels:
    return DrawnLabels(decode_labels(stored))


PROTEIN_NAMES = catalogue_name(HUMAN)
"""The name of the catalogue of protein names, by HGNC id, with the names as exact terms and as the record."""

StoredNames = tuple[str, ...]
"""The record of an entry: a protein's names."""

_decode = msgspec.msgpack.Decoder(StoredNames).decode


def index_protein_names(rows: Iterable[ProteinNames]) -> Indexed:
    """Index the names of proteins as exact terms only: a search for single words does not find them."""
    return Indexed(entries=map(_entry, rows), patient=True)


def _entry(row: ProteinNames) -> Entry:
    return Entry(
        key=row.gene, exact_terms=filter(None, map(_term, row.names)), record=msgspec.msgpack.encode(row.names)
    )


def _term(name: str) -> str:
    folded = fold.compact(name)
    return f"name:{folded}" if folded else ""


async def genes_of(name: str, names: Catalogue, bearer: GeneFacts | None = None) -> Sequence[str]:
    """Return the HGNC ids of the genes whose protein has a name (see `genes_of_protein`).

    `bearer`: the gene to which HGNC gives the name. Other genes then count only if they have it in the same spelling.
    """
    if not (term := _term(name)):
        return ()
    records = await names.records(await names.keys([term]))
    rows = [ProteinNames(gene=gene, names=_decode(stored)) for gene, stored in records.items()]
    if bearer is None:
        return genes_of_protein(name, rows)
    if not bearer.protein_coding:
        # `HSP90ALPHA` is an alias of a pseudogene, and HSP90A the name of a protein.
        return genes_of_protein(name, rows) or genes_of_protein(fold.compact(name), rows)
    # A Greek letter counts: Abeta is not ABL1.
    written = fold.literal if fold.is_greek(name) else spelled
    return [row.gene for row in rows if any(written(protein_name) == written(name) for protein_name in row.names)]


class NameGenes(NamedTuple):
    """The genes with any of a name's terms, by key, as `stored` and as decoded, and how the name was `reading`."""

    stored: Mapping[str, bytes]
    genes: Mapping[str, GeneFacts]
    reading: Reading


async def read_in(name: GeneName, catalogue: Catalogue, drawn: DrawnLabels) -> NameGenes:
    """Resolve a name among the genes of one catalogue."""
    stored = await catalogue.with_terms(name_resolution.terms(name, drawn))
    genes = {key: decode_gene(summary) for key, summary in stored.items()}
    return NameGenes(stored, genes, name_resolution.resolve_name(name, [*genes.values()], drawn))


class GeneNameReader:
    """A reader of gene names, by the names of genes, of their proteins and families, and by the labels of drawings."""

    def __init__(
        self, catalogues: OrganismCatalogues, proteins: LocalCatalogue[ProteinNames], store: CatalogueStore, jobs: Jobs
    ) -> None:
        self.labels = LabelsOfDrawings(jobs)
        self._catalogues = catalogues
        self._proteins = proteins
        self._store = store
        self._by_words_of = Recent[tuple[str, str], Sequence[GeneFacts]](_MOST_SEARCHED)

    async def by_name(
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

    async def _named(self, name: GeneName, wanted: str, pinned: Pinned, seconds: float, *, patient: bool) -> NamedGenes:
        named = await self._of_organism(name, wanted, pinned, seconds)
        if wanted == HUMAN:
            named = await self._of_protein(name, named, pinned, seconds, at_once=patient)
            named = await self._of_class(name, await self._by_label(name, named, pinned), pinned)
            named = await self._of_receptor(name, named, pinned, seconds)
            named = await self._of_alternates(name, named, pinned, seconds)
            return await self._without_form(name, named, pinned, seconds)
        if patient or not _is_read(named):  # other names of the same list may need the human ones
            human = await self._of_organism(name, HUMAN, pinned, seconds)
            human = await self._of_protein(name, human, pinned, seconds, at_once=patient)
            human = await self._by_label(name, human, pinned)
            named = await self._by_orthologs(named, human, wanted)
        return named

    async def _of_organism(self, name: GeneName, organism: str, pinned: Pinned, seconds: float) -> NamedGenes:
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
        if organism == HUMAN and (drawings := await self.drawings(pinned)):
            used.append((GPML, drawings))
            if not is_approved(name, genes):
                drawn = await self.labels.of(drawings)
                if len(labelled := name_resolution.terms(name, drawn)) > len(terms):
                    genes = await genes_with(opened.catalogue, labelled)
        return NamedGenes(
            of_organism=genes, version=version_of(used), reading=name_resolution.resolve_name(name, genes, drawn)
        )

    async def _of_protein(
        self, name: GeneName, human: NamedGenes, pinned: Pinned, seconds: float, *, at_once: bool
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
        bearer = reading.gene if reading and not reading.guess else None
        identifiers = await genes_of(name.symbol or "", opened.catalogue, bearer) if is_needed else ()
        human = msgspec.structs.replace(human, version=version)
        if is_needed and not identifiers and not _is_read(human):
            if of_family := await self._of_family(name, opened.catalogue, pinned, seconds):
                return msgspec.structs.replace(human, of_protein=of_family[0], reading=of_family[1])
            by_words = (
                await self._matched_by_words(name.symbol or "", pinned) if name_resolution.may_be_full(name) else ()
            )
            reading = name_resolution.by_words(name, by_words)
            return msgspec.structs.replace(human, of_protein=[reading.gene] if reading.gene else (), reading=reading)
        if not 0 < len(identifiers) <= _MOST_OF_A_PROTEIN:
            return human
        by_identifier = [
            await self._of_organism(GeneName.read(identifier), HUMAN, pinned, seconds) for identifier in identifiers
        ]
        genes = [gene for named in by_identifier for gene in named.of_organism]
        if reading and bearer:
            drawn = await self.labels.of(await self.drawings(pinned))
            claiming = (gene for gene in genes if name_evidence.may_claim(name.symbol or "", gene))
            human = msgspec.structs.replace(human, reading=name_readings.claimed(reading, claiming, NCBI_GENE))
            genes = [*name_evidence.rivals(name.symbol or "", genes, bearer, drawn, is_respelt=reading.is_respelt)]
        else:
            genes = [gene for gene in genes if name_evidence.may_abbreviate(name.symbol or "", gene)]
        if not genes:
            return human
        why = name_readings.OF_PROTEIN_IN_NCBI
        if len(genes) > 1:
            reading = name_readings.contested(*(name_readings.of_protein(name, [gene], why) for gene in genes))
        else:
            genes = [*genes, *await self._members(name.symbol or "", genes[0], pinned)]
            reading = name_readings.of_protein(name, genes, why)
        reading = name_readings.with_protein(human.reading, reading)
        return msgspec.structs.replace(human, of_protein=genes, reading=reading)

    async def _of_class(self, name: GeneName, human: NamedGenes, pinned: Pinned) -> NamedGenes:
        """Resolve the name of a class, which no gene has, or only as another name: `potassium channel` was KCNA3's."""
        if (reading := human.reading) is None or not human.version:
            return human
        # HGNC calls `α-actinin` actinin alpha.
        is_turned = reading.by_protein and name_variants.with_letter_behind(name.text)
        if reading.has_meaning and not (reading.may_be_class or is_turned):
            return human
        fewest = _FEWEST_BESIDE_ALIAS if reading.is_weak or reading.by_protein else 1
        for called in name_variants.class_names(name.text):
            members = await self._members(called, reading.gene, pinned)
            if len(members) >= fewest:
                genes = [reading.gene, *members] if reading.gene else members
                return msgspec.structs.replace(human, of_protein=genes, reading=name_readings.of_class(name, genes))
        return human

    async def _of_family(
        self, name: GeneName, proteins: Catalogue, pinned: Pinned, seconds: float
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
                why = f"{name_readings.OF_PROTEIN_IN_NCBI}, beside the family '{family}'"
                return genes, name_readings.of_protein(name, genes, why)
        return None

    async def _of_receptor(self, name: GeneName, human: NamedGenes, pinned: Pinned, seconds: float) -> NamedGenes:
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
        bearers = [candidate for candidate in named.of_organism if candidate.id in meant]
        # `EP` and `IP` are not bound by receptors, but names of receptors.
        if own := [gene for gene in bearers if name_variants.is_kind(gene, kind)]:
            reading = name_readings.of_protein(name, own, f"name of the {kind} itself")
            return msgspec.structs.replace(human, of_protein=own, reading=reading)
        for gene in bearers:
            for called in name_variants.partners_of(gene, kind, which):
                partners = await self._of_organism(GeneName.read(called), HUMAN, pinned, seconds)
                partner = partners.reading and partners.reading.gene
                if partner and name_variants.is_receptor(partner, called, which):
                    reading = name_readings.of_protein(name, [partner], f"{kind} of {gene.symbol}")
                    return msgspec.structs.replace(human, of_protein=[partner], reading=reading)
            if not which and (several := await self._members(f"{gene.name} {kind}", None, pinned)):
                reading = name_readings.of_class(name, several)
                return msgspec.structs.replace(human, of_protein=several, reading=reading)
        return human

    async def _of_alternates(self, name: GeneName, human: NamedGenes, pinned: Pinned, seconds: float) -> NamedGenes:
        """Resolve a name that stands for several names of proteins with the same beginning: `HSP90α/β`."""
        for texts in name_variants.alternates(name.symbol or "") if not _is_read(human) and human.version else ():
            each = [await self._named(GeneName.read(text), HUMAN, pinned, seconds, patient=True) for text in texts]
            readings = [named.reading for named in each if named.reading and _is_read(named)]
            if len(readings) == len(texts):
                genes = [gene for named in each for gene in (*named.of_organism, *named.of_protein)]
                reading = msgspec.structs.replace(name_readings.contested(*readings), name=name)
                version = versions_of(human.version, *(named.version for named in each))
                return msgspec.structs.replace(human, of_protein=genes, reading=reading, version=version)
        return human

    async def _without_form(self, name: GeneName, human: NamedGenes, pinned: Pinned, seconds: float) -> NamedGenes:
        """Resolve a form of a protein whose name no gene has: `p-cofilin`."""
        for rest, form in name_variants.plain_names(name.symbol or "") if not _is_read(human) and human.version else ():
            named = await self._named(GeneName.read(rest), HUMAN, pinned, seconds, patient=True)
            if named.reading and _is_read(named):
                reading = name_resolution.omitting_form(named.reading, name, form)
                return msgspec.structs.replace(named, reading=reading)
        return human

    async def _by_label(self, name: GeneName, human: NamedGenes, pinned: Pinned) -> NamedGenes:
        """Resolve a name that no human gene has by the labels of drawings."""
        reading = human.reading
        if reading is None or (reading.has_meaning and not reading.by_protein) or name.symbol is None or name.is_word:
            return human
        if (drawings := await self.drawings(pinned)) is None:
            return human
        reading = name_resolution.by_label(reading, human.of_organism, await self.labels.of(drawings))
        genes = {gene.id: gene for gene in (*human.of_organism, *human.of_protein)}
        meant = (
            [reading.gene]
            if reading.gene
            else [genes[meaning.id] for meaning in reading.meanings if meaning.id in genes]
        )
        return msgspec.structs.replace(human, of_protein=meant, reading=reading)

    async def drawings(self, pinned: Pinned) -> Catalogue | None:
        if pinned is None:
            return await self._store.newest(GPML)
        return pinned[GPML].catalogue if GPML in pinned else None

    async def _members(self, name: str, bearer: GeneFacts | None, pinned: Pinned) -> Sequence[GeneFacts]:
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

    async def _matched_by_words(self, name: str, pinned: Pinned) -> Sequence[GeneFacts]:
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


def _is_read(named: NamedGenes) -> bool:
    return named.reading is not None and named.reading.has_meaning
