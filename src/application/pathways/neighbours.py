"""Neighbours: list what acts on a gene or compound, and what it acts on, in the drawings of all pathways."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from biofacts.application.answers import pages
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pathways.graph_names import GraphNames, NamedNodes
from biofacts.application.pathways.reverse_lookup import PathwaysForCompound, ReverseLookup
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import Advice, joined
from biofacts.domain.answers.kinds import COMPOUND, GENE
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Marked, Page, Window, mark_of, outdated_cursor, windowed
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.edges import neighbours
from biofacts.domain.edges.neighbours import EVERYTHING, MOST_ACTING, Neighbour, WantedNeighbours
from biofacts.domain.identifiers import organisms
from biofacts.ports.pathways import EdgesFound, PathwayEdges


class NeighbourPage(Page[Neighbour], frozen=True, kw_only=True, omit_defaults=True):
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
        hits = windowed(passing, window, version=str(Marked(_mark(named), found.version)), provenance=found.provenance)
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
        begun = Marked.parse(window.version)
        return await self._edges.touching(named.ids, begun.version) if begun.mark == _mark(named) else None

    def _of(self, found: EdgesFound, organism: str | None, named: NamedNodes) -> Sequence[Neighbour]:
        """Return the neighbours in the pathways of an organism (None: of all)."""
        drawn = [one for one in found.edges if organism in (None, one.organism)]
        most = sys.maxsize if self._whole else MOST_ACTING
        return neighbours.neighbours(drawn, found.acting, named.ids, most_acting=most)

    async def _why_none(self, node: str, named: NamedNodes, found: EdgesFound, organism: str | None) -> Advice | None:
        """Return the reason why there is no interaction, and the call to make next."""
        if found.edges and organism:
            if named.lacking:  # its genes may be drawn under names that are not at hand
                return None
            others = sorted({one.organism for one in found.edges}, key=organisms.sort_key)
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
