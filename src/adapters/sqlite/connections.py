"""Access to SQLite files: a reader of single rows, transactions across processes, and reads that can be cancelled."""

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence, Sized
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import anyio.to_thread

from biofacts.domain.answers.errors import UpstreamError

_log = logging.getLogger(__name__)
T = TypeVar("T")


class Reader:
    """A reader of single rows of a file that may not exist yet, and that other processes may write to or replace.

    It never waits for a lock: while another connection writes, reading fails.
    """

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._uri = f"{path.absolute().as_uri()}?mode=ro"
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def row(self, statement: str, *values: object) -> tuple[Any, ...] | None:
        """Return the first row of a statement's result, or None without a row or a file. Raises: sqlite3.Error."""
        try:
            status = os.stat(self._path)
        except FileNotFoundError:
            return None
        # If the file was replaced, the open connection would go on reading the old one; the new file has another inode.
        if self._connection is None or self._file != (status.st_dev, status.st_ino):
            self.close()
            self._connection = sqlite3.connect(self._uri, uri=True, timeout=0, isolation_level=None)
            self._file = (status.st_dev, status.st_ino)
        rows = self._connection.execute(statement, values).fetchall()  # an unfinished statement would hold a lock
        return rows[0] if rows else None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


# Transactions on small SQLite files, which all processes of a user write to


# Seconds to wait for the lock of another process.
_BUSY_SECONDS = 10.0


def transact(path: Path, schema: str, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run a function in a write transaction, exclusive among all processes; rename a damaged file and start a new one.

    Raises: sqlite3.OperationalError if the file cannot be written (no space left, no permission).
    """
    try:
        # OperationalError is a DatabaseError, too, but the file is not damaged: it is locked or cannot be written.
        return _attempt(path, schema, work)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        _log.warning("%s is damaged (%s) and is set aside", path, error)
        with suppress(OSError):
            path.replace(path.with_suffix(".damaged"))
        return _attempt(path, schema, work)


def _attempt(path: Path, schema: str, work: Callable[[sqlite3.Connection], T]) -> T:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        connection.executescript(schema)
        # IMMEDIATE takes the write lock now: a transaction that first reads cannot wait for the lock later.
        connection.execute("BEGIN IMMEDIATE")
        result = work(connection)
        connection.execute("COMMIT")
        return result
    finally:
        connection.close()


def open_unchanging(path: Path) -> sqlite3.Connection:
    """Open a file that never changes read-only, as `immutable`, so that SQLite needs no locks."""
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def damaged(error: sqlite3.DatabaseError) -> UpstreamError:
    """Create the error of a call that has read from a damaged file."""
    return UpstreamError.of("the local catalogue", f"its file is damaged ({error}) and was set aside")


# Reads of one SQLite file: on the event loop if they are quick, else in a worker thread that stops with its call

P = ParamSpec("P")
Execute = Callable[[str, Sequence[object] | Mapping[str, object]], sqlite3.Cursor]

_FEW = 1000
"""The number of values that can be looked up in about 5 ms."""

_STEPS = 20_000
"""Instructions of SQLite's virtual machine between two checks for cancellation; they take less than a millisecond."""


class Readings:
    """A reader that runs one read at a time. `on_damage`: a function that is called if the file is damaged."""

    def __init__(self, connection: sqlite3.Connection, on_damage: Callable[[], None]) -> None:
        self._connection = connection
        self._on_damage = on_damage
        self._lock = threading.Lock()
        self._abandoned: threading.Event | None = None
        connection.set_progress_handler(self._is_abandoned, _STEPS)

    def execute(self, statement: str, parameters: Sequence[object] | Mapping[str, object] = ()) -> sqlite3.Cursor:
        """Execute a statement as part of the current read. Raises: sqlite3.Error, also if the call was cancelled."""
        if self._is_abandoned():  # short statements end before SQLite calls the progress handler
            raise sqlite3.OperationalError("interrupted")
        return self._connection.execute(statement, parameters)

    async def quick(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read on the event loop, or in a worker thread if another read is running.

        A lookup takes about 0.03 ms and a ranking mostly less than a millisecond. A worker thread adds 0.1 ms, and more
        under load (`bench/calls.py`).
        """
        # Waiting here would stop the event loop.
        if not self._lock.acquire(blocking=False):
            return await self.long(reading, *args, **kwargs)
        try:
            return reading(*args, **kwargs)
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        finally:
            self._lock.release()

    async def about(self, values: Sized, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Look up values: on the event loop, or in a worker thread if there are many values."""
        look_up = self.quick if len(values) <= _FEW else self.long
        return await look_up(reading, *args, **kwargs)

    async def long(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read in a worker thread, which stops soon after the call is cancelled."""
        abandoned = threading.Event()

        def alone() -> T:
            with self._lock:
                # Set while holding the lock, so that the event belongs to the running read.
                self._abandoned = abandoned
                try:
                    return reading(*args, **kwargs)
                finally:
                    self._abandoned = None

        try:
            return await anyio.to_thread.run_sync(alone, abandon_on_cancel=True)
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        finally:
            abandoned.set()

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _is_abandoned(self) -> bool:
        return self._abandoned is not None and self._abandoned.is_set()

    def _damaged(self, error: sqlite3.DatabaseError) -> UpstreamError:
        """Report the damage to the store. Call this only on the event loop, since the store is not thread-safe."""
        self._on_damage()
        return damaged(error)
