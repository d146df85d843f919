"""The search index: the fields of an entry, the interface of an index, exact terms, and the normal forms of names."""

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


class Postings(msgspec.Struct, frozen=True, gc=False):
    """The documents that contain something: all, and those by field. A set is a number in which their bits are set."""

    documents: int
    fields: Mapping[int, int]

    def within(self, fields: Collection[Field]) -> int:
        """Return the documents with it in one of these fields."""
        return union([documents for field, documents in self.fields.items() if field in fields])


def union(sets: Iterable[int]) -> int:
    """Return the documents that are in any of the sets."""
    whole = 0
    for documents in sets:
        whole |= documents
    return whole


def numbers_of(documents: int) -> Iterator[int]:
    """Yield the numbers of a set of documents, the last one first."""
    while documents:
        last = documents.bit_length() - 1
        yield last
        documents ^= 1 << last


class Statistics(msgspec.Struct, frozen=True):
    """Numbers of each document, in sequences whose first item is of none.

    `title_lengths`: the tokens in its title, without stop words. `title_groups`: a number that documents with equal
    titles share. `priors`: the general preference of users for this entry over others that match as well, from 0 to 1.
    """

    title_lengths: Sequence[float]
    title_groups: Sequence[float]
    priors: Sequence[float]


class SearchIndex(Protocol):
    """The index that the ranking uses. The numbers of documents decide between equal scores."""

    @property
    def statistics(self) -> Statistics:
        """The numbers of all documents."""
        ...

    def has_term(self, token: str) -> bool:
        """Return True if a document contains the token."""
        ...

    def completions(self, prefix: str) -> Sequence[str]:
        """Return at most `MOST_COMPLETIONS` tokens with this prefix, the most frequent first."""
        ...

    def similar(self, token: str, distance: int) -> Sequence[str]:
        """Return at most `MOST_CORRECTIONS` tokens within an edit distance (a transposition counts one).

        Prefers near and frequent tokens. Returns only tokens of `SHORTEST_CORRECTION` or more letters, without other
        characters, that occur outside the text field, or in the texts of `OFTEN` documents.
        """
        ...

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Map each folded phrase that is a name to all its synonyms, folded and joined by blanks."""
        ...

    def postings(self, phrases: Sequence[Phrase]) -> Postings:
        """Return the documents that contain one of the phrases."""
        ...

    def stem_postings(self, stem: str) -> Postings:
        """Return the documents with a token of that stem."""
        ...

    def exact_names(self, names: Collection[str]) -> Mapping[str, Mapping[int, Field]]:
        """Return the documents with a title or name that equals one of these, compared without blanks and signs."""
        ...

    def of_category(self, category: str) -> int:
        """Return the documents of one category."""
        ...


MOST_COMPLETIONS, MOST_CORRECTIONS = 24, 24
SHORTEST_CORRECTION = 4
# Without this limit, `Turner syndrome` was corrected to `turned`, a word of some description.
OFTEN = 5
"""The number of documents whose text must contain a word before it is a correction; one suffices in other fields."""


def exact_forms(name: str) -> set[str]:
    """Return the normal forms of a name for `SearchIndex.exact_names`.

    These are the whole name, the name without bracketed parts, and that without stop words.
    """
    tokens = fold.tokens(name)
    whole = "".join(tokens)
    if "(" in name or "[" in name:
        tokens = fold.tokens(fold.without_brackets(name))
    if len(tokens) == 1:
        return {whole, tokens[0]} - {""}
    return {whole, "".join(tokens), "".join(fold.without_stop_words(tokens))} - {""}


def title_length(titles: Iterable[str]) -> int:
    """Return the number of tokens in an entry's titles, without stop words."""
    return len(fold.without_stop_words(fold.tokens(" ".join(map(fold.without_brackets, titles)))))


def folded_names(names: Iterable[str]) -> list[str]:
    """Return names in the form of `SearchIndex.synonyms`: folded, without stop words and duplicates."""
    folded = (" ".join(fold.without_stop_words(fold.tokens(name))) for name in names if name.strip())
    return list(dict.fromkeys(folded))


def prefixed(prefix: str, form: Callable[[str], str] = str) -> Callable[[str], str]:
    """Make the function that returns the exact term `<prefix>:<value>` of a value; it finds an entry only as a whole.

    `form`: the form in which values are compared.
    """

    def term(value: str) -> str:
        return f"{prefix}:{form(value)}"

    return term
