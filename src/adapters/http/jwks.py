"""Client for an identity provider's JSON Web Key Set (JWKS)."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx
import msgspec

from biofacts.adapters.http.base_client import UpstreamClient
from biofacts.adapters.http.transport.clients import parted
from biofacts.domain.answers.errors import UpstreamError


class _KeySetWire(msgspec.Struct, frozen=True):
    keys: list[dict[str, Any]]


class JwksClient(UpstreamClient):
    """Client that fetches one key set. `address`: its URL; `http`: a client that sends the credentials of that URL."""

    service = "identity provider"

    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        super().__init__(http)
        self._address = str(parted(address)[0])

    async def __call__(self) -> Sequence[Mapping[str, object]]:
        """Return the published keys. Raises: RateLimited, UpstreamError."""
        fetched = await self.fetch(self._address)
        if fetched is None:
            raise UpstreamError.of(self.service, "there is no key set at BIOFACTS_OAUTH_JWKS_URL")
        try:
            return msgspec.json.decode(fetched.body, type=_KeySetWire).keys
        except msgspec.DecodeError as error:
            raise UpstreamError.of(self.service, f"its key set cannot be read: {error}") from error
