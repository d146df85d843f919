"""The synchronous facts. Their event loop runs in a thread of its own, so that they also work inside another loop."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial, wraps
from types import UnionType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, Union, get_args, get_origin, overload

from anyio.from_thread import BlockingPortal

from biofacts.adapters.library.facts import AsyncFacts
from biofacts.adapters.library.results import AsyncEnrichmentResults, AsyncResults, EnrichmentResults, Results
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.links.graph import Linked, LinkKind, Links

P = ParamSpec("P")
T = TypeVar("T")
ItemT = TypeVar("ItemT")
PageT = TypeVar("PageT", bound=Page[Any])

_SYNCHRONOUS: Mapping[Any, Any] = {AsyncResults: Results, AsyncEnrichmentResults: EnrichmentResults}


def _value(method: Callable[Concatenate[AsyncFacts, P], Awaitable[T]]) -> Callable[Concatenate["Facts", P], T]:
    call: Callable[Concatenate[Facts, P], T] = _blocking(method)
    return call


def _list(
    method: Callable[Concatenate[AsyncFacts, P], Awaitable[AsyncResults[ItemT, PageT]]],
) -> Callable[Concatenate["Facts", P], Results[ItemT, PageT]]:
    call: Callable[Concatenate[Facts, P], Results[ItemT, PageT]] = _blocking(method)
    return call


def _pathways(
    method: Callable[Concatenate[AsyncFacts, P], Awaitable[AsyncEnrichmentResults[ItemT, PageT]]],
) -> Callable[Concatenate["Facts", P], EnrichmentResults[ItemT, PageT]]:
    call: Callable[Concatenate[Facts, P], EnrichmentResults[ItemT, PageT]] = _blocking(method)
    return call


def _blocking(method: Callable[..., Awaitable[Any]]) -> Any:
    """Return the method that blocks until the answer of an asynchronous one is there, also that of a listing."""

    @wraps(method)
    def call(self: "Facts", /, *args: Any, **kwargs: Any) -> Any:
        answer = self.portal.call(partial(method, self.asynchronous, *args, **kwargs))
        listing = _SYNCHRONOUS.get(type(answer))
        return listing(answer, self.portal) if listing else answer

    # `help` shows this signature; that of the asynchronous method has another result.
    signature = inspect.signature(method)
    annotation = _synchronous(signature.return_annotation)
    setattr(call, "__signature__", signature.replace(return_annotation=annotation))  # noqa: B010  # wraps hides its type
    return call


def _synchronous(annotation: Any) -> Any:
    """Return the annotation of a result with blocking listings in the place of asynchronous ones."""
    if get_origin(annotation) in (Union, UnionType):
        union: Any = Union
        return union[tuple(map(_synchronous, get_args(annotation)))]
    listing = _SYNCHRONOUS.get(get_origin(annotation))
    return listing[get_args(annotation)] if listing else annotation


class _Links(Protocol):
    """Whichever result `AsyncFacts.links` has, by its arguments."""

    @overload
    def __call__(self, id: str, kind: LinkKind) -> Links: ...
    @overload
    def __call__(
        self, id: str | Sequence[str], kind: LinkKind, to: LinkKind, *, match: Match = "any",
        approved_only: bool = False, organism: str | None = None, all_ways: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Results[Linked, LinkPage]: ...  # fmt: skip


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
    enrich = _pathways(AsyncFacts.enrich)
    draw = _value(AsyncFacts.draw)
    links: _Links = _blocking(AsyncFacts.links)
