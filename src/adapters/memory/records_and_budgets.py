"""A record store and request budgets in the memory of one process."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from weakref import WeakValueDictionary

import anyio

from biofacts.domain.limits import request_rates
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.request_budgets import Limiter


class MemoryRecordStore(RecordStore):
    """A store whose records are kept until the process ends."""

    def __init__(self) -> None:
        self._records: dict[str, StoredRecord] = {}
        # A lock is dropped when no caller holds it or waits for it.
        self._fetching: WeakValueDictionary[str, anyio.Lock] = WeakValueDictionary()

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


# The request budget of one process


class MemoryLimiter(Limiter):
    """A request budget for one process, measured with a monotonic clock. `rates`: the limits of the upstream."""

    def __init__(self, rates: Sequence[request_rates.Rate], clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = rates
        self._clock = clock
        self._granted: deque[float] = deque(maxlen=request_rates.remembered(rates) + 1)  # one slot may be returned
        self._paused_until = 0.0

    async def reserve(self) -> float:
        now = self._clock()
        slot = request_rates.next_slot(max(now, self._paused_until), tuple(self._granted), self._rates)
        self._granted.append(slot)
        return slot - now

    async def give_back(self) -> None:
        if self._granted:
            self._granted.pop()

    async def pause_for(self, seconds: float) -> None:
        self._paused_until = max(self._paused_until, self._clock() + seconds)
