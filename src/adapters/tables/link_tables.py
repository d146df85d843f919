"""Join tables as Parquet. Columns have descriptions; the metadata of a file lists its sources and their licences."""

# pyarrow comes without types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa  # type: ignore[import-untyped]  # has no types of its own; nor have its parts
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from biofacts.adapters.tables.cells import told, whole
from biofacts.domain.links.tables import LinkColumn, LinkSource, LinkTable
from biofacts.ports.links import LinkTableFolder, LinkTableWriter

_TYPES = {"text": pa.string(), "number": pa.float64(), "truth": pa.bool_(), "ids": pa.list_(pa.string())}
_ROWS_OF_A_GROUP = 50_000


class ParquetLinkTables(LinkTableFolder):
    """Join tables, one file each, such as `target-gene.parquet`."""

    @contextmanager
    def create(self, folder: Path, table: LinkTable) -> Generator[LinkTableWriter]:
        with told(folder):
            folder.mkdir(parents=True, exist_ok=True)
        schema = pa.schema([*map(_field, table.columns)], metadata={"description": table.about})
        with (
            whole(folder / f"{table.name}.parquet") as part,
            pq.ParquetWriter(part, schema, compression="zstd") as file,
        ):
            writer = _Writer(file, schema)
            yield writer
            writer.flush()


def _field(column: LinkColumn) -> Any:
    return pa.field(column.name, _TYPES[column.holds], metadata={"description": column.meaning})


class _Writer(LinkTableWriter):
    """A writer that collects rows, since small row groups make large files."""

    def __init__(self, file: Any, schema: Any) -> None:
        self._file = file
        self._schema = schema
        self._rows: list[Sequence[object]] = []

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        self._rows += rows
        if len(self._rows) >= _ROWS_OF_A_GROUP:
            self.flush()

    def rest_on(self, sources: Sequence[LinkSource]) -> None:
        licences = {one.service: one.licence for one in sources}
        self._file.add_key_value_metadata(
            {
                "sources": msgspec.json.encode(sources).decode(),
                "licence": "; ".join(f"{service}: {licence}" for service, licence in licences.items()),
            }
        )

    def flush(self) -> None:
        """Write the collected rows as one row group."""
        columns = zip(*self._rows, strict=True) if self._rows else ((),) * len(self._schema)
        arrays = [pa.array(cells, field.type) for cells, field in zip(columns, self._schema, strict=True)]
        self._file.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
        self._rows.clear()
