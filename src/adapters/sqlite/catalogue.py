"""One published release in an SQLite file, opened read-only."""

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

import anyio.to_thread

from biofacts.adapters.sqlite._index import GIVEN, SqliteIndex, given, likeness, unsealed
from biofacts.domain.errors import UpstreamError
from biofacts.domain.search.ranking import Match, Ranking, guidance, runs
from biofacts.domain.search.ranking import search as ranked
from biofacts.ports.catalogue import Catalogue, Found, Listing, Provenance

T = TypeVar("T")
P = ParamSpec("P")

_RANKINGS_KEPT = 16
_WITH_TOKENS = f"WHERE document IN (SELECT document FROM tokens WHERE token IN {GIVEN}) ORDER BY document"


def check_whole(path: Path) -> None:
    """Raises: OSError when there is no such file, ValueError when it is no SQLite file or not all of it is there."""
    with path.open("rb") as file:
        header = file.read(100)
    page_size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    if header[:16] != b"SQLite format 3\x00" or (page_size if page_size != 1 else 65536) * pages != path.stat().st_size:
        raise ValueError(f"{path.name} is no whole SQLite file")


class SqliteCatalogue(Catalogue):
    """A release, read by one at a time."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        version: str,
        provenance: Provenance,
        on_damage: Callable[[], None] = lambda: None,
    ) -> None:
        self._connection = connection
        self._on_damage = on_damage
        self._version = version
        self._provenance = provenance
        self._index = SqliteIndex(connection)
        self._lock = threading.Lock()
        self._rankings: OrderedDict[object, tuple[Ranking, Sequence[Match]]] = OrderedDict()

    @classmethod
    def open(cls, path: Path, version: str, provenance: Provenance, on_damage: Callable[[], None]) -> "SqliteCatalogue":
        """Open a release's file; `on_damage` is called when it turns out to be damaged. Raises: OSError, ValueError."""
        check_whole(path)
        uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        return cls(sqlite3.connect(uri, uri=True, check_same_thread=False), version, provenance, on_damage)

    @property
    def version(self) -> str:
        return self._version

    @property
    def provenance(self) -> Provenance:
        return self._provenance

    @provenance.setter
    def provenance(self, provenance: Provenance) -> None:
        self._provenance = provenance

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._connection.close()

    async def _read(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read in a worker thread, which the event loop does not wait for."""

        def alone() -> T:
            with self._lock:
                return self._guarded(reading, *args, **kwargs)

        return await anyio.to_thread.run_sync(alone)

    async def _look_up(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read a few rows by their key: at once where nobody else reads, since a thread costs more than they do."""
        if not self._lock.acquire(blocking=False):
            return await self._read(reading, *args, **kwargs)
        try:
            return self._guarded(reading, *args, **kwargs)
        finally:
            self._lock.release()

    def _guarded(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return reading(*args, **kwargs)
        except sqlite3.DatabaseError as error:
            self._on_damage()
            raise UpstreamError("the local catalogue", f"its file is damaged ({error}) and is set aside") from error

    async def search(
        self,
        query: str,
        *,
        offset: int,
        limit: int,
        facet: str | None = None,
        plural: str = "entries",
        synonyms: Mapping[str, Sequence[str]] = {},
    ) -> Listing:
        return await self._look_up(self._search, query, offset, limit, facet, plural, synonyms)

    def _search(
        self,
        query: str,
        offset: int,
        limit: int,
        facet: str | None,
        plural: str,
        synonyms: Mapping[str, Sequence[str]],
    ) -> Listing:
        ranking, matches = self._ranked(query, facet, synonyms)
        window = matches[offset : offset + limit]
        rows = self._connection.execute(
            f"SELECT document, key, card FROM entries WHERE document IN {GIVEN}", given([m.document for m in window])
        )
        by_document = {document: (key, unsealed(card)) for document, key, card in rows}
        best = matches[0].quality if matches else 1.0
        found = tuple(
            Found(key=key, card=card, quality=match.quality / best, matched_on=match.matched_on)
            for match in window
            for key, card in [by_document[match.document]]
        )
        said = Ranking(matches=matches, unknown=ranking.unknown, corrected=ranking.corrected)
        return Listing(found=found, total=len(matches), guidance=guidance(said, plural=plural))

    def _ranked(
        self, query: str, facet: str | None, synonyms: Mapping[str, Sequence[str]]
    ) -> tuple[Ranking, Sequence[Match]]:
        """The whole ranking; the last few are kept, since a walk asks for the same one page after page."""
        key = (query, facet, tuple((run, tuple(names)) for run, names in synonyms.items()))
        if (kept := self._rankings.get(key)) is not None:
            return kept
        self._index.more_synonyms = synonyms
        ranking = ranked(self._index, query)
        matches = ranking.matches
        if facet is not None:
            allowed = self._index.facet(facet)
            matches = [match for match in matches if match.document in allowed]
        self._rankings[key] = ranking, matches
        if len(self._rankings) > _RANKINGS_KEPT:
            self._rankings.popitem(last=False)
        return ranking, matches

    async def prepare(self) -> None:
        await anyio.to_thread.run_sync(likeness)

    async def synonyms_in(self, query: str) -> Mapping[str, Sequence[str]]:
        def reading() -> Mapping[str, Sequence[str]]:
            return self._index.synonyms(list(dict.fromkeys(runs(query))))

        return await self._look_up(reading)

    async def facets(self) -> Mapping[str, int]:
        def reading() -> Mapping[str, int]:
            return dict(self._connection.execute("SELECT facet, count(*) FROM entries GROUP BY facet"))

        return await self._read(reading)

    async def with_tokens(self, tokens: Sequence[str]) -> Mapping[str, bytes]:
        return await self._look_up(self._sealed, f"SELECT key, card FROM entries {_WITH_TOKENS}", tokens)

    async def keys(self, tokens: Sequence[str]) -> Sequence[str]:
        def reading() -> Sequence[str]:
            rows = self._connection.execute(f"SELECT key FROM entries {_WITH_TOKENS}", given(tokens))
            return [row[0] for row in rows]

        return await self._look_up(reading)

    async def placed(self, keys: Iterable[str]) -> Mapping[str, str]:
        def reading() -> Mapping[str, str]:
            statement = f"SELECT key, facet FROM entries WHERE key IN {GIVEN} ORDER BY document"
            return dict(self._connection.execute(statement, given(list(keys))))

        return await self._look_up(reading)

    async def cards(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        return await self._look_up(self._sealed, f"SELECT key, card FROM entries WHERE key IN {GIVEN}", keys)

    async def record(self, key: str) -> bytes | None:
        statement = f"SELECT key, body FROM records JOIN entries USING (document) WHERE key IN {GIVEN}"
        return (await self._look_up(self._sealed, statement, [key])).get(key)

    def _sealed(self, statement: str, values: Sequence[str]) -> Mapping[str, bytes]:
        """The keys and blobs that a statement about the given values finds."""
        return {key: unsealed(blob) for key, blob in self._connection.execute(statement, given(values))}
