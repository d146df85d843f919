"""Tables annotated from the sample."""

import csv
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from biofacts.adapters.sqlite.annotation_journal import SqliteJournals
from biofacts.adapters.tables.files import FileTables
from biofacts.application.lists.annotation import Annotate, Annotated
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.lists.annotation import ColumnQuery
from biofacts.ports.lists import AnsweringError, TableError, WrongUse
from tests.answering import SampleAnswering

LIGANDS = ColumnQuery(kind="ligand")
DRUGS = ["aspirin", " ibuprofen ", "zzqqxx", "aspirin", "", "Tylenol", "beta blocker"]


@pytest.fixture
def answering(sample: Container) -> SampleAnswering:
    return SampleAnswering(sample)


@pytest.fixture
def annotate(answering: SampleAnswering) -> Annotate:
    return Annotate(FileTables(), SqliteJournals(), answering)


def drugs(folder: Path, names: Sequence[str] = DRUGS, *columns: str) -> Path:
    path = folder / "drugs.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "drug", *columns])
        writer.writerows([number, name, *columns] for number, name in enumerate(names))
    return path


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return [*csv.DictReader(file)]


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(("kind", "is_refused"), [("ligand", True), ("gene", False)])
async def test_orthologs_are_of_genes(kind: Any, is_refused: bool, annotate: Annotate, tmp_path: Path) -> None:
    question = ColumnQuery(kind=kind, to_organism="Mus musculus")
    with pytest.raises(AmbiguousQuery, match="has no orthologs") if is_refused else nullcontext():
        await annotate(drugs(tmp_path, ["TP53"]), "drug", question)


async def test_every_row_is_there_in_its_order_with_what_its_name_is(annotate: Annotate, tmp_path: Path) -> None:
    told = await annotate(drugs(tmp_path), "drug", LIGANDS)
    written = rows(tmp_path / "drugs.annotated.csv")

    assert [(one["row"], one["drug"]) for one in written] == [(str(at), name) for at, name in enumerate(DRUGS)]
    assert [one["id"] for one in written] == [
        "IUPHAR:4139", "IUPHAR:2713", "", "IUPHAR:4139", "", "IUPHAR:5239", "",
    ]  # fmt: skip
    assert written[5] == {
        "row": "5", "drug": "Tylenol", "status": "resolved", "id": "IUPHAR:5239", "name": "paracetamol",
        "score": "1.0", "read_as": "a trade name: the product may contain other substances, too", "why": "",
        "candidates": "",
    }  # fmt: skip
    assert written[2]["status"] == "not_found"
    assert written[4]["status"] == "error"
    assert written[4]["why"].startswith("AMBIGUOUS_QUERY: ")
    assert told == Annotated(
        path=str(tmp_path / "drugs.annotated.csv"),
        rows=7,
        names=6,
        statuses={"resolved": 4, "not_found": 1, "error": 1, "ambiguous": 1},
        columns=("status", "id", "name", "score", "read_as", "why", "candidates"),
    )


async def test_each_distinct_name_is_asked_once(annotate: Annotate, answering: SampleAnswering, tmp_path: Path) -> None:
    await annotate(drugs(tmp_path, DRUGS * 50), "drug", LIGANDS)

    assert answering.asked == ["aspirin", "ibuprofen", "zzqqxx", "", "Tylenol", "beta blocker"]


async def test_a_gene_is_told_with_what_it_was_read_as_and_what_else_may_be_meant(
    annotate: Annotate, tmp_path: Path
) -> None:
    await annotate(drugs(tmp_path, ["p53", "COX2"]), "drug", ColumnQuery(kind="gene", organism="Homo sapiens"))
    first, second = rows(tmp_path / "drugs.annotated.csv")

    assert (first["id"], first["name"], first["read_as"]) == ("HGNC:11998", "TP53", "alias")
    assert (second["status"], second["id"]) == ("ambiguous", "")
    assert second["candidates"].split("|")[0] == "HGNC:9605"
    assert second["why"] == "It names several genes."


async def test_links_are_those_of_find_links(annotate: Annotate, sample: Container, tmp_path: Path) -> None:
    await annotate(drugs(tmp_path, ["aspirin", "zzqqxx"]), "drug", ColumnQuery(kind="ligand", links=("gene", "target")))
    found, missing = rows(tmp_path / "drugs.annotated.csv")
    find_links = sample.use_cases().find_links
    genes = await find_links("IUPHAR:4139", "ligand", "gene")
    targets = await find_links("IUPHAR:4139", "ligand", "target")

    assert found["gene_ids"].split("|") == [one.id for one in genes.items]
    assert found["target_ids"].split("|") == [one.id for one in targets.items]
    assert (missing["gene_ids"], missing["target_ids"]) == ("", "")


async def test_organisms_that_names_tell_are_prepared(
    annotate: Annotate, answering: SampleAnswering, tmp_path: Path
) -> None:
    question = ColumnQuery(kind="gene", organism="Rattus norvegicus")
    await annotate(drugs(tmp_path, ["TP53", "ENSMUSG00000059552", "MGI:98834"]), "drug", question)

    assert answering.prepared == [(question, {"Mus musculus", "Rattus norvegicus"})]


async def test_a_column_that_is_there_already_gets_a_prefix(annotate: Annotate, tmp_path: Path) -> None:
    source = drugs(tmp_path, ["aspirin"], "id", "score")
    told = await annotate(source, "drug", LIGANDS)
    (row,) = rows(Path(told.path))

    assert told.columns[:4] == ("status", "biofacts_id", "name", "biofacts_score")
    assert (row["id"], row["biofacts_id"]) == ("id", "IUPHAR:4139")


@pytest.mark.parametrize(
    ("column", "columns", "question", "told"),
    [
        ("drugs", (), LIGANDS, "The column 'drugs' is not in the table. The columns are: row, drug."),
        ("drug", ("drug",), LIGANDS, "The column 'drug' is in the table more than once. The columns are: row, drug"),
        ("drug", ("id", "biofacts_id"), LIGANDS, "already has columns with the names of those to add: biofacts_id"),
        ("drug", (), ColumnQuery(kind="ligand", links=("ligand",)), "Links lead to other kinds"),
    ],
)
async def test_what_cannot_be_is_refused_before_anything_is_asked(
    annotate: Annotate, answering: SampleAnswering, tmp_path: Path, column: str, columns: Sequence[str],
    question: ColumnQuery, told: str,
) -> None:  # fmt: skip
    source = drugs(tmp_path, DRUGS, *columns)
    with pytest.raises(WrongUse, match=told):
        await annotate(source, column, question)

    assert answering.prepared == []
    assert files(tmp_path) == {"drugs.csv"}


async def test_a_common_name_of_an_organism_is_refused(annotate: Annotate, tmp_path: Path) -> None:
    with pytest.raises(AmbiguousQuery, match="human"):
        await annotate(drugs(tmp_path), "drug", ColumnQuery(kind="gene", organism="human"))


async def test_what_was_answered_is_not_asked_again_after_a_failure(sample: Container, tmp_path: Path) -> None:
    answering = SampleAnswering(sample, workers=1)
    annotate = Annotate(FileTables(), SqliteJournals(), answering)
    source = drugs(tmp_path, [f"drug {number}" for number in range(250)] + DRUGS)
    answering.enough = 250
    with pytest.raises(AnsweringError):
        await annotate(source, "drug", LIGANDS)
    before, there = answering.taken(), files(tmp_path)
    answering.enough = 1_000_000
    told = await annotate(source, "drug", LIGANDS)

    assert there == {"drugs.csv", "drugs.annotated.csv.journal"}
    assert len(before) == 200
    assert not {*before} & {*answering.asked}
    assert told.rows == 257
    assert files(tmp_path) == {"drugs.csv", "drugs.annotated.csv"}


async def test_names_that_failed_for_the_moment_are_marked_and_asked_again(
    annotate: Annotate, answering: SampleAnswering, tmp_path: Path
) -> None:
    source = drugs(tmp_path)
    answering.unreachable = {"aspirin"}
    told = await annotate(source, "drug", LIGANDS)
    marked = rows(Path(told.path))[0]
    answering.taken()
    answering.unreachable = set()
    again = await annotate(source, "drug", LIGANDS)

    assert (told.failed, marked["status"], marked["id"]) == (1, "error", "")
    assert marked["why"] == "UPSTREAM_ERROR: PubChem is unavailable: it cannot be reached."
    assert answering.asked == ["aspirin"]
    assert again.failed == 0
    assert rows(Path(again.path))[0]["id"] == "IUPHAR:4139"


async def test_answers_of_other_catalogues_are_not_taken(
    annotate: Annotate, answering: SampleAnswering, tmp_path: Path
) -> None:
    source = drugs(tmp_path)
    answering.unreachable = {"aspirin"}
    await annotate(source, "drug", LIGANDS)
    answering.taken()
    answering.versions = "2"
    await annotate(source, "drug", LIGANDS)

    assert len(answering.asked) == 6


async def test_a_table_that_changes_while_it_is_read_is_refused(annotate: Annotate, tmp_path: Path) -> None:
    source = drugs(tmp_path)

    def change(stage: str, done: int, total: int | None) -> None:
        if stage == "names":
            source.write_text("row,drug\n1,aspirin\n")

    with pytest.raises(TableError, match="changed while it was read"):
        await annotate(source, "drug", LIGANDS, progress=change)

    assert not (tmp_path / "drugs.annotated.csv").exists()


async def test_progress_is_told_of_every_stage(annotate: Annotate, tmp_path: Path) -> None:
    told: list[tuple[str, int, int | None]] = []

    def hear(stage: str, done: int, total: int | None) -> None:
        told.append((stage, done, total))

    await annotate(drugs(tmp_path), "drug", LIGANDS, progress=hear)

    assert told == [("reading", 7, None), ("reading", 7, 7), ("names", 0, 6), ("names", 6, 6), ("rows", 7, 7)]
