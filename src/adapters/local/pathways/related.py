"""Catalogues of related pathways and of the number of drugs per pathway, built from other catalogues without a request.

Pathways are related if one is drawn in the other, or if they share genes. Drugs are counted in advance, since counting
those on the targets of one pathway takes several times as long as reading its record.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence

import anyio.lowlevel
import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import GPML, TEXT, XREF, decode_summary
from biofacts.adapters.local.catalogue_entries.pharmacology import INTERACTIONS, LIGAND_IDS, LIGANDS, TARGETS
from biofacts.adapters.local.catalogues.refreshed_catalogue import DerivedCatalogue, LocalCache
from biofacts.adapters.local.pathways.pathways_of_genes_and_compounds import genes_drawn
from biofacts.domain.genes.names import gene_term
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.drawn_nodes import DrawnGenes, GenesInPathway, Overlap, overlaps, unnamed_genes
from biofacts.domain.pathways.references import reference_terms
from biofacts.ports.catalogue import Catalogue, Entry
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import DrugCounts, RelatedPathway, Relation

RELATED = "wikipathways-related"
"""The name of the catalogue of related pathways, which has an entry for each pathway with relations."""


Relations = list[Relation]


class Related(DerivedCatalogue):
    """The catalogue of related pathways."""

    name, work, built_from = RELATED, "linking pathways", (GPML, TEXT, XREF)

    async def of(self, local_id: str, listing: Catalogue) -> tuple[Sequence[RelatedPathway], Catalogue | None]:
        """Return the related pathways that exist in a listing, and the catalogue, which may be None; see `open`."""
        catalogue = await self.open()
        stored = await catalogue.record(local_id) if catalogue else None
        relations = msgspec.msgpack.decode(stored, type=Relations) if stored else []
        summaries = await listing.summaries([relation.local_id for relation in relations])
        candidates = {
            key: decode_summary(summary).candidate(key, 1.0, "identifier") for key, summary in summaries.items()
        }
        return [
            (candidates[relation.local_id], relation) for relation in relations if relation.local_id in candidates
        ], catalogue

    async def entries(self, first: Catalogue) -> Iterator[Entry] | None:
        text, mapped = [await self._cache.store.newest(name) for name in (TEXT, XREF)]
        if not (text and mapped):
            return None
        by_pathway = await _drawn(text)
        for organism in await text.category_sizes():
            pathways = await genes_drawn(organism, listings=[text], mapped=mapped, labels=text, archive=first)
            await self._count(organism, pathways, by_pathway)
        return _entries(by_pathway)

    async def _count(
        self, organism: str, pathways: Sequence[GenesInPathway], by_pathway: dict[str, dict[str, Relation]]
    ) -> None:
        """Add the relations between the pathways of an organism that share genes."""
        drawn = await anyio.to_thread.run_sync(DrawnGenes, pathways)
        terms = {*drawn.terms, *(gene_term("symbol", label) for label in drawn.labels)}
        genes = await self._genes.all_drawn_as(terms, organism)

        def pairs() -> Sequence[Overlap]:
            places: Sequence[Collection[int]] = [drawn.of(gene.terms, gene.symbol) for gene in genes]
            return [*overlaps(places or unnamed_genes(drawn))]

        for pair in await anyio.to_thread.run_sync(pairs):
            pathway, other = pathways[pair.first].local_id, pathways[pair.second].local_id
            _add(by_pathway, pathway, Relation(other, shared=pair.shared, either=pair.either))
            _add(by_pathway, other, Relation(pathway, shared=pair.shared, either=pair.either))


async def _drawn(text: Catalogue) -> dict[str, dict[str, Relation]]:
    """Return the relations of pathways that are drawn in others, in both directions, by pathway and other pathway."""
    by_pathway: dict[str, dict[str, Relation]] = {}
    for key in await text.all_keys():
        for drawing in await text.keys(reference_terms([("wikipathways", key)])):
            if drawing != key:
                _add(by_pathway, key, Relation(drawing, draws=True))
                _add(by_pathway, drawing, Relation(key, is_drawn_in=True))
    return by_pathway


def _add(by_pathway: dict[str, dict[str, Relation]], key: str, relation: Relation) -> None:
    others = by_pathway.setdefault(key, {})
    before = others.get(relation.local_id)
    others[relation.local_id] = before.joined(relation) if before else relation


def _entries(by_pathway: Mapping[str, Mapping[str, Relation]]) -> Iterator[Entry]:
    for key, others in by_pathway.items():
        relations = sorted(others.values(), key=lambda relation: relation.order)
        yield Entry(key=key, record=msgspec.msgpack.encode(relations))


# The number of drugs on the targets of each pathway


class CountedDrugs(DerivedCatalogue, DrugCounts):
    """The numbers of targets and drugs per pathway. `count`: a function that counts them for a pathway (`Joins.drugs`).

    This catalogue is built only by `biofacts sync`, since counting for all pathways takes too long for a call. Without
    it, or as soon as one of the catalogues in `built_from` is newer, each call counts for itself.
    """

    name, work = "wikipathways-drugs", "counting drugs"
    built_from = (GPML, TEXT, XREF, TARGETS, LIGANDS, LIGAND_IDS, INTERACTIONS)

    def __init__(
        self, genes: GeneSource, cache: LocalCache, count: Callable[[PathwayId], Awaitable[tuple[int, int]]]
    ) -> None:
        super().__init__(genes, cache)
        self._count = count

    async def of(self, pathway: PathwayId, version: str) -> tuple[int, int] | None:
        catalogue = await self.present()
        # Compared as sets, since the two versions may list their catalogues in different orders.
        if catalogue is None or {*catalogue.info.enriched_by.split()} != {*version.split()}:
            return None
        stored = await catalogue.record(pathway.local)
        return msgspec.msgpack.decode(stored, type=tuple[int, int]) if stored else None

    async def entries(self, first: Catalogue) -> Iterable[Entry] | None:
        if None in [await self._cache.store.newest(name) for name in self.built_from]:
            return None
        entries: list[Entry] = []
        for key in await first.all_keys():
            # There may be a thousand pathways: let other calls run, and a cancellation take effect.
            await anyio.lowlevel.checkpoint()
            numbers = await self._count(PathwayId.parse(f"WP:{key}"))
            entries.append(Entry(key=key, record=msgspec.msgpack.encode(numbers)))
        return entries
