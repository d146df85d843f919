"""The interface for the statistics of ranked lists."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from biofacts.domain.lists.ranking import SetScore

Advance = Callable[[int, int], Awaitable[None]]
"""Receives the number of finished permutations and of all of them."""


class SetScorer(Protocol):
    """Scores sets in a ranking; equal input gives equal output."""

    async def score(
        self,
        ranking: Sequence[float],
        sets: Sequence[Sequence[int]],
        *,
        permutations: int,
        seed: int,
        advance: Advance,
    ) -> Sequence[SetScore]:
        """Return the scores of each set. `ranking`: scores, falling; `sets`: rising places in it, never all places.

        Does not block the event loop; a cancelled call ends soon. Raises: UpstreamError if a library is missing.
        """
        ...
