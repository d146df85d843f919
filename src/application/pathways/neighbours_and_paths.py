"""Neighbours of a gene or compound, and the shortest paths from one to another, in the drawings of all pathways."""

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import anyio.to_thread
import msgspec

from biofacts.application.answers import pages
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pathways.network_nodes import GraphNames, NamedNodes
from biofacts.application.pathways.reverse_lookup import PathwaysForCompound, ReverseLookup
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import Advice, NextCall, joined
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
from biofacts.domain.edges import neighbours
from biofacts.domain.edges.drawn_paths import LENGTH, LONGEST, DrawnPath, drawn_path
from biofacts.domain.edges.neighbours import EVERYTHING, MOST_ACTING, Neighbour, WantedNeighbours
from biofacts.domain.edges.shortest_paths import Network, NodePaths
from biofacts.domain.identifiers import organisms
from biofacts.ports.pathways import DrawnNetwork, EdgesFound, PathwayEdges


class NeighbourPage(Page[Neighbour], frozen=True, kw_only=True):
    """Interactions with a gene or compound. `read_as`: the one that a name was read as.

    `counts`: the interactions of each effect by direction, whatever the other arguments; on the first page.
    """

    read_as: RecordReadAs | None = None
    counts: Mapping[str, Mapping[str, int]] = {}


class ListNeighbours:
    """The use case that lists the interactions with a gene or compound: each once, with every pathway that draws it."""

    def __init__(
        self,
        edges: PathwayEdges,
        names: GraphNames,
        *,
        of_gene: ReverseLookup,
        of_compound: PathwaysForCompound,
        whole: bool = False,
    ) -> None:
        """`whole`: no page and no list of enzymes is cut."""
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
        if (found := await self._found(named, window)) is None:
            raise outdated_cursor(cursor)
        every = self._of(found, chosen, named)
        passing, counts = [one for one in every if wanted.passes(one)], neighbours.counts(every)
        hits = windowed(
            passing, window, version=str(MarkedVersion(_mark(named), found.version)), provenance=found.provenance
        )
        if not self._whole:
            hits = pages.fitting(hits)
        why_none: Advice | None = None
        if not every:
            why_none = await self._why_none(node, named, found, chosen)
        elif not passing:
            why_none = pathway_messages.other_interactions(named.name, counts, wanted.filters)
        lacking = None if found.complete else pathway_messages.INCOMPLETE_INTERACTIONS
        advice = joined(why_none, named.advice, named.lacking, lacking)
        page = pages.rows(hits, window, listed, cursor, advice=advice)
        return NeighbourPage(
            **msgspec.structs.asdict(page), read_as=named.read_as, counts=counts if cursor is None else {}
        )

    async def _found(self, named: NamedNodes, window: Window) -> EdgesFound | None:
        """Return the interactions; None if the version is gone or the name now means something else."""
        if window.version is None:
            return await self._edges.touching(named.ids)
        begun = MarkedVersion.parse(window.version)
        return await self._edges.touching(named.ids, begun.version) if begun.mark == _mark(named) else None

    def _of(self, found: EdgesFound, organism: str | None, named: NamedNodes) -> Sequence[Neighbour]:
        """Return the neighbours in the pathways of an organism (None: of all)."""
        drawn = [edge for edge in found.edges if organism in (None, edge.organism)]
        most = sys.maxsize if self._whole else MOST_ACTING
        return neighbours.neighbours(drawn, found.acting, named.ids, most_acting=most)

    async def _why_none(self, node: str, named: NamedNodes, found: EdgesFound, organism: str | None) -> Advice | None:
        """Return the reason why there is no interaction, and the call to make next."""
        if found.edges and organism:
            if named.lacking:  # its genes may be drawn under names that are not at hand
                return None
            others = sorted({edge.organism for edge in found.edges}, key=organisms.sort_key)
            return pathway_messages.interactions_elsewhere(named.name, organism, others)
        if named.kind is None:
            searches = next_calls.search(GENE, node), next_calls.search(COMPOUND, node)
            return None if named.advice else pathway_messages.no_node(node, *searches)
        return await self._undrawn(node, named, organism) if found.complete else None

    async def _undrawn(self, node: str, named: NamedNodes, organism: str | None) -> Advice | None:
        """Say if a gene or compound is drawn at all."""
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
"""Paths of all pages: of long ones, there are tens of thousands."""

PAGE_SIZE = 20
_PATHWAYS_SHOWN = 3


class PathPage(Page[DrawnPath], frozen=True, kw_only=True):
    """Paths. `source_read_as`, `target_read_as`: the records that names were read as."""

    source_read_as: RecordReadAs | None = None
    target_read_as: RecordReadAs | None = None


class _Asked(NamedTuple):
    """The arguments of a call."""

    source: str
    target: str
    max_length: int
    organism: str | None
    currency_metabolites: bool

    def call(self, **changed: object) -> NextCall:
        given = {"source": self.source, "target": self.target, "organism": self.organism, **changed}
        return NextCall(next_calls.PATHS, {name: value for name, value in given.items() if value is not None})


class FindPaths:
    """The use case that lists the shortest paths between two genes or compounds.

    `whole`: steps have all their pathways.
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
        asked = _Asked(source, target, max_length, organisms.check(organism), currency_metabolites)
        listed = (next_calls.PATHS, *(str(one).casefold() for one in asked))
        window = pages.window(listed, cursor, page_size)
        start = await self._named(asked, "source", is_continued=cursor is not None)
        end = await self._named(asked, "target", is_continued=cursor is not None)
        if start.ids & end.ids:
            raise AmbiguousQuery(*pathway_messages.path_to_itself(source, target, start.name), target)
        known = await self._edges.network()
        hits, advice = await self._window(asked, start, end, known, window)
        lacking = None if known.complete else pathway_messages.INCOMPLETE_INTERACTIONS
        said = joined(start.advice, end.advice, advice, start.lacking, end.lacking, lacking)
        page = pages.rows(hits, window, listed, cursor, advice=said)
        return PathPage(**msgspec.structs.asdict(page), source_read_as=start.read_as, target_read_as=end.read_as)

    async def _named(self, asked: _Asked, argument: str, *, is_continued: bool) -> NamedNodes:
        """Return the nodes of an end. Raises: see `GraphNames.nodes`."""
        # A call for another meaning of a name needs the other end, too.
        completed = partial(_completed, asked=asked, argument=argument)
        try:
            named = await self._names.nodes(getattr(asked, argument), asked.organism, strict=is_continued)
        except AmbiguousQuery as error:
            error.advice = error.advice.changed(completed)
            raise
        said = {
            name: text.changed(completed)
            for name in ("advice", "lacking")
            if isinstance(text := getattr(named, name), Advice)
        }
        return msgspec.structs.replace(named, **said)

    async def _window(
        self, asked: _Asked, start: NamedNodes, end: NamedNodes, known: DrawnNetwork, window: Window
    ) -> tuple[Hits[DrawnPath] | None, Advice | None]:
        """Return a window of the paths; None if its version is gone."""
        if window.version not in (None, known.version):
            return None, None
        search = partial(
            known.network.shortest,
            start.ids,
            end.ids,
            longest=asked.max_length,
            most=min(window.offset + window.limit, MOST),
            organism=asked.organism,
            currency=asked.currency_metabolites,
        )
        # A search may take a tenth of a second, for which it must not hold up the event loop.
        routes = await anyio.to_thread.run_sync(search)
        shown = routes.routes[window.offset :]
        keys = {line for route in shown for step in route.lines for line in step}
        drawn = await self._edges.lines(keys, known.version)
        if keys and not drawn:
            return None, None
        hits = Hits(
            items=tuple(self._cut(drawn_path(route, drawn)) for route in shown),
            total=None if routes.more or routes.stopped else len(routes.routes),
            more=routes.more and len(routes.routes) < MOST,
            version=known.version,
            provenance=known.provenance,
        )
        # Without a path, the reason takes a search, too.
        return hits, await anyio.to_thread.run_sync(_advice, asked, start, end, known.network, routes)

    def _cut(self, path: DrawnPath) -> DrawnPath:
        return path if self._whole else path.limited(_PATHWAYS_SHOWN)


def _completed(call: NextCall, asked: _Asked, argument: str) -> NextCall:
    return asked.call(**{argument: call.arguments["id"]}) if call.tool == next_calls.PATHS else call


def _advice(asked: _Asked, start: NamedNodes, end: NamedNodes, network: Network, routes: NodePaths) -> Advice | None:
    """Return remarks on the paths: what was left out, and why there are none."""
    left_out = [node.label for node in routes.left_out]
    return joined(
        None if routes.routes else _none(asked, start, end, network, routes),
        pathway_messages.currency_left_out(left_out) if left_out else None,
        pathway_messages.search_stopped(asked.max_length) if routes.stopped else None,
        pathway_messages.more_paths(MOST) if routes.more and len(routes.routes) == MOST else None,
    )


def _none(asked: _Asked, start: NamedNodes, end: NamedNodes, network: Network, routes: NodePaths) -> Advice | None:
    """Return the reason why there is no path, and the call to make next."""
    for one, given, counted, direction in (
        (start, asked.source, network.acted_on(start.ids, asked.organism), "downstream"),
        (end, asked.target, network.acting(end.ids, asked.organism), "upstream"),
    ):
        if not counted and one.kind is None and not any(node in network for node in one.ids):
            return one.advice or pathway_messages.no_node(
                given, next_calls.search(GENE, given), next_calls.search(COMPOUND, given)
            )
        if not counted:
            call = next_calls.neighbours_of(given)
            return pathway_messages.no_arrow(one.name, direction, asked.organism, call)
    back = network.shortest(end.ids, start.ids, longest=asked.max_length, most=1, organism=asked.organism)
    return pathway_messages.no_path(
        start.name,
        end.name,
        asked.max_length,
        routes.reached,
        back=asked.call(source=asked.target, target=asked.source) if back.routes else None,
        longest=LONGEST,
        organism=asked.organism,
    )
