"""What every search result has in common."""

from typing import Self

import msgspec


class Candidate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ranked search result. `score` in 0-1: match quality relative to the best hit, less 0.05 per position."""

    id: str
    score: float

    def slim(self) -> Self:
        """The same candidate with the fewest fields."""
        return self

    def at(self, position: int) -> Self:
        """The candidate at its place in the listing (0 first): the score falls by 0.05 per position."""
        return msgspec.structs.replace(self, score=round(max(0.0, self.score - 0.05 * position), 2))
