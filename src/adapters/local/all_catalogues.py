"""Answers from all catalogues at once: completions of names and identifiers, and the keys of all records."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from biofacts.adapters.local.entries import genes as gene_entries
from biofacts.adapters.local.entries import pathways as pathway_entries
from biofacts.adapters.local.entries import pharmacology as pharmacology_entries
from biofacts.adapters.local.pharmacology.guide import Guide
from biofacts.adapters.local.search.synonyms import AnyCatalogue
from biofacts.domain.answers.kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.pages import Releases
from biofacts.domain.answers.records import GUIDE, HGNC, iso
from biofacts.domain.identifiers.curies import GeneId, LigandId, PathwayId, TargetId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.tables import LICENCES, LinkSource, LinkTable
from biofacts.domain.text import fold
from biofacts.ports.catalogue import CatalogueStore, Listed
from biofacts.ports.links import Census
from biofacts.ports.sources import Suggestion, SuggestionSource

_LOOKED_AT = 100
"""The entries that are compared at most: those after them are seldom meant."""

_GUIDE = "IUPHAR:"


def _pathway(one: Listed) -> Suggestion:
    summary = pathway_entries.decode_summary(one.summary)
    return Suggestion(f"WP:{one.key}", summary.title, summary.organism)


def _ligand(one: Listed) -> Suggestion:
    return Suggestion(_GUIDE + one.key, pharmacology_entries.decode_ligand_summary(one.summary).name)


def _target(one: Listed) -> Suggestion:
    return Suggestion(_GUIDE + one.key, pharmacology_entries.decode_target_summary(one.summary).name)


def _gene(one: Listed) -> Suggestion:
    facts = gene_entries.decode_gene(one.summary)
    return Suggestion(facts.id, facts.symbol, facts.organism)


class _Listing(msgspec.Struct, frozen=True):
    """The catalogue with the names of a kind, the prefix of its CURIEs, and the decoder of its entries."""

    catalogue: str
    prefix: str
    read: Callable[[Listed], Suggestion]


_LISTINGS: Mapping[str, _Listing] = {
    PATHWAY.name: _Listing(pathway_entries.TEXT, "WP:", _pathway),
    LIGAND.name: _Listing(pharmacology_entries.LIGANDS, _GUIDE, _ligand),
    TARGET.name: _Listing(pharmacology_entries.TARGETS, _GUIDE, _target),
    GENE.name: _Listing(gene_entries.HUMAN_GENES, "", _gene),
}


class LocalSuggestions(SuggestionSource):
    """Suggestions from the catalogues. Compounds are those ligands of the Guide that have a CID."""

    def __init__(self, store: CatalogueStore) -> None:
        self._store = store

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Suggestion]:
        if kind is COMPOUND:
            return await self._compounds(text, limit)
        listing = _LISTINGS[kind.name]
        other = kind is GENE and organism not in (None, HUMAN)
        name = gene_entries.catalogue_name(organism or "") if other else listing.catalogue
        if (catalogue := await self._store.newest(name)) is None:
            return ()
        written = text.strip().upper()
        if ":" in written and written.startswith(listing.prefix):
            keyed = await catalogue.keyed(written.removeprefix(listing.prefix), _LOOKED_AT)
            return sorted(map(listing.read, keyed), key=lambda one: (len(one.id), one.id))[:limit]
        named = await catalogue.beginning(text, _LOOKED_AT, organism if kind is PATHWAY else None)
        found = _likeliest([listing.read(one) for one in named], text)
        # Genes are in the order of their symbols: the one that needs the fewest further letters comes first.
        return sorted(found, key=lambda one: len(one.name) if kind is GENE else 0)[:limit]

    async def _compounds(self, text: str, limit: int) -> Sequence[Suggestion]:
        if (ligands := await self._store.newest(pharmacology_entries.LIGANDS)) is None:
            return ()
        stored = [await ligands.record(one.key) for one in await ligands.beginning(text, _LOOKED_AT)]
        known = [pharmacology_entries.decode_ligand(record) for record in stored if record]
        found = [
            Suggestion(f"PubChem:CID{cid}", one.name)
            for one in known
            if isinstance(cid := one.cross_references.get("pubchem_compound"), str)
        ]
        return _likeliest(found, text)[:limit]


def _likeliest(found: Sequence[Suggestion], text: str) -> Sequence[Suggestion]:
    """Return the suggestions whose own name begins like the text; without any, those with another such name."""
    begun = fold.compact(text)
    return [one for one in found if fold.compact(one.name).startswith(begun)] or found


_SERVICES: Mapping[str, str] = {"gtopdb": GUIDE, "hgnc": HGNC, "wikipathways": PATHWAY.service}
"""The service of a catalogue, by the first word of the catalogue's name."""


class LocalCensus(Census):
    """The identifiers of all genes, ligands, targets and pathways."""

    def __init__(
        self, *, human_genes: AnyCatalogue, pathways: AnyCatalogue, guide: Guide, store: CatalogueStore
    ) -> None:
        self._human_genes = human_genes
        self._pathways = pathways
        self._guide = guide
        self._store = store

    async def human_genes(self) -> Sequence[GeneId]:
        return [GeneId.parse(key) for key in await _keys(self._human_genes)]

    async def targets(self) -> Sequence[TargetId]:
        return [TargetId(key) for key in await _keys(self._guide.targets)]

    async def ligands(self) -> Sequence[LigandId]:
        return [LigandId(key) for key in await _keys(self._guide.ligands)]

    async def pathways(self) -> Sequence[PathwayId]:
        return [PathwayId.parse(f"WP:{key}") for key in await _keys(self._pathways)]

    async def sources(self, version: str, table: LinkTable) -> Sequence[LinkSource]:
        found: list[LinkSource] = []
        for name, release in sorted(Releases.parse(version).versions.items()):
            catalogue = await self._store.release(name, release)
            service = _SERVICES.get(name.partition("-")[0])
            if catalogue is not None and service in table.services:
                info = catalogue.info
                found.append(
                    LinkSource(
                        service=service, catalogue=name, release=info.release, retrieved=iso(info.retrieved),
                        licence=LICENCES[service],
                    )
                )  # fmt: skip
        return found


async def _keys(catalogue: AnyCatalogue) -> Sequence[str]:
    return await (await catalogue.open()).catalogue.all_keys()
