"""The site: every place of the page, with what is said of security around all of them."""

import logging
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.page.asking import Asking, NotOffered
from biofacts.adapters.page.depictions import Depictions
from biofacts.adapters.page.drawings import Drawings
from biofacts.adapters.page.lists import Lists
from biofacts.adapters.page.records import Records
from biofacts.adapters.page.search import Search
from biofacts.adapters.page.views import HEADERS, HERE, Views
from biofacts.application.tools import TOOLS, Tools
from biofacts.application.use_cases import UseCases
from biofacts.domain import page_wording as wording

_log = logging.getLogger(__name__)


class Guarded:
    """Puts the headers of security on every answer, and logs what failed, of which a visitor sees nothing else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            await self._app(scope, receive, guarded)
        except Exception:
            _log.exception("a page failed")


def site(opened: Callable[[], UseCases], tools: Tools = TOOLS, prefix: str = "") -> ASGIApp:
    """The page as an ASGI application. `opened`: the use cases, once the server is open."""
    asking, views = Asking(opened, tools), Views(prefix, version("biofacts"))

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, NotOffered)
        return views.lost(404, wording.not_offered(error.tool))

    async def lost(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return views.lost(status, wording.NOWHERE if status == 404 else str(getattr(error, "detail", "")))

    async def failed(_: Request, __: Exception) -> Response:
        return views.lost(500, wording.FAILED)

    handlers: dict[Any, Any] = {NotOffered: refused, HTTPException: lost, Exception: failed}
    compressed = Middleware(GZipMiddleware, minimum_size=1000)
    return Guarded(Starlette(routes=_routes(asking, views), middleware=[compressed], exception_handlers=handlers))


def _routes(asking: Asking, views: Views) -> list[BaseRoute]:
    search, lists = Search(asking, views), Lists(asking, views)
    drawings, records = Drawings(asking, views), Records(asking, views)
    depictions = Depictions(asking, views)
    of = "/{kind}/{identifier}"
    return [
        Route("/", search.page),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        *_files("/pathways", lists.pathways),
        *_files("/enrich", lists.enrich, ["GET", "POST"]),
        Route("/pathway/{identifier}.svg", drawings.picture),
        Route("/pathway/{identifier}.png", drawings.picture),
        Route("/compound/{identifier}.png", depictions.picture),
        Route("/compound/{identifier}/depiction", depictions.page),
        *_files("/pathway/{identifier}/components", drawings.components),
        Route("/pathway/{identifier}/node/{node:path}", drawings.node),
        *_files(f"{of}/interactions", lists.interactions),
        Route(f"{of}/links", records.linked),
        *_files(f"{of}/{{to}}", records.links),
        Route(f"{of}.json", records.json),
        Route(of, records.page),
    ]


def _files(path: str, endpoint: Any, methods: list[str] | None = None) -> list[BaseRoute]:
    """A list as a page, and as files."""
    return [
        *(Route(f"{path}.{form}", endpoint, methods=methods) for form in ("csv", "json")),
        Route(path, endpoint, methods=methods),
    ]
