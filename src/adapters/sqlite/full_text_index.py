"""The full-text index of a release (FTS5 of SQLite), behind the interface that the ranking uses."""

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, lru_cache
from typing import TypeVar

import msgspec

from biofacts.adapters.sqlite.catalogue_build import FIELD_BITS, term_number, verified
from biofacts.adapters.sqlite.connections import Execute
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.search.index import (
    MOST_COMPLETIONS,
    MOST_CORRECTIONS,
    Field,
    Phrase,
    Postings,
    SearchIndex,
    Statistics,
    union,
)

T = TypeVar("T")

# All row ids in one JSON list: fetching thousands of rows from SQLite takes longer than finding them.
_POSTINGS, _STEM_POSTINGS = (
    f"SELECT json_group_array(rowid) FROM {table} WHERE {table} MATCH ?" for table in ("texts", "stems")
)
_ROWS = msgspec.json.Decoder(list[int])
_FIELD = (1 << FIELD_BITS) - 1
_BITS = [1 << bit for bit in range(8)]
_FEW = 8

GIVEN = "(SELECT value FROM json_each(?))"
"""The SQL for all values of a list as one parameter (see `json_list`), since SQLite limits the number of parameters."""

# The size of the cache of postings: words recur ("receptor", "pathway"), and frequent words take milliseconds.
_BYTES_KEPT, _OF_A_WORD = 16_000_000, 500


def json_list(values: Sequence[object]) -> tuple[str]:
    """Return the parameters of a statement whose only parameter is `GIVEN`."""
    return (msgspec.json.encode(values).decode(),)


asked_number = lru_cache(maxsize=256)(term_number)
"""`term_number` with a cache: one call looks up the terms of a query in several catalogues."""


def _weight(postings: Postings) -> int:
    return _OF_A_WORD + (len(postings.fields) + 1) * postings.documents.bit_length() // 8


def _set_of(documents: Sequence[int]) -> int:
    """Return a set of documents as an integer (see `Postings`)."""
    if len(documents) < _FEW:
        return union([1 << document for document in documents])
    bits = bytearray((max(documents) >> 3) + 1)
    for document in documents:
        bits[document >> 3] |= _BITS[document & 7]
    return int.from_bytes(bits, "little")


@cache
def likeness() -> Callable[[str, Sequence[str], int], Sequence[tuple[str, int]]]:
    """Return the function that finds the words within an edit distance of a word, with their distances."""
    from rapidfuzz import process  # here, since it is rarely needed and slow to import
    from rapidfuzz.distance import OSA

    def near(word: str, words: Sequence[str], distance: int) -> Sequence[tuple[str, int]]:
        similar = process.extract(word, words, scorer=OSA.distance, score_cutoff=distance, limit=None)
        return [(other, int(apart)) for other, apart, _ in similar]

    return near


class SqliteIndex(SearchIndex):
    """The index in an open file. `execute`: a function that runs a statement."""

    def __init__(self, execute: Execute) -> None:
        self._execute = execute
        self._postings = Recent[tuple[str, str], Postings](_BYTES_KEPT, _weight)

    def _column(self, statement: str, *parameters: object) -> list[str]:
        return [row[0] for row in self._execute(statement, parameters)]

    def _list(self, name: str, as_type: type[T]) -> T:
        (packed,) = self._execute("SELECT body FROM lists WHERE name = ?", (name,)).fetchone()
        return msgspec.msgpack.decode(verified(packed), type=as_type)

    @property
    def statistics(self) -> Statistics:
        return self._statistics

    @cached_property
    def _statistics(self) -> Statistics:
        numbers = (self._list(name, list[float]) for name in ("title length", "title group", "prior"))
        return Statistics(*numbers)

    @cached_property
    def accessions(self) -> AbstractSet[str]:
        return self._list("accession", frozenset[str])

    def has_term(self, token: str) -> bool:
        return bool(self._column("SELECT 1 FROM words WHERE word = ?", token))

    def completions(self, prefix: str) -> Sequence[str]:
        return self._column(
            "SELECT word FROM words WHERE word >= ? AND word < ? ORDER BY documents DESC, word LIMIT ?",
            prefix, prefix + "\x7f", MOST_COMPLETIONS,
        )  # fmt: skip

    def similar(self, token: str, distance: int) -> Sequence[str]:
        words = " ".join(
            self._column(
                "SELECT words FROM spellings WHERE length BETWEEN ? AND ?", len(token) - distance, len(token) + distance
            )
        )
        near = dict(likeness()(token, words.split(), distance))
        frequency = dict(
            self._execute(f"SELECT word, documents FROM words WHERE word IN {GIVEN}", json_list(list(near)))
        )
        return sorted(near, key=lambda word: (near[word], -frequency.get(word, 0), word))[:MOST_CORRECTIONS]

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {phrase: self._synonyms[phrase] for phrase in phrases if phrase in self._synonyms}

    @cached_property
    def _synonyms(self) -> Mapping[str, Sequence[str]]:
        synonyms: dict[str, list[str]] = {}  # only a few hundred, so all are loaded at once
        for phrase, other in self._execute(
            "SELECT DISTINCT asked.phrase, other.phrase FROM synonyms asked CROSS JOIN synonyms other USING (row)", ()
        ):
            synonyms.setdefault(phrase, []).append(other)
        return synonyms

    def postings(self, phrases: Sequence[Phrase]) -> Postings:
        return self._matching(_POSTINGS, '"' + '" OR "'.join(map(" ".join, phrases)) + '"')

    def stem_postings(self, stem: str) -> Postings:
        return self._matching(_STEM_POSTINGS, f'"{stem}"')

    def _matching(self, statement: str, expression: str) -> Postings:
        """Return the documents that match an FTS5 expression."""
        if (recent := self._postings.get((statement, expression))) is not None:
            return recent
        by_field: dict[int, list[int]] = {}
        for row in _ROWS.decode(self._execute(statement, (expression,)).fetchone()[0]):
            by_field.setdefault(row & _FIELD, []).append(row >> FIELD_BITS)
        fields = {field: _set_of(documents) for field, documents in by_field.items()}
        postings = self._postings[statement, expression] = Postings(union(fields.values()), fields)
        return postings

    def exact_names(self, names: Collection[str]) -> Mapping[str, Mapping[int, Field]]:
        statement = f"SELECT compact, document, field FROM names WHERE compact IN {GIVEN} ORDER BY compact, document"
        documents: dict[str, dict[int, Field]] = {}
        for name, document, field in self._execute(statement, json_list([*names])):
            documents.setdefault(name, {})[document] = Field(field)
        return documents

    def of_category(self, category: str) -> int:
        rows = self._execute("SELECT document FROM entries WHERE category = ?", (category,))
        return _set_of([row[0] for row in rows])
