"""Monitoring of an HTTP server: its health, `/metrics`, the access log, and who may read them.

The access log has one line for each request, with the request id that the client sent or that we generated.
"""

import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from mcp.server.auth.middleware.bearer_auth import RequireAuthMiddleware
from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, request_response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.mcp.running_requests import CALLED, CalledTool, RunningRequests
from biofacts.adapters.mcp.streamable_http.authentication import Guard
from biofacts.application.calls.progress_and_client_limit import CALLER, REQUEST
from biofacts.ports.observing import HttpAnswered, Observer, unobserved
from biofacts.ports.synchronisation import Readiness

LOGGER = "biofacts.access"
_log = logging.getLogger(LOGGER)

_HEADER = b"x-request-id"
_SANE = re.compile(r"[A-Za-z0-9._:+/=@-]{1,128}")
QUIET = ("/healthz", "/readyz", "/metrics")
"""The paths that monitoring polls every few seconds: logged at DEBUG level only, and not counted in the metrics."""


class AccessMiddleware:
    """Middleware that gives each request an id, returns the id as `X-Request-Id`, and logs the response.

    The id that a client sends is used if it is short and printable. This middleware must run inside
    `CallerMiddleware` and outside all other middleware.
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
    if _log.isEnabledFor(level):  # `_log.log` would search the stack for the calling line, which takes time
        _log.handle(_log.makeRecord(LOGGER, level, __file__, 0, "request", (), None, extra={"fields": fields}))


# Authentication, observation and `/metrics` around the protocol over HTTP


_TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


class AuthAndMonitoring(msgspec.Struct, frozen=True, kw_only=True):
    """The settings for authentication and observation of a server. `guard`: None if anybody may call.

    `metrics`: returns the content of `/metrics`; None for no such page. `metrics_for_callers`: True if `/metrics`
    requires a token.
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
        """Add authentication, which must run inside the middleware that refuses unwanted requests."""
        if self.guard:
            self.guard.protect(app)

    def watch(self, app: Starlette) -> None:
        """Add the access log. Call this after adding all other middleware except `CallerMiddleware`."""
        app.add_middleware(AccessMiddleware, observer=self.observer)


_UNAVAILABLE = 503


def health_routes(ready: Callable[[], Awaitable[Readiness]], calls: RunningRequests) -> Sequence[Route]:
    """Return the routes `/healthz` (the process lives) and `/readyz` (200 if the server can answer calls, else 503)."""

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_: Request) -> Response:
        if calls.leaving:
            return JSONResponse({"status": "leaving", "running": calls.running}, _UNAVAILABLE)
        state = await ready()
        body = {"status": "ready" if state.ready else "not ready", **msgspec.to_builtins(state)}
        del body["ready"]
        return JSONResponse(body, 200 if state.ready else _UNAVAILABLE)

    return Route("/healthz", healthz), Route("/readyz", readyz)
