"""The tables of a release: their SQL schema, and the rows that a build writes."""

import hashlib
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat

import msgspec

from biofacts.domain.search.index import OFTEN, SHORTEST_CORRECTION, Field, exact_forms, title_length
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Entry

# The FTS5 tables are contentless (`content=''`), since the texts are never read back. Each field of a document is a
# separate row (see `FIELD_BITS`): with a column per field, FTS5 would read a word's postings once per column. Stems are
# stored without positions (`detail=none`), since they are not searched for phrases. All texts are folded before they
# are inserted, so the plain ASCII tokenizer suffices.
LAYOUT = """
CREATE TABLE entries (document INTEGER PRIMARY KEY, key TEXT UNIQUE, category TEXT, summary BLOB);
CREATE TABLE records (document INTEGER PRIMARY KEY, body BLOB);
CREATE TABLE lists (name TEXT PRIMARY KEY, body BLOB);
CREATE VIRTUAL TABLE texts USING fts5(text, content='', columnsize=0, tokenize='ascii');
CREATE VIRTUAL TABLE stems USING fts5(text, content='', columnsize=0, detail=none, tokenize='ascii');
CREATE TABLE words (word TEXT PRIMARY KEY, documents INTEGER) WITHOUT ROWID;
CREATE TABLE spellings (length INTEGER PRIMARY KEY, words TEXT);
CREATE TABLE names (compact TEXT, document INTEGER, field INTEGER, PRIMARY KEY (compact, document)) WITHOUT ROWID;
CREATE TABLE exact_terms (term INTEGER, document INTEGER, PRIMARY KEY (term, document)) WITHOUT ROWID;
CREATE TABLE synonyms (phrase TEXT, row INTEGER, PRIMARY KEY (phrase, row)) WITHOUT ROWID;
CREATE INDEX synonym_rows ON synonyms (row);
"""
"""The SQL schema. `summary` and `body` start with a checksum; `term` is a hash (see `term_number`)."""

FIELD_BITS = 3
"""The number of low bits of a row id in `texts` and `stems` that encode the field; the others are the document."""

_FIELDS, _NAMING = tuple(Field), (Field.TITLE, Field.NAME)
_TEXTS, _STEMS = (f"INSERT INTO {table} (rowid, text) VALUES (?, ?)" for table in ("texts", "stems"))
_ENTRIES, _RECORDS = "INSERT INTO entries VALUES (?, ?, ?, ?)", "INSERT INTO records VALUES (?, ?)"
_NAMES = "INSERT OR IGNORE INTO names VALUES (?, ?, ?)"

_WORDS = f"""
SELECT term, count(DISTINCT doc >> {FIELD_BITS}), max(doc & {(1 << FIELD_BITS) - 1} != :text)
FROM temp.instances GROUP BY term
"""
"""The query for each word, the number of documents with it, and 1 if it occurs in another field than `Field.TEXT`."""

_COLLECT, _ROWS_AT_ONCE = "INSERT INTO collected VALUES (?, ?)", 200

# Bytes of a CRC-32, and of the hash of a term, which must fit into a signed 64-bit integer of SQLite.
_CHECKSUM, _TERM = 4, 6


def write(
    connection: sqlite3.Connection,
    entries: Iterable[Entry],
    synonyms: Iterable[Sequence[str]],
    progress: Callable[[int], None] | None = None,
) -> None:
    """Write a release into an empty database. `progress`: a function that receives the number of entries so far."""
    connection.executescript(LAYOUT)
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("CREATE TEMPORARY TABLE collected (term INTEGER, document INTEGER)")
    title_lengths, priors, groups = [0], [0.0], [0]
    titles: dict[str, int] = {}
    accessions = set[str]()
    rows = _RowBuffer(connection)
    for document, entry in enumerate(entries, start=1):
        _write_entry(rows, document, entry)
        accessions.update(entry.accessions)
        entitled = entry.texts.get(Field.TITLE, ())
        title_lengths.append(title_length(entitled) if entitled else 0)
        title = "\n".join(map(fold.compact, entitled))
        groups.append(titles.setdefault(title, document) if title else document)
        priors.append(entry.prior or 0)  # as an integer, 0 takes less space
        if progress is not None:
            progress(document)
    rows.write()
    lists = {"title length": title_lengths, "title group": groups, "prior": priors, "accession": sorted(accessions)}
    connection.executemany(
        "INSERT INTO lists VALUES (?, ?)",
        ((name, checksummed(msgspec.msgpack.encode(values))) for name, values in lists.items()),
    )
    # Terms are inserted sorted, at the end: inserted one by one, they would leave a third of each page empty.
    connection.execute("INSERT OR IGNORE INTO exact_terms SELECT term, document FROM collected ORDER BY 1, 2")
    connection.execute("DROP TABLE collected")
    names = ((name, number) for number, row in enumerate(synonyms) for name in row)
    connection.executemany("INSERT OR IGNORE INTO synonyms VALUES (?, ?)", names)
    for table in ("texts", "stems"):
        # This merges the segments of the index into one, which is faster to query.
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    _write_words(connection)


class _RowBuffer:
    """A buffer of rows, which writes many rows with one call of `executemany`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: defaultdict[str, list[tuple[object, ...]]] = defaultdict(list)

    def add(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        waiting = self._waiting[statement]
        waiting += rows
        if len(waiting) >= _ROWS_AT_ONCE:
            self._connection.executemany(statement, waiting)
            waiting.clear()

    def write(self) -> None:
        """Write the rows that are still in the buffer."""
        for statement, waiting in self._waiting.items():
            self._connection.executemany(statement, waiting)
        self._waiting.clear()


def _write_entry(rows: _RowBuffer, document: int, entry: Entry) -> None:
    rows.add(_ENTRIES, [(document, entry.key, entry.category, checksummed(entry.summary))])
    rows.add(_COLLECT, zip(map(term_number, dict.fromkeys(entry.exact_terms)), repeat(document)))
    if entry.record:
        rows.add(_RECORDS, [(document, checksummed(entry.record))])
    if entry.texts:
        for field in _FIELDS:
            if parts := [fold.folded(part) for part in entry.texts.get(field, ())]:
                row = document << FIELD_BITS | field
                rows.add(_TEXTS, [(row, _searchable(parts))])
                rows.add(_STEMS, [(row, " ".join(set[str]().union(*(part.stems for part in parts))))])
        for field in _NAMING:
            names = chain.from_iterable(map(exact_forms, entry.texts.get(field, ())))
            rows.add(_NAMES, zip(names, repeat(document), repeat(field)))


def _searchable(parts: Sequence[fold.Folded]) -> str:
    """Join the tokens of a field and its joined terms; the word `0fence0` keeps phrases from matching across parts."""
    joined = dict.fromkeys(chain.from_iterable(part.joined_terms for part in parts))
    return " 0fence0 ".join([*(" ".join(part.tokens) for part in parts), *joined])


def _write_words(connection: sqlite3.Connection) -> None:
    """Write each word with its number of documents, and the words that can correct a misspelling, grouped by length.

    Corrections are words of at least `SHORTEST_CORRECTION` letters that occur outside of texts, or in `OFTEN` texts.
    """
    connection.execute("CREATE VIRTUAL TABLE temp.instances USING fts5vocab(main, texts, instance)")
    words = connection.execute(_WORDS, {"text": Field.TEXT}).fetchall()
    connection.executemany("INSERT INTO words VALUES (?, ?)", ((word, documents) for word, documents, *_ in words))
    by_length: defaultdict[int, list[str]] = defaultdict(list)
    for word, documents, is_name in words:
        if (is_name or documents >= OFTEN) and len(word) >= SHORTEST_CORRECTION and word.isalpha():
            by_length[len(word)].append(word)
    spellings = ((length, " ".join(words)) for length, words in by_length.items())
    connection.executemany("INSERT INTO spellings VALUES (?, ?)", spellings)


def term_number(term: str) -> int:
    """Return the hash that is stored instead of an exact term.

    Terms are only compared as wholes, and a hash takes a third of the space.
    """
    return int.from_bytes(hashlib.blake2b(term.encode(errors="surrogatepass"), digest_size=_TERM).digest(), "big")


def checksummed(blob: bytes) -> bytes:
    """Prefix a blob with its checksum."""
    # SQLite has no checksums: without them, a flipped bit on the disk would end up in an answer.
    return zlib.crc32(blob).to_bytes(_CHECKSUM, "big") + blob


def verified(stored: bytes) -> bytes:
    """Return a stored blob without its checksum. Raises: sqlite3.DatabaseError if the checksum does not match."""
    blob = stored[_CHECKSUM:]
    if zlib.crc32(blob).to_bytes(_CHECKSUM, "big") != stored[:_CHECKSUM]:
        raise sqlite3.DatabaseError("a checksum does not match")
    return blob
