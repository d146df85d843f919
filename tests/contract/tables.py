"""What every format of tables promises: `Tables`, one format at a time."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from biofacts.adapters.tables.files import FileTables
from biofacts.domain.lists.annotation import Column
from biofacts.ports.lists import RowTable, TableError, Tables, TableWriter, WrongUse

ADDED = (Column("id"), Column("score", "number"), Column("ids", "ids"))
NEW: Sequence[Sequence[object]] = (("X:1", 0.5, ("a", "b")), (None, None, ()))


def rows_of(table: RowTable) -> list[Sequence[object]]:
    return [cells for batch in table.batches() for cells in batch.cells()]


def texts_of(table: RowTable, column: str) -> list[str]:
    return [text for batch in table.batches() for text in batch.texts(column)]


def write_and_fail(writer: TableWriter, table: RowTable) -> None:
    writer.write(next(table.batches()), NEW)
    raise RuntimeError


class TablesContract:
    """`content`: a table of the columns `name`, `n` and `note`: a name twice, text that looks like a number."""

    suffix: ClassVar[str]
    content: ClassVar[bytes]
    broken: ClassVar[Mapping[str, bytes]]
    """Files that are no such table, and what is said of each."""

    @pytest.fixture
    def tables(self) -> Tables:
        return FileTables()

    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        path = tmp_path / f"table{self.suffix}"
        path.write_bytes(self.content)
        return path

    def test_cells_are_read_as_text(self, tables: Tables, source: Path) -> None:
        table = tables.open(source)

        assert list(table.columns) == ["name", "n", "note"]
        assert texts_of(table, "name") == ["α-tocopherol, (R)", "007"]
        assert texts_of(table, "note") == ['said "so"\ntwice', ""]

    def test_a_table_is_read_as_often_as_wanted(self, tables: Tables, source: Path) -> None:
        table = tables.open(source)

        assert rows_of(table) == rows_of(table)
        assert len(rows_of(table)) == 2

    def test_other_columns_go_through_as_they_are(self, tables: Tables, source: Path) -> None:
        table, out = tables.open(source), source.with_name(f"out{self.suffix}")
        with tables.create(out, table, ADDED) as writer:
            for batch in table.batches():
                writer.write(batch, NEW)
        written = tables.open(out)
        before = [list(cells) for cells in rows_of(table)]

        assert list(written.columns) == ["name", "n", "note", "id", "score", "ids"]
        assert [list(cells[:3]) for cells in rows_of(written)] == before
        assert texts_of(written, "id") == ["X:1", ""]
        assert texts_of(written, "score") == ["0.5", ""]

    @pytest.mark.parametrize("other", [".csv", ".tsv", ".jsonl", ".parquet"])
    def test_a_table_is_written_in_any_format(self, tables: Tables, source: Path, other: str) -> None:
        table, out = tables.open(source), source.with_name(f"other{other}")
        with tables.create(out, table, ADDED) as writer:
            for batch in table.batches():
                writer.write(batch, NEW)
        written = tables.open(out)

        for column in ("name", "n", "note"):
            assert texts_of(written, column) == texts_of(table, column)

    def test_what_fails_leaves_nothing(self, tables: Tables, source: Path) -> None:
        table, out = tables.open(source), source.with_name(f"out{self.suffix}")
        out.write_bytes(b"before")
        with pytest.raises(RuntimeError), tables.create(out, table, ADDED) as writer:
            write_and_fail(writer, table)

        assert out.read_bytes() == b"before"
        assert sorted(path.name for path in source.parent.iterdir()) == sorted({source.name, out.name})

    def test_a_full_disk_is_one_sentence(self, tables: Tables, source: Path) -> None:
        table, out = tables.open(source), source.with_name(f"out{self.suffix}")
        with pytest.raises(TableError, match="No space left on device"), tables.create(out, table, ADDED):
            raise OSError(28, "No space left on device")

        assert not out.exists()

    def test_what_is_no_such_table_is_one_sentence(self, tables: Tables, tmp_path: Path) -> None:
        for told, body in self.broken.items():
            path = tmp_path / f"broken{self.suffix}"
            path.write_bytes(body)
            with pytest.raises(TableError, match=told):
                rows_of(tables.open(path))

    def test_a_file_that_is_not_there(self, tables: Tables, tmp_path: Path) -> None:
        with pytest.raises(TableError, match="There is no file"):
            tables.open(tmp_path / f"nowhere{self.suffix}")

    def test_the_source_is_never_written_over(self, tables: Tables, source: Path) -> None:
        with pytest.raises(WrongUse, match="the table itself"):
            tables.target(source, source.parent / "." / source.name)

        assert tables.target(source, None) == source.with_name(f"table.annotated{self.suffix}")
