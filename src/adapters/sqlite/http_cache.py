"""The SQLite file in which the HTTP cache stores its answers, written by hishel and shared by a user's processes."""

import logging
import sqlite3
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread

from biofacts.domain.answers import freshness

if TYPE_CHECKING:
    from hishel import AsyncBaseStorage

_log = logging.getLogger(__name__)

_LARGEST_FILE = 256 * 1024 * 1024
# Seconds to wait for the lock of another process.
_BUSY_SECONDS = 5.0


async def open_answers(path: Path | None, read_only: Path | None = None) -> "AsyncBaseStorage":
    """Open the storage of the HTTP cache.

    It is in memory when `path` is None or cannot be used, and then starts with a copy of the file `read_only`.
    """
    import anysqlite
    from hishel import AsyncSqliteStorage

    path = path and path.with_stem(f"{path.stem}-{layout_of_answers()}").absolute()
    if path is None or not await anyio.to_thread.run_sync(_is_usable, path):
        kept = read_only and read_only.with_stem(f"{read_only.stem}-{layout_of_answers()}")
        memory = anysqlite.Connection(await anyio.to_thread.run_sync(_in_memory, kept))
        return AsyncSqliteStorage(connection=memory, default_ttl=freshness.STORED.total_seconds())
    return AsyncSqliteStorage(database_path=path, default_ttl=freshness.STORED.total_seconds(), max_size=_LARGEST_FILE)


def _in_memory(kept: Path | None) -> sqlite3.Connection:
    """Open a database in memory with a copy of a read-only file, if there is one."""
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    if kept is not None and kept.exists():
        try:
            with closing(sqlite3.connect(f"{kept.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as source:
                source.backup(memory)
        except sqlite3.DatabaseError as error:
            _log.warning("%s cannot be read: %s", kept, error)
    return memory


def layout_of_answers() -> str:
    """Return hishel's major version: another one uses another layout and refuses to read this one."""
    return version("hishel").partition(".")[0]


def _is_usable(path: Path) -> bool:
    """Return True if the file can be used, or has just been set aside because it was damaged.

    A damaged file must go: hishel would go on answering and never store anything again.
    """
    try:
        with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS)) as connection:
            # Readers and a writer of several processes do not block each other.
            connection.execute("PRAGMA journal_mode = WAL")
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):  # another process is just making it ready
            return True
        _log.warning("%s cannot be used (%s): answers are kept in memory for this run", path, error)
        return False
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        _log.warning("%s is damaged (%s) and is set aside", path, found)
        # The companions go with the damaged file: SQLite would apply them to the new one.
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{path}{ending}").replace(f"{path}{ending}.damaged")
    return True
