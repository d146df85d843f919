"""Lists that fetch their pages while they are iterated over, and synchronous versions of them and of methods."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from functools import partial, wraps
from importlib import import_module
from itertools import islice
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    overload,
)

import anyio
import msgspec
from anyio.from_thread import BlockingPortal

from biofacts.adapters.library import notebook
from biofacts.application.links.find_links import LinkPage, Match
from biofacts.application.lists.resolve_many import Resolutions
from biofacts.domain.answers.entity_kinds import LinkKind
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.links.linked_entities import Linked, Links
from biofacts.domain.lists.enrichment_statistics import PlotKind, format_of

if TYPE_CHECKING:
    from pathlib import Path

    import pandas
    import polars
    from matplotlib import figure

ItemT = TypeVar("ItemT")
AnswerT = TypeVar("AnswerT", bound=Page[Any] | Resolutions)
PageT = TypeVar("PageT", bound=Page[Any])


class _Listing(Generic[ItemT, AnswerT]):
    """The items of an answer. `answer`: the tool's answer, or its first page if there are several."""

    def __init__(self, answer: AnswerT) -> None:
        self.answer = answer

    @property
    def total(self) -> int | None:
        """The number of items in all pages; None if unknown until all have been fetched."""
        return self.answer.pagination.total_count if isinstance(self.answer, Page) else len(self.answer.items)

    @property
    def guidance(self) -> str | None:
        """A remark on the list, such as why it is empty and what to try."""
        return self.answer.guidance

    def __bool__(self) -> bool:
        return bool(self.answer.items)

    def __repr__(self) -> str:
        return notebook.line(self.answer.items, total=self.total, remark=self.guidance)

    def _repr_html_(self) -> str:
        return notebook.table(self.answer.items, total=self.total, remark=self.guidance)


class AsyncResults(_Listing[ItemT, PageT]):
    """A list of items that fetches further pages while it is iterated over.

    `turn`: a function that fetches the page at a cursor.
    """

    def __init__(self, page: PageT, turn: Callable[[str], Awaitable[PageT]]) -> None:
        super().__init__(page)
        self._turn = turn
        self._items: list[ItemT] = [*page.items]
        self._cursor = page.pagination.cursor

    async def beyond(self, place: int) -> Sequence[ItemT]:
        """Return fetched items from a position on; fetch pages if there are none yet. At the end, return no items."""
        while place >= len(self._items) and self._cursor is not None:
            page = await self._turn(self._cursor)
            self._items += page.items
            self._cursor = page.pagination.cursor
        return self._items[place:]

    async def all(self) -> Sequence[ItemT]:
        """Fetch and return all items. Raises: the errors of the method that made the list."""
        while self._cursor is not None:
            await self.beyond(len(self._items))
        return self._items

    async def __aiter__(self) -> AsyncIterator[ItemT]:
        place = 0
        while some := await self.beyond(place):
            for item in some:
                yield item
            place += len(some)

    async def to_dict(self) -> dict[str, Any]:
        """Return the whole answer with all items, as plain dictionaries, lists and values."""
        return (await self._whole()).to_dict()

    async def to_pandas(self) -> "pandas.DataFrame":
        """Return a data frame with a row per item. Raises: ModuleNotFoundError without pandas."""
        return (await self._whole()).to_pandas()

    async def to_polars(self) -> "polars.DataFrame":
        """Return a data frame with a row per item. Raises: ModuleNotFoundError without polars."""
        return (await self._whole()).to_polars()

    async def to_parquet(self, path: "str | Path") -> None:
        """Write a Parquet file with a row per item. Raises: ModuleNotFoundError without pyarrow, OSError."""
        (await self._whole()).to_parquet(path)

    async def _whole(self) -> "Table[ItemT, PageT]":
        return Table(msgspec.structs.replace(self.answer, items=tuple(await self.all())))


class AsyncEnrichmentResults(AsyncResults[ItemT, PageT]):
    """The pathways that `enrich` returns, with a method that plots them. `draw`: a function that creates the plot."""

    def __init__(
        self, page: PageT, turn: Callable[[str], Awaitable[PageT]], draw: Callable[..., Awaitable[Any]]
    ) -> None:
        super().__init__(page, turn)
        self._draw = draw

    @overload
    async def plot(
        self, path: None = None, kind: PlotKind | None = None, *, top: int | None = None
    ) -> "figure.Figure": ...
    @overload
    async def plot(self, path: "str | Path", kind: PlotKind | None = None, *, top: int | None = None) -> None: ...
    async def plot(
        self, path: "str | Path | None" = None, kind: PlotKind | None = None, *, top: int | None = None
    ) -> "figure.Figure | None":
        """Plot the first pathways as `dot`, `bar` or `map` of shared members, or a ranked list's `running` sums.

        Returns a Matplotlib figure, which notebooks display; or, with a `path` that ends in .svg, .pdf or .png, writes
        that file and returns None. `top`: the number of pathways, up to 60 (by default 20, or 6 running sums).
        Raises: any BiofactsError, OSError, ValueError.
        """
        form = None if path is None else format_of(str(path))
        drawn = await self._draw(kind=kind, top=top, form=form)
        if path is None:
            return cast("figure.Figure", drawn)
        await anyio.Path(path).write_bytes(drawn)
        return None


class Table(_Listing[ItemT, AnswerT], Sequence[ItemT]):
    """A complete list, with the index, slices and length of a sequence.

    >>> genes = facts.resolve_many(["p53", "HER2"], "gene")
    >>> len(genes), genes.to_pandas()["id"].tolist()
    (2, ['HGNC:11998', 'HGNC:3430'])
    """

    def _all(self) -> Sequence[ItemT]:
        return cast("Sequence[ItemT]", self.answer.items)

    def __iter__(self) -> Iterator[ItemT]:
        yield from self._all()

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> ItemT: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[ItemT]: ...
    def __getitem__(self, place: int | slice) -> ItemT | Sequence[ItemT]:
        # An index fetches only the pages up to it; slices and negative indexes need the whole list.
        if isinstance(place, int) and place >= 0:
            for item in islice(self, place, None):  # fetches no more pages than needed
                return item
            raise IndexError(place)
        return self._all()[place]

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer with all items, as plain dictionaries, lists and values."""
        answer = cast("dict[str, Any]", msgspec.to_builtins(self.answer))
        answer.pop("pagination", None)
        return {**answer, "items": self._rows()}

    def to_pandas(self) -> "pandas.DataFrame":
        """Return a data frame with a row per item. Raises: ModuleNotFoundError without pandas."""
        import pandas

        return pandas.DataFrame(self._rows())

    def to_polars(self) -> "polars.DataFrame":
        """Return a data frame with a row per item. Raises: ModuleNotFoundError without polars."""
        import polars

        # By default polars infers types from the first 100 rows, and fails if later rows differ.
        return polars.DataFrame(self._rows(), infer_schema_length=None)

    def to_parquet(self, path: "str | Path") -> None:
        """Write a Parquet file with a row per item. Raises: ModuleNotFoundError without pyarrow, OSError."""
        # pyarrow has no type annotations.
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
        rows = self._rows()
        # pyarrow takes the columns from the first row, but rows omit empty fields.
        columns = dict.fromkeys(name for row in rows for name in row)
        table = arrow.table({name: [row.get(name) for row in rows] for name in columns})
        parquet.write_table(table, path, compression="zstd")

    def _rows(self) -> Sequence[dict[str, Any]]:
        return cast("Sequence[dict[str, Any]]", msgspec.to_builtins(self._all()))


# Synchronous versions of asynchronous methods and lists. The event loop runs in a separate thread, so that they also
# work where another event loop runs, as in a notebook.


P = ParamSpec("P")
T = TypeVar("T")


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
