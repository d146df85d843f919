"""The data that upstreams publish: whole files, single drawings, and an archive of drawings."""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import Drawing

RowT = TypeVar("RowT")
ContentT = TypeVar("ContentT")
ReadT = TypeVar("ReadT", covariant=True)


class Unchanged(msgspec.Struct, frozen=True, kw_only=True):
    """The upstream's answer that a file has not changed. `retrieved`: the time of the answer, UTC."""

    validator: str
    retrieved: datetime


class Edition(msgspec.Struct, Generic[RowT], frozen=True, kw_only=True):
    """The newest edition of a file.

    `release`: the upstream's name for it, or else the date of the file. `validator`: the upstream's ETag, "" without
    one; `digest`: a hash of the content, since a validator may be wrong. `rows` is iterated in a worker
    thread, or, if it can be pickled, in a process; iterating raises ValueError with one clear sentence at any row if
    the file is not as expected. `size`: bytes of the file; 0 if unknown. `lacks`: columns that are used but missing
    from this edition: their facts are absent.
    """

    release: str
    retrieved: datetime
    validator: str = ""
    digest: str = ""
    rows: Iterable[RowT]
    size: int = 0
    # A missing optional column costs its facts, not the whole file.
    lacks: tuple[str, ...] = ()


class PublishedFile(Protocol[RowT]):
    """A file whose newest edition is published at one address."""

    service: str
    """The publisher, for messages."""

    name: str
    """The upstream's name for the file, for messages."""

    async def fetch(self, *, validator: str = "") -> Edition[RowT] | Unchanged | None:
        """Fetch the newest edition; None if there is no such file. Raises: RateLimited, UpstreamError.

        Returns Unchanged only if a `validator` was passed.
        """
        ...


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata of a file before its download: its bytes, its validator ("" without one), its date (UTC)."""

    size: int
    validator: str
    modified: datetime


ReportBytes = Callable[[int], None]
"""A callback that receives the number of bytes done so far."""


class LargeFile(Protocol[ReadT]):
    """A file that does not fit into memory, whose newest edition is published at one address."""

    service: str
    """The publisher, for messages."""

    name: str
    """The upstream's name for the file, for messages."""

    async def announced(self) -> Announced:
        """Return the metadata of the newest edition. Raises: RateLimited, UpstreamError."""
        ...

    def fetched_bytes(self, announced: Announced, folder: Path) -> int:
        """Return the number of the file's bytes that are already in a folder."""
        ...

    async def fetch(self, announced: Announced, folder: Path, report: ReportBytes) -> Path:
        """Download the rest of an edition into a folder and delete other editions. Returns: the path of the file.

        Raises: RateLimited and UpstreamError, after which the partial download remains; OSError if it cannot be
        written.
        """
        ...

    def read(self, path: Path, report: ReportBytes) -> Iterator[ReadT]:
        """Iterate over the rows, in a thread.

        Raises: ValueError with one clear sentence at any row if the file is not as expected; OSError.
        """
        ...


class FetchedFile(msgspec.Struct, Generic[ContentT], frozen=True, kw_only=True):
    """The parsed content of a file of one pathway, and when it was fetched (UTC)."""

    content: ContentT
    validator: str
    retrieved: datetime


MappedNodes = tuple[MappedNode, ...]
"""The identifiers to which WikiPathways maps the nodes of one drawing."""


class DrawingSource(Protocol):
    """A source of single drawings, and of the mappings of their nodes."""

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[Drawing] | Unchanged | None:
        """Fetch the drawing of a pathway; None if it does not exist (any more). Raises: RateLimited, UpstreamError."""
        ...

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[MappedNodes] | Unchanged | None:
        """Fetch the mappings of a pathway's nodes; None if nothing is published. Raises: RateLimited, UpstreamError."""
        ...


class ArchiveListing(msgspec.Struct, frozen=True, kw_only=True):
    """The newest archive: its name, and the names of its parts, which never change."""

    release: str
    parts: tuple[str, ...]


class Unreadable(msgspec.Struct, frozen=True):
    """A part of an archive, or a file in a part, that cannot be parsed. `why`: a clause, without a full stop."""

    name: str
    why: str


class DrawingArchive(Protocol):
    """An archive of all drawings in several parts, published about once a month."""

    async def newest(self) -> ArchiveListing:
        """List the parts of the newest archive. Raises: RateLimited, UpstreamError."""
        ...

    # For some minutes each month, the archive lists files that do not exist yet.
    async def part(self, name: str) -> bytes | None:
        """Fetch a part unchanged; None if it is listed but does not exist. Raises: RateLimited, UpstreamError."""
        ...

    def held(self, part: bytes) -> Collection[str]:
        """Return the local ids of the pathways that a part lists; parses no drawing. Raises: ValueError."""
        ...

    def read(self, name: str, part: bytes) -> Iterator[Drawing | Unreadable]:
        """Parse the drawings of a part one by one; call it in a thread.

        A drawing that cannot be parsed does not affect the others. If the rest of the part cannot be parsed, the last
        item has the name of the part.
        """
        ...


class MappedDrawing(msgspec.Struct, frozen=True):
    """The identifiers to which WikiPathways maps the nodes of one drawing."""

    local_id: str
    nodes: MappedNodes
