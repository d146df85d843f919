"""Parquet tables, whose columns keep their types, and join tables as Parquet files."""

# pyarrow has no type annotations.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa  # type: ignore[import-untyped]  # neither pyarrow nor its submodules have types
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from biofacts.adapters.tables.cells import ROWS, errors_as_sentences, only_once, text, whole
from biofacts.domain.links.export_formats import LinkColumn, LinkSource, LinkTable
from biofacts.domain.lists.annotation import Column
from biofacts.ports.exports import LinkTableFolder, LinkTableWriter
from biofacts.ports.lists import Rows, RowTable, TableError, TableWriter

_ROWS_OF_A_GROUP = 10 * ROWS
TYPES: Mapping[str, Any] = {
    "text": pa.string(), "number": pa.float64(), "integer": pa.int64(), "truth": pa.bool_(),
    "ids": pa.list_(pa.string()),
}  # fmt: skip
"""The Arrow types by the names of our column types."""


class ParquetRows(Rows):
    """The rows of an Arrow record batch."""

    def __init__(self, batch: Any) -> None:
        self.batch = batch

    def texts(self, column: str) -> Sequence[str]:
        return [text(cell) for cell in _texts(self.batch.column(column)).to_pylist()]

    def cells(self) -> Iterator[Sequence[object]]:
        return zip(*(_plain(column).to_pylist() for column in self.batch.columns), strict=True)


def _texts(column: Any) -> Any:
    """Cast a column to text, unless it is nested."""
    return column if pa.types.is_nested(column.type) else pc.cast(column, pa.string())


def _plain(column: Any) -> Any:
    """Return a column of numbers, truth values or nested values unchanged; cast any other column to text."""
    kind = column.type
    is_known = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
    return column if is_known else _texts(column)


class ParquetTable(RowTable):
    """A Parquet file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._opened() as file:
            self.schema = file.schema_arrow
        self.columns: Sequence[str] = list(self.schema.names)

    def batches(self) -> Iterator[Rows]:
        with self._opened() as file:
            for batch in file.iter_batches(ROWS):
                yield ParquetRows(batch)

    @contextmanager
    def _opened(self) -> Generator[Any]:
        try:
            with pq.ParquetFile(self._path) as file:
                yield file
        except pa.ArrowException as error:
            why = str(error).partition("\n")[0].rstrip(".")
            raise TableError(f"{self._path} is not a complete Parquet file: {why}.") from error


class _BatchWriter(TableWriter):
    """A writer that collects batches, since small row groups make large files."""

    def __init__(self, file: Any, schema: Any, width: int) -> None:
        self._file = file
        self._schema = schema
        self._width = width
        self._batches: list[Any] = []

    def write(self, rows: Rows, added: Sequence[Sequence[object]]) -> None:
        types = [field.type for field in self._schema][self._width :]
        new = [pa.array(cells, kind) for cells, kind in zip(zip(*added, strict=True), types, strict=True)]
        arrays = [*self._arrays(rows), *new]
        self._batches.append(pa.RecordBatch.from_arrays(arrays, schema=self._schema))
        if sum(batch.num_rows for batch in self._batches) >= _ROWS_OF_A_GROUP:
            self.flush()

    def _arrays(self, rows: Rows) -> Sequence[Any]:
        if isinstance(rows, ParquetRows):
            return list(rows.batch.columns)
        columns = zip(*rows.cells(), strict=True)
        # A missing value becomes null; an empty text stays an empty text.
        return [pa.array([None if text(cell) == "" and not isinstance(cell, str) else text(cell) for cell in column],
                         pa.string()) for column in columns]  # fmt: skip

    def flush(self) -> None:
        """Write the collected batches as one row group."""
        self._file.write_table(pa.Table.from_batches(self._batches, schema=self._schema))
        self._batches.clear()


@contextmanager
def create(path: Path, like: RowTable, added: Sequence[Column]) -> Generator[TableWriter]:
    """Create a Parquet file like a table. Columns of a Parquet table keep their types. Raises: OSError, TableError."""
    only_once(like.columns)
    inherited = (
        like.schema if isinstance(like, ParquetTable) else pa.schema([(name, pa.string()) for name in like.columns])
    )
    schema = pa.schema(
        [*inherited, *((column.name, TYPES[column.holds]) for column in added)], metadata=inherited.metadata
    )
    with pq.ParquetWriter(path, schema, compression="zstd") as file:
        writer = _BatchWriter(file, schema, len(inherited))
        yield writer
        writer.flush()


# Join tables as Parquet files, with descriptions of their columns, and their sources and licences as metadata


_ROWS_OF_A_LINK_GROUP = 50_000


class ParquetLinkTables(LinkTableFolder):
    """A folder of join tables, one file per table, such as `target-gene.parquet`."""

    @contextmanager
    def create(self, folder: Path, table: LinkTable) -> Generator[LinkTableWriter]:
        with errors_as_sentences(folder):
            folder.mkdir(parents=True, exist_ok=True)
        schema = pa.schema([*map(_field, table.columns)], metadata={"description": table.about})
        with (
            whole(folder / f"{table.name}.parquet") as part,
            pq.ParquetWriter(part, schema, compression="zstd") as file,
        ):
            writer = _ParquetLinkTable(file, schema)
            yield writer
            writer.flush()


def _field(column: LinkColumn) -> Any:
    return pa.field(column.name, TYPES[column.holds], metadata={"description": column.meaning})


class _ParquetLinkTable(LinkTableWriter):
    """A writer that collects rows, since small row groups make large files."""

    def __init__(self, file: Any, schema: Any) -> None:
        self._file = file
        self._schema = schema
        self._rows: list[Sequence[object]] = []

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        self._rows += rows
        if len(self._rows) >= _ROWS_OF_A_LINK_GROUP:
            self.flush()

    def rest_on(self, sources: Sequence[LinkSource]) -> None:
        licences = {source.service: source.licence for source in sources}
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
