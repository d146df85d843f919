"""The catalogue of the drugs on each pathway's targets, which takes several times as long to count as to read a record.

It is built while everything is synchronised, since one call is not worth the count of all. Without it, or as soon as
one of the catalogues that it rests on is newer, each call counts for itself.
"""

from collections.abc import Awaitable, Callable, Iterable

import anyio.lowlevel
import msgspec

from biofacts.adapters.local.catalogues.refreshed_catalogue import DerivedCatalogue, LocalCache
from biofacts.adapters.local.entries.pathways import GPML, TEXT, XREF
from biofacts.adapters.local.entries.pharmacology import INTERACTIONS, LIGAND_IDS, LIGANDS, TARGETS
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.ports.catalogue import Catalogue, Entry
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import DrugCounts


class CountedDrugs(DerivedCatalogue, DrugCounts):
    """The catalogue. `count`: see `Joins.drugs`."""

    name, work = "wikipathways-drugs", "counting drugs"
    built_from = (GPML, TEXT, XREF, TARGETS, LIGANDS, LIGAND_IDS, INTERACTIONS)

    def __init__(
        self, genes: GeneSource, cache: LocalCache, count: Callable[[PathwayId], Awaitable[tuple[int, int]]]
    ) -> None:
        super().__init__(genes, cache)
        self._count = count

    async def of(self, pathway: PathwayId, version: str) -> tuple[int, int] | None:
        known = await self.present()
        if known is None or {*known.info.enriched_by.split()} != {*version.split()}:
            return None
        stored = await known.record(pathway.local)
        return msgspec.msgpack.decode(stored, type=tuple[int, int]) if stored else None

    async def entries(self, first: Catalogue) -> Iterable[Entry] | None:
        if None in [await self._cache.store.newest(name) for name in self.built_from]:
            return None
        found: list[Entry] = []
        for key in await first.all_keys():
            # There may be a thousand pathways: other calls and a cancellation get their turn here.
            await anyio.lowlevel.checkpoint()
            numbers = await self._count(PathwayId.parse(f"WP:{key}"))
            found.append(Entry(key=key, record=msgspec.msgpack.encode(numbers)))
        return found
