"""Health checks of a server, for load balancers."""

from collections.abc import Awaitable, Callable, Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from biofacts.adapters.mcp.calls import Calls
from biofacts.ports.synchronisation import Readiness

_UNAVAILABLE = 503


def health_routes(ready: Callable[[], Awaitable[Readiness]], calls: Calls) -> Sequence[Route]:
    """Make `/healthz` (the process lives) and `/readyz` (200 with the catalogues if it can answer, else 503)."""

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_: Request) -> Response:
        if calls.leaving:
            return JSONResponse({"status": "leaving", "running": calls.running}, _UNAVAILABLE)
        state = await ready()
        told = {"status": "ready" if state.ready else "not ready", **msgspec.to_builtins(state)}
        del told["ready"]
        return JSONResponse(told, 200 if state.ready else _UNAVAILABLE)

    return Route("/healthz", healthz), Route("/readyz", readyz)
