"""The interfaces of exports: the ids of all records, and the files for tables and texts."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from biofacts.domain.identifiers.curies import GeneId, LigandId, PathwayId, TargetId
from biofacts.domain.links.export_formats import LinkSource, LinkTable


class RecordIds(Protocol):
    """The ids of all cached records, in the order of the catalogues. Methods raise RateLimited and UpstreamError."""

    async def human_genes(self) -> Sequence[GeneId]:
        """Return the ids of all genes of HGNC."""
        ...

    async def targets(self) -> Sequence[TargetId]:
        """Return the ids of all targets of the Guide."""
        ...

    async def ligands(self) -> Sequence[LigandId]:
        """Return the ids of all ligands of the Guide."""
        ...

    async def pathways(self) -> Sequence[PathwayId]:
        """Return the ids of all pathways of WikiPathways, in all organisms."""
        ...

    async def sources(self, version: str, table: LinkTable) -> Sequence[LinkSource]:
        """Return the catalogues in a listing's version that contain data of a table's services."""
        ...


class LinkTableWriter(Protocol):
    """A join table that is being written."""

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        """Write rows; their cells are in the order of the table's columns. Raises: TableError."""
        ...

    def rest_on(self, sources: Sequence[LinkSource]) -> None:
        """Record, once, the catalogues from which the rows are derived."""
        ...


class LinkTableFolder(Protocol):
    """A folder of join tables, one file each."""

    def create(self, folder: Path, table: LinkTable) -> AbstractContextManager[LinkTableWriter]:
        """Create a file that replaces an existing one. It appears when the context ends without an error.

        Raises: TableError.
        """
        ...


class TextFiles(Protocol):
    """Files of lines, and digests of any files."""

    def write(self, path: Path, lines: Iterable[str]) -> None:
        """Write or replace a file atomically. Raises: TableError."""
        ...

    def digest(self, path: Path) -> str:
        """Return the SHA-256 digest of a file's content. Raises: TableError."""
        ...
