"""The public keys of a token issuer."""

from collections.abc import Mapping, Sequence
from typing import Protocol

SigningKey = Mapping[str, object]
"""A JSON Web Key (RFC 7517)."""


class SigningKeys(Protocol):
    """Fetches the published keys."""

    async def __call__(self) -> Sequence[SigningKey]:
        """Return all keys that are valid now. Raises: RateLimited, UpstreamError."""
        ...
