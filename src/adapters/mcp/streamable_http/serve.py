"""The MCP server over Streamable HTTP, with health checks."""

import gc
import logging
import re
import socket
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Final

import uvicorn
from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from biofacts.adapters.mcp import server_texts
from biofacts.adapters.mcp.resources import Document
from biofacts.adapters.mcp.running_requests import RunningRequests
from biofacts.adapters.mcp.server import Lifespan, build, idle
from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure
from biofacts.adapters.mcp.streamable_http.client_keys_and_turns import CallerMiddleware, FairTurns
from biofacts.adapters.mcp.streamable_http.monitoring import AuthAndMonitoring, health_routes
from biofacts.adapters.mcp.streamable_http.request_checks import LARGEST_REQUEST, CheckedCalls, CheckedPage
from biofacts.adapters.mcp.streamable_http.timed_connections import IDLE, Connections, GracefulServer, TimedConnection
from biofacts.application.tools.all_tools import TOOLS, Tools
from biofacts.application.use_cases import UseCases
from biofacts.ports.synchronisation import Readiness

_log = logging.getLogger(__name__)

_EXPOSED = ("Mcp-Session-Id", "Retry-After", "WWW-Authenticate", "X-Request-Id")


class WithoutPrefix:
    """Middleware that removes a prefix from paths, unless a proxy has already removed it."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix.rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # With slashes, so that `/biofacts` alone has the prefix, and `/biofactsx` does not.
        if scope["type"] == "http" and f"{scope['path']}/".startswith(f"{self._prefix}/"):
            scope = {**scope, "path": scope["path"].removeprefix(self._prefix) or "/", "raw_path": b""}
        await self._app(scope, receive, send)


def app(
    lifespan: Lifespan,
    exposure: Exposure,
    ready: Callable[[], Awaitable[Readiness]],
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    calls: RunningRequests | None = None,
    auth_and_monitoring: AuthAndMonitoring | None = None,
    page: ASGIApp | None = None,
    document: Document | None = None,
) -> Starlette:
    """Build the ASGI application: `/mcp`, `/healthz` (the process lives), `/readyz` (which catalogues are available).

    `page`: the web page, for all other paths; `document`: see `build`. `prepare`: called when the server has started,
    since a load balancer may wait for `/readyz` before it sends any call. Raises: ValueError for invalid host or origin
    names.
    """
    calls = calls or RunningRequests(exposure.max_calls)
    auth_and_monitoring = auth_and_monitoring or AuthAndMonitoring()
    names = exposure.names

    opened: list[UseCases] = []

    @asynccontextmanager
    async def prepared(server: Server[UseCases]) -> AsyncGenerator[UseCases]:
        async with lifespan(server) as use_cases:
            opened[:] = [use_cases]
            async with whole.router.lifespan_context(whole):
                prepare()
                yield use_cases

    @asynccontextmanager
    async def the_same(_: Server[UseCases]) -> AsyncGenerator[UseCases]:
        yield opened[0]

    def protocol(opening: Lifespan, routes: Sequence[Route] = (), *, json_response: bool = False) -> Starlette:
        part = build(
            opening, tools=tools, observer=auth_and_monitoring.observer, calls=calls, document=document
        ).streamable_http_app(
            stateless_http=True,
            json_response=json_response,
            # `CheckedCalls` protects against DNS rebinding.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            max_request_body_size=LARGEST_REQUEST,
            custom_starlette_routes=[*routes],
            auth=auth_and_monitoring.auth,
            token_verifier=auth_and_monitoring.verifier,
        )
        auth_and_monitoring.protect(part)
        return part

    whole = protocol(the_same, json_response=True)
    asgi = protocol(prepared, [*health_routes(ready, calls), *auth_and_monitoring.routes()])
    if page is not None:
        asgi.router.routes.append(Mount("/", CheckedPage(page, names, calls, auth_and_monitoring.guard)))
    # The middleware that is added last runs first.
    asgi.add_middleware(CheckedCalls, names=names, calls=calls, whole=whole)
    asgi.add_middleware(FairTurns, path=None if page is not None else "/mcp")
    if names.origins:
        asgi.add_middleware(
            CORSMiddleware,
            allow_origin_regex="|".join(
                re.escape(origin).replace(r":\*", r"(:\d+)?") for origin in sorted(names.origins)
            ),
            allow_methods=["POST"],
            allow_headers=["*"],
            expose_headers=_EXPOSED,
        )
    # Responses of the router itself, such as 404, need these headers, too.
    asgi.add_middleware(SecurityHeaders)
    asgi.add_exception_handler(Exception, failed)
    auth_and_monitoring.watch(asgi)
    asgi.add_middleware(CallerMiddleware, by_token=auth_and_monitoring.guard is not None)
    if exposure.path_prefix:
        asgi.add_middleware(WithoutPrefix, prefix=exposure.path_prefix)
    if exposure.proxies:
        asgi.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(exposure.proxies))
    return asgi


def serve(
    lifespan: Lifespan,
    exposure: Exposure,
    listening: socket.socket,
    ready: Callable[[], Awaitable[Readiness]],
    prepare: Callable[[], None],
    tools: Tools = TOOLS,
    sources: str = "",
    auth_and_monitoring: AuthAndMonitoring | None = None,
    page: ASGIApp | None = None,
    begun: Callable[[], None] = idle,
    document: Document | None = None,
) -> None:
    """Serve until SIGTERM or SIGINT. `sources`: a phrase about the sources of answers, for the first log line.

    `begun`: called when the server is ready for connections. The other arguments are those of `app`.
    """
    calls = RunningRequests(exposure.max_calls)
    application = app(lifespan, exposure, ready, prepare, tools, calls, auth_and_monitoring, page, document)
    # AccessMiddleware and ProxyHeadersMiddleware (for trusted proxies only) replace uvicorn's log and proxy headers.
    # The graceful timeout can be short, since GracefulServer has waited for the running calls before.
    config = uvicorn.Config(
        application, http=TimedConnection, ws="none", lifespan="on", log_config=None, log_level="error",
        access_log=False, proxy_headers=False, server_header=False, timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=1, loop="asyncio",
    )  # fmt: skip

    def started() -> None:
        _log.setLevel(logging.INFO)  # operators look for this line, so show it at any log level
        _log.info("%s", server_texts.started(version("biofacts"), exposure.url(listening), sources))
        if exposure.is_public and not (auth_and_monitoring and auth_and_monitoring.guard):
            _log.warning("%s", server_texts.OPEN_TO_ALL)
        begun()

    server = GracefulServer(config, calls, Connections(allow_connections()), exposure.drain, started)
    # Imported modules stay in memory, so the garbage collector need not visit them.
    gc.freeze()
    gc.enable()
    server.run(sockets=[listening])


# Health checks for load balancers


# The limit of the system for open connections


_MOST: Final = 8192
_OTHERS: Final = 256
"""The number of open files besides connections of clients: catalogues, and connections to upstreams."""


def allow_connections() -> int:
    """Raise the limit of open files as far as the system allows. Return how many client connections it allows."""
    if sys.platform == "win32":
        return _MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _OTHERS
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    # If the limit is low, connections still get half of the files.
    return _MOST if soft == resource.RLIM_INFINITY else max(min(_MOST, soft - _OTHERS), soft // 2)


# Headers that forbid browsers to run scripts in a response, to show it in a frame, or to guess its type


HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
_RAW: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class SecurityHeaders:
    """Middleware that adds the security headers that a response lacks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ())]
                names = {name.lower() for name, _ in headers}
                message["headers"] = [*headers, *(header for header in _RAW if header[0] not in names)]
            await send(message)

        await self._app(scope, receive, sending)


async def failed(_: Request, __: Exception) -> Response:
    """Answer a request that failed because of a bug. This response bypasses all middleware, so it sets the headers."""
    return PlainTextResponse("Internal Server Error", 500, HEADERS)
