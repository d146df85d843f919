"""What the export of join tables asks for: all ids that there are, and where tables go."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from biofacts.domain.gene import GeneId
from biofacts.domain.ligand import LigandId
from biofacts.domain.link_tables import LinkSource, LinkTable
from biofacts.domain.pathway import PathwayId
from biofacts.domain.target import TargetId


class Census(Protocol):
    """All records that are at hand, in the order of the catalogues; each method raises RateLimited, UpstreamError."""

    async def human_genes(self) -> Sequence[GeneId]:
        """Of HGNC."""
        ...

    async def targets(self) -> Sequence[TargetId]:
        """Of the Guide."""
        ...

    async def ligands(self) -> Sequence[LigandId]:
        """Of the Guide."""
        ...

    async def pathways(self) -> Sequence[PathwayId]:
        """Of WikiPathways, in all organisms."""
        ...

    async def sources(self, version: str, table: LinkTable) -> Sequence[LinkSource]:
        """The catalogues of a listing's version that hold facts of a table's services."""
        ...


class LinkTableWriter(Protocol):
    """A join table that is being written."""

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        """Rows with the cells of the table's columns. Raises: TableError."""
        ...

    def rest_on(self, sources: Sequence[LinkSource]) -> None:
        """Note, once, what the rows come from."""
        ...


class LinkTableFolder(Protocol):
    """Where join tables go, one file each."""

    def create(self, folder: Path, table: LinkTable) -> AbstractContextManager[LinkTableWriter]:
        """A new file, in place of one that is there. It stands whole when the context is left, or not at all.

        Raises: TableError.
        """
        ...
