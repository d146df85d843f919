"""Drawn interactions of a gene or compound: the whole list, and the part of a record's page."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from biofacts.adapters.web import addresses
from biofacts.adapters.web import views as web_views
from biofacts.adapters.web.records import IN_GRAPH, NEIGHBOURS, PATHS, form_of, known_kind, read_as_link
from biofacts.adapters.web.rows import Told
from biofacts.adapters.web.views import Pages, below
from biofacts.application.messages import web as web_messages
from biofacts.application.pathways.neighbours import NeighbourPage
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.edges.drawn_paths import DrawnPath, PathNode
from biofacts.domain.edges.neighbours import End, Neighbour
from biofacts.domain.identifiers import cross_references

_FIRST = 8
"""Interactions of each direction on the page of a record."""

_OF_PATHS = ("source", "target", "max_length", "organism", "currency_metabolites")
"""Parameters of paths."""

_ASKED = ("id", "direction", "sign", "effect", "organism")
"""Parameters of a list."""


class Neighbours(Pages):
    """The endpoints for drawn interactions."""

    async def page(self, request: Request) -> Response:
        """Serve the interactions with a gene or compound in all drawings."""
        asked = {name: request.query_params.get(name, "").strip() for name in _ASKED}
        if not asked["id"]:
            return self._views.lost(400, web_messages.NEIGHBOURS_OF_WHAT)
        if form := form_of(request):
            return web_views.listed(
                await self._asking.whole(NEIGHBOURS, **asked), f"Interactions of {asked['id']}", form
            )
        page = await self._asking.answer(NEIGHBOURS, **asked, cursor=request.query_params.get("cursor", ""))
        read_as = page.read_as
        return self._views.page(
            "neighbours.html",
            asked={name: value for name, value in asked.items() if value},
            called=read_as.name if read_as else asked["id"].removeprefix("label:"),
            read_as=read_as_link(read_as) if read_as else None,
            **_listed_neighbours(page),
        )

    async def paths(self, request: Request) -> Response:
        """Serve the paths from one gene or compound to another; without both, the form alone."""
        asked = {name: request.query_params.get(name, "").strip() for name in _OF_PATHS}
        asked = {name: value for name, value in asked.items() if value}
        if not {"source", "target"} <= asked.keys():
            return self._views.page("paths.html", asked=asked, paths=(), read_as=())
        if form := form_of(request):
            title = f"Paths from {asked['source']} to {asked['target']}"
            return web_views.listed(await self._asking.whole(PATHS, **asked), title, form)
        page = await self._asking.answer(PATHS, **asked, cursor=request.query_params.get("cursor", ""))
        ends = filter(None, (page.source_read_as, page.target_read_as))
        return self._views.page(
            "paths.html",
            asked=asked,
            paths=[_path(one, asked["source"], asked["target"]) for one in page.items],
            read_as=[read_as_link(one) for one in ends],
            **below(page),
        )

    async def section(self, request: Request) -> Response:
        """Serve the part of the page with what acts on a gene or compound in drawings, and what it acts on."""
        kind, identifier = known_kind(request).name, request.path_params["identifier"]
        if kind not in IN_GRAPH:
            raise HTTPException(404)
        sides = {
            side: await self._asking.ask(NEIGHBOURS, id=identifier, direction=side, page_size=_FIRST)
            for side in ("upstream", "downstream")
        }
        errors = [one.error for one in sides.values() if isinstance(one, ErrorEnvelope)]
        return self._views.page(
            "neighbours_of.html",
            kind=kind,
            id=identifier,
            neighbours_failure=errors[0] if errors else None,
            sides={} if errors else {side: _listed_neighbours(page) for side, page in sides.items()},
        )


def _listed_neighbours(page: NeighbourPage) -> dict[str, Any]:
    """Convert a page of drawn interactions for the templates."""
    return {"items": [_neighbour(one) for one in page.items], "counts": page.counts, **below(page)}


def _neighbour(one: Neighbour) -> Told:
    """Describe a drawn interaction. `pathways`: each with the address of its drawing, where both ends are lit."""
    lit = [*_names(one.source), *_names(one.target)]
    return {
        **msgspec.to_builtins(one),
        "ends": [{"end": end, "place": _place_of(end)} for end in (one.source, one.target)],
        "drawings": _drawings(one.pathways, highlight=lit),
    }


def _drawings(pathways: Sequence[str], **lit: object) -> Sequence[Told]:
    """Return pathways with the addresses of their drawings. `lit`: what is lit there."""
    return [{"id": one, "place": addresses.with_query(addresses.record("pathway", one), **lit)} for one in pathways]


def _path(one: DrawnPath, source: str, target: str) -> Told:
    """Describe a path. `drawings`: those of each step; one that draws the whole path highlights it."""
    steps = [
        {**msgspec.to_builtins(step), "drawings": _drawings(step.pathways, highlight=[*_names(start), *_names(end)])}
        for step, (start, end) in zip(one.steps, pairwise(one.nodes), strict=True)
    ]
    return {
        "sign": one.sign,
        "whole": _drawings(one.pathways, path=f"{source};{target}"),
        "steps": steps,
        "nodes": [{"end": node, "place": _place_of(node)} for node in one.nodes],
    }


def _names(end: End | PathNode) -> Sequence[str]:
    """Return the names by which a drawing finds an end: an identifier, else the label."""
    known = end.id.partition(":")
    return known[2].split("+") if known[0] == "complex" else [end.label if known[0] == "label" else end.id]


def _place_of(end: End | PathNode) -> str:
    """Return the address of an end's record, or of its interactions if it has none."""
    reference = cross_references.read(end.id)
    own = [one.name for one in reference.own] if reference else []
    return addresses.record(own[0], end.id) if own else addresses.neighbours(end.id)
