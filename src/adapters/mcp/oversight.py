"""What stands around the protocol over HTTP: who may call, what is seen of it, and `/metrics`."""

from collections.abc import Awaitable, Callable

import msgspec
from mcp.server.auth.middleware.bearer_auth import RequireAuthMiddleware
from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, request_response

from biofacts.adapters.mcp.access import AccessMiddleware
from biofacts.adapters.mcp.guard import Guard
from biofacts.ports.observing import Observer, unobserved

_TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


class Oversight(msgspec.Struct, frozen=True, kw_only=True):
    """`guard`: None where anybody may call. `metrics`: the page; None where there is none.

    `metrics_for_callers`: only who may call may read it.
    """

    guard: Guard | None = None
    observer: Observer = unobserved
    metrics: Callable[[], Awaitable[bytes]] | None = None
    metrics_for_callers: bool = False

    @property
    def verifier(self) -> TokenVerifier | None:
        """For the SDK's application."""
        return self.guard.verifier if self.guard else None

    @property
    def auth(self) -> AuthSettings | None:
        """For the SDK's application."""
        return self.guard.auth if self.guard else None

    def routes(self) -> list[Route]:
        """`/metrics`, where there is one."""
        if (page := self.metrics) is None:
            return []

        async def metrics(_: Request) -> Response:
            return Response(await page(), media_type=_TEXT_FORMAT)

        if self.metrics_for_callers:
            return [Route("/metrics", endpoint=RequireAuthMiddleware(request_response(metrics), []))]
        return [Route("/metrics", metrics)]

    def protect(self, app: Starlette) -> None:
        """Let nobody in who may not call: inside of whatever refuses requests unread."""
        if self.guard:
            self.guard.protect(app)

    def watch(self, app: Starlette) -> None:
        """See every request, refused ones too: outside of all but what sets `CALLER`."""
        app.add_middleware(AccessMiddleware, observer=self.observer)
