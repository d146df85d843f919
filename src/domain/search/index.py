"""What is searched: the fields of an entry, what an index tells of its documents, and how it is to know names."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from typing import Protocol

from biofacts.domain.text import fold

Phrase = tuple[str, ...]


class Field(IntEnum):
    """The searchable parts of an entry, the weightiest first."""

    TITLE = 0
    NAME = 1
    TERM = 2
    CATEGORY_NAMES = 3
    TEXT = 4
    LABEL = 5


class SearchIndex(Protocol):
    """What the ranking asks of an index. Documents are numbered in the order that ranks equals."""

    @property
    def size(self) -> int:
        """The number of documents."""
        ...

    def has_term(self, token: str) -> bool:
        """True when some document holds the token."""
        ...

    def completions(self, prefix: str) -> Sequence[str]:
        """At most `MOST_COMPLETIONS` tokens that begin so, the most frequent first."""
        ...

    def similar(self, token: str, distance: int) -> Sequence[str]:
        """At most `MOST_CORRECTIONS` tokens within an edit distance (a transposition counts one).

        The nearest and most frequent ones, of letters alone, of `SHORTEST_CORRECTION` letters or more, that stand in
        another field than the text, or in the texts of `OFTEN` documents.
        """
        ...

    def synonyms(self, phrases: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """For each folded phrase that names something: all names of that, folded and joined by blanks."""
        ...

    def postings(self, phrases: Sequence[Phrase]) -> Mapping[int, int]:
        """The documents that hold one of the phrases, each with the fields that do (bit `1 << field`)."""
        ...

    def stem_postings(self, stem: str) -> Mapping[int, int]:
        """The documents that hold a token with that stem, each with the fields that do (bit `1 << field`)."""
        ...

    def exact_names(self, compact: str) -> Mapping[int, Field]:
        """The documents of which this, without blanks and signs, is a whole title or name."""
        ...

    def of_category(self, category: str) -> AbstractSet[int]:
        """The documents of one category."""
        ...

    def title_length(self, document: int) -> int:
        """The number of meaningful tokens in the title."""
        ...

    def title_group(self, document: int) -> int:
        """A number that documents of the same title share."""
        ...

    def prior(self, document: int) -> float:
        """How much users want this entry rather than one that matches as well, in 0-1."""
        ...


MOST_COMPLETIONS, MOST_CORRECTIONS = 24, 24
SHORTEST_CORRECTION = 4
OFTEN = 5
"""Documents of which the text has to hold a word before it is what a misspelling may mean; any other field names it."""


def exact_forms(name: str) -> set[str]:
    """The forms under which `SearchIndex.exact_names` knows a name.

    As it is, without what stands in brackets, and without words that carry no meaning.
    """
    tokens = fold.tokens(name)
    whole = "".join(tokens)
    if "(" in name or "[" in name:
        tokens = fold.tokens(fold.without_brackets(name))
    if len(tokens) == 1:
        return {whole, tokens[0]} - {""}
    return {whole, "".join(tokens), "".join(fold.without_stop_words(tokens))} - {""}


def title_length(titles: Iterable[str]) -> int:
    """The number of meaningful tokens in an entry's titles."""
    return len(fold.without_stop_words(fold.tokens(" ".join(map(fold.without_brackets, titles)))))


def folded_names(names: Iterable[str]) -> list[str]:
    """Names as `SearchIndex.synonyms` keeps them: folded, without words that carry no meaning, doubles removed."""
    folded = (" ".join(fold.without_stop_words(fold.tokens(name))) for name in names if name.strip())
    return list(dict.fromkeys(folded))
