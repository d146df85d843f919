"""The access log: a line for each request, and the id of the request, from the client or generated."""

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable

import msgspec
from mcp.server.auth.middleware.bearer_auth import RequireAuthMiddleware
from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, request_response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.mcp.calls import CALLED, Called
from biofacts.adapters.mcp.streamable_http.authentication import Guard
from biofacts.application.calls.callers import CALLER, REQUEST
from biofacts.ports.observing import HttpAnswered, Observer, unobserved

LOGGER = "biofacts.access"
_log = logging.getLogger(LOGGER)

_HEADER = "x-request-id"
_SANE = re.compile(r"[A-Za-z0-9._:+/=@-]{1,128}")
QUIET = ("/healthz", "/readyz", "/metrics")
"""Paths that machines poll every few seconds: logged at DEBUG only, and not counted."""


class AccessMiddleware:
    """Gives each request an id, sends it back as `X-Request-Id`, and logs how the request was answered.

    A client's own id is used if it is short and printable. The middleware must be inside the one that sets `CALLER`,
    and outside all others.
    """

    def __init__(
        self, app: ASGIApp, *, observer: Observer = unobserved, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._observer = observer
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, called = _request_id(scope), Called()
        started, status, size = self._clock(), 0, 0

        async def counting(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[_HEADER] = request
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
            _write(scope, called, status, size, self._clock() - started, logging.DEBUG if quiet else logging.INFO)
            CALLED.reset(theirs)
            REQUEST.reset(ours)


def _request_id(scope: Scope) -> str:
    given = Headers(scope=scope).get(_HEADER, "")
    return given if _SANE.fullmatch(given) else uuid.uuid4().hex


def _write(scope: Scope, called: Called, status: int, size: int, seconds: float, level: int) -> None:
    tool = {"tool": called.tool, "code": called.code} if called.tool else {}
    fields = {
        "method": scope["method"], **tool, "status": status, "ms": round(seconds * 1000, 1), "bytes": size,
        "client": CALLER.get(),
    }  # fmt: skip
    _log.log(level, "request", extra={"fields": fields})


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
        """The verifier for the SDK's application."""
        return self.guard.verifier if self.guard else None

    @property
    def auth(self) -> AuthSettings | None:
        """The settings for the SDK's application."""
        return self.guard.auth if self.guard else None

    def routes(self) -> list[Route]:
        """Make the route `/metrics`, if there are metrics."""
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
        """Add the access log. It must be outside of all middleware but the one that sets `CALLER`."""
        app.add_middleware(AccessMiddleware, observer=self.observer)
