"""The journal of an annotation, from which an interrupted run resumes: an SQLite file beside the output table."""

import sqlite3
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from biofacts.ports.lists import Journal, JournalError, Journals, JournalSize

# The lock is exclusive, and `_connected` does not wait for it: a second run on the same table is refused at once.
_LAYOUT = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA locking_mode = EXCLUSIVE;
CREATE TABLE IF NOT EXISTS told (what TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS names (number INTEGER PRIMARY KEY, name TEXT UNIQUE, answer BLOB, failed INTEGER);
"""


class SqliteJournals(Journals):
    """Journals in `<output file>.journal`, beside the output file."""

    @contextmanager
    def open(self, out: Path, source: str) -> Generator[Journal]:
        path = out.with_name(f"{out.name}.journal")
        with _journal_errors(path):
            try:
                connection = _connected(path, source)
            # The file is locked or not writable, but not damaged.
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:  # the file is damaged, and the answers of the last run are lost
                _remove(path)
                connection = _connected(path, source)
            journal = SqliteJournal(connection)
            try:
                yield journal
            finally:
                # Without an answer there is nothing to resume.
                is_wanted = not journal.is_done and journal.size().answered
                connection.close()
                if not is_wanted:
                    _remove(path)


def _connected(path: Path, source: str) -> sqlite3.Connection:
    """Open the journal for a source table, and empty it first if it was written for another source."""
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        connection.executescript(_LAYOUT)
        connection.execute("BEGIN EXCLUSIVE")
        if _value(connection, "source") != source:
            connection.execute("DELETE FROM names")
            connection.execute("DELETE FROM told")
            _tell(connection, "source", source)
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


@contextmanager
def _journal_errors(path: Path) -> Generator[None]:
    """Convert SQLite errors into a sentence about the file. Raises: JournalError."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise JournalError(f"Another run is writing this table: it has locked {path}.") from error
        raise JournalError(f"{path} cannot be written: {error}.") from error


class SqliteJournal(Journal):
    """Names and answers in one SQL table, in the order in which the names were added."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.is_done = False

    @property
    def rows(self) -> int:
        return int(_value(self.connection, "rows") or 0)

    @property
    def failed(self) -> int:
        return int(self.connection.execute("SELECT count(*) FROM names WHERE failed").fetchone()[0])

    def gather(self, names: Collection[str]) -> None:
        with self._transaction():
            self.connection.executemany("INSERT OR IGNORE INTO names (name) VALUES (?)", ((name,) for name in names))

    @property
    def is_complete(self) -> bool:
        return _value(self.connection, "rows") is not None

    def complete(self, rows: int) -> None:
        _tell(self.connection, "rows", str(rows))

    def begin(self, run: str) -> None:
        # The same run resumes with the names that failed; a run with other settings answers all names anew.
        which = "WHERE failed" if _value(self.connection, "run") == run else ""
        with self._transaction():
            self.connection.execute(f"UPDATE names SET answer = NULL, failed = NULL {which}")
            _tell(self.connection, "run", run)

    def names(self) -> Iterator[str]:
        return (row[0] for row in self.connection.execute("SELECT name FROM names ORDER BY number"))

    def open_names(self, most: int) -> Iterator[Sequence[str]]:
        statement = "SELECT number, name FROM names WHERE number > ? AND answer IS NULL ORDER BY number LIMIT ?"
        last = 0
        while rows := self.connection.execute(statement, (last, most)).fetchall():
            last = rows[-1][0]
            yield [name for _, name in rows]

    def keep(self, answers: Mapping[str, bytes], failed: Collection[str]) -> None:
        statement = "UPDATE names SET answer = ?, failed = ? WHERE name = ?"
        with self._transaction():
            self.connection.executemany(
                statement, ((answer, name in failed or None, name) for name, answer in answers.items())
            )

    def answers(self, names: Collection[str]) -> Mapping[str, bytes]:
        answers: dict[str, bytes] = {}
        for name in names:
            row = self.connection.execute("SELECT answer FROM names WHERE name = ?", (name,)).fetchone()
            if row is not None and row[0] is not None:
                answers[name] = row[0]
        return answers

    def size(self) -> JournalSize:
        names, answered = self.connection.execute("SELECT count(*), count(answer) FROM names").fetchone()
        return JournalSize(names, answered)

    def remove(self) -> None:
        self.is_done = True

    @contextmanager
    def _transaction(self) -> Generator[None]:
        self.connection.execute("BEGIN")
        try:
            yield
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite itself rolls back if the disk is full
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")


def _value(connection: sqlite3.Connection, what: str) -> str | None:
    row = connection.execute("SELECT value FROM told WHERE what = ?", (what,)).fetchone()
    return None if row is None else row[0]


def _tell(connection: sqlite3.Connection, what: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO told VALUES (?, ?)", (what, value))
