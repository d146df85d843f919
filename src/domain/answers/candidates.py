"""The base of all search results."""

from typing import Self

import msgspec

from biofacts.domain.answers.records import Item


class Candidate(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ranked search result.

    `score` in 0-1: how much of the query the result answers, and how surely, less 0.05 per position; the first part
    does not depend on the other results, and is 1.0 for a whole name or identifier. `unmatched`: words of the query
    that nothing in the result answers.
    """

    id: str
    score: float
    unmatched: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """True if a whole name or identifier matched; valid only until `at` has lowered the score."""
        return self.score == 1.0

    def slim(self) -> Self:
        """Return the candidate with the fewest fields."""
        return self

    def at(self, position: int) -> Self:
        """Return the candidate at its position in the listing (0 first): the score falls by 0.05 per position."""
        return msgspec.structs.replace(self, score=round(max(0.0, self.score - 0.05 * position), 2))
