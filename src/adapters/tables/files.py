"""Tables as files: the suffix names the format, and an output file is either complete or absent."""

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from biofacts.adapters.tables import text_formats
from biofacts.adapters.tables.cells import told, whole
from biofacts.domain.answers.extras import DATA
from biofacts.domain.lists.annotation import Column
from biofacts.ports.annotation import Table, Tables, TableWriter, WrongUse
from biofacts.ports.links import LinkTableFolder

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet")


class _Format(NamedTuple):
    open: Callable[[Path], Table]
    create: Callable[[Path, Table, Sequence[Column]], AbstractContextManager[TableWriter]]


class FileTables(Tables):
    """Tables as CSV, TSV, JSON lines and Parquet."""

    def target(self, source: Path, out: Path | None) -> Path:
        target = out or source.with_name(f"{source.stem}.annotated{source.suffix}")
        for path in (source, target):
            _format(path)
        if target.resolve() == source.resolve():
            raise WrongUse(f"{target} is the table itself: give another file with --out.")
        if not target.parent.is_dir():
            raise WrongUse(f"There is no folder {target.parent} to write to.")
        return target

    def identity(self, path: Path) -> str:
        with told(path):
            status = path.stat()
        return f"{path.resolve()} {status.st_size} {status.st_mtime_ns}"

    def open(self, path: Path) -> Table:
        with told(path):
            return _format(path).open(path)

    @contextmanager
    def create(self, path: Path, like: Table, added: Sequence[Column]) -> Generator[TableWriter]:
        with whole(path) as part, _format(path).create(part, like, added) as writer:
            yield writer


def _format(path: Path) -> _Format:
    """Return the format of a suffix. Raises: WrongUse if it is unknown, or if its library is not installed."""
    match path.suffix.lower():
        case ".csv":
            return _delimited(",")
        case ".tsv":
            return _delimited("\t")
        case ".jsonl" | ".ndjson":
            return _Format(text_formats.JsonTable, text_formats.create_json_lines)
        case ".parquet":
            return _parquet()
        case _:
            raise WrongUse(f"{path.name} does not end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}.")


def _delimited(delimiter: str) -> _Format:
    return _Format(
        partial(text_formats.DelimitedTable, delimiter=delimiter),
        partial(text_formats.create_delimited, delimiter=delimiter),
    )


def _parquet() -> _Format:
    with _pyarrow():
        from biofacts.adapters.tables import parquet
    return _Format(parquet.ParquetTable, parquet.create)


def link_tables() -> LinkTableFolder:
    """Return the writer of join tables. Raises: WrongUse if pyarrow is missing."""
    with _pyarrow():
        from biofacts.adapters.tables import link_tables as table_link_tables
    return table_link_tables.ParquetLinkTables()


@contextmanager
def _pyarrow() -> Generator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise WrongUse(DATA.refusal) from error
