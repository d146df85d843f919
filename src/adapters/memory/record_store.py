"""Single records in memory."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from typing import Self
from weakref import WeakValueDictionary

import anyio

from biofacts.ports.record_store import RecordStore, StoredRecord


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

    async def kept(self, keys: Sequence[str]) -> AbstractSet[str]:
        return self._records.keys() & {*keys}

    async def put(self, key: str, record: StoredRecord) -> None:
        self._records[key] = record

    async def remove(self, key: str) -> None:
        self._records.pop(key, None)

    def fetching(self, key: str) -> AbstractAsyncContextManager[None]:
        return self._fetching.setdefault(key, anyio.Lock())
