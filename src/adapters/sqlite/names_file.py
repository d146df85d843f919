"""A release of compound names in an SQLite file, as it is built and read."""

import os
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import anyio.from_thread

from biofacts.adapters.sqlite import name_blocks, packed_texts, sorted_names
from biofacts.adapters.sqlite.newest_release import Pointer
from biofacts.adapters.sqlite.release import check_whole
from biofacts.adapters.sqlite.sorted_names import SortedNames
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.compounds.bulk_names import key
from biofacts.ports.bulk_names import CompoundNames, NamedCompound, PublishedNames
from biofacts.ports.catalogue import ReleaseInfo
from biofacts.ports.synchronisation import Progress

_TITLES, _INCHIKEYS = "titles", "inchikeys"
LAYOUT = "\n".join([
    name_blocks.LAYOUT,
    "CREATE TABLE sizes (name TEXT PRIMARY KEY, number INTEGER);",
    *(packed_texts.LAYOUT.format(table=table) for table in (_TITLES, _INCHIKEYS)),
])  # fmt: skip
# The file is read only when it is complete, so that a build needs no journal; the cache is 64 MiB.
_FAST = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"


class SqliteCompoundNames(CompoundNames):
    """A release of names.

    It reads on the event loop: a lookup reads a handful of pages, which is faster than a worker thread.
    """

    def __init__(self, path: Path, pointer: Pointer, on_damage: Callable[[], None]) -> None:
        """Open a release's file. Raises: OSError, ValueError if it is missing or not complete."""
        check_whole(path)
        uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        self._pointer = pointer
        self._on_damage = on_damage

    @property
    def version(self) -> str:
        return self._pointer.version

    @property
    def info(self) -> ReleaseInfo:
        return self._pointer.info

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    async def called(self, name: str) -> Sequence[NamedCompound]:
        with self._reading():
            return self._called(key(name))

    def _called(self, wanted: bytes) -> Sequence[NamedCompound]:
        found: dict[int, tuple[bool, bool]] = {}
        for row in name_blocks.alike(self._connection, wanted):
            named, number, is_title = sorted_names.read(row)
            ways = (named == wanted, is_title)
            found[number] = max(ways, found.get(number, ways))
        ranked = sorted(found.items(), key=lambda one: (not one[1][0], not one[1][1], one[0]))
        return [
            NamedCompound(number=number, title=self._text(_TITLES, number), is_title=is_title, is_spelled_so=spelled)
            for number, (spelled, is_title) in ranked
        ]

    async def title(self, number: int) -> str | None:
        with self._reading():
            return self._text(_TITLES, number)

    async def inchikey(self, number: int) -> str | None:
        with self._reading():
            return self._text(_INCHIKEYS, number)

    async def size(self) -> int:
        with self._reading():
            return self._sizes().get("names", 0)

    async def has_inchikeys(self) -> bool:
        with self._reading():
            return _INCHIKEYS in self._sizes()

    def _sizes(self) -> dict[str, int]:
        return dict(self._connection.execute("SELECT name, number FROM sizes"))

    def _text(self, table: str, number: int) -> str | None:
        return packed_texts.text(self._connection, table, number)

    @contextmanager
    def _reading(self) -> Generator[None]:
        """Set a damaged file aside. Raises: UpstreamError if the file is damaged."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            self._on_damage()
            raise UpstreamError("the local catalogue", f"its file is damaged ({error}) and is set aside") from error


def build(folder: Path, published: PublishedNames, progress: Progress) -> Path:
    """Build a release's file in a folder of its own, in a worker thread.

    Raises: OSError, ValueError, sqlite3.OperationalError; the cancellation of the waiting task.
    """
    path = folder / "names.sqlite"
    rows = SortedNames(folder, anyio.from_thread.check_cancelled)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(f"{_FAST} {LAYOUT} BEGIN;")
        rows.add(packed_texts.packed(connection, _TITLES, published.titles), is_title=True)
        rows.add(published.names, is_title=False)
        if published.inchikeys is not None:
            rows.add(packed_texts.packed(connection, _INCHIKEYS, published.inchikeys), is_title=False)
            connection.execute("INSERT INTO sizes VALUES (?, 1)", (_INCHIKEYS,))
        names = 0
        for number, part in enumerate(rows.parts()):
            progress("sorting names", number, sorted_names.FILES)
            name_blocks.write(connection, part)
            names += len(part)
        progress("sorting names", sorted_names.FILES, sorted_names.FILES)
        if names < published.least:
            raise ValueError(f"it holds {names} names in the place of {published.least} and more")
        connection.execute("INSERT INTO sizes VALUES ('names', ?)", (names,))
        connection.execute("COMMIT")
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    return path
