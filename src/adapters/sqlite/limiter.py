"""A budget shared by all processes of a user."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import anyio.to_thread

from biofacts.domain import pacing
from biofacts.ports.limiter import Limiter

T = TypeVar("T")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS slots (boot TEXT, service TEXT, at REAL);
CREATE INDEX IF NOT EXISTS by_time ON slots (service, at);
CREATE TABLE IF NOT EXISTS holds (service TEXT PRIMARY KEY, boot TEXT, until REAL);
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
        return await anyio.to_thread.run_sync(self._transact, self._reserve)

    async def hold(self, seconds: float) -> None:
        await anyio.to_thread.run_sync(self._transact, partial(self._hold, seconds=seconds))

    def _transact(self, work: Callable[[sqlite3.Connection, float], T]) -> T:
        """Do the work, alone among all processes."""
        connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            connection.executescript("PRAGMA synchronous = OFF; " + _SCHEMA)
            connection.execute("BEGIN IMMEDIATE")
            result = work(connection, self._clock())
            connection.execute("COMMIT")
            return result
        finally:
            connection.close()

    def _reserve(self, connection: sqlite3.Connection, now: float) -> float:
        longest = max(rate.seconds for rate in self._rates)
        connection.execute(
            "DELETE FROM slots WHERE service = ? AND (boot != ? OR at < ? OR at > ?)",
            (self._service, self._boot, now - longest - 1, now + _LONGEST_QUEUE),
        )
        rows = connection.execute(
            "SELECT at FROM slots WHERE service = ? ORDER BY at DESC LIMIT ?",
            (self._service, pacing.memory(self._rates)),
        )
        granted = [row[0] for row in rows][::-1]
        slot = pacing.next_slot(max(now, self._held_until(connection, now)), granted, self._rates)
        connection.execute("INSERT INTO slots VALUES (?, ?, ?)", (self._boot, self._service, slot))
        return slot - now

    def _held_until(self, connection: sqlite3.Connection, now: float) -> float:
        statement = "SELECT until FROM holds WHERE service = ? AND boot = ? AND until < ?"
        row = connection.execute(statement, (self._service, self._boot, now + _LONGEST_QUEUE)).fetchone()
        return row[0] if row else 0.0

    def _hold(self, connection: sqlite3.Connection, now: float, *, seconds: float) -> None:
        until = max(now + seconds, self._held_until(connection, now))
        connection.execute("INSERT OR REPLACE INTO holds VALUES (?, ?, ?)", (self._service, self._boot, until))
