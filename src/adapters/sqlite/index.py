"""An inverted index in SQLite (FTS5), as it is written and as the ranking reads it."""

import hashlib
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, lru_cache

import msgspec

from biofacts.adapters.sqlite.interruptible_reads import Execute
from biofacts.domain.answers.bounded_mapping import Recent
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

# One statement for all fields: one query per field costs more than most words' documents do. An fts5vocab table of
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
"""All values of a list in one parameter (see `given`): SQLite limits the number of parameters."""

# Some words recur ("receptor", "pathway"), and they are the ones that take milliseconds; a posting takes 80 bytes.
_POSTINGS_KEPT, _OF_A_WORD = 300_000, 1000
# Bytes of a CRC-32, and of the hash of a term, which must fit into SQLite's signed 64-bit integer.
_CHECKSUM, _TERM = 4, 6


def given(values: Sequence[object]) -> tuple[str]:
    """Return the parameter of a statement with `GIVEN`."""
    return (msgspec.json.encode(values).decode(),)


def term_number(term: str) -> int:
    """Hash an exact term to the number that is stored for it.

    Terms are only compared as a whole, and the number takes a third of the space.
    """
    return int.from_bytes(hashlib.blake2b(term.encode(errors="surrogatepass"), digest_size=_TERM).digest(), "big")


asked_number = lru_cache(maxsize=256)(term_number)
"""`term_number` with a cache: one call looks up the terms of a query in several catalogues."""


def checksummed(blob: bytes) -> bytes:
    """Prefix a blob with its checksum."""
    # SQLite has no checksums of its own: a flipped bit on the disk would reach the answer.
    return zlib.crc32(blob).to_bytes(_CHECKSUM, "big") + blob


def verified(stored: bytes) -> bytes:
    """Return the blob behind a checksum. Raises: sqlite3.DatabaseError if the checksum does not match."""
    blob = stored[_CHECKSUM:]
    if zlib.crc32(blob).to_bytes(_CHECKSUM, "big") != stored[:_CHECKSUM]:
        raise sqlite3.DatabaseError("a checksum is wrong")
    return blob


class _Rows:
    """Rows that wait for their tables, so that many rows share one statement."""

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
        """Write the rows that still wait."""
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
    # Sorted and at the end: one by one they would leave a third of each page empty.
    connection.execute("INSERT INTO exact_terms SELECT DISTINCT term, document FROM collected ORDER BY 1, 2")
    connection.execute("DROP TABLE collected")
    names = ((name, number) for number, row in enumerate(content.synonyms) for name in row)
    connection.executemany("INSERT OR IGNORE INTO synonyms VALUES (?, ?)", names)
    for table in ("texts", "stems"):
        # Merges the segments of the index into one, which is quicker to query.
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
    """Join the tokens of a field and its joined terms; a fence between parts stops phrases from running across."""
    if not parts:
        return ""
    joined = dict.fromkeys(term for part in parts for term in part.joined_terms)
    return " 0fence0 ".join([*(" ".join(part.tokens) for part in parts), *joined])


def _stems(parts: Sequence[fold.Folded]) -> str:
    return " ".join({stem for part in parts for stem in part.stems}) if parts else ""


def _spellings(connection: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    """Return the words that can correct a misspelling, grouped by length.

    These are all words of names and titles, and the words of texts that occur often enough.
    """
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
    """Return the function that lists the words within an edit distance; rarely needed, and slow to import."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    def near(word: str, words: Sequence[str], distance: int) -> Sequence[tuple[str, int]]:
        found = process.extract(word, words, scorer=OSA.distance, score_cutoff=distance, limit=None)
        return [(other, int(apart)) for other, apart, _ in found]

    return near


class SqliteIndex(SearchIndex):
    """The index in an open file; `execute` runs its statements."""

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
        """Return the documents that match an FTS5 expression, each with its matching fields as bits."""
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


# The tables of a release's SQLite file


# The FTS5 tables are contentless: the texts are never read back. Stems have no positions (`detail=column`), since no
# phrase is searched among them. Texts are folded before they come here, so that the plain ASCII tokenizer is enough.
LAYOUT = """
CREATE TABLE entries (document INTEGER PRIMARY KEY, key TEXT UNIQUE, category TEXT, summary BLOB);
CREATE TABLE records (document INTEGER PRIMARY KEY, body BLOB);
CREATE TABLE numbers (name TEXT PRIMARY KEY, of_documents BLOB);
CREATE VIRTUAL TABLE texts USING fts5({columns}, content='', columnsize=0, tokenize='ascii');
CREATE VIRTUAL TABLE stems USING fts5({columns}, content='', columnsize=0, detail=column, tokenize='ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(texts, 'row');
CREATE TABLE spellings (length INTEGER PRIMARY KEY, words TEXT);
CREATE TABLE names (compact TEXT, document INTEGER, field INTEGER, PRIMARY KEY (compact, document)) WITHOUT ROWID;
CREATE TABLE exact_terms (term INTEGER, document INTEGER, PRIMARY KEY (term, document)) WITHOUT ROWID;
CREATE TABLE synonyms (phrase TEXT, row INTEGER, PRIMARY KEY (phrase, row)) WITHOUT ROWID;
CREATE INDEX synonym_rows ON synonyms (row);
""".format(columns=", ".join(field.name for field in Field))
"""`summary`, `body` and `of_documents` start with a checksum. `term` is a hash (see `term_number`)."""
