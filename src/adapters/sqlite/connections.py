"""A connection that stays open to look up single rows of a small file that others write to."""

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

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
        """Close the file."""
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
