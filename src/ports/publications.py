"""What upstreams publish: files that are read whole, single drawings, and an archive of drawings."""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from biofacts.domain.drawing import Drawing
from biofacts.domain.node_mapping import MappedNode
from biofacts.domain.pathway import PathwayId

RowT = TypeVar("RowT")
ReadT = TypeVar("ReadT", covariant=True)


class Unchanged(msgspec.Struct, frozen=True, kw_only=True):
    """The upstream's word that what is known still holds. `retrieved`: when it was asked, UTC."""

    validator: str
    retrieved: datetime


class Edition(msgspec.Struct, Generic[RowT], frozen=True, kw_only=True):
    """What is published now.

    `release` as the upstream names it, else the day of the file. `validator`: the upstream's ETag, "" without one;
    `digest` tells one content from another, since a validator may lie. `rows` is read in a worker thread, or, where it
    can be pickled, in a process; reading raises ValueError, with one clear sentence, at any row where the file turns
    out not to be what it should. `size`: of the file, in bytes; 0 where it is not known. `lacks`: columns that are
    used and that this edition does not have: their facts are absent.
    """

    release: str
    retrieved: datetime
    validator: str = ""
    digest: str = ""
    rows: Iterable[RowT]
    size: int = 0
    lacks: tuple[str, ...] = ()


class PublishedFile(Protocol[RowT]):
    """A file of which the newest edition is published at one address."""

    @property
    def service(self) -> str:
        """Who publishes it, for messages."""
        ...

    @property
    def name(self) -> str:
        """What the upstream calls it, for messages."""
        ...

    async def fetch(self, *, validator: str = "") -> Edition[RowT] | Unchanged | None:
        """The newest edition; None when there is no such file. Raises: RateLimited, UpstreamError.

        Unchanged is an answer to a `validator` only.
        """
        ...


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of a file before it is fetched: its bytes, its validator ("" without one), its day (UTC)."""

    size: int
    validator: str
    modified: datetime


Report = Callable[[int], None]
"""Is told how many bytes are done."""


class LargeFile(Protocol[ReadT]):
    """A file that is larger than memory, of which the newest edition is published at one address."""

    @property
    def service(self) -> str:
        """Who publishes it, for messages."""
        ...

    @property
    def name(self) -> str:
        """What the upstream calls it, for messages."""
        ...

    async def announced(self) -> Announced:
        """What is published now. Raises: RateLimited, UpstreamError."""
        ...

    def kept(self, announced: Announced, folder: Path) -> int:
        """How many of its bytes lie in a folder already."""
        ...

    async def fetch(self, announced: Announced, folder: Path, report: Report) -> Path:
        """Bring the rest of an edition into a folder; what is there of another one goes. Returns: where it lies.

        Raises: RateLimited, UpstreamError, and then what came is kept; OSError where it cannot be written.
        """
        ...

    def read(self, path: Path, report: Report) -> Iterator[ReadT]:
        """Its rows, one by one, to be read in a thread.

        Raises: ValueError, with one clear sentence, at any row where it turns out not to be what it should; OSError.
        """
        ...


class FetchedDrawing(msgspec.Struct, frozen=True, kw_only=True):
    """One drawing, and when it was fetched (UTC)."""

    drawing: Drawing
    validator: str
    retrieved: datetime


class FetchedMappings(msgspec.Struct, frozen=True, kw_only=True):
    """The mappings of the nodes of one drawing, and when they were fetched (UTC)."""

    nodes: tuple[MappedNode, ...]
    validator: str
    retrieved: datetime


class DrawingSource(Protocol):
    """Publishes drawings one by one, and what their nodes are mapped to."""

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedDrawing | Unchanged | None:
        """The drawing of a pathway; None when there is none (any more). Raises: RateLimited, UpstreamError."""
        ...

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedMappings | Unchanged | None:
        """What the nodes of a pathway are mapped to; None when nothing is published. Raises: as `drawing`."""
        ...


class ArchiveListing(msgspec.Struct, frozen=True, kw_only=True):
    """The newest archive: what it is called, and the names of its parts, which never change."""

    release: str
    parts: tuple[str, ...]


class Unreadable(msgspec.Struct, frozen=True):
    """A part of an archive, or a file in one, that cannot be read. `why`: a clause, without a full stop."""

    name: str
    why: str


class DrawingArchive(Protocol):
    """Publishes all drawings at once, about once a month, in parts."""

    async def newest(self) -> ArchiveListing:
        """List the parts of the newest archive. Raises: RateLimited, UpstreamError."""
        ...

    async def part(self, name: str) -> bytes | None:
        """Fetch a part as it is published; None when it is listed but gone. Raises: RateLimited, UpstreamError."""
        ...

    def held(self, part: bytes) -> Collection[str]:
        """Return the local ids of the pathways that a part says it holds; none is read. Raises: ValueError."""
        ...

    def read(self, name: str, part: bytes) -> Iterator[Drawing | Unreadable]:
        """Read the drawings of a part one by one, to be called in a thread.

        One that cannot be read costs that one only; where the rest of the part cannot be read, the last item bears the
        part's own name.
        """
        ...


class MappedDrawing(msgspec.Struct, frozen=True):
    """The identifiers to which WikiPathways maps the nodes of one drawing."""

    local_id: str
    nodes: tuple[MappedNode, ...]
