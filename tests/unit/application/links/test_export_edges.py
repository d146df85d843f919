"""The files of all drawn interactions: each format, one organism, and what is refused."""

import csv
from collections.abc import Callable
from glob import glob
from pathlib import Path

import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from biofacts.adapters.tables.files import TsvLinkTables, WholeTextFiles, link_tables
from biofacts.application.links.export_edges import ExportedEdges, ExportEdges
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.links.edge_files import DRAWN_EDGES
from biofacts.ports.annotation import WrongUse
from tests.drawn_edges import BAX, MDM2, P53, MemoryEdges, drawn

# pyarrow comes without types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

EDGES = MemoryEdges(
    drawn(MDM2, "inhibits", (P53, BAX), sign="-", references=("PMID:1", "PMID:2")),
    drawn(P53, "associates", BAX, pathway="WP:WP2", organism="Mus musculus", directed=False),
)
Export = Callable[[MemoryEdges], ExportEdges]


@pytest.fixture
def export(sample: Container) -> Export:
    """A function that makes the use case over interactions."""
    tables = {".parquet": link_tables, ".tsv": TsvLinkTables}
    return lambda edges: ExportEdges(edges, sample.census(), tables, WholeTextFiles())


async def test_a_parquet_file_has_types(export: Export, tmp_path: Path) -> None:
    out = tmp_path / "all.parquet"
    summary = await export(EDGES)(out)

    table = pq.read_table(out)
    assert summary == ExportedEdges(file=str(out), release="2026-08-22", pathways=2, lines=2, edges=3)
    assert table.column_names == [column.name for column in DRAWN_EDGES.columns]
    first = table.to_pylist()[0]
    assert (first["source"], first["effect"], first["target"]) == ("HGNC:6973", "inhibits", "HGNC:11998")
    assert (first["directed"], first["references"], first["sign"]) == (True, ["PMID:1", "PMID:2"], "-")


async def test_a_tsv_file_has_the_same_rows(export: Export, tmp_path: Path) -> None:
    out = tmp_path / "all.tsv"
    await export(EDGES)(out)

    with out.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file, delimiter="\t")]
    assert [(row["pathway"], row["source"], row["target"]) for row in rows] == [
        ("WP:WP1", "HGNC:6973", "HGNC:11998"),
        ("WP:WP1", "HGNC:6973", "HGNC:959"),
        ("WP:WP2", "HGNC:11998", "HGNC:959"),
    ]
    assert [row["references"] for row in rows] == ["PMID:1|PMID:2", "PMID:1|PMID:2", ""]
    assert [row["directed"] for row in rows] == ["true", "true", "false"]


async def test_networks_are_written_as_text(export: Export, tmp_path: Path) -> None:
    await export(EDGES)(tmp_path / "all.SIF")
    await export(EDGES)(tmp_path / "all.graphml")

    assert (tmp_path / "all.SIF").read_text().splitlines()[0] == "HGNC:6973\tinhibits\tHGNC:11998"
    assert (tmp_path / "all.graphml").read_text().count("<edge ") == 3


async def test_an_organism_has_only_its_own_interactions(export: Export, tmp_path: Path) -> None:
    summary = await export(EDGES)(tmp_path / "mouse.tsv", organism="Mus musculus")

    assert (summary.edges, summary.pathways, summary.organism) == (1, 1, "Mus musculus")


async def test_an_organism_without_interactions_is_refused_before_a_file_is_written(
    export: Export, tmp_path: Path
) -> None:
    with pytest.raises(AmbiguousQuery, match="No pathways of Danio rerio draw any interaction"):
        await export(EDGES)(tmp_path / "fish.tsv", organism="Danio rerio")

    assert glob("*", root_dir=tmp_path) == []


async def test_an_unknown_format_is_refused_with_the_known_ones(export: Export, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"all\.xlsx does not end in \.parquet, \.tsv, \.sif or \.graphml\."):
        await export(EDGES)(tmp_path / "all.xlsx")


async def test_missing_drawings_are_told(export: Export, tmp_path: Path) -> None:
    summary = await export(MemoryEdges(*EDGES.edges, complete=False))(tmp_path / "all.sif")

    assert "interactions may be missing" in str(summary.remark)
