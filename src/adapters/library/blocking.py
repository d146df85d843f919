"""The synchronous facts. Their event loop runs in a thread of its own, so that they also work inside another loop."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args, overload

from anyio.from_thread import BlockingPortal

from biofacts.adapters.library.facts import AsyncFacts, Names
from biofacts.adapters.library.ranked_lists import Ranked
from biofacts.adapters.library.results import AsyncResults, EnrichmentResults, Results
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.application.lists.enrichment import Enrichment
from biofacts.application.lists.ranked import RankedEnrichment
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.graph import Linked, LinkKind, Links
from biofacts.domain.lists.enrichment import LARGEST_SET, SMALLEST_SET, EnrichedPathway
from biofacts.domain.lists.ranking import PERMUTATIONS, RankedPathway

P = ParamSpec("P")
T = TypeVar("T")
ItemT = TypeVar("ItemT")
PageT = TypeVar("PageT", bound=Page[Any])


def _value(method: Callable[Concatenate[AsyncFacts, P], Awaitable[T]]) -> Callable[Concatenate["Facts", P], T]:
    @wraps(method)
    def call(self: "Facts", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.portal.call(partial(method, self.asynchronous, *args, **kwargs))

    return call


def _list(
    method: Callable[Concatenate[AsyncFacts, P], Awaitable[AsyncResults[ItemT, PageT]]],
) -> Callable[Concatenate["Facts", P], Results[ItemT, PageT]]:
    @wraps(method)
    def call(self: "Facts", /, *args: P.args, **kwargs: P.kwargs) -> Results[ItemT, PageT]:
        return Results(self.portal.call(partial(method, self.asynchronous, *args, **kwargs)), self.portal)

    # `help` shows this signature; that of the asynchronous method has another result.
    signature = inspect.signature(method)
    results: Any = Results
    annotation = results[get_args(signature.return_annotation)]
    setattr(call, "__signature__", signature.replace(return_annotation=annotation))  # noqa: B010  # wraps hides its type
    return call


class Facts:
    """The facts of biofacts. Each method is that of `AsyncFacts` and blocks until the answer is there."""

    def __init__(self, asynchronous: AsyncFacts, portal: BlockingPortal) -> None:
        self.asynchronous = asynchronous
        self.portal = portal

    search_pathways = _list(AsyncFacts.search_pathways)
    get_pathway = _value(AsyncFacts.get_pathway)
    pathway_components = _value(AsyncFacts.pathway_components)
    pathways_for_gene = _list(AsyncFacts.pathways_for_gene)
    pathways_for_compound = _list(AsyncFacts.pathways_for_compound)
    neighbours = _list(AsyncFacts.neighbours)
    paths = _list(AsyncFacts.paths)
    search_compounds = _list(AsyncFacts.search_compounds)
    get_compound = _value(AsyncFacts.get_compound)
    depiction = _value(AsyncFacts.depiction)
    search_ligands = _list(AsyncFacts.search_ligands)
    get_ligand = _value(AsyncFacts.get_ligand)
    search_targets = _list(AsyncFacts.search_targets)
    get_target = _value(AsyncFacts.get_target)
    search_genes = _list(AsyncFacts.search_genes)
    get_gene = _value(AsyncFacts.get_gene)
    interactions = _list(AsyncFacts.interactions)
    selectivity = _list(AsyncFacts.selectivity)
    compare = _value(AsyncFacts.compare)
    resolve_many = _value(AsyncFacts.resolve_many)
    draw = _value(AsyncFacts.draw)

    @overload
    def enrich(
        self,
        genes: Names | None = None,
        *,
        compounds: Names | None = None,
        organism: str = HUMAN,
        to_organism: str | None = None,
        background: Names | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> EnrichmentResults[EnrichedPathway, Enrichment]: ...
    @overload
    def enrich(
        self,
        *,
        ranked: Ranked,
        organism: str = HUMAN,
        to_organism: str | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        permutations: int = PERMUTATIONS,
        seed: int = 0,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> EnrichmentResults[RankedPathway, RankedEnrichment]: ...
    def enrich(
        self,
        genes: Names | None = None,
        *,
        compounds: Names | None = None,
        ranked: Ranked | None = None,
        organism: str = HUMAN,
        to_organism: str | None = None,
        background: Names | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        permutations: int = PERMUTATIONS,
        seed: int = 0,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> EnrichmentResults[EnrichedPathway, Enrichment] | EnrichmentResults[RankedPathway, RankedEnrichment]:
        """Find pathways that contain more of a list than expected by chance, sorted by p-value.

        The test is hypergeometric and one-sided; `adjusted_p_value` is by Benjamini and Hochberg, over all pathways
        with `min_size` to `max_size` members of the background. With both lists, genes and compounds are tested
        together, and `alone` has each part. `to_organism`: test the orthologs of the genes in the pathways of this
        organism (human, mouse or rat). `grouped`: a pathway follows the one that its `same_as` names. `answer` has the
        background, the meanings of the names, and those that were not found.

        `ranked`: all measured genes with a score each, as a mapping, a series, a data frame of two columns, or pairs.
        Then pathways are found whose genes gather at the top or at the bottom (preranked GSEA with `permutations` from
        a `seed`), those of either end in turn. `plot` of the result draws them.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        settings: dict[str, Any] = {
            "compounds": compounds, "ranked": ranked, "organism": organism, "to_organism": to_organism,
            "background": background, "min_size": min_size, "max_size": max_size, "grouped": grouped,
            "permutations": permutations, "seed": seed, "page_size": page_size,
        }  # fmt: skip
        listing: Any = self.portal.call(partial(self.asynchronous.enrich, genes, **settings))
        return EnrichmentResults(listing, self.portal)

    @overload
    def links(self, id: str, kind: LinkKind) -> Links: ...
    @overload
    def links(
        self,
        id: str | Sequence[str],
        kind: LinkKind,
        to: LinkKind,
        *,
        match: Match = "any",
        approved_only: bool = False,
        organism: str | None = None,
        all_ways: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Results[Linked, LinkPage]: ...
    def links(
        self,
        id: str | Sequence[str],
        kind: LinkKind,
        to: LinkKind | None = None,
        *,
        match: Match = "any",
        approved_only: bool = False,
        organism: str | None = None,
        all_ways: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Links | Results[Linked, LinkPage]:
        """Count what a record is linked to, or with `to` list the linked records of one kind.

        `id`: a CURIE or a name; or up to 200 of them, of which each item says to which it is linked. `match`: "all" for
        what all of a list share. `all_ways`: show all ways of a link, not two.

        Raises: any BiofactsError.
        """
        if to is None:
            assert isinstance(id, str)
            return self.portal.call(partial(self.asynchronous.links, id, kind))

        async def listing() -> AsyncResults[Linked, LinkPage]:
            return await self.asynchronous.links(
                id,
                kind,
                to,
                match=match,
                approved_only=approved_only,
                organism=organism,
                all_ways=all_ways,
                page_size=page_size,
            )

        return Results(self.portal.call(listing), self.portal)
