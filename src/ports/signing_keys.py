"""The public keys of whoever issues tokens."""

from collections.abc import Mapping, Sequence
from typing import Protocol

SigningKey = Mapping[str, object]
"""A JSON Web Key (RFC 7517)."""


class SigningKeys(Protocol):
    """Where the keys are published."""

    async def __call__(self) -> Sequence[SigningKey]:
        """All keys as they are now. Raises: RateLimited, UpstreamError."""
        ...
