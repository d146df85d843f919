"""A budget shared by all processes of a user."""

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import anyio.to_thread

from biofacts.adapters.sqlite.connections import transact
from biofacts.domain.answers import time_limits
from biofacts.ports.request_budgets import Limiter

_log = logging.getLogger(__name__)

# Slots are worthless after a crash of the machine (see `_boot`), so that no write waits for the disk.
_SCHEMA = """
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS slots (boot TEXT, service TEXT, at REAL);
CREATE INDEX IF NOT EXISTS by_time ON slots (service, at);
CREATE TABLE IF NOT EXISTS pauses (service TEXT PRIMARY KEY, boot TEXT, until REAL);
"""


def _boot() -> str:
    """Return an id of the current boot: the monotonic clock restarts with the machine."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class SqliteLimiter(Limiter):
    """A budget on the monotonic clock, which all processes of a machine share until it restarts."""

    def __init__(
        self, path: Path, service: str, rates: Sequence[time_limits.Rate], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._service = service
        self._rates = rates
        self._clock = clock
        self._boot = _boot()
        self._warned = False
        self._slot: float | None = None

    async def reserve(self) -> float:
        try:
            return await anyio.to_thread.run_sync(transact, self._path, _SCHEMA, self._reserve)
        except sqlite3.OperationalError as error:
            if not self._warned:
                _log.warning("the budget of %s cannot be shared: %s", self._service, error)
                self._warned = True
            return time_limits.evenly(self._rates)  # slow enough for one process on its own

    async def give_back(self) -> None:
        with suppress(sqlite3.OperationalError):  # the slot is lost
            await anyio.to_thread.run_sync(transact, self._path, _SCHEMA, self._give_back)

    async def pause_for(self, seconds: float) -> None:
        with suppress(sqlite3.OperationalError):  # `reserve` has warned
            await anyio.to_thread.run_sync(transact, self._path, _SCHEMA, partial(self._pause, seconds=seconds))

    def _reserve(self, connection: sqlite3.Connection) -> float:
        now = self._clock()
        longest = max(rate.seconds for rate in self._rates)
        connection.execute(
            "DELETE FROM slots WHERE service = ? AND (boot != ? OR at < ? OR at > ?)",
            # A slot far in the future cannot be real: the clock has been set back since.
            (self._service, self._boot, now - longest - 1, now + time_limits.FORGOTTEN_SLOT),
        )
        rows = connection.execute(
            "SELECT at FROM slots WHERE service = ? ORDER BY at DESC LIMIT ?",
            (self._service, time_limits.remembered(self._rates)),
        )
        granted = [row[0] for row in rows][::-1]
        slot = time_limits.next_slot(max(now, self._paused_until(connection, now)), granted, self._rates)
        connection.execute("INSERT INTO slots VALUES (?, ?, ?)", (self._boot, self._service, slot))
        self._slot = slot
        return slot - now

    def _give_back(self, connection: sqlite3.Connection) -> None:
        statement = "DELETE FROM slots WHERE service = ? AND boot = ? AND at = ?"
        connection.execute(statement, (self._service, self._boot, self._slot))

    def _paused_until(self, connection: sqlite3.Connection, now: float) -> float:
        statement = "SELECT until FROM pauses WHERE service = ? AND boot = ? AND until < ?"
        row = connection.execute(statement, (self._service, self._boot, now + time_limits.FORGOTTEN_SLOT)).fetchone()
        return row[0] if row else 0.0

    def _pause(self, connection: sqlite3.Connection, *, seconds: float) -> None:
        now = self._clock()
        until = max(now + seconds, self._paused_until(connection, now))
        connection.execute("INSERT OR REPLACE INTO pauses VALUES (?, ?, ?)", (self._service, self._boot, until))
