"""The site: all routes, the search, error pages and security headers."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

import anyio
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

from biofacts.adapters.web import addresses
from biofacts.adapters.web import views as web_views
from biofacts.adapters.web.drawing_pages import Depictions, DrawingPages, Neighbours
from biofacts.adapters.web.enrichment import EnrichmentPages
from biofacts.adapters.web.record_pages import LISTS, Lists, Records, form_of
from biofacts.adapters.web.tool_calls import STATUS, Asking, Failed, ListRow, NotOffered, rows
from biofacts.adapters.web.views import ASKED, HERE, Pages, Views
from biofacts.application.messages import web as web_messages
from biofacts.application.tools.all_tools import TOOLS, Tools
from biofacts.application.tools.tool import ErrorEnvelope, Failure
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers import scores
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.lists.enrichment_statistics import PLOT_FORMATS

_log = logging.getLogger(__name__)
_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Security headers. Scripts and styles must be files of this site, so injected markup cannot run scripts."""


class Guarded:
    """Middleware that adds security headers, redirects identifiers as people write them to CURIEs, and logs failures.

    `place`: a function that returns the address of a path.
    """

    def __init__(self, app: ASGIApp, place: Callable[[str], str] = str) -> None:
        self._app = app
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        if scope["type"] == "http":
            # Links that change the current query need its address, which a posted form does not have.
            # ASGI passes a query as bytes, and Latin-1 decodes any byte.
            here = quote(scope["path"], safe="/:"), scope["query_string"].decode("latin-1")
            ASKED.set(here if scope["method"] == "GET" else ("", ""))
        try:
            app = self._app
            if scope["type"] == "http" and (path := _canonical(scope["path"])) != scope["path"]:
                query = scope["query_string"].decode("latin-1")
                app = RedirectResponse(self._place(quote(path, safe="/:")) + (f"?{query}" if query else ""), 307)
            await app(scope, receive, guarded)
        # Starlette raises the exception again after it has sent the error page.
        except Exception:
            _log.exception("a page failed")


def site(opened: Callable[[], UseCases], tools: Tools = TOOLS, prefix: str = "") -> ASGIApp:
    """Build the web page as an ASGI application. `opened`: a function that returns the server's use cases."""
    asking = Asking(opened, tools)
    views = Views(asking.offers, prefix, version("biofacts"))
    routes = _routes(asking, views)

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, NotOffered)
        return views.lost(404, web_messages.not_offered(error.tool))

    async def unanswered(request: Request, error: Exception) -> Response:
        assert isinstance(error, Failed)
        return web_views.failure(error.envelope) if form_of(request) else views.failure(error.envelope.error)

    async def lost(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and (place := _without_slash(request, routes)):
            # 307 keeps the method and body of a posted list.
            return RedirectResponse(views.place(place), 307)
        response = views.lost(error.status_code, web_messages.NOWHERE if error.status_code == 404 else error.detail)
        response.headers.update(error.headers or {})
        return response

    async def failed(_: Request, __: Exception) -> Response:
        return views.lost(500, web_messages.FAILED)

    handlers: dict[Any, Any] = {NotOffered: refused, Failed: unanswered, HTTPException: lost, Exception: failed}
    compressed = Middleware(GZipMiddleware, minimum_size=1000)
    app = Starlette(routes=routes, middleware=[compressed], exception_handlers=handlers)
    app.router.redirect_slashes = False  # Starlette would redirect to addresses without the prefix
    return Guarded(app, views.place)


def _canonical(path: str) -> str:
    """Return the path with the CURIE of its record: `/pathway/WP:WP254.svg` for `/pathway/wp254.svg`."""
    _, _, after = path.partition("/")
    kind, _, rest = after.partition("/")
    identifier, sign, more = re.fullmatch(r"([^/]*?)(/|\.(?:json|svg|png|pdf)$|$)(.*)", rest, re.S).groups()  # type: ignore[union-attr]
    if kind not in BY_NAME or not identifier:
        return path
    return f"/{kind}/{addresses.canonical(kind, identifier)}{sign}{more}"


def _without_slash(request: Request, routes: Sequence[BaseRoute]) -> str:
    """Return the address without its trailing slash if a route matches it, else ""."""
    path = request.scope["path"]
    bare = path.rstrip("/")
    if bare == path or not any(route.matches({**request.scope, "path": bare})[0] is Match.FULL for route in routes):
        return ""
    place = quote(bare, safe="/:")
    return f"{place}?{request.url.query}" if request.url.query else place


def _routes(asking: Asking, views: Views) -> list[BaseRoute]:
    search, lists = Search(asking, views), Lists(asking, views)
    drawings, records = DrawingPages(asking, views), Records(asking, views)
    depictions, neighbours = Depictions(asking, views), Neighbours(asking, views)
    enrichment = EnrichmentPages(asking, views)
    of = "/{kind}/{identifier}"
    return [
        # The first matching route wins, so files come before pages whose pattern also matches their names.
        Route("/", search.page),
        Route("/open", search.open),
        *(Route(f"/results.{form}", search.file) for form in LISTS),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        *_files("/pathways", lists.pathways),
        *_files("/neighbours", neighbours.page),
        *_files("/paths", neighbours.paths),
        *_files("/compare", lists.compare),
        *_files("/enrich", enrichment.page, ["GET", "POST"], forms=(*LISTS, *PLOT_FORMATS)),
        *(Route(f"/pathway/{{identifier}}.{form}", drawings.picture) for form in PLOT_FORMATS),
        Route("/compound/{identifier}.png", depictions.picture),
        Route("/compound/{identifier}/depiction", depictions.page),
        *_files("/pathway/{identifier}/components", drawings.components),
        # path: the id of a node may contain slashes.
        Route("/pathway/{identifier}/node/{node:path}", drawings.node),
        *_files(f"{of}/interactions", lists.interactions),
        Route(f"{of}/links", records.linked),
        Route(f"{of}/neighbours", neighbours.section),
        *_files(f"{of}/{{to}}", records.links),
        Route(f"{of}.json", records.json),
        Route("/pathway/{identifier}", drawings.values, methods=["POST"]),
        Route(of, records.page),
    ]


def _files(path: str, endpoint: Any, methods: list[str] | None = None, forms: Sequence[str] = LISTS) -> list[BaseRoute]:
    """Return the routes of a list: as a page and in each file format."""
    return [
        *(Route(f"{path}.{form}", endpoint, methods=methods) for form in forms),
        Route(path, endpoint, methods=methods),
    ]


# Search over all kinds. While a visitor types, a script first shows the results of local catalogues


_FIRST = 5
"""The number of results per kind when several kinds are searched."""

_PATIENCE = 3.0
"""The time limit for each of several kinds, in seconds: compounds are searched at PubChem, which may be slow."""

_AT_ONCE = frozenset(BY_NAME) - {COMPOUND.name}
"""Kinds that are searched while a visitor types: requests to PubChem are made only for a complete query."""

_TELL_THEMSELVES = ("pathway",)
"""Kinds whose search results already say what matched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindResults:
    """The search results of one kind. `place`: the address of the complete list."""

    kind: str
    plural: str
    place: str
    items: tuple[ListRow, ...] = ()
    total: int | None = None
    cursor: str | None = None
    guidance: str | None = None
    source: Any = None
    error: Failure | None = None

    @property
    def is_weak(self) -> bool:
        """True if no result is a good match: the page folds such kinds into one line."""
        return self.best <= scores.DOUBTFUL

    @property
    def best(self) -> float:
        return scores.best(item.score for item in self.items)


class Search(Pages):
    """The endpoint for searches."""

    @property
    def kinds(self) -> list[str]:
        return [name for name, kind in BY_NAME.items() if self._asking.offers(kind.search_tool)]

    async def page(self, request: Request) -> Response:
        """Serve the search box and the results: of one kind, of all kinds, or of the fast ones (`at_once`)."""
        query, kind, organism, cursor, hurried = _parameters(request, "q", "kind", "organism", "cursor", "at_once")
        kind = kind if kind in self.kinds else ""
        at_once = [kind for kind in self.kinds if kind in _AT_ONCE]
        results: Sequence[KindResults] = ()
        if query and kind:
            results = [await self._of(kind, query, organism, cursor)]
        elif query:
            results = await self._each(at_once if hurried else self.kinds, query, organism)
        refused = _refused(results)
        shown = {result.kind for result in results} - addresses.OF_ORGANISMS
        everywhere = [entity_kind.plural for name, entity_kind in BY_NAME.items() if name in shown]
        error = results[0].error if len(results) == 1 else refused
        return self._views.page(
            "search.html", STATUS[error.code] if error else 200, query=query, kind=kind, organism=organism,
            unasked=web_messages.any_organism(organism, everywhere) if organism and everywhere else "",
            found=results, refused=refused, said=refused.message if refused else _summary(results),
            kinds=self.kinds, slow=[kind for kind in self.kinds if kind not in at_once],
        )  # fmt: skip

    async def file(self, request: Request) -> Response:
        """Serve all results of one kind as a file. Only kinds with a local catalogue have files."""
        query, kind, organism = _parameters(request, "q", "kind", "organism")
        if kind not in self.kinds or kind not in _AT_ONCE:
            raise HTTPException(404)
        tool = BY_NAME[kind].search_tool
        arguments = {"organism": organism} if self._asking.takes(tool, "organism") else {}
        whole = await self._asking.whole(tool, query=query, **arguments)
        return web_views.list_file(whole, f"{BY_NAME[kind].plural} {query}", form_of(request))

    async def open(self, request: Request) -> Response:
        """Redirect to the record if the query identifies exactly one, else to the search results."""
        query, kind, organism = _parameters(request, "q", "kind", "organism")
        place = addresses.search(query, kind, organism)
        reference = identifiers_in_text.read(query)
        if reference and len(reference.own) == 1:
            place = addresses.of_identifier(query)
        elif reference and not reference.own and (of := reference.accepted_by[0].name) in self.kinds:
            # Two results suffice to see that there is not exactly one.
            result = await self._of(of, reference.text, organism, size=2)
            place = result.items[0].place if len(result.items) == 1 else place
        return RedirectResponse(self._views.place(place), 303)

    async def _each(self, kinds: Iterable[str], query: str, organism: str) -> list[KindResults]:
        """Search several kinds concurrently, and return their results, the kind with the best result first."""
        results: dict[str, KindResults] = {}

        async def look(kind: str) -> None:
            why, hint = web_messages.late(BY_NAME[kind].service), web_messages.search_one_kind(BY_NAME[kind].plural)
            # This error remains if the search below is cancelled because it takes too long.
            late = Failure(code="UPSTREAM_ERROR", message=why, recovery_hint=hint)
            results[kind] = self._results(kind, query, organism, error=late)
            with anyio.move_on_after(_PATIENCE):
                results[kind] = await self._of(kind, query, organism, size=_FIRST)

        async with anyio.create_task_group() as group:
            for kind in kinds:
                group.start_soon(look, kind)
        return sorted((results[kind] for kind in kinds), key=lambda result: _rank(result, query))

    async def _of(self, kind: str, query: str, organism: str, cursor: str = "", size: int | None = None) -> KindResults:
        tool = BY_NAME[kind].search_tool
        optional = {"organism": organism, "slim": False}
        arguments = {name: value for name, value in optional.items() if self._asking.takes(tool, name)}
        page = await self._asking.ask(tool, query=query, cursor=cursor, page_size=size, **arguments)
        if isinstance(page, ErrorEnvelope):
            return self._results(kind, query, organism, error=page.error)
        reasons: Mapping[str, str] = {}
        if kind not in _TELL_THEMSELVES:
            by_id, noted = await self._asking.reasons(kind, query, page.items), bool(page.guidance)
            reasons = {identifier: web_messages.reason(kind, why, noted=noted) for identifier, why in by_id.items()}
        return self._results(
            kind, query, organism, items=tuple(rows(page.items, kind, reasons)), total=page.pagination.total_count,
            cursor=page.pagination.cursor, guidance=page.guidance, source=page.source,
        )  # fmt: skip

    def _results(self, kind: str, query: str, organism: str, **fields: Any) -> KindResults:
        place = addresses.search(query, kind, organism)
        return KindResults(kind=kind, plural=BY_NAME[kind].plural, place=place, **fields)


def _parameters(request: Request, *names: str) -> Sequence[str]:
    return [request.query_params.get(name, "").strip() for name in names]


def _rank(results: KindResults, query: str) -> tuple[bool, float, bool]:
    """Return a sort key: best score first, then kinds whose first result is named like the query; empty kinds last."""
    is_name = any(item.label.casefold() == query.casefold() for item in results.items[:1])
    return not results.items, -results.best, not is_name


def _refused(results: Sequence[KindResults]) -> Failure | None:
    """Return the error that every kind reports, so that it is shown once; None if any kind accepts the query."""
    errors = [result.error for result in results if result.error and result.error.code == "AMBIGUOUS_QUERY"]
    return errors[0] if errors and len(errors) == len(results) else None


def _summary(results: Sequence[KindResults]) -> str:
    """Return a summary of the results for screen readers."""
    if not results:
        return ""
    return web_messages.results(
        sum(bool(result.items) for result in results), everywhere=not any(result.error for result in results)
    )
