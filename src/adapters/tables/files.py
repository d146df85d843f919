"""Tables as files. The suffix determines the format, and an output file is either complete or absent."""

import csv
import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

import msgspec

from biofacts.adapters.tables.cells import ROWS, errors_as_sentences, joined, only_once, text, whole
from biofacts.domain.answers.optional_packages import DATA
from biofacts.domain.links.export_formats import LinkSource, LinkTable
from biofacts.domain.lists.annotation import Column
from biofacts.domain.lists.input_tables import SUFFIXES, TextTable
from biofacts.domain.text.clean import encoding_of, enumerated
from biofacts.ports.exports import LinkTableFolder, LinkTableWriter, TextFiles
from biofacts.ports.lists import Rows, RowTable, TableError, Tables, TableWriter, WrongUse


class _Format(NamedTuple):
    open: Callable[[Path], RowTable]
    create: Callable[[Path, RowTable, Sequence[Column]], AbstractContextManager[TableWriter]]


class FileTables(Tables):
    """Tables as CSV, TSV, JSON lines and Parquet files."""

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
        with errors_as_sentences(path):
            status = path.stat()
        return f"{path.resolve()} {status.st_size} {status.st_mtime_ns}"

    def open(self, path: Path) -> RowTable:
        with errors_as_sentences(path):
            return _format(path).open(path)

    @contextmanager
    def create(self, path: Path, like: RowTable, added: Sequence[Column]) -> Generator[TableWriter]:
        with whole(path) as part, _format(path).create(part, like, added) as writer:
            yield writer


def _format(path: Path) -> _Format:
    """Return the format of a file by its suffix. Raises: WrongUse for an unknown suffix or if pyarrow is missing."""
    match path.suffix.lower():
        case ".csv":
            return _delimited(",")
        case ".tsv":
            return _delimited("\t")
        case ".jsonl" | ".ndjson":
            return _Format(JsonTable, create_json_lines)
        case ".parquet":
            return _parquet()
        case _:
            raise WrongUse(f"{path.name} does not end in {enumerated(SUFFIXES, 'or')}.")


def _delimited(delimiter: str) -> _Format:
    return _Format(partial(DelimitedTable, delimiter=delimiter), partial(create_delimited, delimiter=delimiter))


def _parquet() -> _Format:
    with _pyarrow():
        from biofacts.adapters.tables import parquet
    return _Format(parquet.ParquetTable, parquet.create)


def link_tables() -> LinkTableFolder:
    """Return the writer of join tables. Raises: WrongUse if pyarrow is missing."""
    with _pyarrow():
        from biofacts.adapters.tables import parquet as table_link_tables
    return table_link_tables.ParquetLinkTables()


class TsvLinkTables(LinkTableFolder):
    """Join tables as TSV files, one per table. TSV has no metadata, so the files do not name their sources."""

    @contextmanager
    def create(self, folder: Path, table: LinkTable) -> Generator[LinkTableWriter]:
        with errors_as_sentences(folder):
            folder.mkdir(parents=True, exist_ok=True)
        names = [column.name for column in table.columns]
        with whole(folder / f"{table.name}.tsv") as part, _lines(part, names, "\t") as lines:
            yield _TsvLinkTable(lines)


class WholeTextFiles(TextFiles):
    """Text files in UTF-8."""

    def write(self, path: Path, lines: Iterable[str]) -> None:
        with errors_as_sentences(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        with whole(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)

    def digest(self, path: Path) -> str:
        with errors_as_sentences(path), path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _pyarrow() -> Generator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise WrongUse(DATA.refusal) from error


# CSV, TSV and JSON lines


_LONGEST_CELL = 1 << 24
"""The maximum length of a cell in characters: a quote that is never closed would swallow the rest of the file."""


class DelimitedTable(RowTable):
    """A CSV or TSV file. Blank lines are ignored."""

    def __init__(self, path: Path, delimiter: str) -> None:
        self._path = path
        with path.open("rb") as file:
            self._encoding = encoding_of(file.read(2))
        self._delimiter = self._separator(delimiter)
        self.columns = self._header()

    def batches(self) -> Iterator[Rows]:
        lines = self._lines()
        next(lines)
        while several := list(islice(lines, ROWS)):
            yield TextTable(self.columns, several)

    def _separator(self, usual: str) -> str:
        """Return the separator in the header: Excel uses semicolons in countries that write a comma before decimals."""
        # Decoding errors are reported when the rows are read.
        with self._path.open(encoding=self._encoding, errors="replace") as file:
            header = file.readline(_LONGEST_CELL)
        return next((separator for separator in (usual, "\t", ";") if separator in header), usual)

    def _header(self) -> Sequence[str]:
        lines = self._lines()
        try:
            header = next(lines, None)
        finally:
            lines.close()
        if header is None:
            raise TableError(f"{self._path} is empty: it needs a first line with the names of the columns.")
        return header

    def _lines(self) -> Generator[Sequence[str]]:
        csv.field_size_limit(_LONGEST_CELL)
        width = 0
        with self._path.open(encoding=self._encoding, newline="") as file:
            # Without `strict`, the reader accepts broken quotes silently.
            reader = csv.reader(file, delimiter=self._delimiter, strict=True)
            try:
                for line in reader:
                    if line:
                        width = width or len(line)
                        if len(line) != width:
                            mismatch = f"{len(line)} cells in line {reader.line_num}, but {width} columns"
                            raise TableError(f"{self._path} has {mismatch}.")
                        yield line
            except UnicodeError as error:
                raise TableError(
                    f"{self._path} is not text in UTF-8 or UTF-16 (after line {reader.line_num})."
                ) from error
            except csv.Error as error:
                raise TableError(f"{self._path} cannot be read at line {reader.line_num}: {error}.") from error


class _Lines(Protocol):
    """The writer that `csv.writer` returns; its type has no public name."""

    def writerows(self, rows: Iterable[Sequence[str]], /) -> None: ...


@contextmanager
def _lines(path: Path, columns: Sequence[str], delimiter: str) -> Generator[_Lines]:
    """Create a file with a header, and yield a writer for its rows. Raises: OSError."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(columns)
        yield writer


class _LineWriter(TableWriter):
    def __init__(self, file: _Lines) -> None:
        self._file = file

    def write(self, rows: Rows, added: Sequence[Sequence[object]]) -> None:
        self._file.writerows(
            [*map(text, cells), *map(joined, new)] for cells, new in zip(rows.cells(), added, strict=True)
        )


class _TsvLinkTable(LinkTableWriter):
    def __init__(self, file: _Lines) -> None:
        self._file = file

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        self._file.writerows([*map(joined, cells)] for cells in rows)

    def rest_on(self, sources: Sequence[LinkSource]) -> None:
        pass


@contextmanager
def create_delimited(path: Path, like: RowTable, added: Sequence[Column], delimiter: str) -> Generator[TableWriter]:
    """Create a CSV or TSV file with the columns of a table and added columns. Raises: OSError."""
    # No escaping of spreadsheet formulas: the user's cells stay unchanged, and added ids and names are no formulas.
    with _lines(path, [*like.columns, *(column.name for column in added)], delimiter) as lines:
        yield _LineWriter(lines)


# JSON lines: one object per line, whose values are copied unchanged: https://jsonlines.org


# Raw values are written back byte by byte, so that numbers keep all their digits.
_Object = Mapping[str, msgspec.Raw]
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_NOTHING = msgspec.Raw(b"null")


class JsonRows(Rows):
    """Rows of JSON objects. If an object lacks a column, its cell is null."""

    def __init__(self, columns: Sequence[str], objects: Sequence[_Object]) -> None:
        self._columns = columns
        self.objects = objects

    def texts(self, column: str) -> Sequence[str]:
        try:
            return [text(row.get(column)) for row in self.objects]
        except ValueError as error:
            raise TableError(f"The column '{column}' contains a text that is not valid JSON: {error}.") from error

    def cells(self) -> Iterator[Sequence[object]]:
        return ([row.get(column, _NOTHING) for column in self._columns] for row in self.objects)


class JsonTable(RowTable):
    """A JSON lines file. Its columns are the names that occur in any object, in order of appearance."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.columns = tuple(dict.fromkeys(name for row in self._objects() for name in row))

    def batches(self) -> Iterator[Rows]:
        objects = self._objects()
        while several := list(islice(objects, ROWS)):
            yield JsonRows(self.columns, several)

    def _objects(self) -> Iterator[_Object]:
        with self._path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    try:
                        yield _OBJECT.decode(line)
                    except (msgspec.DecodeError, UnicodeDecodeError) as error:
                        raise TableError(f"{self._path} has no JSON object in line {number}: {error}.") from error


class _JsonLinesWriter(TableWriter):
    def __init__(self, file: BinaryIO, columns: Sequence[str], added: Sequence[Column]) -> None:
        self._file = file
        self._columns = columns
        self._added = [column.name for column in added]

    def write(self, rows: Rows, added: Sequence[Sequence[object]]) -> None:
        for row, new in zip(self._objects(rows), added, strict=True):
            self._file.write(msgspec.json.encode({**row, **dict(zip(self._added, new, strict=True))}, enc_hook=str))
            self._file.write(b"\n")

    def _objects(self, rows: Rows) -> Iterator[Mapping[str, object]]:
        if isinstance(rows, JsonRows):
            return iter(rows.objects)
        return (dict(zip(self._columns, cells, strict=True)) for cells in rows.cells())


@contextmanager
def create_json_lines(path: Path, like: RowTable, added: Sequence[Column]) -> Generator[TableWriter]:
    """Create a JSON lines file. Raises: OSError, and TableError for duplicate columns."""
    only_once(like.columns)
    with path.open("wb") as file:
        yield _JsonLinesWriter(file, like.columns, added)
