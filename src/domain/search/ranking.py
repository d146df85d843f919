"""Ranking of the documents that match a query, for any kind of index.

Documents are sorted by quality: the share of the query's information that they match (for each concept, in its best
field), the share of the title that the query covers, and a small prior (human before other organisms). The score is the
confidence in a match: it is absolute and does not depend on other documents.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

import msgspec

from biofacts.domain.answers import scores
from biofacts.domain.search import query_words
from biofacts.domain.search.index import Field, SearchIndex
from biofacts.domain.search.query import (
    NOTHING_KNOWN,
    Alternative,
    Concept,
    Known,
    ParsedQuery,
    WordRole,
    parse,
    whole_names,
)
from biofacts.domain.text import fold

WEIGHTS: Mapping[Field, float] = {
    Field.TITLE: 1.0,
    Field.NAME: 0.9,
    Field.TERM: 0.6,
    Field.CATEGORY_NAMES: 0.5,
    Field.TEXT: 0.35,
    Field.LABEL: 0.2,
}
"""The weight of each field; this and the numbers below were set with `bench/pathway_search.py`."""

TRUST: Mapping[Field, float] = {
    Field.TITLE: 0.97,
    Field.NAME: 0.97,
    Field.TERM: 0.85,
    Field.CATEGORY_NAMES: 0.9,
    Field.TEXT: 0.6,
    Field.LABEL: 0.5,
}
"""The confidence that an entry is about a word in each field; set with `bench/calibration.py`."""

_WHOLE_NAME = {Field.TITLE: scores.EXACT, Field.NAME: scores.WHOLE_NAME}
# The concepts that match, the share of the title that the query covers, and agreeing ontology terms.
_FOUND, _COVERED, _AGREED = 0.8, 0.15, 0.05
_PRIOR = 0.1
_ENOUGH, _ALMOST_BEST = 0.5, 0.7  # shares of the information in the query, and in the best document's matches
_LEAST = 0.3  # the share of the query's information below which a document is no answer
_LOST = 0.75  # the share of the information in a lost word that must be matched by others
_SHORT = 2
_RARE = 50.0  # a word without documents counts like a word in one document of fifty
_ASIDE = {WordRole.SPECIFIC: 1.0, WordRole.GENERIC: 0.5, WordRole.IN_BRACKETS: 0.3, WordRole.PLACE: 0.4}
"""The weight of a word by its role, relative to a specific word."""
# Factors of the score if a word is unmatched; it loses less if the query covers more of the title.
_INCOMPLETE, _NARROWED = 0.75, 0.35
_OF_COVERAGE = 0.08  # the share of the score that a match loses if the query covers nothing of the title


# gc=False: a search creates thousands of them, and they cannot form cycles.
class RankedMatch(msgspec.Struct, frozen=True, gc=False):
    """A matching document. `quality`: its rank; `score`: the confidence, from 0 to 1.

    `field`, `by_synonym`: the field and kind of the best match. `answered`: bits of the concepts that it matches.
    """

    document: int
    quality: float
    score: float
    field: Field
    by_synonym: bool
    answered: int


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """Matches, best first, and remarks on the words of the query.

    `unknown`: words that no document of the category contains; `corrected`, `suggested`: see `ParsedQuery`.
    """

    matches: Sequence[RankedMatch]
    concepts: tuple[Concept, ...] = ()
    unknown: tuple[str, ...] = ()
    corrected: Mapping[str, str] = {}
    suggested: Mapping[str, str] = {}

    def unmatched(self, match: RankedMatch) -> tuple[str, ...]:
        """Return the words of the query that a match does not contain."""
        if match.answered + 1 == 1 << len(self.concepts):  # all bits are set
            return ()
        missed = (one for place, one in enumerate(self.concepts) if not match.answered >> place & 1)
        return tuple(dict.fromkeys(word for one in missed for word in one.words))


def rank(index: SearchIndex, query: str, *, category: str | None = None, known: Known = NOTHING_KNOWN) -> Ranking:
    """Rank the documents of an index (of one category only) for a query in plain words."""
    parsed = parse(index, query, known)
    allowed = None if category is None else index.of_category(category)
    evidence = _evidence(index, parsed)
    found = _answering(index, parsed, evidence, allowed)
    is_a_name = False
    everything = (1 << len(parsed.concepts)) - 1
    names = whole_names(query, parsed)
    named = index.exact_names(names)
    for name, (quality, is_synonym) in names.items():
        for document, field in named.get(name, {}).items():
            is_a_name |= not is_synonym
            matched = _quality(index, document, _WHOLE_NAME[field] * quality)
            known_as = found.get(document)
            # A whole name in another category is no misspelling either, so `is_a_name` is set before this.
            if allowed is not None and document not in allowed:
                continue
            if known_as is None or (known_as.answered != everything and known_as.score < quality):
                found[document] = RankedMatch(document, matched, quality, field, is_synonym, everything)
            elif known_as.score < quality:  # the field of the words is more precise
                better = max(matched, known_as.quality)
                found[document] = msgspec.structs.replace(known_as, quality=better, score=quality)
    matches = _falling(_in_order(index, found.values()))
    if is_a_name:  # a whole name has no unmatched or misspelled words
        return Ranking(matches=matches, concepts=parsed.concepts)
    nowhere = [
        concept
        for concept, one in zip(parsed.concepts, evidence, strict=True)
        if not one.occurs or (allowed is not None and allowed.isdisjoint(one.fields))
    ]
    return Ranking(
        matches=matches,
        concepts=parsed.concepts,
        unknown=_each_once([word for one in nowhere for word in _written(one, parsed.concepts)]),
        corrected=parsed.corrected,
        suggested=parsed.suggested,
    )


def _written(concept: Concept, concepts: Sequence[Concept]) -> Sequence[str]:
    """Return the words of a concept, a letter or number together with the word that it qualifies."""
    if concept.qualified is None or not 0 <= concept.qualified < len(concepts):
        return [word for word in concept.words if len(word) > 1]
    head = concepts[concept.qualified].words
    together = (*head, *concept.words) if concept is not concepts[0] else (*concept.words, *head)
    return [" ".join(dict.fromkeys(together))]


def _each_once(written: Sequence[str]) -> tuple[str, ...]:
    """Return words and phrases without those that are part of a longer one: `NP_000537` is two concepts, one word."""
    parts = {one: {*one.split()} for one in written}
    return tuple(one for one in parts if not any(parts[one] < other for other in parts.values()))


def _in_order(index: SearchIndex, found: Iterable[RankedMatch]) -> Sequence[RankedMatch]:
    """Sort the best first. Documents with equal titles stay together, in the order of their priors."""
    found = list(found)
    best: dict[int, float] = {}
    groups = {one.document: index.title_group(one.document) for one in found}
    for one in found:
        group = groups[one.document]
        best[group] = max(best.get(group, 0.0), one.quality)

    def order(one: RankedMatch) -> tuple[float, ...]:
        group, document = groups[one.document], one.document
        # The prior comes before the quality: of one title the human pathway is first, even if the description of
        # another organism's pathway matches better.
        return -best[group], group, -index.prior(document), -one.quality, document

    return sorted(found, key=order)


def _falling(matches: Sequence[RankedMatch]) -> Sequence[RankedMatch]:
    """Lower scores so that none exceeds the one before."""
    # The order within a group of equal titles follows the prior, so a score may exceed the one before.
    lowest, falling = 1.0, list[RankedMatch]()
    for one in matches:
        lowest = min(lowest, one.score)
        falling.append(one if one.score == lowest else msgspec.structs.replace(one, score=lowest))
    return falling


_WEIGHTIEST = [
    next((field for field in Field if fields & 1 << field), Field.TITLE) for fields in range(1 << len(Field))
]
"""The weightiest field for each combination of field bits."""

_TITLE, _TERM = 1 << Field.TITLE, 1 << Field.TERM
_NAMED = _TITLE | 1 << Field.NAME
_NAMES = sum(1 << field for field in Field if field not in (Field.TEXT, Field.LABEL))


class _Grade(msgspec.Struct, frozen=True, gc=False):
    """The quality of a match of one concept: its weights for ranking and score, its field, and the words it covers."""

    quality: float
    trust: float
    field: Field
    by_synonym: bool
    covered: int


class _Evidence(msgspec.Struct, frozen=True):
    """The documents that match a concept: the best grade of each, and the matching fields (bits).

    `weight`: the information of the concept, larger for rare concepts. `occurs`: False if no document contains it.
    `opposed`: the documents about the opposite of a process; `is_process`: True if it is one that has an opposite;
    `is_generic`: True for a word that only names a kind of thing, beside others.
    """

    weight: float
    grades: Mapping[int, _Grade]
    fields: Mapping[int, int]
    occurs: bool
    is_process: bool
    is_generic: bool
    opposed: AbstractSet[int]


def _answering(
    index: SearchIndex, parsed: ParsedQuery, evidence: Sequence[_Evidence], allowed: AbstractSet[int] | None
) -> dict[int, RankedMatch]:
    """Return every document that matches enough of the query, and not only its generic words."""
    is_specific = [one.role is WordRole.SPECIFIC for one in parsed.concepts]
    # `Turner syndrome` must not return every pathway with `syndrome` in its title.
    telling = [one for one, is_telling in zip(evidence, is_specific, strict=True) if is_telling] or evidence
    candidates = set[int]().union(*(one.grades for one in telling))
    if allowed is not None:
        candidates &= allowed
    answered = dict.fromkeys(candidates, 0.0)
    for one in evidence:
        for document in candidates & one.grades.keys():
            answered[document] += one.weight
    if lost := _lost(parsed, evidence):
        candidates = _despite(index, parsed, evidence, lost, candidates)
    whole = sum(one.weight for one in evidence)
    halves = _halves(parsed, evidence)
    asked = whole - sum(min(one.weight, other.weight) for one, other in halves)
    for one, other in halves:
        for document in candidates & one.grades.keys() & other.grades.keys():
            answered[document] -= min(one.weight, other.weight)
    best = max((answered[document] for document in candidates), default=0.0)
    if best < _LEAST * asked:
        return {}
    least = min(_ENOUGH * asked, _ALMOST_BEST * best)
    enough = [document for document in candidates if answered[document] >= least]
    are_plain = not any(one.opposed or one.is_process or one.is_generic for one in evidence)
    most = {} if are_plain else {document: _most(document, evidence) for document in enough}
    return {document: _match(index, document, evidence, whole, most.get(document, scores.EXACT)) for document in enough}


def _halves(parsed: ParsedQuery, evidence: Sequence[_Evidence]) -> Sequence[tuple[_Evidence, _Evidence]]:
    """Return the specific concepts joined by `and`: an entry about either is an answer, though not a whole one."""
    concepts = parsed.concepts
    return [
        (evidence[place - 1], evidence[place])
        for place, one in enumerate(concepts)
        if one.is_half and one.role is concepts[place - 1].role is WordRole.SPECIFIC
    ]


def _lost(parsed: ParsedQuery, evidence: Sequence[_Evidence]) -> Sequence[Concept]:
    """Return the specific concepts that nothing matches, unless the other half of `X and Y` is matched."""
    halves = [pair for pair in _halves(parsed, evidence) if any(one.grades for one in pair)]
    excused = {id(one) for pair in halves for one in pair}
    matched = zip(parsed.concepts, evidence, strict=True)
    return [
        concept
        for concept, one in matched
        if concept.role is WordRole.SPECIFIC and not one.occurs and id(one) not in excused and not _is_short(concept)
    ]


def _is_short(concept: Concept) -> bool:
    """Return True for two letters, which may be anything; a number says which one of several is meant."""
    return concept.qualified is None and concept.length == 1 and len(concept.words[0]) == _SHORT


def _despite(
    index: SearchIndex,
    parsed: ParsedQuery,
    evidence: Sequence[_Evidence],
    lost: Sequence[Concept],
    candidates: AbstractSet[int],
) -> set[int]:
    """Return the documents that match more of the query's meaning than is lost with the words that nothing matches.

    What is left of `Klingon hormone` or `warp drive` is no answer. A lost word counts as one that a single document
    contains. The word that it qualifies is lost, too: `vitamin Q` is none of the vitamins.
    """
    needed = _LOST * len(lost) * _information(index, 1)
    heads = {one.qualified for one in lost}
    answered = dict.fromkeys(candidates, 0.0)
    for place, (concept, one) in enumerate(zip(parsed.concepts, evidence, strict=True)):
        if concept.role is not WordRole.GENERIC and place not in heads:
            for document in answered.keys() & one.grades.keys():
                answered[document] += one.weight * one.grades[document].trust
    return {document for document, information in answered.items() if information >= needed}


def _evidence(index: SearchIndex, parsed: ParsedQuery) -> Sequence[_Evidence]:
    """Collect the evidence of each concept; generic words weigh little beside specific ones."""
    collected = [_Collected() for _ in parsed.concepts]
    for one, concept in zip(collected, parsed.concepts, strict=True):
        one.add(index, concept.alternatives, concept.length)
    for phrase in parsed.phrases:
        whole = _Collected()
        whole.add(index, phrase.alternatives, 1)
        for one in collected[phrase.first : phrase.end]:
            one.include(whole)
    has_specific = any(one.role is WordRole.SPECIFIC for one in parsed.concepts)
    sides = query_words.opposed({token for one in parsed.concepts for token in _tokens(one)})
    return [
        _weighed(index, concept, one, _ASIDE[concept.role] if has_specific else 1.0, sides)
        for one, concept in zip(collected, parsed.concepts, strict=True)
    ]


def _weighed(
    index: SearchIndex, concept: Concept, collected: "_Collected", aside: float, sides: Sequence[query_words.Opposed]
) -> _Evidence:
    """Weigh the documents that contain a concept, without those that do not answer it."""
    tokens, grades = _tokens(concept), collected.grades
    opposed = {document for side in sides if tokens & side.own for document in _titled(index, side)}
    is_of_names = any(map(query_words.is_of_names, tokens))
    if opposed or is_of_names:
        needed = _NAMES if is_of_names else ~0
        fields = collected.fields
        grades = {
            document: grade
            for document, grade in grades.items()
            if fields[document] & needed and document not in opposed
        }
    return _Evidence(
        weight=aside * _information(index, len(collected.grades)),
        grades=grades,
        fields=collected.fields,
        occurs=bool(collected.grades),
        is_process=any(map(query_words.is_process, tokens)),
        is_generic=aside < 1.0 and concept.role is WordRole.GENERIC,
        opposed=opposed,
    )


def _tokens(concept: Concept) -> AbstractSet[str]:
    return {token for word in concept.words for token in fold.tokens(word)}


def _titled(index: SearchIndex, side: query_words.Opposed) -> AbstractSet[int]:
    """Return the documents whose title has the opposite of a process, and not the process itself."""
    own, opposite = (
        {document for document, fields in index.postings([(word,) for word in sorted(some)]).items() if fields & _TITLE}
        for some in side
    )
    return opposite - own


def _information(index: SearchIndex, documents: int) -> float:
    """Return the information content of a word that occurs in so many documents."""
    return math.log(1 + (index.size / documents if documents else min(_RARE, index.size)))


class _Collected:
    """A collector of matching documents: the best grade of each, and the matching fields (bits)."""

    def __init__(self) -> None:
        self.grades: dict[int, _Grade] = {}
        self.fields: dict[int, int] = {}

    def add(self, index: SearchIndex, alternatives: Sequence[Alternative], length: int) -> None:
        """Add the documents that contain one of the alternatives for a number of query words."""
        for alternative in alternatives:
            grades = _grades(alternative.quality, alternative.is_synonym, length)
            postings = _postings(index, alternative)
            self._note(zip(postings, map(grades.__getitem__, postings.values()), strict=True), postings)

    def include(self, other: "_Collected") -> None:
        """Add the matches of a phrase to those of one of its words."""
        self._note(other.grades.items(), other.fields)

    def _note(self, graded: Iterable[tuple[int, _Grade]], fields: Mapping[int, int]) -> None:
        if not self.grades:  # most words have one alternative, with thousands of documents
            self.grades, self.fields = dict(graded), dict(fields)
            return
        best, everywhere = self.grades, self.fields
        for document, grade in graded:
            if (known := best.get(document)) is None:
                best[document], everywhere[document] = grade, fields[document]
            else:
                everywhere[document] |= fields[document]
                if grade.quality > known.quality:
                    best[document] = grade


def _postings(index: SearchIndex, alternative: Alternative) -> Mapping[int, int]:
    if alternative.stem is not None:
        return index.stem_postings(alternative.stem)
    return index.postings(alternative.phrases)


# Few combinations of arguments occur, and the grades are shared by all documents.
@cache
def _grades(quality: float, by_synonym: bool, length: int) -> Sequence[_Grade]:
    """Return the grades of an alternative, indexed by the matching fields (bits)."""
    of_field = [
        _Grade(
            WEIGHTS[field] * quality, TRUST[field] * quality, field, by_synonym, length if field is Field.TITLE else 0
        )
        for field in Field
    ]
    return [of_field[field] for field in _WEIGHTIEST]


def _match(index: SearchIndex, document: int, evidence: Sequence[_Evidence], whole: float, most: float) -> RankedMatch:
    total = trusted = covered = agreed = 0.0
    answered = 0
    best: _Grade | None = None
    for place, one in enumerate(evidence):
        if (grade := one.grades.get(document)) is None:
            continue
        answered |= 1 << place
        total += one.weight * grade.quality
        trusted += one.weight * grade.trust
        covered += grade.covered
        agreed += one.weight if one.fields[document] & _TERM else 0.0
        if best is None or grade.quality > best.quality:
            best = grade
    assert best is not None
    coverage = min(1.0, covered / max(1, index.title_length(document)))
    matched = _FOUND * total / whole + _COVERED * coverage + _AGREED * agreed / whole
    # All bits are set.
    is_complete = answered + 1 == 1 << len(evidence)
    certainty = 1 - _OF_COVERAGE * (1 - coverage) if is_complete else _INCOMPLETE + _NARROWED * coverage
    score = min(trusted / whole * certainty, most)
    # An entry that leaves a word unmatched is not preferred for its organism: it may be about something else.
    quality = _quality(index, document, matched) if is_complete else round((1 - _PRIOR) * matched, 4)
    return RankedMatch(document, quality, round(score, 4), best.field, best.by_synonym, answered)


def _most(document: int, evidence: Sequence[_Evidence]) -> float:
    """Return the highest score of a document: a thing with another process, or the opposite one, is no answer.

    Nor is the metabolism of one thing that of another, of which it may be a kind by its ontology terms.
    """
    if any(document in one.opposed for one in evidence):
        return scores.DOUBTFUL
    named = [one.is_generic for one in evidence if one.fields.get(document, 0) & _NAMED]
    is_another = any(one.is_process and document not in one.grades for one in evidence)
    return scores.PART_OF_A_NAME if is_another or (named and all(named)) else scores.EXACT


def _quality(index: SearchIndex, document: int, matched: float) -> float:
    return round((1 - _PRIOR) * matched + _PRIOR * index.prior(document), 4)
