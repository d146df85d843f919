"""The synchronous facts. Their event loop runs in a thread of its own, so that they also work inside another loop."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args, overload

from anyio.from_thread import BlockingPortal

from biofacts.adapters.library.facts import AsyncFacts
from biofacts.adapters.library.results import AsyncResults, Results
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.links.graph import Linked, LinkKind, Links

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
    enrich = _list(AsyncFacts.enrich)
    draw = _value(AsyncFacts.draw)

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
