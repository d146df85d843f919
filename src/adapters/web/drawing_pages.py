"""Drawings of pathways: pictures, tables of components, single nodes, and drawn interactions."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, cast

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from biofacts.adapters.web import addresses
from biofacts.adapters.web import views as web_views
from biofacts.adapters.web.record_pages import (
    IN_GRAPH,
    LINKS,
    NEIGHBOURS,
    PATHS,
    form_of,
    kind_of,
    posted,
    read_as_link,
)
from biofacts.adapters.web.tool_calls import RecordFields, is_set, needed
from biofacts.adapters.web.views import Pages, below
from biofacts.application.edges.neighbours_and_paths import NeighbourPage
from biofacts.application.lists import name_lists
from biofacts.application.lists.name_lists import highlights_from, pasted
from biofacts.application.messages import web as web_messages
from biofacts.application.tools.tool import ErrorEnvelope, failed
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.edges.neighbours_and_paths import DrawnPath, End, Neighbour, PathNode
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.cross_references import CrossReferences
from biofacts.domain.lists.input_tables import CUTOFF, Columns, likely, named_columns
from biofacts.domain.pathways.component_selection import named_ends
from biofacts.domain.pathways.pathway import NODE_LISTS, DataNode, Group, PathwayComponents
from biofacts.domain.pictures.figure_sizes import Letters, Size, length
from biofacts.domain.pictures.highlights import NOT_SIGNIFICANT

if TYPE_CHECKING:
    from biofacts.ports.pictures import PictureForm

COMPONENTS = "get_pathway_components"
MOST_RECORDS = 20
"""The largest number of records that the page of a node lists."""
_OTHERS = (("compound", "PubChem:CID{}", "pubchem_compound"), ("pathway", "WP:{}", "wikipathways"))
"""The other kinds of records that nodes refer to: kind, format of the CURIE, and key in the cross references."""

_KEPT_HERE = ("gene", "pathway")
"""Kinds whose ids can be checked in local catalogues."""

KindAndName = tuple[str, str]
"""The kind and id of a record."""


class DrawingPages(Pages):
    """The endpoints for drawings."""

    async def picture(self, request: Request) -> Response:
        """Serve the drawing with its highlights, as SVG, PNG or PDF."""
        identifier, form = request.path_params["identifier"], cast("PictureForm", form_of(request))
        query = request.query_params
        highlight, path = (query.get(name, "").strip() for name in ("highlight", "path"))
        try:
            size = _size(query, form)
        except ValueError as error:
            return web_views.failure(failed(AmbiguousQuery(*web_messages.no_size(str(error)), None)))
        drawn = needed(await self._asking.draw(identifier, highlight, path=path, query=query))
        made = await self._asking.figure(drawn, form, size)
        response = web_views.file(made, web_views.MEDIA_TYPES[form], f"{drawn.shown.id.partition(':')[2]}.{form}")
        return web_views.saved(response) if is_set(query, "save") else response

    async def values(self, request: Request) -> Response:
        """Redirect to the drawing that highlights a posted list, or shows the names and numbers of a posted table."""
        identifier = request.path_params["identifier"]
        fields = await posted(request)
        text, column, p = (fields.get(name, "").strip() for name in ("table", "column", "p"))
        caption = ""
        try:
            names: Sequence[str] = name_lists.parts_of(text)
            values: Sequence[str] = ()
            if table := pasted(text):
                usual = likely(table.columns)
                values = named_columns(fields.get("value") or usual.value, table.columns)
                columns = Columns(names=column or usual.names)
                names = highlights_from(table, columns, values, named_columns(p or usual.p, table.columns))
                caption = values[0] if len(values) == 1 else ""
        except AmbiguousQuery as error:
            return self._views.failure(failed(error).error)
        drawn = await self._asking.drawn_among(identifier, names)
        if not drawn:
            return self._views.failure(failed(AmbiguousQuery(*web_messages.none_drawn(len(names)), None)).error)
        is_grey = any(NOT_SIGNIFICANT in name.partition("=")[2] for name in drawn)
        conditions = ", ".join(values) if len(values) > 1 else ""
        lit = {"highlight": drawn, "caption": caption, "conditions": conditions, "cutoff": CUTOFF if is_grey else ""}
        return RedirectResponse(
            self._views.place(addresses.with_query(addresses.record("pathway", identifier), **lit)), 303
        )

    async def components(self, request: Request) -> Response:
        """Serve the components of a drawing, as a page or as a file."""
        identifier, form = request.path_params["identifier"], form_of(request)
        drawn = await self._asking.answer(COMPONENTS, pathway_id=identifier, whole=True)
        if form:
            return web_views.file_of(drawn, drawn.nodes, f"{identifier}-components.{form}")
        components = msgspec.to_builtins(drawn)
        return self._views.page(
            "components.html", id=identifier, told=components,
            parts=[part for part in NODE_LISTS if part in components], names={**named_ends(drawn)},
        )  # fmt: skip

    async def node(self, request: Request) -> Response:
        """Serve the page of a node or group: its identifiers, and the records that they refer to."""
        identifier, name = request.path_params["identifier"], request.path_params["node"]
        drawn = await self._asking.ask(COMPONENTS, pathway_id=identifier, around=name, detail="full", whole=True)
        if isinstance(drawn, ErrorEnvelope):
            return self._views.failure(drawn.error)
        named = named_ends(drawn)
        node = next((node for node in drawn.nodes if node.id == name), None)
        group = next((group for group in drawn.groups if group.id == name), None)
        if node is None and group is None:
            return await self._by_name(identifier, drawn, name)
        inside = frozenset(group.members if group else [name])
        records, absent = await self._records([node for node in drawn.nodes if node.id in inside])
        links = None
        if len(records) == 1 and self._asking.offers(LINKS):
            ((kind, record),) = records
            answer = await self._asking.ask(LINKS, id=record, kind=kind)
            links = None if isinstance(answer, ErrorEnvelope) else msgspec.to_builtins(answer)
        return self._views.page(
            "node.html",
            id=identifier,
            node=msgspec.to_builtins(node or group),
            label=named.get(name) or name,
            records=[(kind, record, addresses.record(kind, record)) for kind, record in records],
            absent=absent,
            links=links,
            touching=[
                builtin
                for builtin in msgspec.to_builtins(drawn.interactions)
                if name in (builtin.get("source"), builtin.get("target"))
            ],
            names={**named},
        )

    async def _by_name(self, identifier: str, drawn: PathwayComponents, name: str) -> Response:
        """Redirect to the node or group with a name; if several have it, serve a page to choose from."""
        called = await self._asking.called_in(drawn, name)
        everything: Sequence[DataNode | Group] = (*drawn.nodes, *drawn.groups)
        elements = [element for element in everything if element.id in called]
        if not elements:
            return self._views.lost(404, web_messages.no_element(name))
        if len(elements) == 1:
            return RedirectResponse(self._views.place(addresses.node(identifier, elements[0].id)), 302)
        return self._views.page(
            "nodes.html", id=identifier, title=web_messages.several_so(name, len(elements)),
            elements=msgspec.to_builtins(elements), names={**named_ends(drawn)},
        )  # fmt: skip

    async def _records(self, nodes: Sequence[DataNode]) -> tuple[list[KindAndName], list[KindAndName]]:
        """Return the records that nodes refer to: those that exist, and those that the catalogues do not contain.

        Compounds are not checked, since that would use up PubChem's request budget.
        """
        references = [node.cross_references for node in nodes]
        named: list[KindAndName] = [("gene", gene) for node in references for gene in _genes(node)]
        for kind, form, key in _OTHERS:
            named += [(kind, form.format(local_id)) for node in references for local_id in _several(node.get(key))]
        named = list(dict.fromkeys(named))[:MOST_RECORDS]
        resolved: dict[KindAndName, Any] = {}
        for kind in _KEPT_HERE:
            ids = [identifier for of, identifier in named if of == kind]
            if ids and self._asking.offers("resolve_many"):
                answer = await self._asking.ask("resolve_many", names=ids, kind=kind)
                if not isinstance(answer, ErrorEnvelope):
                    resolved |= {(kind, item.input): item for item in answer.items}
        absent = [record for record in named if record in resolved and resolved[record].status == "not_found"]
        there = [
            (record[0], (resolved[record].id if record in resolved else None) or record[1])
            for record in named
            if record not in absent
        ]
        return list(dict.fromkeys(there)), absent


def _size(query: Mapping[str, str], form: str) -> Size:
    """Parse the size of a picture from the query of its address. Raises: ValueError."""
    width, dpi = (query.get(name, "").strip() for name in ("width", "dpi"))
    dots = float(dpi) if dpi and form == "png" else None
    # `float` also accepts `nan` and `inf`.
    if dots is not None and not 0 < dots < inf:
        raise ValueError("the resolution in dots per inch must be a number above 0")
    letters: Letters | None = "outlined" if is_set(query, "outlined") else None
    return Size(width=length(width) if width else None, dpi=dots, letters=letters)


def _genes(references: CrossReferences) -> Sequence[str]:
    """Return the gene ids of a node: its HGNC ids, or else its NCBI Gene ids."""
    return _several(references.get("hgnc")) or [f"NCBIGene:{gene_id}" for gene_id in _several(references.get("entrez"))]


def _several(value: str | Sequence[str] | None) -> Sequence[str]:
    return [value] if isinstance(value, str) else value or ()


# Pictures of compounds, as files and as a part that record pages load afterwards


class Depictions(Pages):
    """The endpoints for pictures of compounds."""

    async def picture(self, request: Request) -> Response:
        depiction = needed(await self._asking.depict(request.path_params["identifier"]))
        return web_views.file(depiction.png, "image/png", f"{depiction.id.partition(':')[2]}.png")

    async def page(self, request: Request) -> Response:
        """Serve the part of a record's page that shows the picture, or the reason why there is none.

        The picture is downloaded and cached first, so the browser's request for the file is answered at once.
        """
        identifier = request.path_params["identifier"]
        depiction = await self._asking.depict(identifier)
        failure = depiction.error if isinstance(depiction, ErrorEnvelope) else None
        return self._views.page(
            "depiction.html",  # status 200 even for a failure: browsers log any other as an error of the whole page
            id=identifier,
            label=(None if failure else await self._asking.name(COMPOUND, identifier)) or identifier,
            failure=failure,
            stale=not isinstance(depiction, ErrorEnvelope) and bool(depiction.source and depiction.source.stale),
        )


# Drawn interactions of a gene or compound: the whole list, and the section of a record's page


_FIRST = 8
"""The number of interactions in each direction on the page of a record."""

_OF_PATHS = ("source", "target", "max_length", "organism", "currency_metabolites")
"""Query parameters of the page of paths."""

_ASKED = ("id", "direction", "sign", "effect", "organism")
"""Query parameters of the list of interactions."""


class Neighbours(Pages):
    """The endpoints for drawn interactions."""

    async def page(self, request: Request) -> Response:
        """Serve the interactions with a gene or compound in all drawings."""
        parameters = {name: request.query_params.get(name, "").strip() for name in _ASKED}
        if not parameters["id"]:
            return self._views.lost(400, web_messages.NEIGHBOURS_OF_WHAT)
        if form := form_of(request):
            return web_views.list_file(
                await self._asking.whole(NEIGHBOURS, **parameters), f"Interactions of {parameters['id']}", form
            )
        page = await self._asking.answer(NEIGHBOURS, **parameters, cursor=request.query_params.get("cursor", ""))
        read_as = page.read_as
        return self._views.page(
            "neighbours.html",
            asked={name: value for name, value in parameters.items() if value},
            called=read_as.name if read_as else parameters["id"].removeprefix("label:"),
            read_as=read_as_link(read_as) if read_as else None,
            **_listed_neighbours(page),
        )

    async def paths(self, request: Request) -> Response:
        """Serve the paths from one gene or compound to another, or only the form if either is missing."""
        parameters = {name: request.query_params.get(name, "").strip() for name in _OF_PATHS}
        parameters = {name: value for name, value in parameters.items() if value}
        if not {"source", "target"} <= parameters.keys():
            return self._views.page("paths.html", asked=parameters, paths=(), read_as=())
        if form := form_of(request):
            title = f"Paths from {parameters['source']} to {parameters['target']}"
            return web_views.list_file(await self._asking.whole(PATHS, **parameters), title, form)
        page = await self._asking.answer(PATHS, **parameters, cursor=request.query_params.get("cursor", ""))
        ends = filter(None, (page.source_read_as, page.target_read_as))
        return self._views.page(
            "paths.html",
            asked=parameters,
            paths=[_path(item, parameters["source"], parameters["target"]) for item in page.items],
            read_as=[read_as_link(end) for end in ends],
            **below(page),
        )

    async def section(self, request: Request) -> Response:
        """Serve the section of a gene's or compound's page with its first upstream and downstream interactions."""
        kind, identifier = kind_of(request).name, request.path_params["identifier"]
        if kind not in IN_GRAPH:
            raise HTTPException(404)
        sides = {
            side: await self._asking.ask(NEIGHBOURS, id=identifier, direction=side, page_size=_FIRST)
            for side in ("upstream", "downstream")
        }
        errors = [side.error for side in sides.values() if isinstance(side, ErrorEnvelope)]
        return self._views.page(
            "neighbours_of.html",
            kind=kind,
            id=identifier,
            neighbours_failure=errors[0] if errors else None,
            sides={} if errors else {side: _listed_neighbours(page) for side, page in sides.items()},
        )


def _listed_neighbours(page: NeighbourPage) -> dict[str, Any]:
    """Convert a page of drawn interactions for the templates."""
    return {"items": [_neighbour(item) for item in page.items], "counts": page.counts, **below(page)}


def _neighbour(neighbour: Neighbour) -> RecordFields:
    """Describe a drawn interaction for the templates, with links to drawings that highlight both ends."""
    lit = [*_names(neighbour.source), *_names(neighbour.target)]
    return {
        **msgspec.to_builtins(neighbour),
        "ends": [{"end": end, "place": _place_of(end)} for end in (neighbour.source, neighbour.target)],
        "drawings": _drawings(neighbour.pathways, highlight=lit),
    }


def _drawings(pathways: Sequence[str], **lit: object) -> Sequence[RecordFields]:
    """Return pathways with the addresses of their drawings. `lit`: the query parameters that highlight nodes."""
    return [
        {"id": pathway, "place": addresses.with_query(addresses.record("pathway", pathway), **lit)}
        for pathway in pathways
    ]


def _path(path: DrawnPath, source: str, target: str) -> RecordFields:
    """Describe a path for the templates, with links to the drawings of each step and of the whole path."""
    steps = [
        {**msgspec.to_builtins(step), "drawings": _drawings(step.pathways, highlight=[*_names(start), *_names(end)])}
        for step, (start, end) in zip(path.steps, pairwise(path.nodes), strict=True)
    ]
    return {
        "sign": path.sign,
        "whole": _drawings(path.pathways, path=f"{source};{target}"),
        "steps": steps,
        "nodes": [{"end": node, "place": _place_of(node)} for node in path.nodes],
    }


def _names(end: End | PathNode) -> Sequence[str]:
    """Return the names that highlight an end in a drawing: the ids of a complex's members, its own id, or its label."""
    parts = end.id.partition(":")
    return parts[2].split("+") if parts[0] == "complex" else [end.label if parts[0] == "label" else end.id]


def _place_of(end: End | PathNode) -> str:
    """Return the address of an end's record, or of its interactions if it has none."""
    reference = identifiers_in_text.read(end.id)
    own = [kind.name for kind in reference.own] if reference else []
    return addresses.record(own[0], end.id) if own else addresses.neighbours(end.id)
