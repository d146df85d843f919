"""Authentication, observation and `/metrics` around the protocol over HTTP."""

from collections.abc import Awaitable, Callable

import msgspec
from mcp.server.auth.middleware.bearer_auth import RequireAuthMiddleware
from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, request_response

from biofacts.adapters.mcp.streamable_http.access_log import AccessMiddleware
from biofacts.adapters.mcp.streamable_http.authentication import Guard
from biofacts.ports.observing import Observer, unobserved

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
