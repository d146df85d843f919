"""Single records, budgets of requests, published files and drawings in the memory of one process."""

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Self, TypeVar
from weakref import WeakValueDictionary

import anyio

from biofacts.domain.answers import time_limits
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.publications import (
    ArchiveListing,
    DrawingArchive,
    DrawingSource,
    Edition,
    FetchedFile,
    MappedNodes,
    PublishedFile,
    Unchanged,
)
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.request_budgets import Limiter


class MemoryRecordStore(RecordStore):
    """Records that live as long as the process."""

    def __init__(self) -> None:
        self._records: dict[str, StoredRecord] = {}
        # A lock lives as long as a caller holds it or waits for it.
        self._fetching: WeakValueDictionary[str, anyio.Lock] = WeakValueDictionary()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is open."""

    async def get(self, key: str) -> StoredRecord | None:
        return self._records.get(key)

    async def present(self, keys: Sequence[str]) -> AbstractSet[str]:
        return self._records.keys() & {*keys}

    async def put(self, key: str, record: StoredRecord) -> None:
        self._records[key] = record

    async def remove(self, key: str) -> None:
        self._records.pop(key, None)

    def fetching(self, key: str) -> AbstractAsyncContextManager[None]:
        return self._fetching.setdefault(key, anyio.Lock())


# A budget for one process


class MemoryLimiter(Limiter):
    """A budget on a monotonic clock."""

    def __init__(self, rates: Sequence[time_limits.Rate], clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = rates
        self._clock = clock
        self._granted: deque[float] = deque(maxlen=time_limits.remembered(rates) + 1)  # one slot may be returned
        self._paused_until = 0.0

    async def reserve(self) -> float:
        now = self._clock()
        slot = time_limits.next_slot(max(now, self._paused_until), tuple(self._granted), self._rates)
        self._granted.append(slot)
        return slot - now

    async def give_back(self) -> None:
        if self._granted:
            self._granted.pop()

    async def pause_for(self, seconds: float) -> None:
        self._paused_until = max(self._paused_until, self._clock() + seconds)


RowT = TypeVar("RowT")


class MemoryFile(PublishedFile[RowT]):
    """A file with rows that are passed in; `publish` replaces them."""

    def __init__(self, service: str, name: str, rows: Iterable[RowT], *, release: str, day: datetime) -> None:
        self.service = service
        self.name = name
        self._day = day
        self.publish(rows, release)

    def publish(self, rows: Iterable[RowT], release: str) -> None:
        """Replace the rows by those of a new edition."""
        self._rows = tuple(rows)
        self._release = release

    async def fetch(self, *, validator: str = "") -> Edition[RowT] | Unchanged | None:
        current = f'"{self._release}"'
        if validator == current:
            return Unchanged(validator=current, retrieved=self._day)
        return Edition(
            release=self._release, retrieved=self._day, validator=current, digest=self._release, rows=self._rows
        )


class MemoryDrawings(DrawingSource, DrawingArchive):
    """Drawings that are passed in, one by one and as an archive."""

    def __init__(self, drawings: Sequence[Drawing], *, release: str, day: datetime) -> None:
        self._drawings = {drawing.local_id: drawing for drawing in drawings}
        self._release = release
        self._day = day

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[Drawing] | Unchanged | None:
        if (drawing := self._drawings.get(pathway.local)) is None:
            return None
        current = f'"{self._release}"'
        if validator == current:
            return Unchanged(validator=current, retrieved=self._day)
        return FetchedFile(content=drawing, validator=current, retrieved=self._day)

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[MappedNodes] | Unchanged | None:
        if (drawing := self._drawings.get(pathway.local)) is None:
            return None
        return FetchedFile(content=mapped(drawing), validator="", retrieved=self._day)

    async def newest(self) -> ArchiveListing:
        return ArchiveListing(release=self._release, parts=("all",))

    async def part(self, name: str) -> bytes | None:
        return name.encode()

    def held(self, part: bytes) -> Collection[str]:
        return self._drawings.keys()

    def read(self, name: str, part: bytes) -> Iterator[Drawing]:
        return iter(self._drawings.values())


def mapped(drawing: Drawing) -> tuple[MappedNode, ...]:
    """Return the mappings of a drawing, taken from the cross references of its nodes."""
    return tuple(
        MappedNode(label=node.label, identifier=node.identifier or "", references=tuple(pairs(node.cross_references)))
        for node in drawing.components.nodes
    )
