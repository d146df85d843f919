"""Search: how plain words find entries and in which order, whatever holds the index.

A query becomes concepts (a word, a compound such as `NF-kB`, or a phrase with synonyms). An entry's quality is the
share of the query's information that it answers, each concept counted where it is found best, plus how much of the
entry's title the query covers, and a little for its standing (human before other organisms). Words that no entry knows
are matched by their stem, by their beginning, then by likeness, then left aside.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Protocol

import msgspec

from biofacts.domain.text import fold as text

Phrase = tuple[str, ...]


class Field(IntEnum):
    """The searchable parts of an entry, the weightiest first."""

    TITLE = 0
    NAME = 1
    TERM = 2
    FACET = 3
    TEXT = 4
    LABEL = 5


MATCHED_ON: Mapping[Field, str] = {
    Field.TITLE: "title",
    Field.NAME: "synonym",
    Field.TERM: "ontology term",
    Field.FACET: "organism",
    Field.TEXT: "description",
    Field.LABEL: "data node",
}

WEIGHTS: Mapping[Field, float] = {
    Field.TITLE: 1.0,
    Field.NAME: 0.9,
    Field.TERM: 0.6,
    Field.FACET: 0.5,
    Field.TEXT: 0.35,
    Field.LABEL: 0.2,
}


_WEIGHTIEST = [
    next((field for field in Field if fields & 1 << field), Field.TITLE) for fields in range(1 << len(Field))
]
"""The weightiest of the fields that are the bits of a number."""


class SearchIndex(Protocol):
    """What the ranking asks of an index. Documents are numbered in the order that ranks equals."""

    @property
    def size(self) -> int:
        """The number of documents."""
        ...

    def known(self, token: str) -> bool:
        """True when some document holds the token."""
        ...

    def completions(self, prefix: str) -> Sequence[str]:
        """Tokens that begin so, at most a few dozen, the most frequent first."""
        ...

    def similar(self, token: str, distance: int) -> Sequence[str]:
        """Tokens within an edit distance (a transposition counts one), the nearest and most frequent first."""
        ...

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """For each folded phrase that names something: all names of that, folded and joined by blanks."""
        ...

    def holding(self, phrases: Sequence[Phrase]) -> Mapping[int, int]:
        """The documents that hold one of the phrases, each with the fields that do (bit `1 << field`)."""
        ...

    def derived(self, stem: str) -> Mapping[int, int]:
        """The documents that hold a token with that stem, each with the fields that do (bit `1 << field`)."""
        ...

    def named(self, compact: str) -> Mapping[int, Field]:
        """The documents of which this, without blanks and signs, is a whole title or name."""
        ...

    def title_length(self, document: int) -> int:
        """The number of meaningful tokens in the title."""
        ...

    def standing(self, document: int) -> float:
        """How much users want this entry rather than one that matches as well, in 0-1."""
        ...


class Match(msgspec.Struct, frozen=True, gc=False):
    """A found document: `quality` in 0-1, and what answered the query best."""

    document: int
    quality: float
    matched_on: str


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """Matches, best first, and the words of the query that no document knows or that were read as others."""

    matches: Sequence[Match]
    unknown: tuple[str, ...] = ()
    corrected: Mapping[str, str] = {}


class _Alternative(msgspec.Struct, frozen=True):
    """Phrases that may stand for a concept, or the stem that its word shares with others."""

    phrases: tuple[Phrase, ...]
    quality: float
    synonym: bool = False
    stem: str | None = None


class _Concept(msgspec.Struct, frozen=True):
    alternatives: tuple[_Alternative, ...]
    length: int


_LONGEST_PHRASE = 6
_ENOUGH, _ALMOST_BEST = 0.5, 0.9
_SYNONYM, _DERIVED, _COMPLETED, _LIKENESS = 0.95, 0.85, 0.75, 0.8
_EXACT = {Field.TITLE: 1.0, Field.NAME: 0.97}
_STANDING = 0.1


_MOST_GUESSES = 12  # whoever means something has spelt most of it rightly
_MEMBER = re.compile(r"[a-z]?\d{1,2}|[a-d]")


def _phrases(name: str) -> tuple[Phrase, ...]:
    stream = name.split()
    whole = text.joined(stream)
    return (tuple(stream), (whole,)) if whole else (tuple(stream),)


def _derived(token: str) -> tuple[_Alternative, ...]:
    return (_Alternative((), _DERIVED, stem=text.stem(token)),)


class _Reader:
    """Reads one query against one index."""

    def __init__(self, index: SearchIndex) -> None:
        self.index = index
        self.synonyms: Mapping[str, Sequence[str]] = {}
        self.unknown: list[str] = []
        self._guesses = _MOST_GUESSES
        self.corrected: dict[str, str] = {}

    def concepts(self, query: str) -> list[_Concept]:
        stream = text.content(text.tokens(query))
        self.synonyms = self.index.synonyms(list(dict.fromkeys(_runs(stream))))
        found: list[_Concept] = []
        start = 0
        while start < len(stream):
            concept, length = self._longest(stream, start)
            if concept is None:
                concept = self._word(stream[start])
            if concept is not None:
                found.append(concept)
            start += length
        return found

    def _longest(self, stream: list[str], start: int) -> tuple[_Concept | None, int]:
        """The longest run from `start` that names something with synonyms, or that others write in one word."""
        for length in range(min(_LONGEST_PHRASE, len(stream) - start), 0, -1):
            run = stream[start : start + length]
            phrase = " ".join(run)
            others = [name for name in self.synonyms.get(phrase, ()) if name != phrase]
            whole = text.joined(run)
            if others or (whole and self.index.known(whole)):
                own = _Alternative(_phrases(phrase), 1.0)
                rest = _Alternative(tuple(p for name in others for p in _phrases(name)), _SYNONYM, synonym=True)
                derived = _derived(run[0]) if length == 1 else ()
                return _Concept((own, *((rest,) if others else ()), *derived), length), length
        return None, 1

    def _word(self, token: str) -> _Concept | None:
        if self.index.known(token):
            return _Concept((_Alternative(((token,),), 1.0), *self._family(token), *_derived(token)), 1)
        if self.index.derived(text.stem(token)):
            return _Concept(_derived(token), 1)
        if len(token) >= 4 and (longer := self.index.completions(token)):
            return _Concept((_Alternative(tuple((other,) for other in longer), _COMPLETED),), 1)
        if token.isalpha() and len(token) >= 5 and self._guesses:
            self._guesses -= 1
            likely = self.index.similar(token, 1) or (self.index.similar(token, 2) if len(token) >= 8 else ())
            if likely:
                self.corrected[token] = likely[0]
                return _Concept((_Alternative(tuple((other,) for other in likely), _LIKENESS),), 1)
        self.unknown.append(token)
        return None

    def _family(self, token: str) -> tuple[_Alternative, ...]:
        """For a short name its numbered and lettered members: `BMP` also finds `BMP2`, `VEGF` also `VEGFA`."""
        if not (token.isalpha() and 3 <= len(token) <= 5):
            return ()
        members = [other for other in self.index.completions(token) if _MEMBER.fullmatch(other, len(token))]
        return (_Alternative(tuple((member,) for member in members), _LIKENESS),) if members else ()


def search(index: SearchIndex, query: str) -> Ranking:
    """Rank the documents of an index for a query in plain words."""
    reader = _Reader(index)
    concepts = reader.concepts(query)
    found: dict[int, Match] = {}
    if concepts and len(reader.unknown) <= len(concepts):
        found = _score(index, concepts)
    exact = False
    for name, quality, synonym in _whole_names(query, concepts):
        for document, field in index.named(name).items():
            exact |= not synonym
            matched = _quality(index, document, _EXACT[field] * quality)
            if document not in found or found[document].quality < matched:
                found[document] = Match(document, matched, "synonym" if synonym else MATCHED_ON[field])
    matches = sorted(found.values(), key=lambda match: (-match.quality, match.document))
    if exact:  # nothing was left aside of a query that is a name
        return Ranking(matches=matches)
    return Ranking(matches=matches, unknown=tuple(reader.unknown), corrected=reader.corrected)


def _whole_names(query: str, concepts: Sequence[_Concept]) -> Iterator[tuple[str, float, bool]]:
    """The query as a whole name, and, where it is one concept, the synonyms of that; each with its quality."""
    yield text.compact(query), 1.0, False
    yield "".join(text.content(text.tokens(query))), 1.0, False
    if " " not in query:
        yield text.compact(query.rpartition(":")[2]), 1.0, False  # a CURIE's own part
    if len(concepts) == 1:
        for alternative in concepts[0].alternatives:
            if alternative.synonym:
                yield from (("".join(phrase), _SYNONYM, True) for phrase in alternative.phrases)


_TERM = 1 << Field.TERM


class _Grade(msgspec.Struct, frozen=True, gc=False):
    """How well a concept is answered: by what, and how many tokens of a title that covers."""

    quality: float
    matched_on: str
    covered: int


class _Evidence(msgspec.Struct, frozen=True):
    """The documents that answer a concept: each one's best grade, and all of its fields that do (bits)."""

    weight: float
    grades: Mapping[int, _Grade]
    fields: Mapping[int, int]


def _score(index: SearchIndex, concepts: Sequence[_Concept]) -> dict[int, Match]:
    """Every document that answers enough of the query, with its quality."""
    evidence = [_evidence(index, concept) for concept in concepts]
    whole = sum(one.weight for one in evidence)
    answered: dict[int, float] = {}
    for one in evidence:
        weight = one.weight
        for document in one.grades:
            answered[document] = answered.get(document, 0.0) + weight
    enough = min(_ENOUGH * whole, _ALMOST_BEST * max(answered.values(), default=0.0))
    return {
        document: _match(index, document, evidence, whole) for document, weight in answered.items() if weight >= enough
    }


def _evidence(index: SearchIndex, concept: _Concept) -> _Evidence:
    best: dict[int, _Grade] = {}
    everywhere: dict[int, int] = {}
    for alternative in concept.alternatives:
        holding = index.holding(alternative.phrases) if alternative.stem is None else index.derived(alternative.stem)
        of_field = [_grade(concept, alternative, field) for field in Field]
        grades = [of_field[field] for field in _WEIGHTIEST]
        for document, fields in holding.items():
            grade, known = grades[fields], best.get(document)
            everywhere[document] = everywhere.get(document, 0) | fields
            if known is None or grade.quality > known.quality:
                best[document] = grade
    return _Evidence(math.log(1 + index.size / max(1, len(best))), best, everywhere)


def _grade(concept: _Concept, alternative: _Alternative, field: Field) -> _Grade:
    return _Grade(
        WEIGHTS[field] * alternative.quality,
        "synonym" if alternative.synonym else MATCHED_ON[field],
        concept.length if field is Field.TITLE else 0,
    )


def _match(index: SearchIndex, document: int, evidence: Sequence[_Evidence], whole: float) -> Match:
    """80 % where the concepts are found, 15 % how much of the title they cover, 5 % whether terms agree."""
    total = covered = agreed = 0.0
    best: _Grade | None = None
    for one in evidence:
        if (grade := one.grades.get(document)) is None:
            continue
        total += one.weight * grade.quality
        covered += grade.covered
        agreed += one.weight if one.fields[document] & _TERM else 0.0
        if best is None or grade.quality > best.quality:
            best = grade
    assert best is not None
    coverage = min(1.0, covered / max(1, index.title_length(document)))
    quality = _quality(index, document, 0.8 * total / whole + 0.15 * coverage + 0.05 * agreed / whole)
    return Match(document, quality, best.matched_on)


def _quality(index: SearchIndex, document: int, matched: float) -> float:
    return round((1 - _STANDING) * matched + _STANDING * index.standing(document), 4)


def runs(query: str) -> Iterator[str]:
    """Every run of a query's folded words that may be asked for synonyms."""
    yield from _runs(text.content(text.tokens(query)))


def _runs(stream: Sequence[str]) -> Iterator[str]:
    for start in range(len(stream)):
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(stream)) + 1):
            yield " ".join(stream[start:end])


def guidance(ranking: Ranking, *, plural: str) -> str | None:
    """What to say about a ranking: nothing found and what to try, words left aside, words read as others."""
    remarks = [f"'{word}' was read as '{other}'." for word, other in ranking.corrected.items()]
    if not ranking.matches:
        remarks.append(
            f"No {plural} match. Try fewer or more general words, another spelling, or a name that they contain."
        )
    elif ranking.unknown:
        words = ", ".join(f"'{word}'" for word in ranking.unknown)
        remarks.append(f"No {plural} contain {words}; the rest of the query was used.")
    return " ".join(remarks) or None


def folded_names(names: Iterable[str]) -> list[str]:
    """Names as `SearchIndex.synonyms` keeps them: folded, without words that carry no meaning, doubles removed."""
    return list(dict.fromkeys(" ".join(text.content(text.tokens(name))) for name in names if name.strip()))
