"""The interface for the store of single records."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import datetime
from typing import Protocol

import msgspec


class StoredRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One fetched record: its bytes, the upstream's validator, and when the upstream last confirmed it (UTC)."""

    body: bytes
    validator: str
    retrieved: datetime
    checked: datetime


class RecordStore(Protocol):
    """A store of single records, kept until replaced, or until they have not been confirmed for months."""

    async def get(self, key: str) -> StoredRecord | None:
        """Return the record of a key, or None."""
        ...

    async def present(self, keys: Sequence[str]) -> AbstractSet[str]:
        """Return the keys that have a record, without loading it."""
        ...

    async def put(self, key: str, record: StoredRecord) -> None:
        """Store a record under a key."""
        ...

    async def remove(self, key: str) -> None:
        """Delete the record of a key."""
        ...

    # Without the lock, three processes that needed the same drawing sent three requests.
    def fetching(self, key: str) -> AbstractAsyncContextManager[None]:
        """Hold a lock on a key while its record is fetched, across all processes that share the store.

        After the lock is acquired, the caller must look up the record again. A waiter gives up after a while: at worst
        two processes fetch one record.
        """
        return nullcontext()
