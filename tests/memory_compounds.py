"""Names and pictures of compounds in memory, which tests put in the place of files and of PubChem."""

from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import anyio.to_thread
import msgspec

from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.compounds.queries import FOLDED, NamedNumber, key
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.compound_names import NAMES, CompoundNames, CompoundNamesStore, NamedCompound, PublishedNames
from biofacts.ports.compounds import DepictionSource
from biofacts.ports.synchronisation import Progress


class MemoryCompoundNames(CompoundNames):
    """A release in dictionaries."""

    def __init__(self, published: PublishedNames) -> None:
        """Raises: ValueError if the names cannot be read, or are too few."""
        self.info = published.info
        self.version = published.info.identity.replace(" ", "-").replace("=", "-")
        self._bearers = defaultdict[bytes, set[tuple[bytes, bool, int]]](set)
        self._titles: dict[int, str] = {}
        self._inchikeys: dict[int, str] = {}
        self._has_inchikeys = published.inchikeys is not None
        for number, title in self._added(published.titles, is_title=True):
            self._titles.setdefault(number, title)
        for _ in self._added(published.names, is_title=False):
            pass
        for number, inchikey in self._added(published.inchikeys or (), is_title=False):
            self._inchikeys.setdefault(number, inchikey)
        self._size = len({(named, number) for bearers in self._bearers.values() for named, _, number in bearers})
        if self._size < published.least:
            raise ValueError(f"it holds {self._size} names instead of {published.least} or more")

    def _added(self, named: Iterable[NamedNumber], *, is_title: bool) -> Iterable[NamedNumber]:
        for number, name in named:
            whole = key(name)
            self._bearers[whole[:FOLDED]].add((whole, is_title, number))
            yield number, name

    async def called(self, name: str) -> Sequence[NamedCompound]:
        wanted = key(name)
        found: dict[int, NamedCompound] = {}
        ways = [(whole != wanted, not is_title, number) for whole, is_title, number in self._bearers[wanted[:FOLDED]]]
        for folded_only, is_no_title, number in sorted(ways):
            bearer = NamedCompound(
                number=number, title=self._titles.get(number), is_title=not is_no_title, is_spelled_so=not folded_only
            )
            found.setdefault(number, bearer)
        return list(found.values())

    async def title(self, number: int) -> str | None:
        return self._titles.get(number)

    async def inchikey(self, number: int) -> str | None:
        return self._inchikeys.get(number)

    async def size(self) -> int:
        return self._size

    async def has_inchikeys(self) -> bool:
        return self._has_inchikeys


class MemoryCompoundNamesStore(CompoundNamesStore):
    """A store of the newest release. `downloads`: the folder of unfinished downloads, which are files here, too."""

    def __init__(self, downloads: Path, free: int = 10**12) -> None:
        self._downloads = downloads
        self._free = free
        self._newest: MemoryCompoundNames | None = None
        self._lock = anyio.Lock()

    @property
    def downloads(self) -> Path:
        return self._downloads

    @property
    def free(self) -> int:
        return self._free

    async def newest(self) -> MemoryCompoundNames | None:
        return self._newest

    async def publish(self, published: PublishedNames, progress: Progress) -> MemoryCompoundNames:
        self._newest = await anyio.to_thread.run_sync(MemoryCompoundNames, published)
        progress("sorting names", 1, 1)
        return self._newest

    async def confirm(self, info: ReleaseInfo) -> None:
        if self._newest is not None:
            self._newest.info = info

    async def describe(self) -> CatalogueStatus:
        return CatalogueStatus(name=NAMES, provenance=self._newest.info if self._newest else None)

    def building(self) -> AbstractAsyncContextManager[None]:
        return self._building()

    @asynccontextmanager
    async def _building(self) -> AsyncGenerator[None]:
        async with self._lock:
            yield


class MemoryDepictions(DepictionSource):
    """A source of pictures that are passed in."""

    def __init__(self, depictions: Iterable[Depiction], provenance: Provenance) -> None:
        self._by_id = {one.id: msgspec.structs.replace(one, source=provenance) for one in depictions}

    async def get(self, identifier: CompoundId) -> Depiction | None:
        return None if identifier.number is None else self._by_id.get(f"PubChem:CID{identifier.number}")
