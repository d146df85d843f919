"""An inverted index in SQLite (FTS5): how it is written, and how the ranking reads it."""

import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from biofacts.domain import text
from biofacts.domain.search import Field, Phrase
from biofacts.ports.catalogue import Entry

_SCHEMA = """
CREATE TABLE entries (
    document INTEGER PRIMARY KEY, key TEXT UNIQUE, facet TEXT, title_length INTEGER, standing REAL, card BLOB
);
CREATE TABLE records (document INTEGER PRIMARY KEY, body BLOB);
CREATE VIRTUAL TABLE texts USING fts5({columns}, content='', columnsize=0, tokenize='ascii');
CREATE VIRTUAL TABLE stems USING fts5({columns}, content='', columnsize=0, detail=column, tokenize='ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(texts, 'row');
CREATE TABLE names (compact TEXT, document INTEGER, field INTEGER, PRIMARY KEY (compact, document)) WITHOUT ROWID;
CREATE TABLE tokens (token TEXT, document INTEGER, PRIMARY KEY (token, document)) WITHOUT ROWID;
CREATE TABLE synonyms (phrase TEXT, row INTEGER, PRIMARY KEY (phrase, row)) WITHOUT ROWID;
CREATE INDEX synonym_rows ON synonyms (row);
""".format(columns=", ".join(field.name.lower() for field in Field))

_COMPLETIONS = 24
_CANDIDATES = 6


def create(connection: sqlite3.Connection) -> None:
    """Make the empty tables."""
    connection.executescript(_SCHEMA)


def write_entry(connection: sqlite3.Connection, document: int, entry: Entry) -> None:
    """Write one entry as the document of that number."""
    titles = entry.texts.get(Field.TITLE, ())
    length = len(text.content(text.tokens(" ".join(map(text.headline, titles)))))
    connection.execute(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
        (document, entry.key, entry.facet, length, entry.standing, entry.card),
    )
    if entry.record:
        connection.execute("INSERT INTO records VALUES (?, ?)", (document, entry.record))
    if entry.texts:
        parts = [[text.folded(part) for part in entry.texts.get(field, ())] for field in Field]
        marks = ", ".join("?" * (len(Field) + 1))
        fields = ", ".join(field.name for field in Field)
        connection.execute(
            f"INSERT INTO texts (rowid, {fields}) VALUES ({marks})", (document, *map(_searchable, parts))
        )
        connection.execute(f"INSERT INTO stems (rowid, {fields}) VALUES ({marks})", (document, *map(_stems, parts)))
    names = [
        (text.compact(name), document, field)
        for field in (Field.TITLE, Field.NAME)
        for whole in entry.texts.get(field, ())
        for name in (whole, text.headline(whole), *_without_stop_words(whole))
    ]
    connection.executemany("INSERT OR IGNORE INTO names VALUES (?, ?, ?)", (row for row in names if row[0]))
    connection.executemany("INSERT OR IGNORE INTO tokens VALUES (?, ?)", ((token, document) for token in entry.tokens))


def write_synonyms(connection: sqlite3.Connection, rows: Iterable[Sequence[str]]) -> None:
    """Write rows of folded names, each row naming one thing."""
    for number, row in enumerate(rows):
        connection.executemany("INSERT OR IGNORE INTO synonyms VALUES (?, ?)", ((name, number) for name in row))


def _searchable(parts: Sequence[text.Folded]) -> str:
    """The tokens, each part fenced off so that no phrase runs from one into the next, then the compounds."""
    compounds = dict.fromkeys(whole for part in parts for whole in part.compounds)
    return " 0fence0 ".join([*(" ".join(part.tokens) for part in parts), *compounds])


def _stems(parts: Sequence[text.Folded]) -> str:
    return " ".join({stem for part in parts for stem in part.stems})


def _without_stop_words(name: str) -> Sequence[str]:
    return (" ".join(text.content(text.tokens(text.headline(name)))),)


class SqliteIndex:
    """`domain.search.SearchIndex` on an open connection; `more_synonyms` come on top of the catalogue's own."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.more_synonyms: Mapping[str, Sequence[str]] = {}

    def _column(self, statement: str, *parameters: object) -> list[str]:
        return [row[0] for row in self._connection.execute(statement, parameters)]

    @cached_property
    def _title_lengths(self) -> "array[int]":
        return array(
            "i",
            [
                0,
                *(row[0] for row in self._connection.execute("SELECT title_length FROM entries ORDER BY document")),
            ],
        )

    @cached_property
    def _standings(self) -> "array[float]":
        return array(
            "f",
            [
                0,
                *(row[0] for row in self._connection.execute("SELECT standing FROM entries ORDER BY document")),
            ],
        )

    @property
    def size(self) -> int:
        return len(self._title_lengths) - 1

    def standing(self, document: int) -> float:
        return self._standings[document]

    def title_length(self, document: int) -> int:
        return self._title_lengths[document]

    def known(self, token: str) -> bool:
        return bool(self._column("SELECT 1 FROM vocabulary WHERE term = ?", token))

    def completions(self, prefix: str) -> Sequence[str]:
        return self._column(
            "SELECT term FROM vocabulary WHERE term >= ? AND term < ? ORDER BY doc DESC, term LIMIT ?",
            prefix, prefix + "\x7f", _COMPLETIONS,
        )  # fmt: skip

    @cached_property
    def _words(self) -> Mapping[str, int]:
        rows = self._connection.execute("SELECT term, doc FROM vocabulary WHERE length(term) >= 4")
        return {term: documents for term, documents in rows if term.isalpha()}

    def similar(self, token: str, distance: int) -> Sequence[str]:
        from rapidfuzz import process  # rarely needed, and slow to import
        from rapidfuzz.distance import OSA

        near = process.extract(token, self._words.keys(), scorer=OSA.distance, score_cutoff=distance, limit=None)
        return [
            word for word, _, _ in sorted(near, key=lambda hit: (hit[1], -self._words[hit[0]], hit[0]))[:_CANDIDATES]
        ]

    def synonyms(self, phrase: str) -> Sequence[str]:
        own = self._column(
            "SELECT DISTINCT phrase FROM synonyms WHERE row IN (SELECT row FROM synonyms WHERE phrase = ?)",
            phrase,
        )
        return [*own, *self.more_synonyms.get(phrase, ())]

    def holding(self, phrases: Sequence[Phrase], field: Field) -> set[int]:
        query = " OR ".join('"' + " ".join(phrase) + '"' for phrase in phrases)
        rows = self._connection.execute("SELECT rowid FROM texts WHERE texts MATCH ?", (f"{field.name} : ({query})",))
        return {row[0] for row in rows}

    def derived(self, stem: str, field: Field) -> set[int]:
        rows = self._connection.execute("SELECT rowid FROM stems WHERE stems MATCH ?", (f'{field.name} : "{stem}"',))
        return {row[0] for row in rows}

    def named(self, compact: str) -> Mapping[int, Field]:
        rows = self._connection.execute("SELECT document, field FROM names WHERE compact = ?", (compact,))
        return {document: Field(field) for document, field in rows}

    def facet(self, facet: str) -> set[int]:
        """The documents of one facet."""
        return {row[0] for row in self._connection.execute("SELECT document FROM entries WHERE facet = ?", (facet,))}
