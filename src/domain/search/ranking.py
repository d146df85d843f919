"""Ranking: the documents that answer a query, best first, whatever holds the index.

A document's quality is the share of the query's information that it answers, each concept counted where it is found
best, plus how much of the title the query covers, and a little for its prior (human before other organisms).
"""

import math
from collections.abc import Mapping, Sequence

import msgspec

from biofacts.domain.search.index import Field, SearchIndex
from biofacts.domain.search.query import Alternative, Concept, parse, whole_names

WEIGHTS: Mapping[Field, float] = {
    Field.TITLE: 1.0,
    Field.NAME: 0.9,
    Field.TERM: 0.6,
    Field.CATEGORY_NAMES: 0.5,
    Field.TEXT: 0.35,
    Field.LABEL: 0.2,
}
"""What a word is worth in each field; this and the numbers below were set with `bench/search_quality.py`."""

_WHOLE_NAME = {Field.TITLE: 1.0, Field.NAME: 0.97}
_FOUND, _COVERED, _AGREED = 0.8, 0.15, 0.05  # the concepts found, the share of the title covered, terms that agree
_PRIOR = 0.1
_ENOUGH, _ALMOST_BEST = 0.5, 0.9  # of the query's information; of what the best document answers


class Match(msgspec.Struct, frozen=True, gc=False):
    """A found document. `quality`: in 0-1. `field`, `by_synonym`: where and how the best of the query was answered."""

    document: int
    quality: float
    field: Field
    by_synonym: bool


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """Matches, best first, and the words of the query that no document knows or that were read as others."""

    matches: Sequence[Match]
    unknown: tuple[str, ...] = ()
    corrected: Mapping[str, str] = {}

    def relative(self, match: Match) -> float:
        """A match's quality relative to the best one's."""
        return match.quality / self.matches[0].quality


def rank(
    index: SearchIndex, query: str, *, category: str | None = None, synonyms: Mapping[str, Sequence[str]] = {}
) -> Ranking:
    """Rank the documents of an index (of one category only) for a query in plain words.

    `synonyms`: for runs of the query's words, beside those of the index.
    """
    parsed = parse(index, query, synonyms)
    found: dict[int, Match] = {}
    if parsed.concepts and len(parsed.unknown) <= len(parsed.concepts):
        found = _answering(index, parsed.concepts)
    is_a_name = False
    for name, quality, is_synonym in whole_names(query, parsed.concepts):
        for document, field in index.exact_names(name).items():
            is_a_name |= not is_synonym
            matched = _quality(index, document, _WHOLE_NAME[field] * quality)
            if document not in found or found[document].quality < matched:
                found[document] = Match(document, matched, field, is_synonym)
    matches = sorted(found.values(), key=lambda match: (-match.quality, match.document))
    if category is not None:
        allowed = index.of_category(category)
        matches = [match for match in matches if match.document in allowed]
    if is_a_name:  # nothing was left aside of a query that is a name
        return Ranking(matches=matches)
    return Ranking(matches=matches, unknown=parsed.unknown, corrected=parsed.corrected)


_WEIGHTIEST = [
    next((field for field in Field if fields & 1 << field), Field.TITLE) for fields in range(1 << len(Field))
]
"""The weightiest of the fields that are the bits of a number."""

_TERM = 1 << Field.TERM


class _Grade(msgspec.Struct, frozen=True, gc=False):
    """How well a concept is answered: where, how, and how many tokens of a title that covers."""

    quality: float
    field: Field
    by_synonym: bool
    covered: int


class _Evidence(msgspec.Struct, frozen=True):
    """The documents that answer a concept: each one's best grade, and all of its fields that do (bits).

    `weight`: the concept's information, the more the fewer documents answer it.
    """

    weight: float
    grades: Mapping[int, _Grade]
    fields: Mapping[int, int]


def _answering(index: SearchIndex, concepts: Sequence[Concept]) -> dict[int, Match]:
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


def _evidence(index: SearchIndex, concept: Concept) -> _Evidence:
    best: dict[int, _Grade] = {}
    everywhere: dict[int, int] = {}
    for alternative in concept.alternatives:
        stem = alternative.stem
        postings = index.postings(alternative.phrases) if stem is None else index.stem_postings(stem)
        of_field = [_grade(concept, alternative, field) for field in Field]
        grades = [of_field[field] for field in _WEIGHTIEST]
        for document, fields in postings.items():
            grade, known = grades[fields], best.get(document)
            everywhere[document] = everywhere.get(document, 0) | fields
            if known is None or grade.quality > known.quality:
                best[document] = grade
    return _Evidence(math.log(1 + index.size / max(1, len(best))), best, everywhere)


def _grade(concept: Concept, alternative: Alternative, field: Field) -> _Grade:
    covered = concept.length if field is Field.TITLE else 0
    return _Grade(WEIGHTS[field] * alternative.quality, field, alternative.is_synonym, covered)


def _match(index: SearchIndex, document: int, evidence: Sequence[_Evidence], whole: float) -> Match:
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
    matched = _FOUND * total / whole + _COVERED * coverage + _AGREED * agreed / whole
    return Match(document, _quality(index, document, matched), best.field, best.by_synonym)


def _quality(index: SearchIndex, document: int, matched: float) -> float:
    return round((1 - _PRIOR) * matched + _PRIOR * index.prior(document), 4)
