"""The full-text index of a release (SQLite's FTS5), as the ranking reads it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, lru_cache

import msgspec

from biofacts.adapters.sqlite.catalogue_tables import FIELD_BITS, term_number, verified
from biofacts.adapters.sqlite.connections import Execute
from biofacts.domain.answers.bounded_mapping import Recent
from biofacts.domain.search.index import MOST_COMPLETIONS, MOST_CORRECTIONS, Field, Phrase, SearchIndex

# One list in one row: to take thousands of rows from SQLite takes longer than to find them.
_POSTINGS, _STEM_POSTINGS = (
    f"SELECT json_group_array(rowid) FROM {table} WHERE {table} MATCH ?" for table in ("texts", "stems")
)
_ROWS = msgspec.json.Decoder(list[int])
_FIELD = (1 << FIELD_BITS) - 1
_BITS = [1 << field for field in range(1 << FIELD_BITS)]

GIVEN = "(SELECT value FROM json_each(?))"
"""All values of a list in one parameter (see `json_list`): SQLite limits the number of parameters."""

# Words recur ("receptor", "pathway"), and the frequent ones are those that take milliseconds. A posting takes 80 bytes,
# and a word some hundred: with room for 300 words only, a search for pathways took 10 % longer.
_POSTINGS_KEPT, _OF_A_WORD = 300_000, 100


def json_list(values: Sequence[object]) -> tuple[str]:
    """Return the parameter of a statement with `GIVEN`."""
    return (msgspec.json.encode(values).decode(),)


asked_number = lru_cache(maxsize=256)(term_number)
"""`term_number` with a cache: one call looks up the terms of a query in several catalogues."""


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
        rows = self._execute(
            "SELECT DISTINCT asked.phrase, other.phrase FROM json_each(?)"
            " JOIN synonyms asked ON asked.phrase = value JOIN synonyms other USING (row)",
            json_list(phrases),
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
        for row in _ROWS.decode(self._execute(statement, (expression,)).fetchone()[0]):
            document = row >> FIELD_BITS
            found[document] = found.get(document, 0) | _BITS[row & _FIELD]
        self._fields[statement, expression] = found
        return found

    def exact_names(self, names: Collection[str]) -> Mapping[str, Mapping[int, Field]]:
        statement = f"SELECT compact, document, field FROM names WHERE compact IN {GIVEN} ORDER BY compact, document"
        found: dict[str, dict[int, Field]] = {}
        for name, document, field in self._execute(statement, json_list([*names])):
            found.setdefault(name, {})[document] = Field(field)
        return found

    def of_category(self, category: str) -> AbstractSet[int]:
        rows = self._execute("SELECT document FROM entries WHERE category = ?", (category,))
        return {row[0] for row in rows}
