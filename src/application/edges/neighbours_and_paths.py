"""Neighbours of a gene or compound, and the shortest paths from one to another, in the drawings of all pathways."""

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import anyio.to_thread
import msgspec

from biofacts.application.answers import pages
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pathways.nodes_by_name import GraphNames, NamedNodes
from biofacts.application.pathways.reverse_lookup import PathwaysForCompound, ReverseLookup
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import (
    DEFAULT_PAGE_SIZE,
    Hits,
    MarkedVersion,
    Page,
    Window,
    mark_of,
    outdated_cursor,
    windowed,
)
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.edges import neighbours_and_paths as edge_lists
from biofacts.domain.edges.neighbours_and_paths import (
    EVERYTHING,
    LENGTH,
    LONGEST,
    MOST_ACTING,
    DrawnPath,
    Neighbour,
    WantedNeighbours,
    drawn_path,
)
from biofacts.domain.edges.shortest_paths import Network, NodePaths
from biofacts.domain.identifiers import organisms
from biofacts.ports.pathways import DrawnNetwork, EdgesFound, PathwayEdges


class NeighbourPage(Page[Neighbour], frozen=True, kw_only=True):
    """A page of the interactions of a gene or compound. `read_as`: the gene or compound that a name was read as.

    `counts`: the number of interactions by direction and effect, before any filter but that of the organism; only on
    the first page.
    """

    read_as: RecordReadAs | None = None
    counts: Mapping[str, Mapping[str, int]] = {}


class ListNeighbours:
    """The use case that lists the interactions of a gene or compound: each once, with every pathway that draws it."""

    def __init__(
        self,
        edges: PathwayEdges,
        names: GraphNames,
        *,
        of_gene: ReverseLookup,
        of_compound: PathwaysForCompound,
        whole: bool = False,
    ) -> None:
        """`whole`: True to return pages and lists of enzymes uncut."""
        self._edges = edges
        self._names = names
        self._of_gene = of_gene
        self._of_compound = of_compound
        self._whole = whole

    async def __call__(
        self,
        node: str,
        *,
        wanted: WantedNeighbours = EVERYTHING,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> NeighbourPage:
        """Return one page. Raises: AmbiguousQuery, EntityNotFound, RateLimited, UpstreamError."""
        chosen = organisms.check(organism)
        listed = (next_calls.NEIGHBOURS, node.casefold(), *map(str, msgspec.structs.astuple(wanted)), chosen or "")
        window = pages.window(listed, cursor, page_size)
        named = await self._names.nodes(node, chosen, strict=cursor is not None)
        if (interactions := await self._interactions(named, window)) is None:
            raise outdated_cursor(cursor)
        every = self._of(interactions, chosen, named)
        passing, counts = [neighbour for neighbour in every if wanted.passes(neighbour)], edge_lists.counts(every)
        hits = windowed(
            passing,
            window,
            version=str(MarkedVersion(_mark(named), interactions.version)),
            provenance=interactions.provenance,
        )
        if not self._whole:
            hits = pages.fitting(hits)
        why_none: Advice | None = None
        if not every:
            why_none = await self._why_none(node, named, interactions, chosen)
        elif not passing:
            why_none = pathway_messages.other_interactions(named.name, counts, wanted.filters)
        lacking = None if interactions.complete else pathway_messages.INCOMPLETE_INTERACTIONS
        advice = joined(why_none, named.advice, named.lacking, lacking)
        page = pages.rows(hits, window, listed, cursor, advice=advice)
        return NeighbourPage(
            **msgspec.structs.asdict(page), read_as=named.read_as, counts=counts if cursor is None else {}
        )

    async def _interactions(self, named: NamedNodes, window: Window) -> EdgesFound | None:
        """Return the interactions; None if the version is no longer available or the name now means something else."""
        if window.version is None:
            return await self._edges.touching(named.ids)
        begun = MarkedVersion.parse(window.version)
        return await self._edges.touching(named.ids, begun.version) if begun.mark == _mark(named) else None

    def _of(self, interactions: EdgesFound, organism: str | None, named: NamedNodes) -> Sequence[Neighbour]:
        """Return the neighbours in the pathways of an organism (None: of all)."""
        drawn = [edge for edge in interactions.edges if organism in (None, edge.organism)]
        most = sys.maxsize if self._whole else MOST_ACTING
        return edge_lists.neighbours(drawn, interactions.acting, named.ids, most_acting=most)

    async def _why_none(
        self, node: str, named: NamedNodes, interactions: EdgesFound, organism: str | None
    ) -> Advice | None:
        """Return the reason why there is no interaction, and the call to make next."""
        if interactions.edges and organism:
            if named.lacking:  # the gene may be drawn there under names that are not cached yet
                return None
            others = sorted({edge.organism for edge in interactions.edges}, key=organisms.sort_key)
            return pathway_messages.interactions_elsewhere(named.name, organism, others)
        if named.kind is None:
            searches = next_calls.search(GENE, node), next_calls.search(COMPOUND, node)
            return None if named.advice else pathway_messages.no_node(node, *searches)
        # While drawings are missing, nothing can be said about interactions.
        return await self._undrawn(node, named, organism) if interactions.complete else None

    async def _undrawn(self, node: str, named: NamedNodes, organism: str | None) -> Advice | None:
        """Say that a gene or compound is drawn without interactions, or why it is not drawn."""
        if named.kind is GENE:
            drawn: Page[Any] = await self._of_gene(node, organism=organism, page_size=1)
            call = next_calls.pathways_of(node)
        else:
            drawn = await self._of_compound(node, organism=organism, page_size=1)
            call = next_calls.pathways_with(node)
        if not (number := drawn.pagination.total_count):
            return joined(drawn.guidance)
        return pathway_messages.undrawn_interactions(named.name, number, next_calls.within(call, organism))


def _mark(named: NamedNodes) -> str:
    return mark_of(sorted(named.ids))


MOST = 200
"""The maximum number of paths on all pages together. There may be tens of thousands of long paths."""

PAGE_SIZE = 20
_PATHWAYS_SHOWN = 3


class PathPage(Page[DrawnPath], frozen=True, kw_only=True):
    """A page of paths. `source_read_as`, `target_read_as`: the records that the names of the ends were read as."""

    source_read_as: RecordReadAs | None = None
    target_read_as: RecordReadAs | None = None


class _PathRequest(NamedTuple):
    """The arguments of a call."""

    source: str
    target: str
    max_length: int
    organism: str | None
    currency_metabolites: bool

    def call(self, **changed: object) -> NextCall:
        arguments = {"source": self.source, "target": self.target, "organism": self.organism, **changed}
        return NextCall(next_calls.PATHS, {name: value for name, value in arguments.items() if value is not None})


class FindPaths:
    """The use case that lists the shortest paths between two genes or compounds.

    `whole`: True to list all pathways of each step, instead of the first three.
    """

    def __init__(self, edges: PathwayEdges, names: GraphNames, *, whole: bool = False) -> None:
        self._edges = edges
        self._names = names
        self._whole = whole

    async def __call__(
        self,
        source: str,
        target: str,
        *,
        max_length: int = LENGTH,
        organism: str | None = None,
        currency_metabolites: bool = False,
        cursor: str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> PathPage:
        """Return one page. Raises: AmbiguousQuery, EntityNotFound, RateLimited, UpstreamError."""
        if not 1 <= max_length <= LONGEST:
            raise AmbiguousQuery(*pathway_messages.path_length(max_length, LONGEST), max_length)
        request = _PathRequest(source, target, max_length, organisms.check(organism), currency_metabolites)
        listed = (next_calls.PATHS, *(str(argument).casefold() for argument in request))
        window = pages.window(listed, cursor, page_size)
        start = await self._named(request, "source", is_continued=cursor is not None)
        end = await self._named(request, "target", is_continued=cursor is not None)
        if start.ids & end.ids:
            raise AmbiguousQuery(*pathway_messages.path_to_itself(source, target, start.name), target)
        drawn_network = await self._edges.network()
        hits, advice = await self._window(request, start, end, drawn_network, window)
        lacking = None if drawn_network.complete else pathway_messages.INCOMPLETE_INTERACTIONS
        remarks = joined(start.advice, end.advice, advice, start.lacking, end.lacking, lacking)
        page = pages.rows(hits, window, listed, cursor, advice=remarks)
        return PathPage(**msgspec.structs.asdict(page), source_read_as=start.read_as, target_read_as=end.read_as)

    async def _named(self, request: _PathRequest, argument: str, *, is_continued: bool) -> NamedNodes:
        """Resolve one end of the paths to its nodes. Raises: see `GraphNames.nodes`."""
        # A proposed call for another meaning of the name needs the other end, too.
        completed = partial(_completed, request=request, argument=argument)
        try:
            named = await self._names.nodes(getattr(request, argument), request.organism, strict=is_continued)
        except AmbiguousQuery as error:
            error.advice = error.advice.changed(completed)
            raise
        changed = {
            name: text.changed(completed)
            for name in ("advice", "lacking")
            if isinstance(text := getattr(named, name), Advice)
        }
        return msgspec.structs.replace(named, **changed)

    async def _window(
        self, request: _PathRequest, start: NamedNodes, end: NamedNodes, drawn_network: DrawnNetwork, window: Window
    ) -> tuple[Hits[DrawnPath] | None, Advice | None]:
        """Return a window of the paths, and remarks on them; None for both if the version is no longer available."""
        if window.version not in (None, drawn_network.version):
            return None, None
        search = partial(
            drawn_network.network.shortest,
            start.ids,
            end.ids,
            longest=request.max_length,
            most=min(window.offset + window.limit, MOST),
            organism=request.organism,
            currency=request.currency_metabolites,
        )
        # A search may take a tenth of a second, too long to block the event loop.
        routes = await anyio.to_thread.run_sync(search)
        shown = routes.routes[window.offset :]
        keys = {line for route in shown for step in route.lines for line in step}
        drawn = await self._edges.lines(keys, drawn_network.version)
        if keys and not drawn:
            return None, None
        hits = Hits(
            items=tuple(self._cut(drawn_path(route, drawn)) for route in shown),
            total=None if routes.more or routes.stopped else len(routes.routes),
            more=routes.more and len(routes.routes) < MOST,
            version=drawn_network.version,
            provenance=drawn_network.provenance,
        )
        # If there is no path, finding the reason takes another search.
        return hits, await anyio.to_thread.run_sync(_advice, request, start, end, drawn_network.network, routes)

    def _cut(self, path: DrawnPath) -> DrawnPath:
        return path if self._whole else path.limited(_PATHWAYS_SHOWN)


def _completed(call: NextCall, request: _PathRequest, argument: str) -> NextCall:
    return request.call(**{argument: call.arguments["id"]}) if call.tool == next_calls.PATHS else call


def _advice(
    request: _PathRequest, start: NamedNodes, end: NamedNodes, network: Network, routes: NodePaths
) -> Advice | None:
    """Return remarks on the paths: what was left out, and why there are none."""
    left_out = [node.label for node in routes.left_out]
    return joined(
        None if routes.routes else _none(request, start, end, network, routes),
        pathway_messages.currency_left_out(left_out) if left_out else None,
        pathway_messages.search_stopped(request.max_length) if routes.stopped else None,
        pathway_messages.more_paths(MOST) if routes.more and len(routes.routes) == MOST else None,
    )


def _none(
    request: _PathRequest, start: NamedNodes, end: NamedNodes, network: Network, routes: NodePaths
) -> Advice | None:
    """Return the reason why there is no path, and the call to make next."""
    for nodes, text, counted, direction in (
        (start, request.source, network.acted_on(start.ids, request.organism), "downstream"),
        (end, request.target, network.acting(end.ids, request.organism), "upstream"),
    ):
        if not counted and nodes.kind is None and not any(node in network for node in nodes.ids):
            return nodes.advice or pathway_messages.no_node(
                text, next_calls.search(GENE, text), next_calls.search(COMPOUND, text)
            )
        if not counted:
            call = next_calls.neighbours_of(text)
            return pathway_messages.no_arrow(nodes.name, direction, request.organism, call)
    back = network.shortest(end.ids, start.ids, longest=request.max_length, most=1, organism=request.organism)
    return pathway_messages.no_path(
        start.name,
        end.name,
        request.max_length,
        routes.reached,
        back=request.call(source=request.target, target=request.source) if back.routes else None,
        longest=LONGEST,
        organism=request.organism,
    )
