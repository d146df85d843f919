"""A published release of a catalogue: an SQLite file, opened read-only, and the pointer to the newest one."""

import hashlib
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio.to_thread
import msgspec

from biofacts.adapters.sqlite.catalogue_build import verified
from biofacts.adapters.sqlite.connections import Readings, open_unchanging, replacing
from biofacts.adapters.sqlite.full_text_index import GIVEN, SqliteIndex, asked_number, json_list, likeness
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.search.query import NOTHING_KNOWN, QueryHints, number_of_terms, own_names
from biofacts.domain.search.ranking import Ranking, rank
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, Listed, RankedHits, ReleaseInfo

_MATCHES_KEPT, _OF_A_RANKING = 100_000, 1000  # matches of about 150 bytes; an empty ranking counts as 1000
_FEW_TERMS = 12  # such searches mostly take under 10 ms; few questions are longer
_ENTRIES_KEPT = 2000  # about half a megabyte; many queries find the same entries
_ENTRIES = f"SELECT document, key, summary FROM entries WHERE document IN {GIVEN}"
# Documents are numbered in the order in which ties are listed.
_WITH_TERMS = f"WHERE document IN (SELECT document FROM exact_terms WHERE term IN {GIVEN}) ORDER BY document"
_KEYS_WITH_TERMS = f"SELECT key FROM entries {_WITH_TERMS}"
_SUMMARIES_WITH_TERMS = f"SELECT key, summary FROM entries {_WITH_TERMS}"
_WITH_KEYS = f"SELECT document, key, category, summary FROM entries WHERE key IN {GIVEN}"
_LED_TO = (
    "SELECT document, term, key, category, summary FROM exact_terms JOIN entries USING (document)"
    f" WHERE term IN {GIVEN}"
)
_CALLED = f"SELECT key FROM entries WHERE document IN (SELECT document FROM names WHERE compact IN {GIVEN})"
_BEGINNING = (
    "SELECT key, category, summary FROM entries WHERE document IN"
    " (SELECT document FROM names WHERE compact >= :first AND compact < :last)"
    " AND (:category IS NULL OR category = :category) ORDER BY document LIMIT :limit"
)
_KEYED = "SELECT key, category, summary FROM entries WHERE key >= :first AND key < :last ORDER BY document LIMIT :limit"
# The greatest character: appended to a prefix, it is the end of the range of all texts with that prefix.
_LAST_CHARACTER = chr(0x10FFFF)


def check_whole(path: Path) -> None:
    """Check that a file is a complete SQLite file, since SQLite opens a truncated copy without an error.

    The header states the page size and the number of pages (https://www.sqlite.org/fileformat.html).
    Raises: OSError if there is no file; ValueError if it is not complete.
    """
    with path.open("rb") as file:
        header = file.read(100)
    page_size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    # A page size of 65536, which does not fit into two bytes, is stored as 1.
    if header[:16] != b"SQLite format 3\x00" or (page_size if page_size != 1 else 65536) * pages != path.stat().st_size:
        raise ValueError(f"{path.name} is not a complete SQLite file")


class SqliteCatalogue(Catalogue):
    """A release in an SQLite file or in memory, which one caller reads at a time."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        version: str,
        info: ReleaseInfo,
        on_damage: Callable[[], None] = lambda: None,
    ) -> None:
        self._readings = Readings(connection, on_damage)
        self.version = version
        self.info = info
        self._index = SqliteIndex(self._readings.execute)
        self._rankings = Recent[object, Ranking](_MATCHES_KEPT, lambda ranking: _OF_A_RANKING + len(ranking.matches))
        self._entries: dict[int, tuple[str, bytes]] = {}
        self._summaries = Recent[str, Mapping[str, bytes]](_ENTRIES_KEPT)

    @classmethod
    def open(cls, path: Path, version: str, info: ReleaseInfo, on_damage: Callable[[], None]) -> "SqliteCatalogue":
        """Open a release's file; `on_damage` is called if it turns out to be damaged. Raises: OSError, ValueError."""
        check_whole(path)
        # Worker threads share the connection; `Readings` lets one of them in at a time.
        return cls(open_unchanging(path), version, info, on_damage)

    def close(self) -> None:
        self._readings.close()

    async def search(
        self, query: str, *, offset: int, limit: int, category: str | None = None, hints: QueryHints = NOTHING_KNOWN
    ) -> RankedHits:
        # Long queries run in a worker thread, which stops when the call is cancelled.
        look_up = self._readings.quick if number_of_terms(query) <= _FEW_TERMS else self._readings.long
        return await look_up(self._search, query, offset, limit, category, hints)

    def _search(self, query: str, offset: int, limit: int, category: str | None, hints: QueryHints) -> RankedHits:
        ranking = self._ranked(query, category, hints)
        window = ranking.matches[offset : offset + limit]
        if len(self._entries) > _ENTRIES_KEPT:
            self._entries.clear()
        if new := [match.document for match in window if match.document not in self._entries]:
            rows = self._readings.execute(_ENTRIES, json_list(new))
            self._entries.update((document, (key, verified(summary))) for document, key, summary in rows)
        return RankedHits.of(ranking, window, self._entries)

    def _ranked(self, query: str, category: str | None, hints: QueryHints) -> Ranking:
        """Rank all matches of a query. The last rankings are cached, since a client pages through them."""
        widened = [tuple((run, tuple(names)) for run, names in of.items()) for of in (hints.synonyms, hints.narrower)]
        # A cache key must be hashable, so the dictionaries are converted to tuples.
        key = (query, category, *widened, hints.elsewhere)
        if (ranked := self._rankings.get(key)) is not None:
            return ranked
        ranking = rank(self._index, query, category=category, hints=hints)
        self._rankings[key] = ranking
        return ranking

    async def preload(self) -> None:
        await anyio.to_thread.run_sync(likeness)

    async def knows(self, words: Sequence[str]) -> AbstractSet[str]:
        return await self._readings.quick(lambda: {word for word in words if self._index.has_term(word)})

    async def category_sizes(self) -> Mapping[str, int]:
        return await self._readings.long(self._pairs, "SELECT category, count(*) FROM entries GROUP BY category")

    async def with_terms(self, terms: Sequence[str]) -> Mapping[str, bytes]:
        return await self._readings.about(terms, self._blobs, _SUMMARIES_WITH_TERMS, [*map(asked_number, terms)])

    async def keys(self, terms: Sequence[str]) -> Sequence[str]:
        if not terms:
            return ()
        numbers = json_list([*map(asked_number, terms)])
        return await self._readings.about(terms, self._column, _KEYS_WITH_TERMS, numbers)

    async def accessions(self) -> AbstractSet[str]:
        return await self._readings.quick(lambda: self._index.accessions)

    async def entries(self, keys: Collection[str], terms: Sequence[str] = ()) -> Sequence[Listed]:
        return await self._readings.about([*keys, *terms], self._read_entries, keys, terms)

    def _read_entries(self, keys: Collection[str], terms: Sequence[str]) -> Sequence[Listed]:
        by_number = {asked_number(term): term for term in terms}
        led: dict[int, list[str]] = {}
        rows = dict[int, tuple[str, str, bytes]]()
        for document, *row in self._readings.execute(_WITH_KEYS, json_list([*keys])) if keys else ():
            rows[document] = (*row,)
        for document, number, *row in self._readings.execute(_LED_TO, json_list([*by_number])) if terms else ():
            rows[document] = (*row,)
            led.setdefault(document, []).append(by_number[number])
        return [
            Listed(key, category, verified(summary), led.get(document, ()))
            for document, (key, category, summary) in sorted(rows.items())
        ]

    async def beginning(self, name: str, limit: int, category: str | None = None) -> Sequence[Listed]:
        if not (compact := fold.compact(name)):
            return []
        return await self._readings.quick(self._range, _BEGINNING, compact, limit, category)

    async def called(self, query: str) -> AbstractSet[str]:
        return {*await self._readings.quick(self._column, _CALLED, json_list([*own_names(query)]))}

    async def keyed(self, beginning: str, limit: int) -> Sequence[Listed]:
        return await self._readings.quick(self._range, _KEYED, beginning, limit)

    def _range(self, statement: str, beginning: str, limit: int, category: str | None = None) -> Sequence[Listed]:
        """Return the entries that a statement selects by the beginning of their names or of their key."""
        window = {"first": beginning, "last": beginning + _LAST_CHARACTER, "limit": limit, "category": category}
        rows = self._readings.execute(statement, window)
        return [Listed(key, of, verified(summary)) for key, of, summary in rows]

    async def all_keys(self) -> Sequence[str]:
        return await self._readings.long(self._column, "SELECT key FROM entries ORDER BY document")

    async def categories(self, keys: Collection[str] | None = None) -> Mapping[str, str]:
        if keys is None:
            return await self._readings.long(self._pairs, "SELECT key, category FROM entries ORDER BY document")
        if not keys:
            return {}
        statement = f"SELECT key, category FROM entries WHERE key IN {GIVEN} ORDER BY document"
        return await self._readings.about(keys, self._pairs, statement, json_list([*keys]))

    async def summaries(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        # One call reads a gene for its record, and again for its orthologs in each organism.
        if len(keys) == 1 and (recent := self._summaries.get(keys[0])) is not None:
            return recent
        statement = f"SELECT key, summary FROM entries WHERE key IN {GIVEN}"
        summaries = await self._readings.about(keys, self._blobs, statement, keys)
        if len(keys) == 1:
            self._summaries[keys[0]] = summaries
        return summaries

    async def records(self, keys: Collection[str]) -> Mapping[str, bytes]:
        statement = f"SELECT key, body FROM records JOIN entries USING (document) WHERE key IN {GIVEN}"
        return await self._readings.about(keys, self._blobs, statement, [*keys])

    def _column(self, statement: str, parameters: Sequence[object] = ()) -> list[str]:
        return [row[0] for row in self._readings.execute(statement, parameters)]

    def _pairs(self, statement: str, parameters: Sequence[object] = ()) -> dict[str, Any]:
        return dict(self._readings.execute(statement, parameters))

    def _blobs(self, statement: str, values: Sequence[object]) -> Mapping[str, bytes]:
        """Run a statement that filters by some values, and map each key to its verified blob."""
        if not values:
            return {}
        return {key: verified(blob) for key, blob in self._readings.execute(statement, json_list(values))}


# The pointer to the newest release in a folder


NEWEST = "newest.json"


class Pointer(msgspec.Struct, frozen=True, kw_only=True):
    """The versions of the newest and the previous release, and the metadata of the newest."""

    version: str
    previous: str | None
    info: ReleaseInfo


def point(folder: Path, pointer: Pointer) -> None:
    """Make a release the newest for all processes, atomically. Raises: OSError."""
    with replacing(folder / NEWEST) as temporary:
        temporary.write_bytes(msgspec.json.encode(pointer))


def remove_superseded_releases(folder: Path, pointer: Pointer) -> None:
    """Remove all releases except the newest and the previous one."""
    retained = {f"{pointer.version}.sqlite", f"{pointer.previous}.sqlite"}
    for path in folder.glob("*.sqlite"):
        if path.name not in retained:
            with suppress(OSError):  # on Windows, a process that still reads it prevents its removal
                path.unlink()


def version_of(info: ReleaseInfo) -> str:
    """Return the version of a release: a hash of its identity, which is safe as a file name."""
    return hashlib.blake2b(info.identity.encode(), digest_size=5).hexdigest()
