"""Single records, shared by all processes of a user."""

import sqlite3
import zlib
from datetime import UTC, datetime
from pathlib import Path

import anyio.to_thread

from biofacts.ports.catalogue import RecordStore, StoredRecord

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, body BLOB, validator TEXT, retrieved REAL, checked REAL)"
)
_BUSY_SECONDS = 10.0


class SqliteRecordStore(RecordStore):
    """Records, compressed, in one SQLite file; in memory when `path` is None."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._memory: dict[str, StoredRecord] = {}

    async def get(self, key: str) -> StoredRecord | None:
        if self._path is None:
            return self._memory.get(key)
        return await anyio.to_thread.run_sync(self._get, self._path, key)

    async def put(self, key: str, record: StoredRecord) -> None:
        if self._path is None:
            self._memory[key] = record
        else:
            await anyio.to_thread.run_sync(self._put, self._path, key, record)

    async def remove(self, key: str) -> None:
        if self._path is None:
            self._memory.pop(key, None)
        else:
            await anyio.to_thread.run_sync(self._put, self._path, key, None)

    def _get(self, path: Path, key: str) -> StoredRecord | None:
        if not path.exists():
            return None
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS)
        try:
            connection.execute(_SCHEMA)
            statement = "SELECT body, validator, retrieved, checked FROM records WHERE key = ?"
            row = connection.execute(statement, (key,)).fetchone()
        finally:
            connection.close()
        if row is None:
            return None
        body, validator, retrieved, checked = row
        return StoredRecord(
            body=zlib.decompress(body),
            validator=validator,
            retrieved=datetime.fromtimestamp(retrieved, UTC),
            checked=datetime.fromtimestamp(checked, UTC),
        )

    def _put(self, path: Path, key: str, record: StoredRecord | None) -> None:
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS)
        try:
            with connection:
                connection.execute(_SCHEMA)
                if record is None:
                    connection.execute("DELETE FROM records WHERE key = ?", (key,))
                    return
                connection.execute(
                    "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?)",
                    (
                        key,
                        zlib.compress(record.body, 6),
                        record.validator,
                        record.retrieved.timestamp(),
                        record.checked.timestamp(),
                    ),
                )
        finally:
            connection.close()
