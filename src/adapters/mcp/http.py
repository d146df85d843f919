"""The server over Streamable HTTP, with health checks."""

import gc
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec
import uvicorn
from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.adapters.mcp.callers import CallerMiddleware
from biofacts.adapters.mcp.oversight import Oversight
from biofacts.adapters.mcp.server import Lifespan, build, idle
from biofacts.application.tools import TOOLS, Tools
from biofacts.application.use_cases import UseCases
from biofacts.ports.sync import Readiness

_LARGEST_REQUEST = 256 * 1024
_LOCAL = ("127.0.0.1", "localhost", "[::1]")


class NoIdleStreams:
    """Answers GET with 405: stateless serving has nothing to push, and the stream would be held open without end."""

    def __init__(self, app: ASGIApp, path: str = "/mcp") -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] == "http" and scope["path"] == self._path and scope["method"] == "GET":
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def app(
    lifespan: Lifespan,
    hosts: Sequence[str],
    ready: Callable[[], Awaitable[Readiness]],
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    oversight: Oversight | None = None,
) -> Starlette:
    """The ASGI application: `/mcp`, `/healthz` (the process lives), `/readyz` (which catalogues are there).

    `prepare` is called when the server is open: whoever waits for it to be ready asks nothing.
    """

    oversight = oversight or Oversight()

    @asynccontextmanager
    async def prepared(server: Server[UseCases]) -> AsyncGenerator[UseCases]:
        async with lifespan(server) as use_cases:
            prepare()
            yield use_cases

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_: Request) -> Response:
        state = await ready()
        status = {
            "status": "ready" if state.ready else "not ready",
            "catalogues": dict(state.catalogues),
            "complete": state.complete,
            "pending": msgspec.to_builtins(state.pending),
        }
        return JSONResponse(status, status_code=200 if state.ready else 503)

    security = TransportSecuritySettings(
        allowed_hosts=[name for host in hosts for name in (host, f"{host}:*")],
        allowed_origins=[origin for host in hosts for origin in (f"http://{host}", f"http://{host}:*")],
    )
    asgi = build(prepared, tools=tools, observer=oversight.observer).streamable_http_app(
        stateless_http=True,
        transport_security=security,
        max_request_body_size=_LARGEST_REQUEST,
        custom_starlette_routes=[Route("/healthz", healthz), Route("/readyz", readyz), *oversight.routes()],
        auth=oversight.auth,
        token_verifier=oversight.verifier,
    )
    oversight.protect(asgi)
    asgi.add_middleware(NoIdleStreams)
    oversight.watch(asgi)
    asgi.add_middleware(CallerMiddleware, by_token=oversight.guard is not None)
    return asgi


def serve(
    lifespan: Lifespan,
    host: str,
    port: int,
    ready: Callable[[], Awaitable[Readiness]],
    prepare: Callable[[], None],
    tools: Tools = TOOLS,
    oversight: Oversight | None = None,
) -> None:
    """Serve until SIGTERM or SIGINT."""
    hosts = _LOCAL if host in ("127.0.0.1", "localhost", "::1") else (*_LOCAL, host)
    application = app(lifespan, hosts, ready, prepare, tools, oversight)
    gc.freeze()
    gc.enable()
    uvicorn.run(
        application, host=host, port=port, log_config=None, log_level="warning", timeout_graceful_shutdown=1,
        timeout_keep_alive=30, limit_concurrency=200,
    )  # fmt: skip
