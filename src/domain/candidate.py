"""What every search result has in common."""

from typing import Self

import msgspec

from biofacts.domain.record import Item


class Candidate(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ranked search result.

    `score` in 0-1: how much of the query this answers, and how surely, less 0.05 per position; the first part does not
    depend on the other results, and is 1.0 for a whole name or identifier. `unmatched`: words of the query that nothing
    in it answers.
    """

    id: str
    score: float
    unmatched: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether it was found by a whole name or identifier; of a candidate without its place."""
        return self.score == 1.0

    def slim(self) -> Self:
        """The same candidate with the fewest fields."""
        return self

    def at(self, position: int) -> Self:
        """The candidate at its place in the listing (0 first): the score falls by 0.05 per position."""
        return msgspec.structs.replace(self, score=round(max(0.0, self.score - 0.05 * position), 2))
