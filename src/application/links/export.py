"""Export links: write each join table to a file."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import anyio.lowlevel
import msgspec

from biofacts.application.links.export_rows import LinkRows, Part
from biofacts.domain.answers.pages import Releases
from biofacts.domain.links.tables import (
    COMPOUND_PATHWAY,
    GENE_PATHWAY,
    LIGAND_COMPOUND,
    LIGAND_TARGET,
    TARGET_GENE,
    LinkTable,
)
from biofacts.ports.links import Census, LinkTableFolder
from biofacts.ports.synchronisation import Progress, unseen


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """The join tables that were written, with their numbers of rows."""

    folder: str
    tables: Mapping[str, int]


class ExportLinks:
    """The use case that writes all join tables to a folder."""

    def __init__(self, rows: LinkRows, census: Census, files: LinkTableFolder) -> None:
        self._census = census
        self._files = files
        self._parts = {
            TARGET_GENE: rows.target_gene,
            GENE_PATHWAY: rows.gene_pathway,
            LIGAND_TARGET: rows.ligand_target,
            LIGAND_COMPOUND: rows.ligand_compound,
            COMPOUND_PATHWAY: rows.compound_pathway,
        }

    async def __call__(self, folder: Path, *, progress: Progress = unseen) -> Exported:
        """Write every table. Raises: TableError, RateLimited, UpstreamError."""
        tables = {
            table.name: await self._written(folder, table, parts(), progress) for table, parts in self._parts.items()
        }
        return Exported(folder=str(folder), tables=tables)

    async def _written(self, folder: Path, table: LinkTable, parts: AsyncIterator[Part], progress: Progress) -> int:
        rows, versions = 0, dict[str, str]()
        with self._files.create(folder, table) as writer:
            async for part in parts:
                writer.write(part.rows)
                rows += len(part.rows)
                # The catalogues that took part in the rows are the releases on which the table rests.
                versions |= Releases.parse(part.versions).versions
                progress(table.name, part.done, part.total)
                await anyio.lowlevel.checkpoint()  # local answers never yield to the event loop
            writer.rest_on(await self._census.sources(str(Releases(versions)), table))
        return rows
