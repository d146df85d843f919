"""What only one format has."""

import datetime
import sys
from decimal import Decimal
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from biofacts.adapters.tables.files import FileTables, link_tables
from biofacts.domain.lists.annotation import Column
from biofacts.ports.lists import TableError, WrongUse

# pyarrow comes without types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

TABLES = FileTables()


def rewritten(source: Path, out: Path) -> Path:
    table = TABLES.open(source)
    with TABLES.create(out, table, [Column("ids", "ids")]) as writer:
        for batch in table.batches():
            writer.write(batch, [(("a", "b"),) for _ in batch.cells()])
    return out


def test_ids_are_joined_in_lines_and_lists_elsewhere(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("name\nx\n")

    assert rewritten(source, tmp_path / "out.csv").read_text() == "name,ids\nx,a|b\n"
    assert rewritten(source, tmp_path / "out.ndjson").read_text() == '{"name":"x","ids":["a","b"]}\n'
    assert pq.read_table(rewritten(source, tmp_path / "out.parquet")).to_pylist() == [{"name": "x", "ids": ["a", "b"]}]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_may_be_as_excel_writes_it(encoding: str, separator: str, tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    lines = [separator.join(cells) for cells in (("gene", "fold"), ("TNF\u03b1", "2.5"))]
    source.write_bytes(("\r\n".join(lines) + "\r\n").encode(encoding))

    table = TABLES.open(source)
    assert [*table.columns] == ["gene", "fold"]
    assert [[*row] for rows in table.batches() for row in rows.cells()] == [["TNF\u03b1", "2.5"]]


def test_json_values_stay_as_they_are_written(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"name":"x","big":123456789012345678901,"e":1.50e3,"in":{"b": [1, null]}}\n{"other":true}\n')
    out = rewritten(source, tmp_path / "out.jsonl")

    assert out.read_text() == (
        '{"name":"x","big":123456789012345678901,"e":1.50e3,"in":{"b": [1, null]},"ids":["a","b"]}\n'
        '{"other":true,"ids":["a","b"]}\n'
    )


def test_parquet_keeps_types_and_metadata(tmp_path: Path) -> None:
    day = datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)
    columns = {
        "name": pa.array(["x"]).dictionary_encode(),
        "when": pa.array([day], pa.timestamp("ns", "UTC")),
        "price": pa.array([Decimal("1.10")]),
        "parts": pa.array([[{"a": 1}]]),
    }
    table = pa.table(columns).replace_schema_metadata({"whose": "mine"})
    source = tmp_path / "in.parquet"
    pq.write_table(table, source)
    written = pq.read_table(rewritten(source, tmp_path / "out.parquet"))

    assert written.drop_columns("ids").equals(table)
    assert written.schema.metadata[b"whose"] == b"mine"
    assert rewritten(source, tmp_path / "out.csv").read_text() == (
        'name,when,price,parts,ids\nx,2026-01-02 00:00:00.000000000Z,1.10,"[{""a"":1}]",a|b\n'
    )


def test_whole_numbers_are_identifiers_in_columns_of_any_number(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"whole": [672, None], "float": [672.0, None]}), source)
    table = TABLES.open(source)

    for column in table.columns:
        assert [rows.texts(column) for rows in table.batches()] == [["672", ""]]


def test_large_tables_have_few_groups_of_rows(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("name\n" + "x\n" * 120_000)
    written = pq.read_metadata(rewritten(source, tmp_path / "out.parquet"))

    assert (written.num_rows, written.num_row_groups) == (120_000, 2)


def test_a_column_twice_stays_in_lines_only(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("name,name\nx,y\n")

    assert rewritten(source, tmp_path / "out.csv").read_text() == "name,name,ids\nx,y,a|b\n"
    for suffix in (".jsonl", ".parquet"):
        with pytest.raises(TableError, match="'name' is in the table more than once"):
            rewritten(source, tmp_path / f"out{suffix}")


@pytest.mark.parametrize("name", ["table.xls", "table", "table.csv.gz"])
def test_an_unknown_format_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"does not end in \.csv, \.tsv, \.jsonl, \.ndjson or \.parquet"):
        TABLES.target(tmp_path / name, None)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="no folder"):
        TABLES.target(tmp_path / "in.csv", tmp_path / "nowhere" / "out.csv")


def test_without_pyarrow_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in ("biofacts.adapters.tables.parquet", "biofacts.adapters.tables.parquet"):
        monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.delattr(module, raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(WrongUse, match=r"pip install 'biofacts\[data\]'"):
        TABLES.target(tmp_path / "in.parquet", None)
    with pytest.raises(WrongUse, match=r"pip install 'biofacts\[data\]'"):
        link_tables()
