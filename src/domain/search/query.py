"""A query in plain words, read against an index: which concepts it names, and what else may stand for each.

A concept is a word, a run that others write in one (`NF-kB`), or a phrase with synonyms. A word that no entry holds is
matched by its stem, by its beginning, then by likeness, and left aside when nothing is like it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from biofacts.domain.search.index import Phrase, SearchIndex
from biofacts.domain.text import fold

EXACT, SYNONYM, DERIVED, COMPLETED, SIMILAR = 1.0, 0.95, 0.85, 0.75, 0.8
"""What an alternative is worth beside the word itself: set by hand, kept by `bench/search_quality.py`."""

_LONGEST_PHRASE = 6
_SHORTEST_COMPLETED, _SHORTEST_CORRECTED, _SHORTEST_TWICE_CORRECTED = 4, 5, 8
_MOST_GUESSES = 12  # whoever means something has spelt most of it rightly
_MEMBER = re.compile(r"[a-z]?\d{1,2}|[a-d]")


class Alternative(msgspec.Struct, frozen=True):
    """Phrases that may stand for a concept, or the stem that its word shares with others. `quality`: in 0-1."""

    phrases: tuple[Phrase, ...]
    quality: float
    is_synonym: bool = False
    stem: str | None = None


class Concept(msgspec.Struct, frozen=True):
    """One thing that a query names. `length`: the number of its tokens."""

    alternatives: tuple[Alternative, ...]
    length: int


class ParsedQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A query's concepts, the tokens that nothing knows, and those that were read as others."""

    concepts: tuple[Concept, ...]
    unknown: tuple[str, ...]
    corrected: Mapping[str, str]


def parse(index: SearchIndex, query: str, synonyms: Mapping[str, Sequence[str]]) -> ParsedQuery:
    """Read a query. `synonyms`: for runs of its words (see `runs`), beside those of the index."""
    parser = _Parser(index, synonyms)
    concepts = tuple(parser.concepts(fold.without_stop_words(fold.tokens(query))))
    return ParsedQuery(concepts=concepts, unknown=tuple(parser.unknown), corrected=parser.corrected)


def runs(query: str) -> Iterator[str]:
    """Every run of a query's folded words that may be asked for synonyms."""
    yield from _runs(fold.without_stop_words(fold.tokens(query)))


def whole_names(query: str, concepts: Sequence[Concept]) -> Iterator[tuple[str, float, bool]]:
    """The query as a whole name, and, where it is one concept, that concept's synonyms.

    Each with its quality, and whether it is a synonym.
    """
    yield fold.compact(query), EXACT, False
    yield "".join(fold.without_stop_words(fold.tokens(query))), EXACT, False
    if " " not in query:
        yield fold.compact(query.rpartition(":")[2]), EXACT, False  # a CURIE's own part
    if len(concepts) == 1:
        for alternative in concepts[0].alternatives:
            if alternative.is_synonym:
                yield from (("".join(phrase), SYNONYM, True) for phrase in alternative.phrases)


def _runs(tokens: Sequence[str]) -> Iterator[str]:
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(tokens)) + 1):
            yield " ".join(tokens[start:end])


def _phrases(name: str) -> tuple[Phrase, ...]:
    tokens = name.split()
    joined = fold.joined(tokens)
    return (tuple(tokens), (joined,)) if joined else (tuple(tokens),)


def _derived(token: str) -> tuple[Alternative, ...]:
    return (Alternative((), DERIVED, stem=fold.stem(token)),)


class _Parser:
    """Reads one query against one index."""

    def __init__(self, index: SearchIndex, synonyms: Mapping[str, Sequence[str]]) -> None:
        self._index = index
        self._synonyms = {phrase: [*names] for phrase, names in synonyms.items()}
        self._guesses = _MOST_GUESSES
        self.unknown: list[str] = []
        self.corrected: dict[str, str] = {}

    def concepts(self, tokens: list[str]) -> Iterator[Concept]:
        for phrase, names in self._index.synonyms(list(dict.fromkeys(_runs(tokens)))).items():
            self._synonyms.setdefault(phrase, []).extend(names)
        start = 0
        while start < len(tokens):
            concept, length = self._longest(tokens, start)
            if concept is None:
                concept = self._word(tokens[start])
            if concept is not None:
                yield concept
            start += length

    def _longest(self, tokens: list[str], start: int) -> tuple[Concept | None, int]:
        """The longest run from `start` that names something with synonyms, or that others write in one word."""
        for length in range(min(_LONGEST_PHRASE, len(tokens) - start), 0, -1):
            run = tokens[start : start + length]
            phrase = " ".join(run)
            others = [name for name in self._synonyms.get(phrase, ()) if name != phrase]
            joined = fold.joined(run)
            if others or (joined and self._index.has_term(joined)):
                own = Alternative(_phrases(phrase), EXACT)
                rest = Alternative(tuple(p for name in others for p in _phrases(name)), SYNONYM, is_synonym=True)
                derived = _derived(run[0]) if length == 1 else ()
                return Concept((own, *((rest,) if others else ()), *derived), length), length
        return None, 1

    def _word(self, token: str) -> Concept | None:
        if self._index.has_term(token):
            return Concept((Alternative(((token,),), EXACT), *self._members(token), *_derived(token)), 1)
        if self._index.stem_postings(fold.stem(token)):
            return Concept(_derived(token), 1)
        if len(token) >= _SHORTEST_COMPLETED and (longer := self._index.completions(token)):
            return Concept((Alternative(tuple((other,) for other in longer), COMPLETED),), 1)
        if likely := self._similar(token):
            self.corrected[token] = likely[0]
            return Concept((Alternative(tuple((other,) for other in likely), SIMILAR),), 1)
        self.unknown.append(token)
        return None

    def _similar(self, token: str) -> Sequence[str]:
        """Words with one letter otherwise; of a long word, with two."""
        if not (token.isalpha() and len(token) >= _SHORTEST_CORRECTED and self._guesses):
            return ()
        self._guesses -= 1
        near = self._index.similar(token, 1)
        return near or (self._index.similar(token, 2) if len(token) >= _SHORTEST_TWICE_CORRECTED else ())

    def _members(self, token: str) -> tuple[Alternative, ...]:
        """For a short name its numbered and lettered members: `BMP` also finds `BMP2`, `VEGF` also `VEGFA`."""
        if not (token.isalpha() and 3 <= len(token) <= 5):
            return ()
        members = [other for other in self._index.completions(token) if _MEMBER.fullmatch(other, len(token))]
        return (Alternative(tuple((member,) for member in members), SIMILAR),) if members else ()
