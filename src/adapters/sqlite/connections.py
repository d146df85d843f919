"""Access to SQLite files that other processes use, too.

Here are a reader of single rows, transactions across processes, reads that can be cancelled, the replacement of files
that are open elsewhere, and locks among processes.
"""

import logging
import os
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence, Sized
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import anyio.to_thread

from biofacts.domain.answers.errors import UpstreamError

if TYPE_CHECKING:
    from filelock import FileLock

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
        # Short statements end before SQLite calls the progress handler.
        if self._abandoned is not None and self._abandoned.is_set():
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


# Replacing files that other processes have open


_TRIES: Final = 20
_PAUSE: Final = 0.025
"""Seconds between attempts, for half a second in all.

Other processes read a pointer in a millisecond, but keep a catalogue open, so that waiting longer would not help.
"""


def patiently(work: Callable[[], T]) -> T:
    """Call a function; on Windows, retry if it fails because another process has the file open. Raises: OSError."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        try:
            return work()
        except PermissionError:
            time.sleep(_PAUSE)
    return work()


@contextmanager
def replacing(path: Path, ending: str = "tmp") -> Generator[Path]:
    """Yield a temporary path, and move its file to `path` when the block ends, so that no process reads half of it.

    After an error, the temporary file is removed instead. Raises: OSError.
    """
    temporary = path.with_suffix(f".{os.getpid()}.{ending}")
    try:
        yield temporary
        patiently(lambda: temporary.replace(path))
    finally:
        temporary.unlink(missing_ok=True)


# Locks among processes


_LOCK_POLL = 0.05
"""Seconds between attempts to acquire a lock."""


async def lock(path: Path) -> "FileLock | None":
    """Wait for a lock among processes. If locking fails, log a warning and return None: work may then be done twice."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Polling leaves the event loop free and stops when the call is cancelled, unlike a blocking `acquire`.
        while (held := free_lock(path)) is None:  # noqa: ASYNC110  # another process releases it
            await anyio.sleep(_LOCK_POLL)
        return held
    except OSError as error:
        _log.warning("%s cannot be locked: %s", path, error)
        return None


def free_lock(path: Path) -> "FileLock | None":
    """Acquire a lock among processes without waiting; return None if another process holds it. Raises: OSError."""
    from filelock import FileLock, Timeout  # here, since it is slow to import and only needed to build or fetch

    held = FileLock(path, thread_local=False)
    try:
        held.acquire(blocking=False)
    except Timeout:
        return None
    return held


def is_held(path: Path) -> bool:
    """Return True if the lock is held."""
    try:
        # Trying the lock would create its file.
        if not path.exists():
            return False
        if (held := free_lock(path)) is not None:
            held.release()
    except OSError:
        return False
    return held is None


@asynccontextmanager
async def holding(path: Path, patience: float | None = None) -> AsyncGenerator[None]:
    """Hold a lock while the block runs. `patience`: seconds to wait for the lock before the block runs without it."""
    held = None
    with anyio.move_on_after(patience):
        held = await lock(path)
    try:
        yield
    finally:
        if held is not None:
            held.release()
