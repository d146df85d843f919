"""What docs/annotate.md and docs/export.md show works, on the built-in sample; the meaning of every column is told."""

import csv
import re
import shlex
from pathlib import Path

import polars
import pytest

from biofacts.__main__ import main
from biofacts.domain.links.export_formats import LICENCES, LINK_TABLES
from tests.places import REPOSITORY

_TEXT = "".join((REPOSITORY / "docs" / name).read_text("utf-8") for name in ("annotate.md", "export.md"))
_RESULTS, _TABLE, _HEAD = re.findall(r"```csv.*?\n(.*?)```", _TEXT, re.S)
_COMMANDS = re.findall(r"^\$ biofacts (.+)$", _TEXT, re.M)
_SCRIPTS = re.findall(r"```python\n(.*?)```", _TEXT, re.S)


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drugs.csv").write_text(_TABLE)
    (tmp_path / "results.csv").write_text(_RESULTS)


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.thorough
def test_a_table_of_drugs_becomes_one_of_genes_and_pathways_by_commands_and_scripts_alike(tmp_path: Path) -> None:
    codes = [main(shlex.split(command)) for command in _COMMANDS]
    by_commands = written(tmp_path)
    text = by_commands["drugs.annotated.csv"].decode()
    rows = [*csv.DictReader(text.splitlines())]
    enriched = polars.read_parquet("up.parquet")
    for script in _SCRIPTS:
        exec(script, {})

    assert codes == [0] * 8
    assert len(_SCRIPTS) == 7
    # Python leaves out columns that are empty in all rows.
    assert (again := polars.read_parquet("up.parquet")).equals(enriched.select(again.columns))
    assert by_commands.keys() == written(tmp_path).keys()
    assert {name for name, body in written(tmp_path).items() if body != by_commands[name]} == {"up.parquet"}
    assert text.startswith(_HEAD)
    assert [row["name"] for row in rows] == ["aspirin", "atorvastatin", "aspirin", ""]
    assert rows[1]["gene_ids"] == "HGNC:5006"


def test_every_column_is_described() -> None:
    for table in LINK_TABLES:
        section = _TEXT.partition(f"### `{table.name}.parquet`\n\n{table.about}")[2].partition("###")[0]
        described = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.M))

        assert described == {column.name: column.meaning for column in table.columns}


def test_every_licence_is_told() -> None:
    page = (REPOSITORY / "docs" / "licences.md").read_text(encoding="utf-8")
    told = {found[0]: found[1] for found in re.findall(r"^\| \[(?:IUPHAR/BPS )?([^]]+)\].* \| (.+) \|$", page, re.M)}

    assert {service: told.get(service) for service in LICENCES} == LICENCES
