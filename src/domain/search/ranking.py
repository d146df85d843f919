"""Ranking of the documents that match a query, for any kind of index.

Documents are sorted by quality, which combines the share of the query's information that they match (each concept in
its best field), the share of the title that the query covers, and a small prior (human before other organisms). The
score is the confidence in a match; it is absolute, and does not depend on other documents.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

import msgspec

from biofacts.domain.answers import scores
from biofacts.domain.search import query_words
from biofacts.domain.search.index import NAMING, Field, Phrase, Postings, SearchIndex, numbers_of, union
from biofacts.domain.search.query import (
    NOTHING_KNOWN,
    Alternative,
    Concept,
    ParsedQuery,
    QueryHints,
    WordRole,
    parse,
    whole_names,
    written,
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
"""The weight of each field; like the numbers below, it was set with `bench/pathway_search.py`."""

TRUST: Mapping[Field, float] = {
    Field.TITLE: 0.97,
    Field.NAME: 0.97,
    Field.TERM: 0.85,
    Field.CATEGORY_NAMES: 0.9,
    Field.TEXT: 0.6,
    Field.LABEL: 0.5,
}
"""The confidence that an entry is about a word in each field; set with `bench/calibration.py`."""

# `TNF-related weak inducer` is not TNF, nor is fructose 1-phosphate fructose.
_OF_ANOTHER: frozenset[Phrase] = frozenset({
    ("related",), ("like",), ("stimulating",), ("releasing",), *((str(place), "phosphate") for place in range(1, 7))
})  # fmt: skip
"""Words after a name in a title that make it the name of another thing."""
_OF_ANOTHER_QUALITY = 0.65

_WHOLE_NAME = {Field.TITLE: scores.EXACT, Field.NAME: scores.WHOLE_NAME}
# The weights of matching concepts, of the share of the title that the query covers, and of agreeing ontology terms.
_FOUND, _COVERED, _AGREED = 0.8, 0.15, 0.05
_PRIOR = 0.1
_ENOUGH, _ALMOST_BEST = 0.5, 0.7  # shares of the information in the query, and in the best document's matches
_LEAST = 0.3  # the share of the query's information below which a document is no answer
_LOST = 0.75  # the share of the information in a lost word that must be matched by others
_SHORT = 2
_RARE = 50.0  # a word that no document contains counts like a word in one of fifty documents
_ASIDE = {WordRole.SPECIFIC: 1.0, WordRole.GENERIC: 0.5, WordRole.IN_BRACKETS: 0.3, WordRole.PLACE: 0.4}
"""The weight of a word by its role, relative to a specific word."""
# If a word is unmatched, the score is multiplied by _INCOMPLETE, plus _NARROWED times the share of the title covered.
_INCOMPLETE, _NARROWED = 0.75, 0.35
_OF_COVERAGE = 0.08  # the share of the score that a complete match loses if the query covers nothing of the title
_OF_LITTLE = 0.12  # what it loses besides if it is in the title, and less than a third of that, as `brain` in BDNF's


# gc=False: a search creates thousands of them, and they cannot form cycles.
class RankedMatch(msgspec.Struct, frozen=True, gc=False):
    """A matching document. `quality`: the value by which documents are sorted; `score`: the confidence, from 0 to 1.

    `field`, `by_synonym`: the field and kind of its best match. `answered`: the concepts that it matches, as bits.
    """

    document: int
    quality: float
    score: float
    field: Field
    by_synonym: bool
    answered: int


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """Matches, best first, and remarks on the words of the query.

    `unknown`: the words that no document of the category contains. `corrected`, `suggested`: see `ParsedQuery`.
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
        missed = (concept for place, concept in enumerate(self.concepts) if not match.answered >> place & 1)
        return tuple(dict.fromkeys(word for concept in missed for word in concept.words))


def rank(index: SearchIndex, query: str, *, category: str | None = None, hints: QueryHints = NOTHING_KNOWN) -> Ranking:
    """Rank the documents of an index for a query in plain words. `category`: the only category of documents to rank."""
    parsed = parse(index, query, hints)
    allowed = None if category is None else index.of_category(category)
    evidence = _evidence(index, parsed, frozenset(fold.tokens(query)))
    by_document = _answering(index, parsed, evidence, allowed)
    is_a_name = False
    everything = (1 << len(parsed.concepts)) - 1
    names = whole_names(query, parsed)
    named = index.exact_names(names)
    for name, (quality, is_synonym) in names.items():
        for document, field in named.get(name, {}).items():
            is_a_name |= not is_synonym
            prior = _PRIOR * index.statistics.priors[document]
            matched = round((1 - _PRIOR) * (_WHOLE_NAME[field] * quality) + prior, 4)
            known_as = by_document.get(document)
            # A whole name in another category is no misspelling either, so `is_a_name` is set before this.
            if allowed is not None and not allowed >> document & 1:
                continue
            if known_as is None or (known_as.answered != everything and known_as.score < quality):
                by_document[document] = RankedMatch(document, matched, quality, field, is_synonym, everything)
            elif known_as.score < quality:  # the field of the words is more precise
                better = max(matched, known_as.quality)
                by_document[document] = msgspec.structs.replace(known_as, quality=better, score=quality)
    matches = _falling(_in_order(index, by_document.values()))
    if is_a_name:  # a whole name has no unmatched or misspelled words
        return Ranking(matches=matches, concepts=parsed.concepts)
    nowhere = [
        concept
        for concept, support in zip(parsed.concepts, evidence, strict=True)
        if not (support.containing if allowed is None else support.containing & allowed)
    ]
    # Where nothing is found, the caller is told of whole words: `AT-101`, not `101`.
    in_parts = nowhere if matches else parsed.concepts
    return Ranking(
        matches=matches,
        concepts=parsed.concepts,
        unknown=_each_once([word for concept in nowhere for word in written(concept, parsed.concepts, in_parts)]),
        corrected=parsed.corrected,
        suggested=parsed.suggested,
    )


def _each_once(written: Sequence[str]) -> tuple[str, ...]:
    """Remove duplicates, and words and phrases that are part of a longer phrase: `NP_000537` is two concepts."""
    parts = {phrase: {*phrase.split()} for phrase in written}
    return tuple(part for part in parts if not any(parts[part] < other for other in parts.values()))


def _in_order(index: SearchIndex, matches: Iterable[RankedMatch]) -> Sequence[RankedMatch]:
    """Sort matches, the best first. Documents with equal titles stay together, in the order of their priors."""
    matches = list(matches)
    best: dict[float, float] = {}
    groups, priors = index.statistics.title_groups, index.statistics.priors
    for match in matches:
        group = groups[match.document]
        if match.quality > best.get(group, -1.0):
            best[group] = match.quality

    def order(match: RankedMatch) -> tuple[float, ...]:
        document = match.document
        group = groups[document]
        # The prior comes before the quality: of pathways with one title, the human pathway comes first, even if the
        # description of another organism's pathway matches better.
        return -best[group], group, -priors[document], -match.quality, document

    return sorted(matches, key=order)


def _falling(matches: Sequence[RankedMatch]) -> Sequence[RankedMatch]:
    """Lower scores so that no score exceeds the score before it."""
    # Documents with equal titles are sorted by prior, so a score may exceed the score before it.
    lowest, falling = 1.0, list[RankedMatch]()
    for match in matches:
        if match.score < lowest:
            lowest = match.score
        falling.append(match if match.score == lowest else msgspec.structs.replace(match, score=lowest))
    return falling


class _Grade(msgspec.Struct, frozen=True, gc=False):
    """The quality of a match of one concept in one field.

    `quality`: its weight in the ranking; `trust`: its weight in the score. `covered`: the number of the query's words
    that it covers in the title. `agrees`: True if an ontology term of the document matches, too.
    """

    quality: float
    trust: float
    field: Field
    by_synonym: bool
    covered: int
    agrees: bool


_Graded = tuple[Sequence[tuple[_Grade, _Grade]], Postings]  # the grades of an alternative (see `_grades`)


class _Matching(msgspec.Struct, frozen=True):
    """The documents that match a concept, as sets (see `Postings`).

    `weight`: the information of the concept, larger for rare concepts. `grades`: each grade, with the documents whose
    best grade it is. `answering`: all documents with a grade; `containing`: all documents with the concept, even if
    they do not answer it; `naming`: the documents with the concept in a title or name. `opposed`: the documents about
    the opposite process. `is_process`: True for a process that has an opposite. `is_generic`: True for a word that only
    names a kind of thing, in a query with specific words.
    """

    weight: float
    grades: Sequence[tuple[_Grade, int]]
    answering: int
    containing: int
    naming: int
    is_process: bool
    is_generic: bool
    opposed: int


def _answering(
    index: SearchIndex, parsed: ParsedQuery, evidence: Sequence[_Matching], allowed: int | None
) -> dict[int, RankedMatch]:
    """Return every document that matches enough of the query, and not only its generic words."""
    is_specific = [concept.role is WordRole.SPECIFIC for concept in parsed.concepts]
    # `Turner syndrome` must not return every pathway with `syndrome` in its title.
    telling = [support for support, is_telling in zip(evidence, is_specific, strict=True) if is_telling] or evidence
    candidates = union([support.answering for support in telling])
    if allowed is not None:
        candidates &= allowed
    if lost := _lost(parsed, evidence):
        candidates = _despite(index, parsed, evidence, lost, candidates)
    if not candidates:
        return {}
    # The sets of documents that match the same concepts, each with the information of these concepts.
    answered = [(0.0, candidates)]
    for support in evidence:
        parts = [(matched + support.weight, some & support.answering) for matched, some in answered]
        parts += [(matched, some & ~support.answering) for matched, some in answered]
        answered = [part for part in parts if part[1]]
    whole = sum(support.weight for support in evidence)
    halves = _halves(parsed, evidence)
    required = whole - sum(min(half.weight, other.weight) for half, other in halves)
    for half, other in halves:
        less, both = min(half.weight, other.weight), half.answering & other.answering
        answered = [(matched - less if some & both else matched, some) for matched, some in answered]
    best = max(matched for matched, _ in answered)
    if best < _LEAST * required:
        return {}
    # Behind a document that matches everything, those that match exactly half are listed, too.
    least = min(_ENOUGH * required, _ALMOST_BEST * best)
    enough = union([some for matched, some in answered if matched >= least])
    return {match.document: match for match in _matches(index, evidence, whole, enough)}


def _classes(evidence: Sequence[_Matching], documents: int) -> Sequence[tuple[Sequence[_Grade | None], int]]:
    """Divide documents into sets with the same grade, or None, for each concept."""
    classes: list[tuple[tuple[_Grade | None, ...], int]] = [((), documents)]
    for support in evidence:
        finer: list[tuple[tuple[_Grade | None, ...], int]] = []
        for grades, rest in classes:
            for grade, graded in support.grades if rest & support.answering else ():
                if same := rest & graded:
                    finer.append(((*grades, grade), same))
                    rest ^= same
            if rest:
                finer.append(((*grades, None), rest))
        classes = finer
    return classes


def _halves(parsed: ParsedQuery, evidence: Sequence[_Matching]) -> Sequence[tuple[_Matching, _Matching]]:
    """Return the pairs of specific concepts joined by `and`: an entry about one of them is a partial answer."""
    concepts = parsed.concepts
    return [
        (evidence[place - 1], evidence[place])
        for place, concept in enumerate(concepts)
        if concept.is_half and concept.role is concepts[place - 1].role is WordRole.SPECIFIC
    ]


def _lost(parsed: ParsedQuery, evidence: Sequence[_Matching]) -> Sequence[Concept]:
    """Return the specific concepts that no document contains, except halves of `X and Y` whose other half matches."""
    halves = [pair for pair in _halves(parsed, evidence) if any(half.answering for half in pair)]
    excused = {id(half) for pair in halves for half in pair}
    matched = zip(parsed.concepts, evidence, strict=True)
    return [
        concept
        for concept, support in matched
        if concept.role is WordRole.SPECIFIC
        and not support.containing
        and id(support) not in excused
        and not _is_short(concept)
    ]


def _is_short(concept: Concept) -> bool:
    """Return True for a word of two letters, which may mean anything, but not for a number after another word."""
    return concept.qualified is None and concept.length == 1 and len(concept.words[0]) == _SHORT


def _despite(
    index: SearchIndex, parsed: ParsedQuery, evidence: Sequence[_Matching], lost: Sequence[Concept], candidates: int
) -> int:
    """Return the candidates that match enough of the query to make up for the `lost` concepts.

    The rest of `Klingon hormone` or `warp drive` is no answer. A lost word weighs as much as a word that a single
    document contains. The word that it qualifies is lost, too: `vitamin Q` is not another vitamin.
    """
    needed = _LOST * len(lost) * _information(index, 1)
    heads = {concept.qualified for concept in lost}
    left = [
        support
        for place, (concept, support) in enumerate(zip(parsed.concepts, evidence, strict=True))
        if concept.role is not WordRole.GENERIC and place not in heads
    ]
    return union(
        documents
        for grades, documents in _classes(left, candidates)
        if sum(support.weight * grade.trust for support, grade in zip(left, grades, strict=True) if grade) >= needed
    )


def _evidence(index: SearchIndex, parsed: ParsedQuery, tokens: AbstractSet[str]) -> Sequence[_Matching]:
    """Collect the evidence for each concept. `tokens`: the folded tokens of the query."""
    # Not if the query has such words itself: `TNF-related inducer`.
    others = [words for words in _OF_ANOTHER if tokens.isdisjoint(words)]
    graded = [_graded(index, concept.alternatives, concept.length, others) for concept in parsed.concepts]
    for phrase in parsed.phrases:
        whole = _graded(index, phrase.alternatives, 1, others)
        for of_concept in graded[phrase.first : phrase.end]:
            of_concept.extend(whole)
    has_specific = any(concept.role is WordRole.SPECIFIC for concept in parsed.concepts)
    sides = query_words.opposed({token for concept in parsed.concepts for token in concept.tokens})
    return [
        _weighed(index, concept, of_concept, _ASIDE[concept.role] if has_specific else 1.0, sides)
        for of_concept, concept in zip(graded, parsed.concepts, strict=True)
    ]


def _graded(
    index: SearchIndex, alternatives: Sequence[Alternative], length: int, others: Sequence[Phrase]
) -> list[_Graded]:
    """Return the grades and documents of each alternative.

    `length`: the number of query words that the alternatives stand for. `others`: see `_of_another`.
    """
    graded: list[_Graded] = []
    matching = [(alternative, _postings(index, alternative)) for alternative in alternatives]
    of_another = _of_another(index, matching, others)
    for alternative, postings in matching:
        if lowered := postings.fields.get(Field.TITLE, 0) & of_another:
            grades = _grades(alternative.quality * _OF_ANOTHER_QUALITY, alternative.is_synonym, length)
            graded.append((grades, Postings(lowered, {Field.TITLE: lowered})))
            fields = {**postings.fields, Field.TITLE: postings.fields[Field.TITLE] ^ lowered}
            postings = Postings(postings.documents, fields)
        graded.append((_grades(alternative.quality, alternative.is_synonym, length), postings))
    return graded


def _of_another(index: SearchIndex, matching: Iterable[tuple[Alternative, Postings]], others: Sequence[Phrase]) -> int:
    """Return the documents whose title has an alternative's phrase before one of the `others`.

    These words make it the name of another thing.
    """
    phrased = [(alternative.phrases, postings) for alternative, postings in matching if alternative.stem is None]
    titled = union([postings.fields.get(Field.TITLE, 0) for _, postings in phrased])
    # Few titles have any of these words, so they are looked up one by one only if one of them is there.
    if not titled & _in_title(index, others):
        return 0
    behind = [words for words in others if titled & _in_title(index, [words])]
    return _in_title(index, [(*phrase, *words) for words in behind for phrases, _ in phrased for phrase in phrases])


def _in_title(index: SearchIndex, phrases: Sequence[Phrase]) -> int:
    return index.postings(phrases).fields.get(Field.TITLE, 0) if phrases else 0


def _weighed(
    index: SearchIndex, concept: Concept, graded: Sequence[_Graded], aside: float, sides: Sequence[query_words.Opposed]
) -> _Matching:
    """Weigh a concept, and grade the documents that answer it. `aside`: the weight of the concept's role."""
    tokens, containing = concept.tokens, union([postings.documents for _, postings in graded])
    agreeing = union([postings.fields.get(Field.TERM, 0) for _, postings in graded])
    opposed = union(_titled(index, side) for side in sides if tokens & side.own)
    answering = containing & ~opposed
    if not tokens.isdisjoint(query_words.OF_NAMES):
        answering &= union([postings.within(NAMING) for _, postings in graded])
    if not tokens.isdisjoint(query_words.ALSO_VERBS):
        containing = answering
    by_quality = [
        (*of_field[field], documents) for of_field, postings in graded for field, documents in postings.fields.items()
    ]
    by_quality.sort(key=lambda row: -row[0].quality)  # stable: of equal grades, the first counts
    rest, grades = answering, list[tuple[_Grade, int]]()
    for plain, agreed, documents in by_quality:
        if same := documents & rest:
            rest ^= same
            if agreeing and (both := same & agreeing):
                grades.append((agreed, both))
                same ^= both
            if same:
                grades.append((plain, same))
    return _Matching(
        weight=aside * _information(index, containing.bit_count()),
        grades=grades,
        answering=answering,
        containing=containing,
        naming=union([postings.within({Field.TITLE, Field.NAME}) for _, postings in graded]),
        is_process=not tokens.isdisjoint(query_words.PROCESSES),
        is_generic=aside < 1.0 and concept.role is WordRole.GENERIC,
        opposed=opposed,
    )


def _titled(index: SearchIndex, side: query_words.Opposed) -> int:
    """Return the documents whose title contains the opposite of a process, but not the process itself."""
    own, opposite = (_in_title(index, [(word,) for word in sorted(some)]) for some in side)
    return opposite & ~own


def _information(index: SearchIndex, documents: int) -> float:
    """Return the information content of a word that occurs in this number of documents."""
    size = len(index.statistics.priors) - 1  # item 0 is unused
    return math.log(1 + (size / documents if documents else min(_RARE, size)))


def _postings(index: SearchIndex, alternative: Alternative) -> Postings:
    if alternative.stem is not None:
        return index.stem_postings(alternative.stem)
    return index.postings(alternative.phrases)


# Few combinations of arguments occur, and the grades are shared by all documents.
@cache
def _grades(quality: float, by_synonym: bool, length: int) -> Sequence[tuple[_Grade, _Grade]]:
    """Return the grades of an alternative in each field, without and with `agrees`."""
    covered = {Field.TITLE: length}
    grades = [
        _Grade(WEIGHTS[field] * quality, TRUST[field] * quality, field, by_synonym, covered.get(field, 0), agrees=False)
        for field in Field
    ]
    return [(grade, msgspec.structs.replace(grade, agrees=True)) for grade in grades]


def _matches(index: SearchIndex, evidence: Sequence[_Matching], whole: float, documents: int) -> Iterator[RankedMatch]:
    lengths, priors = index.statistics.title_lengths, index.statistics.priors
    caps = _caps(evidence)
    for grades, alike in _classes(evidence, documents):
        total = trusted = agreed = 0.0
        covered = answered = 0
        for place, (support, grade) in enumerate(zip(evidence, grades, strict=True)):
            if grade is not None:
                answered |= 1 << place
                total += support.weight * grade.quality
                trusted += support.weight * grade.trust
                covered += grade.covered
                agreed += support.weight if grade.agrees else 0.0
        best = max(filter(None, grades), key=lambda grade: grade.quality)
        is_complete = None not in grades
        relevance, trusted, agreed = _FOUND * total / whole, trusted / whole, _AGREED * agreed / whole
        for most, capped in caps:
            rated: dict[tuple[float, float], tuple[float, float]] = {}  # as few lengths and priors as there are
            for document in numbers_of(alike & capped):
                # If a word is unmatched, the organism gives no preference: the entry may be about another topic.
                key = length, prior = lengths[document] if covered else 0, priors[document] if is_complete else 0
                if key not in rated:
                    coverage = min(1.0, covered / max(1, length))
                    little = max(0, 1 - 3 * coverage) if covered else 0
                    lost = _OF_COVERAGE * (1 - coverage) + _OF_LITTLE * little
                    certainty = 1 - lost if is_complete else _INCOMPLETE + _NARROWED * coverage
                    quality = round((1 - _PRIOR) * (relevance + _COVERED * coverage + agreed) + _PRIOR * prior, 4)
                    rated[key] = quality, round(min(trusted * certainty, most), 4)
                yield RankedMatch(document, *rated[key], best.field, best.by_synonym, answered)


def _caps(evidence: Sequence[_Matching]) -> Sequence[tuple[float, int]]:
    """Return the highest possible scores, each with the documents to which it applies.

    An entry about another or the opposite process is no answer, nor one about the metabolism of another thing.
    """
    if not any(support.opposed or support.is_process or support.is_generic for support in evidence):
        return [(scores.EXACT, ~0)]
    doubtful = union(support.opposed for support in evidence)
    another = union(~support.answering for support in evidence if support.is_process)
    generic = union(support.naming for support in evidence if support.is_generic)
    partial = another | generic & ~union(support.naming for support in evidence if not support.is_generic)
    others = ~(doubtful | partial)
    return [(scores.DOUBTFUL, doubtful), (scores.PART_OF_A_NAME, partial & ~doubtful), (scores.EXACT, others)]
