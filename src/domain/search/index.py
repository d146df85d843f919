"""The search index: the fields of an entry, the interface of an index, the normal forms of names, and exact terms."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Protocol

import msgspec

from biofacts.domain.text import fold

Phrase = tuple[str, ...]


class Field(IntEnum):
    """The searchable parts of an entry, in descending order of weight."""

    TITLE = 0
    NAME = 1
    TERM = 2
    CATEGORY_NAMES = 3
    TEXT = 4
    LABEL = 5


NAMING = frozenset(Field) - {Field.TEXT, Field.LABEL}
"""The fields that name what an entry is about."""


class Postings(msgspec.Struct, frozen=True, gc=False):
    """The documents that contain a word or phrase: `documents` in any field, and `fields` by field.

    A set of documents is an integer in which the bit of each document's number is set.
    """

    documents: int
    fields: Mapping[int, int]

    def within(self, fields: Collection[Field]) -> int:
        """Return the documents that contain the word or phrase in any of these fields."""
        return union([documents for field, documents in self.fields.items() if field in fields])


def union(sets: Iterable[int]) -> int:
    """Return the union of sets of documents."""
    whole = 0
    for documents in sets:
        whole |= documents
    return whole


def numbers_of(documents: int) -> Iterator[int]:
    """Yield the numbers of the documents in a set, the largest first."""
    while documents:
        last = documents.bit_length() - 1
        yield last
        documents ^= 1 << last


class Statistics(msgspec.Struct, frozen=True):
    """Figures of every document, in sequences by document number; item 0 is unused.

    `title_lengths`: the number of tokens in its title, without stop words. `title_groups`: a number that documents with
    equal titles share. `priors`: the general preference of users for this entry among equal matches, from 0 to 1.
    """

    title_lengths: Sequence[float]
    title_groups: Sequence[float]
    priors: Sequence[float]


class SearchIndex(Protocol):
    """The interface of an index for ranking. Of documents with equal scores, the smaller number comes first."""

    @property
    def statistics(self) -> Statistics:
        """The figures of all documents."""
        ...

    def has_term(self, token: str) -> bool:
        """Return True if any document contains the token."""
        ...

    def completions(self, prefix: str) -> Sequence[str]:
        """Return at most `MOST_COMPLETIONS` tokens with this prefix, the most frequent first."""
        ...

    def similar(self, token: str, distance: int) -> Sequence[str]:
        """Return at most `MOST_CORRECTIONS` tokens within an edit distance (a transposition counts as one edit).

        Near tokens are preferred, then frequent ones. All consist of at least `SHORTEST_CORRECTION` letters, and occur
        outside the text field, or in the texts of at least `OFTEN` documents.
        """
        ...

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Map each folded phrase that has synonyms to all of them, as folded tokens joined by blanks."""
        ...

    def postings(self, phrases: Sequence[Phrase]) -> Postings:
        """Return the documents that contain any of the phrases."""
        ...

    def stem_postings(self, stem: str) -> Postings:
        """Return the documents that contain a token with this stem."""
        ...

    def exact_names(self, names: Collection[str]) -> Mapping[str, Mapping[int, Field]]:
        """Return the documents that have each name as a title or name, with the field; blanks and signs are ignored."""
        ...

    def of_category(self, category: str) -> int:
        """Return the documents of a category."""
        ...


MOST_COMPLETIONS, MOST_CORRECTIONS = 24, 24
SHORTEST_CORRECTION = 4
# Without this limit, `Turner syndrome` was corrected to `turned`, a word of some description.
OFTEN = 5
"""The number of documents whose text must contain a word to make it a correction; in other fields, one suffices."""


def exact_forms(name: str) -> set[str]:
    """Return the normal forms of a name for `SearchIndex.exact_names`.

    The forms are the whole name, the name without bracketed parts, and the latter without stop words.
    """
    tokens = fold.tokens(name)
    whole = "".join(tokens)
    if "(" in name or "[" in name:
        tokens = fold.tokens(fold.without_brackets(name))
    if len(tokens) == 1:
        return {whole, tokens[0]} - {""}
    return {whole, "".join(tokens), "".join(fold.without_stop_words(tokens))} - {""}


def title_length(titles: Iterable[str]) -> int:
    """Return the number of tokens in an entry's titles, without bracketed parts and stop words."""
    return len(fold.without_stop_words(fold.tokens(" ".join(map(fold.without_brackets, titles)))))


def folded_names(names: Iterable[str]) -> list[str]:
    """Return names in the form of `SearchIndex.synonyms`: folded, without stop words and duplicates."""
    folded = (" ".join(fold.without_stop_words(fold.tokens(name))) for name in names if name.strip())
    return list(dict.fromkeys(folded))


def prefixed(prefix: str, form: Callable[[str], str] = str) -> Callable[[str], str]:
    """Create a function that returns the exact term `<prefix>:<value>` of a value, which finds entries only as a whole.

    `form`: a function that normalizes values, so that different spellings have the same term.
    """

    def term(value: str) -> str:
        return f"{prefix}:{form(value)}"

    return term
