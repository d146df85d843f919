"""`annotate` and `export links` at the terminal: what is refused, and how it is said."""

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import polars
import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.commands import annotate_and_export
from biofacts.adapters.sqlite.annotation_journal import SqliteJournals
from biofacts.adapters.tables.files import FileTables
from biofacts.application.lists.annotation import Annotate
from biofacts.composition.container import Container
from biofacts.domain.links.export_formats import EDGES, LICENCES, MEMBERSHIPS, NAMES, NODES
from biofacts.domain.lists.annotation import ColumnQuery
from tests.answering import SampleAnswering
from tests.commands import exit_code, parsed

DATASET = (EDGES, MEMBERSHIPS, NAMES, NODES)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))


def drugs(folder: Path) -> Path:
    path = folder / "drugs.csv"
    path.write_text("drug\naspirin\nzzqqxx\n")
    return path


def test_options_are_read() -> None:
    words = "annotate a.tsv --column drug --kind ligand --links pathway,gene --out b.parquet --workers 3"
    said = parsed(*words.split())

    assert annotate_and_export.annotation_from(said) == annotate_and_export.Annotation(
        file=Path("a.tsv"), column="drug", out=Path("b.parquet"),
        question=ColumnQuery(kind="ligand", links=("gene", "pathway")),
    )  # fmt: skip
    assert (said.values["workers"], said.values["ray"], said.values["cache_on_nodes"]) == (3, None, None)


def test_a_cluster_is_read() -> None:
    words = "annotate a.tsv --column drug --kind ligand --ray head:6379 --cache-on-nodes /shared/biofacts"
    said = parsed(*words.split())

    assert (said.values["ray"], said.values["cache_on_nodes"]) == ("head:6379", "/shared/biofacts")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "annotate a.csv --column drug --kind ligand --links genes",
            "no kind 'genes'. Did you mean gene? Choose from gene, target,",
        ),
        ("annotate a.csv --column drug --kind ligand --workers 0", "'0' is not a whole number of at least 1"),
        ("annotate a.csv --kind ligand", "required: --column"),
        ("annotate a.csv --column drug --kind ligand --cache-on-nodes /a", "only works with --ray"),
        ("export links", "required: --out"),
        ("export links --out tables --id cid", "argument --id: only for export gmt"),
        ("export edges --out edges.tsv --id cid", "argument --id: only for export gmt"),
        ("export links --out tables --organism x", "argument --organism: only for export gmt and export edges"),
        ("export gmt --out sets.gmt --id omim", "invalid choice: 'omim'"),
    ],
)
def test_wrong_options_are_refused(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(words.split()) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ({"--column": "name"}, 2, "The column 'name' is not in the table. The columns are: drug."),
        ({"--out": "drugs.xls"}, 2, "drugs.xls does not end in .csv, .tsv, .jsonl, .ndjson or .parquet."),
        ({"--out": "drugs.csv"}, 2, "is the table itself: give another file with --out."),
        ({"--links": "ligand"}, 2, "Links lead to other kinds: a ligand cannot be linked to ligands."),
        ({"file": "nowhere.csv"}, 1, "There is no file nowhere.csv."),
        ({"file": "broken.csv"}, 1, "broken.csv has 2 cells in line 3, but 1 columns."),
        ({"file": "no.parquet"}, 1, "no.parquet is not a complete Parquet file"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_a_code(
    given: Mapping[str, str], code: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    drugs(tmp_path)
    for broken in ("broken.csv", "no.parquet"):
        (tmp_path / broken).write_text("drug\naspirin\na,b\n")
    options = {"--column": "drug", "--kind": "ligand", **given}
    file = options.pop("file", "drugs.csv")
    words = [file, *(f"{name}={value}" for name, value in options.items())]
    before = {path.name for path in tmp_path.iterdir()}

    assert main(["annotate", *words]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("biofacts annotate: ")
    assert told in printed.err
    assert printed.err.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} == before


def test_an_organism_that_is_none_is_an_error_envelope(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["annotate", str(drugs(tmp_path)), "--column", "drug", "--kind", "gene", "--organism", "mouse", "--json"]

    assert main(words) == 1
    assert '"code":"AMBIGUOUS_QUERY"' in capsys.readouterr().out


async def test_names_that_failed_are_told_with_the_code_1(
    sample: Container, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answering = SampleAnswering(sample)
    answering.unreachable = {"aspirin"}
    annotator = Annotate(FileTables(), SqliteJournals(), answering)
    said = parsed("annotate", str(drugs(tmp_path)), "--column", "drug", "--kind", "ligand")

    assert await annotate_and_export.annotate(said, annotator) == 1
    assert capsys.readouterr().err == (
        "biofacts annotate: 1 names could not be looked up this time; the same command retries only these.\n"
    )


def test_join_tables_are_written_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "links", "--out", str(tmp_path / "links")]) == 0

    printed = capsys.readouterr().out
    assert "ligand-target" in printed
    assert {path.name for path in (tmp_path / "links").iterdir()} == {
        "target-gene.parquet", "gene-pathway.parquet", "ligand-target.parquet", "ligand-compound.parquet",
        "compound-pathway.parquet",
    }  # fmt: skip


def test_the_data_set_is_whole_and_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "dataset"

    assert main(["export", "dataset", "--out", str(folder), "--json"]) == 0
    tables = {table.name: polars.read_parquet(folder / f"{table.name}.parquet") for table in DATASET}
    assert json.loads(capsys.readouterr().out)["tables"] == {name: table.height for name, table in tables.items()}
    assert {name: table.columns for name, table in tables.items()} == {
        table.name: [column.name for column in table.columns] for table in DATASET
    }

    nodes = [*tables["nodes"].select("kind", "id").iter_rows()]
    ends = [
        *tables["edges"].select("subject_kind", "subject").iter_rows(),
        *tables["edges"].select("object_kind", "object").iter_rows(),
        *tables["memberships"].select("member_kind", "member").iter_rows(),
        *tables["names"].select("kind", "id").iter_rows(),
        *(("pathway", one) for one in tables["memberships"]["pathway"]),
    ]
    assert len({*nodes}) == len(nodes)
    assert {*ends} <= {*nodes}
    kinds = {kind: {*of["organism"]} for (kind,), of in tables["nodes"].group_by("kind")}
    assert {kind for kind, of in kinds.items() if of == {None}} == {"ligand", "target", "compound"}
    of_hgnc = tables["nodes"].filter(polars.col("id").str.starts_with("HGNC:"))
    assert {*of_hgnc["organism"]} == {"Homo sapiens"}
    assert all(LICENCES[source] == licence for table in tables.values() for source, licence in
               table.select("source", "licence").iter_rows())  # fmt: skip


def test_names_have_the_sort_of_highest_standing(tmp_path: Path) -> None:
    assert main(["export", "dataset", "--out", str(tmp_path)]) == 0
    names = polars.read_parquet(tmp_path / "names.parquet").filter(kind="gene", id="HGNC:11998")

    assert names.select("name", "sort").rows()[:2] == [("TP53", "symbol"), ("tumor protein p53", "name")]
    assert ("p53", "alias") in names.select("name", "sort").rows()


def test_croissant_has_digests_and_numbers_of_the_files(tmp_path: Path) -> None:
    assert main(["export", "dataset", "--out", str(tmp_path)]) == 0
    told = json.loads((tmp_path / "croissant.json").read_text())

    assert {one["name"]: one["sha256"] for one in told["distribution"]} == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in tmp_path.glob("*.parquet")
    }
    assert {one["name"]: [field["name"] for field in one["field"]] for one in told["recordSet"]} == {
        table.name: [column.name for column in table.columns] for table in DATASET
    }
    assert f"nodes: {polars.read_parquet(tmp_path / 'nodes.parquet').height} rows." in told["description"]


def test_sets_are_written_and_what_they_leave_out_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "mouse.gmt"

    assert main(["export", "gmt", "--organism", "Mus musculus", "--id", "entrez", "--out", str(out), "--json"]) == 0
    assert '"sets":1,"members":11,"empty_pathways":0' in capsys.readouterr().out
    [line] = out.read_text().splitlines()
    assert line.startswith("Apoptosis%WikiPathways_built-in sample%WP1254%Mus musculus\thttps://")
    assert len(line.split("\t")) == 2 + 11


def test_sets_of_no_organism_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "gmt", "--organism", "mouse", "--out", str(tmp_path / "mouse.gmt")]) == 1
    assert "named by its scientific name" in capsys.readouterr().err
    assert not (tmp_path / "mouse.gmt").exists()


def test_join_tables_without_pyarrow_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "biofacts.adapters.tables.parquet", raising=False)
    monkeypatch.delattr("biofacts.adapters.tables.parquet", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    assert main(["export", "links", "--out", str(tmp_path / "links")]) == 2
    assert capsys.readouterr().err == ("biofacts export: Parquet needs an extra: pip install 'biofacts[data]'.\n")
