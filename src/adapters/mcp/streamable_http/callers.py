"""Identity of HTTP clients: a key for each client that reveals nothing of its token or address."""

import secrets
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.application.calls.callers import CALLER

_DIGEST_BYTES = 6
_IPV6_HOST_BITS = 64
_BEARER = "bearer"


class CallerMiddleware:
    """Sets `CALLER` while a request is served.

    A client is its bearer token, else the address of its peer, or the network of an IPv6 address, since each host has
    any number of those. The key is a hash with a salt made at start.

    `by_token`: use tokens. Only right if they are verified, since anybody can make them up.
    """

    def __init__(self, app: ASGIApp, *, by_token: bool) -> None:
        self._app = app
        self._by_token = by_token
        self._salt = secrets.token_bytes(16)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        token = CALLER.set(self._key(scope))
        try:
            await self._app(scope, receive, send)
        finally:
            CALLER.reset(token)

    def _key(self, scope: Scope) -> str:
        who = (self._by_token and _bearer(scope)) or peer(scope)
        return blake2b(who.encode(), digest_size=_DIGEST_BYTES, key=self._salt).hexdigest()


def _bearer(scope: Scope) -> str | None:
    scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return f"token {token.strip()}" if scheme.lower() == _BEARER and token.strip() else None


def peer(scope: Scope) -> str:
    """Return the host of a request's peer, or the network of its IPv6 address."""
    host: str = (scope.get("client") or ("", 0))[0]
    try:
        address = ip_address(host.partition("%")[0])  # without the zone of a link-local IPv6 address
    except ValueError:  # a socket without an address
        return f"host {host}"
    if not isinstance(address, IPv6Address):
        return f"host {address}"
    # A socket for both families shows IPv4 peers as ::ffff:a.b.c.d, which all share one IPv6 network.
    if (mapped := address.ipv4_mapped) is not None:
        return f"host {mapped}"
    return f"network {int(address) >> _IPV6_HOST_BITS:x}"
