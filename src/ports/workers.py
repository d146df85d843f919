"""The interface for workers that answer the names of an annotation, in this process or in others."""

from collections.abc import Collection, Sequence
from typing import Protocol

from biofacts.domain.lists.annotation import Question


class AnsweringError(Exception):
    """The workers cannot go on; the message is one sentence."""


class Answering(Protocol):
    """Workers that answer names from identical versions of the catalogues."""

    @property
    def workers(self) -> int:
        """The number of names that are answered at a time."""
        ...

    async def prepare(self, question: Question, organisms: Collection[str]) -> str:
        """Fetch the catalogues that the answers need, with the gene names of these organisms.

        Returns: the versions of all catalogues. Raises: RateLimited, UpstreamError.
        """
        ...

    async def answer(self, question: Question, names: Sequence[str], versions: str) -> Sequence[bytes]:
        """Return the encoded answers to some names, from catalogues of these versions. Raises: AnsweringError."""
        ...
