"""The site: all routes, error pages and security headers."""

import logging
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.web.lists import Lists
from biofacts.adapters.web.pictures import Depictions, Drawings
from biofacts.adapters.web.records import LISTS, Records
from biofacts.adapters.web.search import Search
from biofacts.adapters.web.tool_calls import Asking, NotOffered
from biofacts.adapters.web.views import ASKED, HEADERS, HERE, Views
from biofacts.application.messages import web as web_messages
from biofacts.application.tools.registry import TOOLS, Tools
from biofacts.application.use_cases import UseCases

_log = logging.getLogger(__name__)


class Guarded:
    """Middleware that adds security headers to every response and logs failures."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if scope["type"] == "http":
            # Links that change the current query need its address, which a posted form does not have.
            here = quote(scope["path"], safe="/:"), scope["query_string"].decode("latin-1")
            ASKED.set(here if scope["method"] == "GET" else ("", ""))
        try:
            await self._app(scope, receive, guarded)
        # Starlette raises the exception again after it has sent the error page.
        except Exception:
            _log.exception("a page failed")


def site(opened: Callable[[], UseCases], tools: Tools = TOOLS, prefix: str = "") -> ASGIApp:
    """Build the page as an ASGI application. `opened`: returns the use cases of the running server."""
    asking = Asking(opened, tools)
    views = Views(asking.offers, prefix, version("biofacts"))
    routes = _routes(asking, views)

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, NotOffered)
        return views.lost(404, web_messages.not_offered(error.tool))

    async def lost(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and (place := _without_slash(request, routes)):
            # 307 keeps the method and body of a posted list.
            return RedirectResponse(views.place(place), 307)
        told = views.lost(error.status_code, web_messages.NOWHERE if error.status_code == 404 else error.detail)
        told.headers.update(error.headers or {})
        return told

    async def failed(_: Request, __: Exception) -> Response:
        return views.lost(500, web_messages.FAILED)

    handlers: dict[Any, Any] = {NotOffered: refused, HTTPException: lost, Exception: failed}
    compressed = Middleware(GZipMiddleware, minimum_size=1000)
    app = Starlette(routes=routes, middleware=[compressed], exception_handlers=handlers)
    app.router.redirect_slashes = False  # to whole addresses, which know nothing of the prefix
    return Guarded(app)


def _without_slash(request: Request, routes: Sequence[BaseRoute]) -> str:
    """Return the address without its trailing slash if that leads somewhere, else ""."""
    path = request.scope["path"]
    bare = path.rstrip("/")
    if bare == path or not any(one.matches({**request.scope, "path": bare})[0] is Match.FULL for one in routes):
        return ""
    place = quote(bare, safe="/:")
    return f"{place}?{request.url.query}" if request.url.query else place


def _routes(asking: Asking, views: Views) -> list[BaseRoute]:
    search, lists = Search(asking, views), Lists(asking, views)
    drawings, records = Drawings(asking, views), Records(asking, views)
    depictions = Depictions(asking, views)
    of = "/{kind}/{identifier}"
    return [
        # Routes match in this order: files stand before pages whose pattern also matches their names.
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
    """Return the routes of a list: as a page and in each file format."""
    return [
        *(Route(f"{path}.{form}", endpoint, methods=methods) for form in LISTS),
        Route(path, endpoint, methods=methods),
    ]
