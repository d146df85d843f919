"""An identity provider's set of keys."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx
import msgspec

from biofacts.adapters.http.base_client import LifeSciencesClient
from biofacts.adapters.http.transport.stack import parted
from biofacts.domain.answers.errors import UpstreamError


class _KeySetWire(msgspec.Struct, frozen=True):
    keys: list[dict[str, Any]]


class JwksClient(LifeSciencesClient):
    """Client of one set of keys. `http`: a client of its URL, which sends the URL's credentials."""

    service = "identity provider"

    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        super().__init__(http)
        self._address = str(parted(address)[0])

    async def __call__(self) -> Sequence[Mapping[str, object]]:
        """Return the published keys. Raises: RateLimited, UpstreamError."""
        fetched = await self.fetch(self._address)
        if fetched is None:
            raise UpstreamError.of(self.service, "there is no set of keys at BIOFACTS_OAUTH_JWKS_URL")
        try:
            return msgspec.json.decode(fetched.body, type=_KeySetWire).keys
        except msgspec.DecodeError as error:
            raise UpstreamError.of(self.service, f"its set of keys cannot be read: {error}") from error
