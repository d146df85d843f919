"""HTTP clients: anonymous keys that identify them, and fair turns among their addresses."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import Final

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.adapters.mcp.streamable_http.monitoring import QUIET
from biofacts.application.calls.progress_and_client_limit import CALLER

_DIGEST_BYTES = 6
_IPV6_HOST_BITS = 64
_BEARER = "bearer"


class CallerMiddleware:
    """Middleware that sets `CALLER`, the key of the client, while a request is served.

    A client is identified by its bearer token, else by its IPv4 address or IPv6 network (a single host may use any
    number of IPv6 addresses). The key is a salted hash, which reveals neither; the salt changes at each start.

    `by_token`: use bearer tokens. Set it only if tokens are verified, since anybody can invent one.
    """

    def __init__(self, app: ASGIApp, *, by_token: bool) -> None:
        self._app = app
        self._by_token = by_token
        self._salt = secrets.token_bytes(16)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
    """Return the address of a request's peer, or the /64 network of an IPv6 address, as a text."""
    return _client((scope.get("client") or ("", 0))[0])


@lru_cache(maxsize=1024)  # called twice per request
def _client(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])  # without the zone of a link-local IPv6 address
    except ValueError:  # a peer without an IP address
        return f"host {host}"
    if not isinstance(address, IPv6Address):
        return f"host {address}"
    # A dual-stack socket reports IPv4 peers as ::ffff:a.b.c.d, all of which share one IPv6 network.
    if (mapped := address.ipv4_mapped) is not None:
        return f"host {mapped}"
    return f"network {int(address) >> _IPV6_HOST_BITS:x}"


# Fairness between addresses: a client that floods the server delays only itself


QUICK: Final = 0.05
"""The number of seconds for which a running call delays the next call from its address."""

_PRESENT: Final = 10.0
"""The number of seconds for which an address counts as present after its last call."""

_MOST_ADDRESSES: Final = 10_000


class _WaitingCall:
    """The state of a call, for which the next call from its address waits."""

    def __init__(self) -> None:
        self.begun = anyio.Event()
        self.ended = anyio.Event()


class FairTurns:
    """Middleware that starts the calls from one address one after another while other addresses are present.

    Clients are distinguished by address, since tokens are not verified yet at this point and could be invented.
    `path`: the path of calls; None for all paths except those that monitoring polls.
    """

    def __init__(self, app: ASGIApp, path: str | None = "/mcp", clock: Callable[[], float] = time.monotonic) -> None:
        self._app = app
        self._path = path
        self._clock = clock
        self._present = OrderedDict[str, float]()
        """The time of the last call from each address, the oldest first."""
        self._newest: dict[str, _WaitingCall] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self._is_call(scope["path"]) or self._alone(address := peer(scope)):
            await self._app(scope, receive, send)
            return
        call, before = _WaitingCall(), self._newest.get(address)
        self._newest[address] = call
        try:
            if before is not None:
                # The call before this one may still be waiting for its own turn.
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
        # Assigning to an existing key keeps its place.
        self._present.move_to_end(address)
        # The number is bounded, since an attacker may use any number of addresses.
        while (oldest := next(iter(self._present.items())))[1] < now - _PRESENT or len(self._present) > _MOST_ADDRESSES:
            del self._present[oldest[0]]
        return len(self._present) == 1
