"""State that all processes of a user share: fetched records, and the request budgets of upstreams.

    <folder>/records.sqlite          the records
    <folder>/fetching/<number>.lock  locked while a record whose key has this hash is fetched

The system releases the locks of a process that died. No process waits longer for a lock than for a read of a request.
"""

import logging
import sqlite3
import time
import zlib
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager, closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

import anyio
import anyio.to_thread

from biofacts.adapters.sqlite.connections import Reader, holding, open_unchanging, transact
from biofacts.adapters.sqlite.full_text_index import GIVEN, json_list
from biofacts.domain.limits import freshness, request_rates, time_limits
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.request_budgets import Limiter

_log = logging.getLogger(__name__)

T = TypeVar("T")

_LOCKS = 4096
"""The number of lock files, since lock files are never removed. Two records may share a lock and then wait for each
other: while 64 records are fetched, this happens to one fetch in 64."""

RecordRow = tuple[bytes, str, float, float]

_MOST_FORGOTTEN = 20
"""The maximum number of expired or excess records that one write removes, since the caller waits meanwhile."""

_RECORD = "SELECT body, validator, retrieved, checked FROM records WHERE key = ?"
LAYOUT = """
CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, body BLOB, validator TEXT, retrieved REAL, checked REAL);
"""
_BY_AGE = "CREATE INDEX IF NOT EXISTS by_checked ON records (checked)"
"""The index of ages, which is not part of the layout: files without it are valid, too."""
_SIZE = """
SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()
"""


class SqliteRecordStore(RecordStore):
    """A store of compressed records in one SQLite file.

    If the file cannot be written, a warning is logged and records are not stored; answers do not depend on it. The
    context manager holds a connection for reading, since opening one takes longer than reading a record. `largest`:
    the size of the file in bytes above which each new record replaces the oldest ones.
    """

    def __init__(self, path: Path, largest: int | None = None) -> None:
        self._path = path
        self._largest = largest
        self._reader: Reader | None = None

    async def __aenter__(self) -> Self:
        self._reader = Reader(self._path)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._reader is not None
        self._reader.close()
        self._reader = None

    async def get(self, key: str) -> StoredRecord | None:
        if self._reader is not None:
            with suppress(sqlite3.Error, zlib.error):  # the file is locked or damaged, which `_transact` below handles
                row = self._reader.row(_RECORD, key)
                return _unpacked(row) if row else None
        return await self._transact(partial(_get, key=key)) if self._path.exists() else None

    async def present(self, keys: Sequence[str]) -> AbstractSet[str]:
        stored = await self._transact(partial(_stored_keys, keys=keys)) if self._path.exists() else None
        return stored or frozenset()

    async def put(self, key: str, record: StoredRecord) -> None:
        await self._transact(partial(_put, key=key, record=record, largest=self._largest))

    async def remove(self, key: str) -> None:
        if self._path.exists():
            await self._transact(partial(_remove, key=key))

    def fetching(self, key: str) -> AbstractAsyncContextManager[None]:
        # A CRC, since `hash` of a text differs between processes.
        path = self._path.parent / "fetching" / f"{zlib.crc32(key.encode()) % _LOCKS:03x}.lock"
        return holding(path, time_limits.READ)  # a process that hangs must not block the others for ever

    async def _transact(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        try:
            return await anyio.to_thread.run_sync(transact, self._path, LAYOUT, work)
        except sqlite3.OperationalError as error:
            _log.warning("records in %s cannot be read or written: %s", self._path, error)
            return None


class ReadOnlyRecordStore(RecordStore):
    """A store of records in a read-only file; new records are kept in memory for this run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._new: dict[str, StoredRecord | None] = {}

    async def get(self, key: str) -> StoredRecord | None:
        return self._new[key] if key in self._new else await self._look_up(partial(_get, key=key))

    async def present(self, keys: Sequence[str]) -> AbstractSet[str]:
        pending = {key for key in keys if key in self._new}
        stored = await self._look_up(partial(_stored_keys, keys=[key for key in keys if key not in pending]))
        return (stored or frozenset()) | {key for key in pending if self._new[key] is not None}

    async def put(self, key: str, record: StoredRecord) -> None:
        self._new[key] = record

    async def remove(self, key: str) -> None:
        self._new[key] = None

    async def _look_up(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        return await anyio.to_thread.run_sync(_read_only, self._path, work) if self._path.exists() else None


def _read_only(path: Path, work: Callable[[sqlite3.Connection], T]) -> T | None:
    try:
        with closing(open_unchanging(path)) as connection:
            return work(connection)
    except sqlite3.DatabaseError as error:
        _log.warning("%s cannot be read: %s", path, error)
        return None


def _get(connection: sqlite3.Connection, *, key: str) -> StoredRecord | None:
    row = connection.execute(_RECORD, (key,)).fetchone()
    try:
        return _unpacked(row) if row else None
    except zlib.error as error:
        _log.warning("the record %s is corrupt (%s) and was discarded", key, error)
        _remove(connection, key=key)
        return None


def _unpacked(row: RecordRow) -> StoredRecord:
    """Decompress the record of a row. Raises: zlib.error."""
    packed, validator, retrieved, checked = row
    return StoredRecord(
        body=zlib.decompress(packed),
        validator=validator,
        retrieved=datetime.fromtimestamp(retrieved, UTC),
        checked=datetime.fromtimestamp(checked, UTC),
    )


def _stored_keys(connection: sqlite3.Connection, *, keys: Sequence[str]) -> AbstractSet[str]:
    rows = connection.execute(f"SELECT key FROM records WHERE key IN {GIVEN}", json_list(keys))
    return frozenset(row[0] for row in rows)


def _put(connection: sqlite3.Connection, *, key: str, record: StoredRecord, largest: int | None) -> None:
    retrieved, checked = record.retrieved.timestamp(), record.checked.timestamp()
    connection.execute(
        "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?)",
        (key, zlib.compress(record.body, 6), record.validator, retrieved, checked),
    )
    connection.execute(_BY_AGE)
    (size,) = connection.execute(_SIZE).fetchone()
    is_full = largest is not None and size > largest
    connection.execute(
        "DELETE FROM records WHERE key IN (SELECT key FROM records WHERE checked < ? ORDER BY checked LIMIT ?)",
        (checked if is_full else checked - freshness.STORED.total_seconds(), _MOST_FORGOTTEN),
    )


def _remove(connection: sqlite3.Connection, *, key: str) -> None:
    connection.execute("DELETE FROM records WHERE key = ?", (key,))


# Slots are worthless after a restart of the machine (see `_boot`), so writes need not wait for the disk.
_SCHEMA = """
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS slots (boot TEXT, service TEXT, at REAL);
CREATE INDEX IF NOT EXISTS by_time ON slots (service, at);
CREATE TABLE IF NOT EXISTS pauses (service TEXT PRIMARY KEY, boot TEXT, until REAL);
"""


def _boot() -> str:
    """Return the id of the current boot, or "" if unknown: the monotonic clock restarts with the machine."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


class SqliteLimiter(Limiter):
    """A request budget that all processes on a machine share. Its times are of the monotonic clock."""

    def __init__(
        self, path: Path, service: str, rates: Sequence[request_rates.Rate], clock: Callable[[], float] = time.monotonic
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
            return request_rates.evenly(self._rates)  # this pace respects the rates for one process

    async def give_back(self) -> None:
        with suppress(sqlite3.OperationalError):  # the slot expires unused
            await anyio.to_thread.run_sync(transact, self._path, _SCHEMA, self._give_back)

    async def pause_for(self, seconds: float) -> None:
        with suppress(sqlite3.OperationalError):  # `reserve` has already logged a warning
            await anyio.to_thread.run_sync(transact, self._path, _SCHEMA, partial(self._pause, seconds=seconds))

    def _reserve(self, connection: sqlite3.Connection) -> float:
        now = self._clock()
        longest = max(rate.seconds for rate in self._rates)
        connection.execute(
            "DELETE FROM slots WHERE service = ? AND (boot != ? OR at < ? OR at > ?)",
            # A slot far in the future was reserved by a clock that has since been reset.
            (self._service, self._boot, now - longest - 1, now + time_limits.FORGOTTEN_SLOT),
        )
        rows = connection.execute(
            "SELECT at FROM slots WHERE service = ? ORDER BY at DESC LIMIT ?",
            (self._service, request_rates.remembered(self._rates)),
        )
        granted = [row[0] for row in rows][::-1]
        slot = request_rates.next_slot(max(now, self._paused_until(connection, now)), granted, self._rates)
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
