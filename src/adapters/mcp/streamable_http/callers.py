"""Identity of HTTP clients: a key for each client that reveals nothing of its token or address."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import Final

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.adapters.mcp.streamable_http.access_log import QUIET
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


# Fairness between addresses: a client that floods the server delays only itself


QUICK: Final = 0.05
"""Seconds after which a call no longer delays the next one of its address."""

_PRESENT: Final = 10.0
"""Seconds for which an address counts as present after a call."""

_MOST_ADDRESSES: Final = 10_000


class _Call:
    """The state of a call, for the next one of its address."""

    def __init__(self) -> None:
        self.begun = anyio.Event()
        self.ended = anyio.Event()


class Turns:
    """Starts the calls of each address in turn while there are others.

    It goes by address, which a client cannot make up, unlike a token that is not verified yet. `path`: of calls; None
    for all paths but those that machines poll.
    """

    def __init__(self, app: ASGIApp, path: str | None = "/mcp", clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._path = path
        self._clock = clock
        self._present = OrderedDict[str, float]()
        """The time of each address's last call, the oldest first."""
        self._newest: dict[str, _Call] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] != "http" or not self._is_call(scope["path"]) or self._alone(address := peer(scope)):
            await self._app(scope, receive, send)
            return
        call, before = _Call(), self._newest.get(address)
        self._newest[address] = call
        try:
            if before is not None:
                await before.begun.wait()
                with anyio.move_on_after(QUICK):
                    await before.ended.wait()
            call.begun.set()
            await self._app(scope, receive, send)
        finally:
            call.begun.set()
            call.ended.set()
            if self._newest.get(address) is call:
                del self._newest[address]

    def _is_call(self, path: str) -> bool:
        return path not in QUIET if self._path is None else path == self._path

    def _alone(self, address: str) -> bool:
        now = self._clock()
        self._present[address] = now
        self._present.move_to_end(address)
        # Bounded, since an attacker may use any number of addresses.
        while (oldest := next(iter(self._present.items())))[1] < now - _PRESENT or len(self._present) > _MOST_ADDRESSES:
            del self._present[oldest[0]]
        return len(self._present) == 1
