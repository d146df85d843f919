"""The join tables: of the sample beside `find_links`, of the whole Guide beside its raw files."""

import csv
import json
from collections.abc import Callable, Mapping
from glob import glob
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

from biofacts.adapters.tables.files import TsvLinkTables, WholeTextFiles, link_tables
from biofacts.application.links.export_tables import ExportedEdges, ExportEdges
from biofacts.composition.container import Container
from biofacts.datasets import Datasets
from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.links.export_formats import DRAWN_EDGES, LINK_TABLES
from biofacts.ports.lists import WrongUse
from tests.drawn_edges import BAX, MDM2, P53, MemoryEdges, drawn

# pyarrow comes without types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

Tables = Mapping[str, list[dict[str, Any]]]


@pytest.fixture
async def written(sample: Container, tmp_path: Path) -> Path:
    await Datasets(sample).links()(tmp_path / "links")
    return tmp_path / "links"


def read(folder: Path) -> Tables:
    return {table.name: pq.read_table(folder / f"{table.name}.parquet").to_pylist() for table in LINK_TABLES}


async def linked(sample: Container, kind: KindName, starts: set[str], to: KindName) -> set[tuple[str, str]]:
    find_links = sample.use_cases().find_links
    return {
        (start, one.id)
        for start in starts
        for one in (await find_links.whole(start, kind, to)).entities
        if one.organism in (None, "Homo sapiens")
    }


async def test_pairs_are_those_of_find_links(sample: Container, written: Path) -> None:
    tables = read(written)
    pairs = {
        name: {(one[start], one[end]) for one in tables[name]}
        for name, start, end in (
            ("target-gene", "target_id", "gene_id"),
            ("gene-pathway", "gene_id", "pathway_id"),
            ("ligand-target", "ligand_id", "target_id"),
            ("ligand-compound", "ligand_id", "compound_id"),
        )
    }
    record_ids = sample.record_ids()
    targets = {str(one) for one in await record_ids.targets()}
    ligands = {str(one) for one in await record_ids.ligands()}
    genes = {str(one) for one in await record_ids.human_genes()}

    assert pairs["target-gene"] == await linked(sample, "target", targets, "gene")
    assert pairs["gene-pathway"] == await linked(sample, "gene", genes, "pathway")
    assert pairs["ligand-target"] == await linked(sample, "ligand", ligands, "target")
    assert pairs["ligand-compound"] == await linked(sample, "ligand", ligands, "compound")
    assert all(pairs.values())


async def test_compounds_of_pathways_are_those_of_find_links(sample: Container, written: Path) -> None:
    found = {(one["pathway_id"], one["compound_id"]) for one in read(written)["compound-pathway"]}
    pathways = {str(one) for one in await sample.record_ids().pathways()}
    find_links = sample.use_cases().find_links
    expected = {
        (start, one.id) for start in pathways for one in (await find_links.whole(start, "pathway", "compound")).entities
    }

    assert found == expected


async def test_a_ligand_that_is_acted_on_stands_once_with_the_ligand_that_acts(written: Path) -> None:
    rows = [one for one in read(written)["ligand-target"] if one["target_kind"] == "ligand"]

    assert [(one["ligand_id"], one["target_id"]) for one in rows] == [("IUPHAR:4860", "IUPHAR:5074")]


async def test_an_interaction_is_a_row_with_all_that_is_told_of_it(written: Path) -> None:
    rows = [
        one for one in read(written)["ligand-target"]
        if (one["ligand_name"], one["gene_symbol"]) == ("haloperidol", "DRD2")
    ]  # fmt: skip

    assert len(rows) == 1
    assert rows[0] | {"references": [], "selectivity": None} == {
        "ligand_id": "IUPHAR:86", "ligand_name": "haloperidol", "approved": True, "withdrawn": False,
        "target_id": "IUPHAR:215", "target_name": rows[0]["target_name"], "target_kind": "target",
        "gene_symbol": "DRD2", "type": "Antagonist", "action": "Antagonist", "primary": True, "endogenous": False,
        "species": "Human", "affinity_parameter": rows[0]["affinity_parameter"], "affinity_relation": None,
        "affinity": rows[0]["affinity"], "affinity_low": rows[0]["affinity_low"],
        "affinity_high": rows[0]["affinity_high"], "selectivity": None, "references": [],
    }  # fmt: skip


async def test_a_file_says_what_its_columns_mean_and_what_it_rests_on(written: Path) -> None:
    for table in LINK_TABLES:
        path = written / f"{table.name}.parquet"
        schema, told = pq.read_schema(path), pq.read_metadata(path).metadata
        meanings = [field.metadata[b"description"].decode() for field in schema]

        assert [(name, meaning) for name, meaning in zip(schema.names, meanings, strict=True)] == [
            (column.name, column.meaning) for column in table.columns
        ]
        assert told[b"description"].decode() == table.about
    sources = json.loads(pq.read_metadata(written / "gene-pathway.parquet").metadata[b"sources"])
    licence = pq.read_metadata(written / "target-gene.parquet").metadata[b"licence"].decode()

    assert {one["service"] for one in sources} == {"HGNC", "WikiPathways"}
    assert all(one["release"] and one["retrieved"] for one in sources)
    assert licence == "Guide to PHARMACOLOGY: database: ODbL 1.0; contents: CC BY-SA 4.0; HGNC: CC0 1.0"


async def test_the_same_catalogues_give_the_same_bytes(sample: Container, written: Path, tmp_path: Path) -> None:
    told = await Datasets(sample).links()(tmp_path / "again")

    assert told.tables["ligand-target"] > 0
    assert contents(tmp_path / "again") == contents(written)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


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
    return lambda edges: ExportEdges(edges, sample.record_ids(), tables, WholeTextFiles())


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
