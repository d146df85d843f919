"""Where single fetched records are kept."""

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
    """Single records, kept until a newer one is put in their place, or for months without a confirmation."""

    async def get(self, key: str) -> StoredRecord | None:
        """The record kept under a key, or None."""
        ...

    async def kept(self, keys: Sequence[str]) -> AbstractSet[str]:
        """Those of the keys under which a record is kept; no record is read."""
        ...

    async def put(self, key: str, record: StoredRecord) -> None:
        """Keep a record under a key."""
        ...

    async def remove(self, key: str) -> None:
        """Forget a key."""
        ...

    def fetching(self, key: str) -> AbstractAsyncContextManager[None]:
        """Held while a record is fetched, by one task of all processes that share the store.

        Whoever has waited for it looks again what is kept. Nobody waits for ever: at worst two fetch the same.
        """
        return nullcontext()
