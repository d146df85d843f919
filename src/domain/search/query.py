"""Parsing of a plain-text query into concepts, each with the alternatives that match it in an index.

A concept is a word, or a run of words that is also written as one word (`NF-kB`). A word that no entry contains is
matched by stem, then by prefix, then by similarity; if no word is similar, it remains a concept without a match. A
letter or number is matched only together with its neighbour (`vitamin K`, `complex I`). If a phrase has synonyms, a
match of the whole phrase counts as a match of each of its words.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import lru_cache
from itertools import islice

import msgspec

from biofacts.domain.search import query_words, spelling
from biofacts.domain.search.index import Phrase, SearchIndex
from biofacts.domain.text import fold, salts_and_acids
from biofacts.domain.text.patterns import late_pattern

EXACT, SYNONYM, DERIVED, NARROWER, MEMBER, COMPLETED, CORRECTED, ALIKE = 1.0, 0.95, 0.85, 0.8, 0.8, 0.75, 0.7, 0.5
"""The quality of each kind of alternative, set by hand and checked with `bench/calibration.py`."""

MOST_TERMS = 64
"""The maximum number of a query's words, not counting stop words, that are looked up."""

_LONGEST_PHRASE = 6
# In `n f n f ...`, every letter doubles the number of phrases: a query of 36 characters once took half a minute.
_MOST_HEADS = 32
_SHORTEST_COMPLETED = 4
_SHORT_STEM = 4
_SHORTEST_PART = 3
_SHORTEST_FORMED = 6  # `osteoclastogenesis`, but not `lipogenesis`
# The ending of a family member's symbol: BMP2, VEGFA, but not BMPR1A. A letter before the number may belong to the
# name of the family: IFNA1 is a member of IFN, but STAT3 is not a member of STA.
_MEMBER = late_pattern(r"(?P<letter>[a-z]?)\d{1,2}|[a-d]")
_CELLS = ["cell"], ["lymphocyte"]
_SYMBOL_PART = late_pattern(r"\b[A-Z]{2,}(?=-\d)|(?<=[A-Z\d]-)[A-Z]\b")
_ROMAN = {numeral.casefold(): fold.ARABIC[numeral] for numeral in fold.ROMAN[:9]}  # `x` is mostly a letter
_ARABIC = {number: roman for roman, number in _ROMAN.items()}


class WordRole(Enum):
    """The role of a word in a query: the subject, its kind, a synonym in brackets, or a place."""

    SPECIFIC = "specific"
    GENERIC = "generic"
    IN_BRACKETS = "in brackets"
    PLACE = "place"


class Alternative(msgspec.Struct, frozen=True):
    """The phrases, or the `stem`, that match a concept. `quality`: the quality of such a match, from 0 to 1."""

    phrases: tuple[Phrase, ...]
    quality: float
    is_synonym: bool = False
    stem: str | None = None


class Concept(msgspec.Struct, frozen=True):
    """A concept of a query. `alternatives`: empty if no entry contains the concept. `words`: the original words.

    `qualified`: for a letter or number, the index of the concept to which it belongs (`Q` in `vitamin Q`). `is_half`:
    True if `and` joins it to the concept before it (`chlorophyll` in `porphyrin and chlorophyll`). `part`: if the
    concept is only a part of its word, this part (`Y705` of `STAT3-Y705`).
    """

    alternatives: tuple[Alternative, ...]
    words: tuple[str, ...]
    role: WordRole = WordRole.SPECIFIC
    qualified: int | None = None
    is_half: bool = False
    part: str = ""

    @property
    def length(self) -> int:
        """The number of original words."""
        return len(self.words)

    @property
    def tokens(self) -> AbstractSet[str]:
        """The folded tokens of the original words."""
        return {token for word in self.words for token in fold.tokens(word)}


def written(concept: Concept, concepts: Sequence[Concept], nowhere: Sequence[Concept]) -> Sequence[str]:
    """Return the words of a concept; a letter or number together with the word that it qualifies.

    Return only a part of a word whose other parts are known (not in `nowhere`): `Y705` of `STAT3-Y705`.
    """
    if concept.part and any(other.words == concept.words and other not in nowhere for other in concepts):
        return [concept.part]
    if concept.qualified is None or not 0 <= concept.qualified < len(concepts):
        return [word for word in concept.words if len(word) > 1]
    head = concepts[concept.qualified].words
    together = (*head, *concept.words) if concept is not concepts[0] else (*concept.words, *head)
    return [" ".join(dict.fromkeys(together))]


class Phrased(msgspec.Struct, frozen=True):
    """Consecutive concepts that have synonyms as a phrase. `first`, `end`: their range of indexes, `end` excluded."""

    first: int
    end: int
    alternatives: tuple[Alternative, ...]


class QueryHints(msgspec.Struct, frozen=True, kw_only=True):
    """Information about a query's words from outside the index.

    `synonyms`: other names for runs of its words (see `runs`); `narrower`: names of narrower things for these runs.
    `elsewhere`: words that other sources contain, so that they are not misspellings.
    """

    synonyms: Mapping[str, Sequence[str]] = {}
    narrower: Mapping[str, Sequence[str]] = {}
    elsewhere: AbstractSet[str] = frozenset()


NOTHING_KNOWN = QueryHints()


class ParsedQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The concepts and phrases of a query. `corrected`, `suggested`: corrections made or only suggested, by word."""

    concepts: tuple[Concept, ...]
    phrases: tuple[Phrased, ...]
    corrected: Mapping[str, str]
    suggested: Mapping[str, str]

    @property
    def of_the_whole(self) -> Sequence[Alternative]:
        """The alternatives for the query as a whole; empty if it is neither one concept nor one phrase."""
        if len(self.concepts) == 1:
            return self.concepts[0].alternatives
        whole = [phrase for phrase in self.phrases if (phrase.first, phrase.end) == (0, len(self.concepts))]
        return whole[0].alternatives if whole else ()


def parse(index: SearchIndex, query: str, hints: QueryHints = NOTHING_KNOWN) -> ParsedQuery:
    """Parse a query for an index, and correct misspelled words. `hints`: synonyms and known words from elsewhere."""
    words = _telling_words(query)[:MOST_TERMS]
    parser = _QueryParser(index, hints, words, frozenset(_in_brackets(query)), query_words.places(query))
    parser.read(query, frozenset(_halves(query)))
    return ParsedQuery(
        concepts=tuple(parser.concepts),
        phrases=tuple(parser.phrases),
        corrected=parser.spelling.corrected,
        suggested=parser.spelling.suggested,
    )


# A search parses its query for gene names, for each ontology, and for the search itself.
@lru_cache(maxsize=64)
def runs(query: str) -> Sequence[str]:
    """Return every run of a query's folded words that may have synonyms, each once."""
    return (*dict.fromkeys(_runs([token for token, _ in _telling_words(query)[:MOST_TERMS]])),)


def number_of_terms(query: str) -> int:
    """Count the words of a query without stop words."""
    return len(_telling_words(query))


def corrected(text: str, slips: Mapping[str, str]) -> str | None:
    """Replace the misspelled words of a text; return None if there are none, or if one of them has several tokens."""
    if not slips or any(len(fold.tokens(word)) > 1 for word in slips):
        return None
    return " ".join(slips.get(word, word) for word in text.split())


def own_names(query: str) -> list[str]:
    """Return the forms of a query as a whole name (see `exact_forms`)."""
    # Names are also indexed without stop words; the local part of a CURIE is a name, too.
    telling = fold.without_stop_words(fold.tokens(query), except_for=_in_symbols(query))
    names = [fold.compact(query), "".join(telling)]
    return names if " " in query else [*names, fold.compact(query.rpartition(":")[2])]


def whole_names(query: str, parsed: ParsedQuery) -> Mapping[str, tuple[float, bool]]:
    """Map the query as a whole name, and the synonyms of the whole query, to their quality and True for a synonym."""
    names: dict[str, tuple[float, bool]] = dict.fromkeys(own_names(query), (EXACT, False))
    for alternative in parsed.of_the_whole:
        if alternative.is_synonym and alternative.quality == SYNONYM:
            for phrase in alternative.phrases:
                names.setdefault("".join(phrase), (SYNONYM, True))
    return names


@lru_cache(maxsize=64)
def _telling_words(query: str) -> Sequence[tuple[str, str]]:
    """Return the folded tokens that are not stop words, each with its original word; at most one more than are used."""
    spellings, in_symbols = fold.spelt(query_words.with_nouns(query)), _in_symbols(query)
    telling = (
        spelling
        for spelling in spellings
        if spelling[0] in in_symbols or (spelling[0] not in fold.STOP_WORDS and spelling[0] not in query_words.ASKING)
    )
    return tuple(islice(telling, MOST_TERMS + 1))


def _in_symbols(query: str) -> AbstractSet[str]:
    """Return the folded parts of symbols, which are no stop words: the `at` of `AT-1`, the `a` of `ET-A`."""
    return {part.casefold() for part in _SYMBOL_PART.findall(query)}


def _halves(query: str) -> Iterator[str]:
    """Yield the folded words that follow another word after `and`."""
    tokens = fold.tokens(query.replace("&", " and "))
    return (second for _, word, second in zip(tokens, tokens[1:], tokens[2:], strict=False) if word == "and")


def _in_brackets(query: str) -> Iterator[tuple[str, str]]:
    """Yield the folded and original words in brackets, which are mostly a synonym of the name before them."""
    bare = fold.without_brackets(query)
    if bare != " ".join(query.split()):
        outside = set(fold.spelt(bare))
        yield from (spelling for spelling in fold.spelt(query) if spelling not in outside)


def _runs(tokens: Sequence[str]) -> Iterator[str]:
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(tokens)) + 1):
            yield " ".join(tokens[start:end])


def _phrases(name: str) -> tuple[Phrase, ...]:
    tokens = name.split()
    joined = fold.joined(tokens)
    return (tuple(tokens), (joined,)) if joined else (tuple(tokens),)


def _derived(token: str) -> tuple[Alternative, ...]:
    """Return the alternatives with another form of a word; low for `itis` and `osis`: hepatitis is not the liver."""
    of_stem = Alternative((), DERIVED, stem=fold.stem(token))
    if not token.endswith(("itis", "osis")):
        return (of_stem,)
    adjective = token[:-1] + "c" if token.endswith("itis") else token[:-3] + "tic"
    return (Alternative(((adjective,),), DERIVED), msgspec.structs.replace(of_stem, quality=ALIKE))


def _tells(stem: str) -> bool:
    """Return True unless a stem has four letters, which do not identify a word: `Turner` is not related to `turn`."""
    return len(stem) != _SHORT_STEM


def _instead(words: Sequence[str]) -> Alternative:
    """Return the alternative of words that a misspelled word may mean."""
    return Alternative(tuple((word,) for word in words), CORRECTED)


def _is_qualifier(token: str) -> bool:
    return len(token) == 1 or token.isdecimal() or token in _ROMAN


def _numbered(token: str) -> Sequence[str]:
    """Return a number in its Arabic and Roman forms (`2`, `ii`); other tokens unchanged."""
    other = _ROMAN.get(token) or _ARABIC.get(token)
    return (token, other) if other else (token,)


class _QueryParser:
    """The parser of a single query for an index."""

    def __init__(
        self,
        index: SearchIndex,
        hints: QueryHints,
        spellings: Sequence[tuple[str, str]],
        in_brackets: AbstractSet[tuple[str, str]],
        places: AbstractSet[str],
    ) -> None:
        self._index = index
        self._places = places
        self._in_brackets = in_brackets
        # Copied, since `read` extends the lists.
        self._synonyms = {phrase: [*names] for phrase, names in hints.synonyms.items()}
        self._narrower = hints.narrower
        named = {word for run in (*hints.synonyms, *hints.narrower) for word in run.split()}
        self._spellings = spellings
        self._written = dict(spellings)
        self.spelling = spelling.Corrections(index, self._written, named, hints.elsewhere)
        self._halves: AbstractSet[str] = frozenset()
        self.concepts: list[Concept] = []
        self.phrases: list[Phrased] = []

    def read(self, query: str, halves: AbstractSet[str]) -> None:
        self._halves = halves
        for phrase, names in self._index.synonyms(runs(query)).items():
            self._synonyms.setdefault(phrase, []).extend(names)
        self._span(self._spellings, 0, len(self._spellings), _LONGEST_PHRASE)

    def _span(self, spellings: Sequence[tuple[str, str]], start: int, stop: int, longest: int) -> None:
        """Add the concepts and phrases of a part of the query; phrases have at most `longest` words."""
        tokens = [token for token, _ in spellings]
        while start < stop:
            alternatives, length = self._longest(tokens, start, min(longest, stop - start))
            end, first = start + length, len(self.concepts)
            if length == 1 or self._is_one_word(tokens[start:end]):
                self._add(spellings[start:end], alternatives or self._of_single_word(tokens, start))
            else:
                self._span(spellings, start, end, length - 1)  # shorter phrases in it may have synonyms, too
                self.phrases.append(Phrased(first, len(self.concepts), alternatives))
            start = end

    def _is_one_word(self, run: Sequence[str]) -> bool:
        """Return True if a run is also written as one word: `NF-kB`, but not `NF-kB activation`, whose order varies."""
        if (joined := fold.joined(run)) is None:
            return False
        beside = [token for token in run if token not in query_words.GENERIC]
        is_name = beside == [*run] or all(map(_is_qualifier, beside))  # `T cell`, `complex I`
        return is_name and self._index.has_term(joined)

    def _add(self, spellings: Sequence[tuple[str, str]], alternatives: tuple[Alternative, ...]) -> None:
        role = WordRole.SPECIFIC
        if all(token in query_words.GENERIC for token, _ in spellings):
            role = WordRole.GENERIC
        elif all(spelling in self._in_brackets for spelling in spellings):
            role = WordRole.IN_BRACKETS
        elif all(token in self._places for token, _ in spellings):
            role = WordRole.PLACE
        place, first = len(self.concepts), spellings[0][0]
        qualified = (place - 1 if place else 1) if len(spellings) == 1 and _is_qualifier(first) else None
        words, is_half = tuple(word for _, word in spellings), bool(place) and first in self._halves
        part = fold.part_of(words[0], first) if len(spellings) == 1 else ""
        self.concepts.append(Concept(alternatives, words, role, qualified, is_half, part))

    def _longest(self, tokens: list[str], start: int, most: int) -> tuple[tuple[Alternative, ...], int]:
        """Return the alternatives and length of the longest run that has synonyms, or is also written as one word.

        The run has at most `most` words. Without such a run, return no alternatives, and the length 1.
        """
        for length in range(most, 0, -1):
            run = tokens[start : start + length]
            phrase = " ".join(run)
            others = [name for name in self._synonyms.get(phrase, ()) if name != phrase]
            same_acid = salts_and_acids.acid_or_anion(phrase) or ""
            if same_acid and self._index.has_term(same_acid.split()[0]):
                others.append(same_acid)
            narrower = [*self._narrower.get(phrase, ())]
            formed = phrase.removesuffix("ogenesis")
            if phrase != formed and len(formed) >= _SHORTEST_FORMED and self._index.has_term(formed):
                narrower.append(formed)
            # A letter before `cell` belongs to `cell`: `pancreatic beta cells`.
            is_split = run[-1].isalpha() and len(run[-1]) == 1 and tokens[start + length : start + length + 1] in _CELLS
            if others or narrower or (self._is_one_word(run) and not is_split):
                alternatives = [Alternative(_phrases(phrase), EXACT)]
                if others:
                    phrases = tuple(p for name in others for p in _phrases(name))
                    alternatives.append(Alternative(phrases, SYNONYM, is_synonym=True))
                if narrower:
                    phrases = tuple(p for name in narrower for p in _phrases(name))
                    alternatives.append(Alternative(phrases, NARROWER, is_synonym=True))
                if length == 1:
                    alternatives += [*self._members(run[0]), *_derived(run[0])]
                return tuple(alternatives), length
        return (), 1

    def _of_single_word(self, tokens: Sequence[str], place: int) -> tuple[Alternative, ...]:
        # A letter or number that is the whole query is an ordinary word.
        if _is_qualifier(tokens[place]) and len(tokens) > 1:
            return self._qualified(tokens, place)
        return self._word(tokens[place])

    def _qualified(self, tokens: Sequence[str], place: int) -> tuple[Alternative, ...]:
        """Combine a letter or number with each alternative of the concept before it, or else with the word after it."""
        writings = _numbered(tokens[place])
        if self.concepts:
            heads = [phrase for alternative in self.concepts[-1].alternatives for phrase in alternative.phrases]
            heads = [head for head in heads if len(head) < _LONGEST_PHRASE][:_MOST_HEADS] or [(tokens[place - 1],)]
            phrases = [(*head, writing) for head in heads for writing in writings]
        else:
            phrases = [(writing, tokens[place + 1]) for writing in writings]
        joined = [(whole,) for phrase in phrases if (whole := fold.joined(phrase))]
        return (Alternative((*phrases, *joined), EXACT),)

    def _word(self, token: str) -> tuple[Alternative, ...]:
        members = self._members(token)
        # Not `has_term`, since the postings of nearly all words are needed later, and kept.
        is_term = self._index.postings([(token,)]).documents != 0
        if (not is_term or self.spelling.is_rare(token)) and (meant := self.spelling.frequent(token)):
            return (_instead(meant),)
        if is_term:
            has_forms = fold.stem(token) == token or _tells(fold.stem(token))
            derived = _derived(token) if has_forms and token not in query_words.ALSO_VERBS else ()
            own = Alternative(((token,),), EXACT)
            corrected = (_instead(meant),) if (meant := self.spelling.of_rare(token)) else ()
            return (own, *members, *derived, *self._run_together(token), *corrected)
        if members:
            return members
        if _tells(stem := fold.stem(token)) and self._index.stem_postings(stem).documents:
            return _derived(token)
        if len(token) >= _SHORTEST_COMPLETED and (longer := self._index.completions(token)):
            is_symbol = spelling.is_symbol(self._written[token])
            return (Alternative(tuple((other,) for other in longer), ALIKE if is_symbol else COMPLETED),)
        if joined := self._run_together(token):
            return joined
        return (_instead(likely),) if (likely := self.spelling.of_unknown(token)) else ()

    def _run_together(self, token: str) -> tuple[Alternative, ...]:
        """Split a word with a number (`P38MAPK`) into two words that occur one after the other in the index."""
        if token.isalpha():
            return ()
        cuts = ((token[:place], token[place:]) for place in range(_SHORTEST_PART, len(token) - _SHORTEST_PART + 1))
        phrases = [cut for cut in cuts if all(map(self._index.has_term, cut)) and self._index.postings([cut]).documents]
        return (Alternative(tuple(phrases), DERIVED),) if phrases else ()

    def _members(self, token: str) -> tuple[Alternative, ...]:
        """Return the numbered and lettered members of a family: `BMP` also matches `BMP2`, `VEGF` also `VEGFA`."""
        if not (token.isalpha() and 3 <= len(token) <= 5):
            return ()
        sure, alike = list[Phrase](), list[Phrase]()
        for other in self._index.completions(token):
            if end := _MEMBER.fullmatch(other, len(token)):
                # Letters begin with A: SMAD is not a member of SMA.
                is_sure = not end["letter"] and (not other.isalpha() or self._index.has_term(f"{token}a"))
                (sure if is_sure else alike).append((other,))
        both = (sure, MEMBER), (alike, ALIKE)
        return tuple(Alternative(tuple(phrases), quality) for phrases, quality in both if phrases)
