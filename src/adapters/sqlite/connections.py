"""Connections to SQLite files: single rows of small files that others write to, transactions, interruptible reads."""

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
    """A reader of a file that may not exist yet, and that may be replaced by another file of that name.

    It never waits for a lock: it fails while another connection writes.
    """

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._uri = f"{path.absolute().as_uri()}?mode=ro"
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def row(self, statement: str, *values: object) -> tuple[Any, ...] | None:
        """Return the first row of a statement's result, or None if there is none, or no file. Raises: sqlite3.Error."""
        try:
            status = os.stat(self._path)
        except FileNotFoundError:
            return None
        # After a replacement the open connection would go on reading the old file, which has another inode.
        if self._connection is None or self._file != (status.st_dev, status.st_ino):
            self.close()
            self._connection = sqlite3.connect(self._uri, uri=True, timeout=0, isolation_level=None)
            self._file = (status.st_dev, status.st_ino)
        rows = self._connection.execute(statement, values).fetchall()  # to the end, so that no lock is left
        return rows[0] if rows else None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


# Transactions on small SQLite files that all processes of a user write to


# Seconds to wait for the lock of another process.
_BUSY_SECONDS = 10.0


def transact(path: Path, schema: str, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run some work in one transaction, alone among all processes; a damaged file is set aside and created anew.

    Raises: sqlite3.OperationalError if the file cannot be written (no space left, no permission).
    """
    try:
        # An OperationalError is a DatabaseError, too, but the file is not damaged: it is locked or cannot be written.
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
        # IMMEDIATE takes the write lock now: a transaction that reads first could not wait for it later.
        connection.execute("BEGIN IMMEDIATE")
        result = work(connection)
        connection.execute("COMMIT")
        return result
    finally:
        connection.close()


def open_unchanging(path: Path) -> sqlite3.Connection:
    """Open a file that never changes (`immutable`), read-only, for which SQLite needs no locks."""
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def damaged(error: sqlite3.DatabaseError) -> UpstreamError:
    """Create the error of a call that needs a damaged file."""
    return UpstreamError.of("the local catalogue", f"its file is damaged ({error}) and is set aside")


# Reads of one SQLite file: at once if they are quick, else in a worker thread that ends with its call

P = ParamSpec("P")
Execute = Callable[[str, Sequence[object] | Mapping[str, object]], sqlite3.Cursor]

_FEW = 1000
"""Values that can be looked up in about 5 ms."""

_STEPS = 20_000
"""Instructions of SQLite's virtual machine between two checks for cancellation, less than a millisecond."""


class Readings:
    """Reads of a connection, one at a time. `on_damage`: called if the file turns out to be damaged."""

    def __init__(self, connection: sqlite3.Connection, on_damage: Callable[[], None]) -> None:
        self._connection = connection
        self._on_damage = on_damage
        self._lock = threading.Lock()
        self._abandoned: threading.Event | None = None
        connection.set_progress_handler(self._is_abandoned, _STEPS)

    def execute(self, statement: str, parameters: Sequence[object] | Mapping[str, object] = ()) -> sqlite3.Cursor:
        """Run a statement of the current read. Raises: sqlite3.Error, also if the call was cancelled."""
        if self._is_abandoned():  # many short statements in a row would never reach the handler
            raise sqlite3.OperationalError("interrupted")
        return self._connection.execute(statement, parameters)

    async def quick(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read at once, on the event loop, unless another read is running.

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
        """Look up values: at once, unless they are many."""
        look_up = self.quick if len(values) <= _FEW else self.long
        return await look_up(reading, *args, **kwargs)

    async def long(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read in a worker thread, which stops soon after its call is cancelled."""
        abandoned = threading.Event()

        def alone() -> T:
            with self._lock:
                # Set under the lock, so that it is the event of the running read.
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
        """Report the damage to the store, on the event loop's thread, since the store is not thread-safe."""
        self._on_damage()
        return damaged(error)
