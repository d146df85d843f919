"""A budget shared by all processes of a user."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import anyio.to_thread

from biofacts.domain import pacing
from biofacts.ports.limiter import Limiter

_SCHEMA = """
CREATE TABLE IF NOT EXISTS slots (boot TEXT, service TEXT, at REAL);
CREATE INDEX IF NOT EXISTS by_time ON slots (service, at);
"""
_LONGEST_QUEUE = 300.0
_BUSY_SECONDS = 10.0


def _boot() -> str:
    """Names this start of the machine: the monotonic clock starts anew with it."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class SqliteLimiter(Limiter):
    """Counts on the monotonic clock, which all processes of one machine share until it is started anew."""

    def __init__(
        self,
        path: Path,
        service: str,
        rates: Sequence[pacing.Rate],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._service = service
        self._rates = rates
        self._clock = clock
        self._boot = _boot()

    async def reserve(self) -> float:
        return await anyio.to_thread.run_sync(self._reserve, None)

    async def hold(self, seconds: float) -> None:
        await anyio.to_thread.run_sync(self._reserve, seconds)

    def _reserve(self, hold: float | None) -> float:
        connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            connection.executescript("PRAGMA synchronous = OFF; " + _SCHEMA)
            connection.execute("BEGIN IMMEDIATE")
            slot, now = self._next(connection)
            if hold is not None:
                slot = max(slot, now + hold - self._rates[0].seconds)
            connection.execute("INSERT INTO slots VALUES (?, ?, ?)", (self._boot, self._service, slot))
            connection.execute("COMMIT")
            return slot - now
        finally:
            connection.close()

    def _next(self, connection: sqlite3.Connection) -> tuple[float, float]:
        now = self._clock()
        longest = max(rate.seconds for rate in self._rates)
        connection.execute(
            "DELETE FROM slots WHERE service = ? AND (boot != ? OR at < ? OR at > ?)",
            (self._service, self._boot, now - longest - 1, now + _LONGEST_QUEUE),
        )
        rows = connection.execute(
            "SELECT at FROM slots WHERE service = ? ORDER BY at DESC LIMIT ?",
            (self._service, pacing.memory(self._rates)),
        )
        return pacing.next_slot(now, [row[0] for row in rows][::-1], self._rates), now
