"""A catalogue store in memory: the fake of the tests, and where the built-in sample lies."""

from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import anyio
import anyio.to_thread

from biofacts.adapters.memory.index import MemoryIndex
from biofacts.domain.search.query import NOTHING_KNOWN, Known, runs
from biofacts.domain.search.ranking import rank
from biofacts.domain.text import fold
from biofacts.ports.catalogue import (
    Catalogue,
    CatalogueStatus,
    CatalogueStore,
    Content,
    Entry,
    Listed,
    RankedHits,
    ReleaseInfo,
)


class MemoryCatalogue(Catalogue):
    """One release in dictionaries."""

    def __init__(self, version: str, content: Content, progress: Callable[[int], None] | None) -> None:
        self._version = version
        self._entries: list[Entry] = []
        self._by_term: defaultdict[str, set[int]] = defaultdict(set)
        self._info = content.info
        for number, entry in enumerate(content.entries):
            self._entries.append(entry)
            for term in entry.exact_terms:
                self._by_term[term].add(number)
            if progress is not None:
                progress(number + 1)
        self._by_key = {entry.key: entry for entry in self._entries}
        self._index = MemoryIndex(self._entries, content.synonyms)

    @property
    def version(self) -> str:
        return self._version

    @property
    def info(self) -> ReleaseInfo:
        return self._info

    @info.setter
    def info(self, info: ReleaseInfo) -> None:
        self._info = info

    async def search(
        self,
        query: str,
        *,
        offset: int,
        limit: int,
        category: str | None = None,
        known: Known = NOTHING_KNOWN,
    ) -> RankedHits:
        ranking = rank(self._index, query, category=category, known=known)
        window = ranking.matches[offset : offset + limit]
        entries = {match.document: self._entries[match.document - 1] for match in window}
        return RankedHits.of(ranking, window, {number: (one.key, one.summary) for number, one in entries.items()})

    async def knows(self, words: Sequence[str]) -> AbstractSet[str]:
        return {word for word in words if self._index.has_term(word)}

    async def preload(self) -> None:
        """Nothing is read from anywhere."""

    async def synonyms_in(self, query: str) -> Mapping[str, Sequence[str]]:
        return self._index.synonyms(list(dict.fromkeys(runs(query))))

    async def category_sizes(self) -> Mapping[str, int]:
        return Counter(entry.category for entry in self._entries)

    async def with_terms(self, terms: Sequence[str]) -> Mapping[str, bytes]:
        return {entry.key: entry.summary for entry in self._having(terms)}

    async def keys(self, terms: Sequence[str]) -> Sequence[str]:
        return [entry.key for entry in self._having(terms)]

    def _having(self, terms: Sequence[str]) -> list[Entry]:
        numbers = {number for term in terms for number in self._by_term.get(term, ())}
        return [self._entries[number] for number in sorted(numbers)]

    async def listed(self, keys: Collection[str], terms: Sequence[str] = ()) -> Sequence[Listed]:
        led: defaultdict[int, list[str]] = defaultdict(list)
        for term in terms:
            for number in self._by_term.get(term, ()):
                led[number].append(term)
        return [
            Listed(entry.key, entry.category, entry.summary, led.get(number, ()))
            for number, entry in enumerate(self._entries)
            if number in led or entry.key in keys
        ]

    async def beginning(self, name: str, limit: int, category: str | None = None) -> Sequence[Listed]:
        compact = fold.compact(name)
        called = self._index.named_from(compact) if compact else set[int]()
        found = (self._entries[document - 1] for document in sorted(called))
        return [_listed(one) for one in found if category in (None, one.category)][:limit]

    async def keyed(self, beginning: str, limit: int) -> Sequence[Listed]:
        return [_listed(one) for one in self._entries if one.key.startswith(beginning)][:limit]

    async def all_keys(self) -> Sequence[str]:
        return [entry.key for entry in self._entries]

    async def categories(self, keys: Iterable[str]) -> Mapping[str, str]:
        wanted = {*keys}
        return {entry.key: entry.category for entry in self._entries if entry.key in wanted}

    async def summaries(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        return {key: self._by_key[key].summary for key in keys if key in self._by_key}

    async def records(self, keys: Collection[str]) -> Mapping[str, bytes]:
        entries = (self._by_key[key] for key in keys if key in self._by_key)
        return {entry.key: entry.record for entry in entries if entry.record}


def _listed(entry: Entry) -> Listed:
    return Listed(entry.key, entry.category, entry.summary)


class MemoryCatalogueStore(CatalogueStore):
    """Keeps the newest release of each catalogue, and the one before."""

    def __init__(self) -> None:
        self._releases: defaultdict[str, list[MemoryCatalogue]] = defaultdict(list)
        self._locks: defaultdict[str, anyio.Lock] = defaultdict(anyio.Lock)

    @property
    def free(self) -> None:
        return None

    async def newest(self, name: str) -> MemoryCatalogue | None:
        releases = self._releases[name]
        return releases[-1] if releases else None

    async def release(self, name: str, version: str) -> MemoryCatalogue | None:
        return next((one for one in self._releases[name] if one.version == version), None)

    async def publish(
        self, name: str, content: Content, progress: Callable[[int], None] | None = None
    ) -> MemoryCatalogue:
        version = content.info.identity.strip().replace(" ", "-")
        catalogue = await anyio.to_thread.run_sync(MemoryCatalogue, version, content, progress)
        others = [one for one in self._releases[name] if one.version != version]
        self._releases[name] = [*others[-1:], catalogue]
        return catalogue

    async def confirm(self, name: str, info: ReleaseInfo) -> None:
        if (newest := await self.newest(name)) is not None:
            newest.info = info

    async def describe(self, name: str) -> CatalogueStatus:
        newest = await self.newest(name)
        building = self._locks[name].locked()
        return CatalogueStatus(name=name, provenance=newest.info if newest else None, building=building)

    def building(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._building(name)

    @asynccontextmanager
    async def _building(self, name: str) -> AsyncGenerator[None]:
        async with self._locks[name]:
            yield
