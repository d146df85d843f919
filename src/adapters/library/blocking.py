"""Synchronous versions of asynchronous methods and lists.

The event loop runs in a separate thread, so that they also work where another event loop runs, as in a notebook.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial, wraps
from types import UnionType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, Union, get_args, get_origin, overload

from anyio.from_thread import BlockingPortal

from biofacts.adapters.library.results import AsyncEnrichmentResults, AsyncResults, Table
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.domain.answers.entity_kinds import LinkKind
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.links.linked_entities import Linked, Links

P = ParamSpec("P")
T = TypeVar("T")
ItemT = TypeVar("ItemT")
PageT = TypeVar("PageT", bound=Page[Any])


class Blocking:
    """A synchronous wrapper of an asynchronous object. `portal`: the connection to the thread of the event loop."""

    def __init__(self, asynchronous: Any, portal: BlockingPortal) -> None:
        self.asynchronous = asynchronous
        self.portal = portal


_SYNCHRONOUS: dict[Any, Any] = {}
"""The class of blocking results for each class of asynchronous results."""


def blocking(method: Callable[..., Awaitable[Any]]) -> Any:
    """Convert an asynchronous method into a blocking one; asynchronous results become blocking results."""

    @wraps(method)
    def call(self: "Blocking", /, *args: Any, **kwargs: Any) -> Any:
        answer = self.portal.call(partial(method, self.asynchronous, *args, **kwargs))
        results = _SYNCHRONOUS.get(type(answer))
        return results(answer, self.portal) if results else answer

    # `help` shows this signature, so it must have the return type of the blocking method.
    signature = inspect.signature(method)
    annotation = _synchronous(signature.return_annotation)
    setattr(call, "__signature__", signature.replace(return_annotation=annotation))  # noqa: B010  # wraps hides its type
    return call


def _synchronous(annotation: Any) -> Any:
    """Replace asynchronous results in a return annotation by blocking ones."""
    if get_origin(annotation) in (Union, UnionType):
        union: Any = Union
        return union[tuple(map(_synchronous, get_args(annotation)))]
    results = _SYNCHRONOUS.get(get_origin(annotation))
    return results[get_args(annotation)] if results else annotation


def value(method: Callable[Concatenate[Any, P], Awaitable[T]]) -> Callable[Concatenate["Blocking", P], T]:
    """Convert an asynchronous method that returns a value into a blocking one."""
    call: Callable[Concatenate[Blocking, P], T] = blocking(method)
    return call


class Results(Table[ItemT, PageT], Blocking):
    """A list of items that fetches further pages while it is iterated over.

    >>> pathways = facts.pathways_for_gene("p53", page_size=1)
    >>> pathways.total, pathways[2].title
    (4, 'DNA damage response')
    """

    def __init__(self, listing: AsyncResults[ItemT, PageT], portal: BlockingPortal) -> None:
        super().__init__(listing.answer)
        Blocking.__init__(self, listing, portal)

    def _all(self) -> Sequence[ItemT]:
        return self.portal.call(self.asynchronous.all)

    def __iter__(self) -> Iterator[ItemT]:
        place = 0
        while some := self.portal.call(self.asynchronous.beyond, place):
            yield from some
            place += len(some)


class EnrichmentResults(Results[ItemT, PageT]):
    """The pathways that `enrich` returns, with a method that plots them.

    >>> facts.enrich(["TP53", "MDM2", "CASP3"]).plot("dots.svg")
    """

    plot = value(AsyncEnrichmentResults[Any, Any].plot)


_SYNCHRONOUS.update({AsyncResults: Results, AsyncEnrichmentResults: EnrichmentResults})


def listing(
    method: Callable[Concatenate[Any, P], Awaitable[AsyncResults[ItemT, PageT]]],
) -> Callable[Concatenate["Blocking", P], Results[ItemT, PageT]]:
    """Convert an asynchronous method that returns a list of items into a blocking one."""
    call: Callable[Concatenate[Blocking, P], Results[ItemT, PageT]] = blocking(method)
    return call


def enrichment(
    method: Callable[Concatenate[Any, P], Awaitable[AsyncEnrichmentResults[ItemT, PageT]]],
) -> Callable[Concatenate["Blocking", P], EnrichmentResults[ItemT, PageT]]:
    """Convert an asynchronous method that returns an enrichment into a blocking one."""
    call: Callable[Concatenate[Blocking, P], EnrichmentResults[ItemT, PageT]] = blocking(method)
    return call


class LinksMethod(Protocol):
    """The overloads of the blocking `links`: counts without `to`, a list of linked records with it."""

    @overload
    def __call__(self, id: str, kind: LinkKind) -> Links: ...
    @overload
    def __call__(
        self, id: str | Sequence[str], kind: LinkKind, to: LinkKind, *, match: Match = "any",
        approved_only: bool = False, organism: str | None = None, all_ways: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Results[Linked, LinkPage]: ...  # fmt: skip
