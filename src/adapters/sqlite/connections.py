"""A connection that stays open to look up single rows of a small file that others write to."""

import os
import sqlite3
from pathlib import Path
from typing import Any


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
