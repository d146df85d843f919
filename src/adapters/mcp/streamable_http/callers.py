"""HTTP clients: a key that reveals nothing of token or address, their turns, and the log of their requests."""

import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import Final

import anyio
import msgspec
from mcp.server.auth.middleware.bearer_auth import RequireAuthMiddleware
from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, request_response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.mcp.server_calls import CALLED, CalledTool
from biofacts.adapters.mcp.streamable_http.authentication import Guard
from biofacts.application.calls.running_calls import CALLER, REQUEST
from biofacts.ports.observing import HttpAnswered, Observer, unobserved

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
    return _client((scope.get("client") or ("", 0))[0])


@lru_cache(maxsize=1024)  # needed twice a call
def _client(host: str) -> str:
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


# The access log: a line for each request, and the id of the request, from the client or generated


LOGGER = "biofacts.access"
_log = logging.getLogger(LOGGER)

_HEADER = b"x-request-id"
_SANE = re.compile(r"[A-Za-z0-9._:+/=@-]{1,128}")
QUIET = ("/healthz", "/readyz", "/metrics")
"""Paths that machines poll every few seconds: logged at DEBUG only, and not counted."""


class AccessMiddleware:
    """Gives each request an id, sends it back as `X-Request-Id`, and logs how the request was answered.

    A client's own id is used if it is short and printable. The middleware must be inside the one that sets `CALLER`,
    and outside all others.
    """

    def __init__(self, app: ASGIApp, *, observer: Observer = unobserved) -> None:
        self._app = app
        self._observer = observer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, called = _request_id(scope), CalledTool()
        started, status, size = time.monotonic(), 0, 0

        async def counting(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                others = (header for header in message.get("headers", ()) if header[0].lower() != _HEADER)
                message["headers"] = [*others, (_HEADER, request.encode())]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        ours, theirs = REQUEST.set(request), CALLED.set(called)
        try:
            await self._app(scope, receive, counting)
        finally:
            quiet = str(scope["path"]).endswith(QUIET)
            if not quiet:
                self._observer(HttpAnswered(status))
            _write(scope, called, status, size, time.monotonic() - started, logging.DEBUG if quiet else logging.INFO)
            CALLED.reset(theirs)
            REQUEST.reset(ours)


def _request_id(scope: Scope) -> str:
    identifier = next((value.decode("latin-1") for name, value in scope["headers"] if name == _HEADER), "")
    return identifier if _SANE.fullmatch(identifier) else secrets.token_hex(16)


def _write(scope: Scope, called: CalledTool, status: int, size: int, seconds: float, level: int) -> None:
    tool = {"tool": called.tool, "code": called.code} if called.tool else {}
    fields = {
        "method": scope["method"], **tool, "status": status, "ms": round(seconds * 1000, 1), "bytes": size,
        "client": CALLER.get(),
    }  # fmt: skip
    if _log.isEnabledFor(level):  # without looking for the caller in the source, as `log` does
        _log.handle(_log.makeRecord(LOGGER, level, __file__, 0, "request", (), None, extra={"fields": fields}))


# Authentication, observation and `/metrics` around the protocol over HTTP


_TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


class Oversight(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of authentication and observation. `guard`: None if anybody may call.

    `metrics`: returns the page of metrics; None if there is none. `metrics_for_callers`: the page needs authentication.
    """

    guard: Guard | None = None
    observer: Observer = unobserved
    metrics: Callable[[], Awaitable[bytes]] | None = None
    metrics_for_callers: bool = False

    @property
    def verifier(self) -> TokenVerifier | None:
        return self.guard.verifier if self.guard else None

    @property
    def auth(self) -> AuthSettings | None:
        return self.guard.auth if self.guard else None

    def routes(self) -> list[Route]:
        if (page := self.metrics) is None:
            return []

        async def metrics(_: Request) -> Response:
            return Response(await page(), media_type=_TEXT_FORMAT)

        if self.metrics_for_callers:
            return [Route("/metrics", endpoint=RequireAuthMiddleware(request_response(metrics), []))]
        return [Route("/metrics", metrics)]

    def protect(self, app: Starlette) -> None:
        """Add authentication. It must be inside of the middleware that refuses requests unread."""
        if self.guard:
            self.guard.protect(app)

    def watch(self, app: Starlette) -> None:
        """Add the access log. Add it after all other middleware except the one that sets `CALLER`."""
        app.add_middleware(AccessMiddleware, observer=self.observer)
