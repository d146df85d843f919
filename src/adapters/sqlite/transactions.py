"""Transactions on small SQLite files that all processes of a user write to."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

_log = logging.getLogger(__name__)

T = TypeVar("T")

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
