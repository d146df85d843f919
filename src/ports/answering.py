"""What an annotation asks of those who answer names: several workers, wherever they are."""

from collections.abc import Collection, Sequence
from typing import Protocol

from biofacts.domain.annotation import Question


class AnsweringError(Exception):
    """Workers that cannot go on, in one sentence."""


class Answering(Protocol):
    """Workers that answer from the same catalogues."""

    @property
    def workers(self) -> int:
        """How many answer at once."""
        ...

    async def prepare(self, question: Question, organisms: Collection[str]) -> str:
        """Make present what answers need, and the names of those organisms' genes.

        Returns: the versions of all catalogues. Raises: RateLimited, UpstreamError.
        """
        ...

    async def answer(self, question: Question, names: Sequence[str], versions: str) -> Sequence[bytes]:
        """The encoded answers to names, from catalogues of these versions. Raises: AnsweringError."""
        ...
