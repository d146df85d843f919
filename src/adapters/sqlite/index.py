"""An inverted index in SQLite (FTS5): how it is written, and how the ranking reads it."""

import hashlib
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, lru_cache

import msgspec

from biofacts.adapters.sqlite.layout import LAYOUT
from biofacts.adapters.sqlite.readings import Execute
from biofacts.domain.recent import Recent
from biofacts.domain.search.index import (
    MOST_COMPLETIONS,
    MOST_CORRECTIONS,
    OFTEN,
    SHORTEST_CORRECTION,
    Field,
    Phrase,
    SearchIndex,
    exact_forms,
    title_length,
)
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Content, Entry

# One statement for all fields: asking field after field costs more than most words' documents do. An fts5vocab table of
# every instance is quicker for a word of a few documents, and takes twice as long for one of thousands.
_IN_FIELDS = " UNION ALL ".join(
    f"SELECT rowid, {1 << field} FROM {{table}} WHERE {{table}} MATCH '{field.name} : (' || :phrases || ')'"
    for field in Field
)
_POSTINGS, _STEM_POSTINGS = (_IN_FIELDS.format(table=table) for table in ("texts", "stems"))

_FIELDS, _NAMING = tuple(Field), (Field.TITLE, Field.NAME)
_INSERT = "INSERT INTO {{table}} (rowid, {}) VALUES ({})".format(
    ", ".join(field.name for field in Field), ", ".join("?" * (len(Field) + 1))
)
_TEXTS, _STEMS = (_INSERT.format(table=table) for table in ("texts", "stems"))
_ENTRIES, _RECORDS = "INSERT INTO entries VALUES (?, ?, ?, ?)", "INSERT INTO records VALUES (?, ?)"
_NAMES = "INSERT OR IGNORE INTO names VALUES (?, ?, ?)"

_COLLECT, _ROWS_AT_ONCE = "INSERT INTO collected VALUES (?, ?)", 200

GIVEN = "(SELECT value FROM json_each(?))"
"""Values of a statement in one parameter (see `given`): SQLite bounds the number of parameters."""

# Some words recur ("receptor", "pathway"), and they are the ones that take milliseconds; a posting takes 80 bytes.
_POSTINGS_KEPT, _OF_A_WORD = 300_000, 1000
_CHECKSUM, _TERM = 4, 6


def given(values: Sequence[object]) -> tuple[str]:
    """The parameter of a statement with `GIVEN`."""
    return (msgspec.json.encode(values).decode(),)


def term_number(term: str) -> int:
    """What stands for an exact term: it is only ever compared whole, and takes a third of the room so."""
    return int.from_bytes(hashlib.blake2b(term.encode(errors="surrogatepass"), digest_size=_TERM).digest(), "big")


asked_number = lru_cache(maxsize=256)(term_number)
"""As `term_number`, of what is asked for: one question asks several catalogues about the same terms."""


def checksummed(blob: bytes) -> bytes:
    """A blob behind its checksum."""
    return zlib.crc32(blob).to_bytes(_CHECKSUM, "big") + blob


def verified(stored: bytes) -> bytes:
    """The blob behind a checksum. Raises: sqlite3.DatabaseError when it is no longer the same."""
    blob = stored[_CHECKSUM:]
    if zlib.crc32(blob).to_bytes(_CHECKSUM, "big") != stored[:_CHECKSUM]:
        raise sqlite3.DatabaseError("a checksum is wrong")
    return blob


class _Rows:
    """Rows on their way into tables, many of one statement at once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: defaultdict[str, list[tuple[object, ...]]] = defaultdict(list)

    def add(self, statement: str, *rows: tuple[object, ...]) -> None:
        waiting = self._waiting[statement]
        waiting += rows
        if len(waiting) >= _ROWS_AT_ONCE:
            self._connection.executemany(statement, waiting)
            waiting.clear()

    def write(self) -> None:
        """Write what still waits."""
        for statement, waiting in self._waiting.items():
            self._connection.executemany(statement, waiting)
        self._waiting.clear()


def write(connection: sqlite3.Connection, content: Content, progress: Callable[[int], None] | None) -> None:
    """Write a release into an empty database; `progress` is called with the number of entries so far."""
    connection.executescript(LAYOUT)
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("CREATE TEMPORARY TABLE collected (term INTEGER, document INTEGER)")
    title_lengths, priors, groups = [0], [0.0], [0]
    titles: dict[str, int] = {}
    rows = _Rows(connection)
    for document, entry in enumerate(content.entries, start=1):
        _write_entry(rows, document, entry)
        entitled = entry.texts.get(Field.TITLE, ())
        title_lengths.append(title_length(entitled) if entitled else 0)
        title = "\n".join(map(fold.compact, entitled))
        groups.append(titles.setdefault(title, document) if title else document)
        priors.append(entry.prior or 0)  # an integer takes less room
        if progress is not None:
            progress(document)
    rows.write()
    connection.executemany(
        "INSERT INTO numbers VALUES (?, ?)",
        (
            (name, checksummed(msgspec.msgpack.encode(numbers)))
            for name, numbers in (("title length", title_lengths), ("title group", groups), ("prior", priors))
        ),
    )
    # In their order at last: one by one they would leave a third of each page empty.
    connection.execute("INSERT INTO exact_terms SELECT DISTINCT term, document FROM collected ORDER BY 1, 2")
    connection.execute("DROP TABLE collected")
    names = ((name, number) for number, row in enumerate(content.synonyms) for name in row)
    connection.executemany("INSERT OR IGNORE INTO synonyms VALUES (?, ?)", names)
    for table in ("texts", "stems"):
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    connection.executemany("INSERT INTO spellings VALUES (?, ?)", list(_spellings(connection)))


def _write_entry(rows: _Rows, document: int, entry: Entry) -> None:
    rows.add(_ENTRIES, (document, entry.key, entry.category, checksummed(entry.summary)))
    rows.add(_COLLECT, *((term_number(term), document) for term in dict.fromkeys(entry.exact_terms)))
    if entry.record:
        rows.add(_RECORDS, (document, checksummed(entry.record)))
    if entry.texts:
        parts = [[fold.folded(part) for part in entry.texts.get(field, ())] for field in _FIELDS]
        rows.add(_TEXTS, (document, *map(_searchable, parts)))
        rows.add(_STEMS, (document, *map(_stems, parts)))
        rows.add(
            _NAMES,
            *(
                (form, document, field)
                for field in _NAMING
                for name in entry.texts.get(field, ())
                for form in exact_forms(name)
            ),
        )


def _searchable(parts: Sequence[fold.Folded]) -> str:
    """The tokens, each part fenced off so that no phrase runs from one into the next, then the joined terms."""
    if not parts:
        return ""
    joined = dict.fromkeys(term for part in parts for term in part.joined_terms)
    return " 0fence0 ".join([*(" ".join(part.tokens) for part in parts), *joined])


def _stems(parts: Sequence[fold.Folded]) -> str:
    return " ".join({stem for part in parts for stem in part.stems}) if parts else ""


def _spellings(connection: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """The words that a misspelling may mean, by their length."""
    connection.execute("CREATE VIRTUAL TABLE temp.in_fields USING fts5vocab(main, texts, col)")
    statement = "SELECT DISTINCT term FROM temp.in_fields WHERE col != ? OR doc >= ?"
    by_length: defaultdict[int, list[str]] = defaultdict(list)
    for (word,) in connection.execute(statement, (Field.TEXT.name, OFTEN)):
        if len(word) >= SHORTEST_CORRECTION and word.isalpha():
            by_length[len(word)].append(word)
    return ((length, " ".join(words)) for length, words in by_length.items())


def _weight(postings: Mapping[int, int]) -> int:
    return _OF_A_WORD + len(postings)


@cache
def likeness() -> Callable[[str, Sequence[str], int], Sequence[tuple[str, int]]]:
    """What finds the words within a distance of a word. Rarely needed, and slow to import."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    def near(word: str, words: Sequence[str], distance: int) -> Sequence[tuple[str, int]]:
        found = process.extract(word, words, scorer=OSA.distance, score_cutoff=distance, limit=None)
        return [(other, int(apart)) for other, apart, _ in found]

    return near


class SqliteIndex(SearchIndex):
    """The index in an open file, of which `execute` runs statements."""

    def __init__(self, execute: Execute) -> None:
        self._execute = execute
        self._fields = Recent[tuple[str, str], Mapping[int, int]](_POSTINGS_KEPT, _weight)

    def _column(self, statement: str, *parameters: object) -> list[str]:
        return [row[0] for row in self._execute(statement, parameters)]

    def _numbers(self, name: str) -> Sequence[float]:
        statement = "SELECT of_documents FROM numbers WHERE name = ?"
        (packed,) = self._execute(statement, (name,)).fetchone()
        return msgspec.msgpack.decode(verified(packed), type=list[float])

    @cached_property
    def _title_lengths(self) -> Sequence[float]:
        return self._numbers("title length")

    @cached_property
    def _title_groups(self) -> Sequence[float]:
        return self._numbers("title group")

    @cached_property
    def _priors(self) -> Sequence[float]:
        return self._numbers("prior")

    @property
    def size(self) -> int:
        return len(self._title_lengths) - 1

    def prior(self, document: int) -> float:
        return self._priors[document]

    def title_length(self, document: int) -> int:
        return int(self._title_lengths[document])

    def title_group(self, document: int) -> int:
        return int(self._title_groups[document])

    def has_term(self, token: str) -> bool:
        return bool(self._column("SELECT 1 FROM texts WHERE texts MATCH ? LIMIT 1", f'"{token}"'))

    def completions(self, prefix: str) -> Sequence[str]:
        return self._column(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? ORDER BY doc DESC, term LIMIT ?",
            prefix, prefix + "\x7f", MOST_COMPLETIONS,
        )  # fmt: skip

    def similar(self, token: str, distance: int) -> Sequence[str]:
        words = " ".join(
            self._column(
                "SELECT words FROM spellings WHERE length BETWEEN ? AND ?", len(token) - distance, len(token) + distance
            )
        )
        near = dict(likeness()(token, words.split(), distance))
        frequency = dict(self._execute(f"SELECT term, doc FROM vocabulary WHERE term IN {GIVEN}", given(list(near))))
        return sorted(near, key=lambda word: (near[word], -frequency.get(word, 0), word))[:MOST_CORRECTIONS]

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        rows = self._execute(
            "SELECT DISTINCT asked.phrase, other.phrase FROM json_each(?)"
            " JOIN synonyms asked ON asked.phrase = value JOIN synonyms other USING (row)",
            given(phrases),
        )
        found: dict[str, list[str]] = {}
        for phrase, other in rows:
            found.setdefault(phrase, []).append(other)
        return found

    def postings(self, phrases: Sequence[Phrase]) -> Mapping[int, int]:
        return self._fields_of(_POSTINGS, " OR ".join('"' + " ".join(phrase) + '"' for phrase in phrases))

    def stem_postings(self, stem: str) -> Mapping[int, int]:
        return self._fields_of(_STEM_POSTINGS, f'"{stem}"')

    def _fields_of(self, statement: str, expression: str) -> Mapping[int, int]:
        """The documents that answer an expression of FTS5, each with its fields that do (bits)."""
        if (recent := self._fields.get((statement, expression))) is not None:
            return recent
        found: dict[int, int] = {}
        for document, field in self._execute(statement, {"phrases": expression}):
            found[document] = found.get(document, 0) | field
        self._fields[statement, expression] = found
        return found

    def exact_names(self, compact: str) -> Mapping[int, Field]:
        rows = self._execute("SELECT document, field FROM names WHERE compact = ?", (compact,))
        return {document: Field(field) for document, field in rows}

    def of_category(self, category: str) -> AbstractSet[int]:
        rows = self._execute("SELECT document FROM entries WHERE category = ?", (category,))
        return {row[0] for row in rows}
