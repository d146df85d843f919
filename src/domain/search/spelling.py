"""Correction of misspelt words in a query by similar words of the index, or a suggestion if it is not sure."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from biofacts.domain.search.index import NAMING, SearchIndex
from biofacts.domain.search.query_words import ASKING
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

_SHORTEST, _SHORTEST_OF_TWO_SLIPS = 5, 8
_LONGEST_SYMBOL = 5  # longer words in capitals mostly come from lists of medicines in capitals: `ASPRIN`
_MOST = 6
_FREQUENT = 10
"""The minimum number of entries with a word for a rare word, one slip away, to count as its misspelling."""
_FAR_MORE = 5
_MOST_GUESSES = 12  # a meaningful query contains few misspellings
_SHORTEST_SWAPPED, _LONGEST_SWAPPED = 4, 10
# The order matters: `ph` is replaced before `h` is removed, and double letters are merged after vowels are removed.
_VOWELS = frozenset("aeiou")
_SOUNDS = [
    (late_pattern(pattern), replacement)
    for pattern, replacement in [
        (r"ph", "f"), (r"[ckq]", "k"), (r"z", "s"), (r"x", "ks"), (r"[aeiouyh]", ""), (r"(.)\1+", r"\1"),
    ]
]  # fmt: skip


def may_be_corrected(word: str) -> bool:
    """Return True for longer words of letters only: a symbol or number with a changed character is another one."""
    return word.isalpha() and len(word) >= _SHORTEST


def is_symbol(word: str) -> bool:
    """Return True for a few capitals, like most symbols, which must not be corrected: EGFRX is not EGFR."""
    return word.isupper() and len(word) <= _LONGEST_SYMBOL


def distance(word: str) -> int:
    """Return the number of slips that are corrected in a word: one, or two in a longer word."""
    return 2 if len(word) >= _SHORTEST_OF_TWO_SLIPS else 1


def likely_corrections(word: str, near: Sequence[str]) -> Sequence[str]:
    """Select the likely corrections from similar words (the nearest first).

    The first letter is hardly ever wrong, unless it is swapped with the second. Two slips are corrected only if the
    words sound alike: `osteoporosis` is not a misspelling of `osteopetrosis`.
    """
    likely = [other for other in near if other[0] == word[0] or other[:2] == word[1::-1]]
    one_slip = [other for other in likely if is_one_slip(word, other)]
    return (one_slip or [other for other in likely if _sound(word) == _sound(other)])[:_MOST]


def is_one_slip(word: str, other: str) -> bool:
    """Return True if two words differ in one added, missing or replaced letter, or in two swapped neighbours."""
    if len(word) > len(other):
        word, other = other, word
    if len(other) - len(word) > 1:
        return False
    start = next((place for place, letter in enumerate(word) if letter != other[place]), len(word))
    rest, longer = word[start:], other[start:]
    if len(rest) < len(longer):
        return rest == longer[1:]
    return rest[1:] == longer[1:] or (rest[:2] == longer[1::-1] and rest[2:] == longer[2:])


def swapped(word: str) -> Iterator[str]:
    """Yield a word of at least four letters and digits with each two different neighbours swapped; none for long words.

    A number stays a number: `CD82` is not CD28.
    """
    if _SHORTEST_SWAPPED <= len(word) <= _LONGEST_SWAPPED:
        for place in range(len(word) - 1):
            first, last = word[place], word[place + 1]
            if first != last and not (first.isdecimal() and last.isdecimal()):
                yield word[:place] + last + first + word[place + 2 :]


def is_other_vowel(word: str, other: str) -> bool:
    """Return True if two words differ in one vowel before the last three letters, which tell alkanes from alkenes."""
    pairs = [pair for pair in zip(word, other, strict=False) if pair[0] != pair[1]]
    return len(word) == len(other) and len(pairs) == 1 and {*pairs[0]} <= _VOWELS and word[-3:] == other[-3:]


def sound_alike(word: str, other: str) -> bool:
    """Return True if two words have the same first letter and the same consonants."""
    return word[0] == other[0] and _sound(word) == _sound(other)


def _sound(word: str) -> str:
    for pattern, replacement in _SOUNDS:
        word = pattern.sub(replacement, word)
    return word


class Corrections:
    """The corrections of a query's words for an index: a single slip, or a word that sounds the same.

    `written`: the original word of each token; `named`: words of names that other sources know; `elsewhere`: other
    words that other sources contain. `corrected`, `suggested`: the corrections that were made, or are only suggested,
    by word.
    """

    def __init__(
        self, index: SearchIndex, written: Mapping[str, str], named: AbstractSet[str], elsewhere: AbstractSet[str]
    ) -> None:
        self.corrected: dict[str, str] = {}
        self.suggested: dict[str, str] = {}
        self._index = index
        self._named = named
        self._elsewhere = elsewhere
        self._written = written
        self._guesses = _MOST_GUESSES
        self._near: dict[str, Sequence[str]] = {}

    def is_rare(self, token: str) -> bool:
        """Return True if only the text of a single entry contains a word."""
        postings = self._index.postings([(token,)])
        return postings.documents.bit_count() == 1 and not postings.within(NAMING)

    def frequent(self, token: str) -> Sequence[str]:
        """Return the frequent words that are one slip away from a rare or unknown word, but not forms of it.

        A slip (`complment`) may occur in an entry's text, too, or have the same stem as another word.
        """
        if self._is_no_slip(token):
            return ()
        stem = fold.stem(token)
        near = [other for other in self._similar(token) if fold.stem(other) != stem]
        likely = (other for other in likely_corrections(token, near) if is_one_slip(token, other))
        meant = [other for other in likely if self._is_frequent(other)]
        if meant:
            self.corrected[self._written[token]] = meant[0]
        return meant

    def _is_frequent(self, token: str) -> bool:
        return self._index.postings([(token,)]).documents.bit_count() >= _FREQUENT

    def of_rare(self, token: str) -> Sequence[str]:
        """Return a more frequent word that sounds like a word that occurs only in a few texts: `proteosome`.

        The word is only suggested unless it is far more frequent and differs in one vowel: `cystine` is a word itself.
        """
        postings = self._index.postings([(token,)])
        documents = postings.documents.bit_count()
        is_name = is_symbol(self._written[token])
        if postings.within(NAMING) or documents >= _FREQUENT or is_name or token in self._named:
            return ()
        for other in likely_corrections(token, self._similar(token)):
            frequent = self._index.postings([(other,)])
            times = frequent.documents.bit_count() / documents
            if frequent.within(NAMING) and times >= 2 and sound_alike(token, other):
                is_slip = times >= _FAR_MORE and is_other_vowel(token, other)
                if is_slip:
                    self.corrected[self._written[token]] = other
                    return (other,)
                self._suggest(token, other)
                break
        return ()

    def _similar(self, token: str) -> Sequence[str]:
        """Return the words similar to a word that may be misspelled; none after `_MOST_GUESSES` words of a query."""
        if token not in self._near and self._guesses and may_be_corrected(token):
            self._guesses -= 1
            near = self._index.similar(token, distance(token))
            self._near[token] = [other for other in near if other not in ASKING]
        return self._near.get(token, ())

    def of_unknown(self, token: str) -> Sequence[str]:
        """Return the likely corrections of an unknown word, or note an uncertain correction as a suggestion.

        A word that other sources contain is not corrected: `asporin` is a gene, but `apotosis` is a misspelling.
        """
        near = () if token in self._named else self._similar(token)
        # A word in the text of one entry may be a slip itself: `ofaction`.
        likely = [other for other in likely_corrections(token, near) if not self.is_rare(other)]
        if token in self._elsewhere:
            # The other source may have the same slip, but most of its words are correct: `simplex` is not `simple`.
            alike = [other for other in likely if sound_alike(token, other) and self._is_frequent(other)]
            if alike:
                self._suggest(token, alike[0])
            return ()
        is_name = is_symbol(self._written[token])
        # Otherwise 1,060 of 9,301 words that occur once in another source would be corrected, such as `asporin` to
        # `aspirin`. A slip in the first letter is rare: Suboxone is not furoxone.
        alike = [other for other in near if other[0] == token[0]]
        if is_name or not likely:
            guesses = [self._swapped(token), *(likely if is_name else alike)]
            if guess := next(filter(None, guesses), ""):
                self._suggest(token, guess)
            return ()
        self.corrected[self._written[token]] = likely[0]
        return likely

    def _swapped(self, token: str) -> str:
        """Return the name that a short word with two swapped neighbours may mean (`EFGR`: EGFR), else an empty text."""
        others = swapped(token) if token not in self._named else ()
        return next((other for other in others if self._index.postings([(other,)]).within(NAMING)), "")

    def _suggest(self, token: str, other: str) -> None:
        """Note a word as a suggestion, in capitals if the original word is in capitals: `GAPHD` asks about GAPDH."""
        written = self._written[token]
        self.suggested[written] = other.upper() if written.isupper() else other

    def _is_no_slip(self, token: str) -> bool:
        return token in self._elsewhere or is_symbol(self._written[token])
