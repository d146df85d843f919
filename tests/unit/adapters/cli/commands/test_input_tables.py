"""`enrich` and `draw` with a table of results, and answers written to a file."""

import json
import re
import sys
from pathlib import Path

import polars
import pytest

import biofacts
from biofacts.__main__ import main
from biofacts.adapters.cli.output.console import Unbroken
from biofacts.adapters.cli.output.output_formats import FilePrinter
from biofacts.adapters.tables.files import FileTables
from biofacts.domain.answers.pages import Page, Pagination
from tests.commands import exit_code

TABLE = """,log2FC,padj
TP53,2.1,0.001
MDM2,1.9,0.01
MDM2,-1.0,0.5
CASP3,1.2,0.04
BAX,-3,0.0001
CHEK2,NA,NA
"""

RANKED_GENES = (
    "TP53", "MDM2", "CASP3", "BAX", "CHEK2", "ATM", "BCL2", "CDKN1A", "PTGS2", "DRD2", "EGFR", "CASP9",
)  # fmt: skip


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text(TABLE)


def test_a_table_is_a_list_and_its_measured_names_the_background(capsys: pytest.CaptureFixture[str]) -> None:
    words = "enrich results.csv --p padj --value log2FC --direction up --measured --min-size 1 --json"

    assert main(words.split()) == 0
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert (answer["resolved"], answer["background"]["size"]) == (3, 4)
    assert printed.err == (
        "results.csv: Read 3 names from the column without a heading (6 rows), with 'padj' below 0.05 and"
        " 'log2FC' above 0. Left out: 1 row without a number. 1 name is in several rows: the row with the smallest"
        " 'padj' counts.\n"
    )


@pytest.mark.parametrize("words", ["enrich ranked.csv --ranked", "enrich --ranked ranked.csv"])
def test_two_columns_of_a_table_are_a_ranked_list(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    scores = {gene: float(10 - place) for place, gene in enumerate(RANKED_GENES)}
    rows = [f"{place},{gene},{score},0.5" for place, (gene, score) in enumerate(scores.items())]
    Path("ranked.csv").write_text("\n".join(["number,gene,stat,padj", *rows, "12,NONSUCH,NA,NA", "13,TP53,1,1"]))

    assert main([*words.split(), "--column", "gene", "--value", "stat", "--min-size", "1", "--json"]) == 0
    printed = capsys.readouterr()
    in_words = [f"{gene}={score}" for gene, score in scores.items()]
    assert main(["enrich", "--ranked", *in_words, "--min-size", "1", "--json"]) == 0

    assert json.loads(printed.out) == json.loads(capsys.readouterr().out)
    assert printed.err == (
        "ranked.csv: Read 12 names from the column 'gene' (14 rows). Left out: 1 row without a number."
        " 1 name is in several rows: the row with 'stat' farthest from 0 counts.\n"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--column gene", "argument --value: name the column of the scores"),
        ("--value stat --p padj", "argument --p: a ranked list needs all measured genes: omit this option"),
        ("--value stat --measured", "argument --measured: a ranked list needs all measured genes: omit this option"),
    ],
)
def test_a_table_of_a_ranked_list_needs_scores_and_is_whole(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["enrich", "results.csv", "--ranked", *words.split()]) == 2
    assert told in capsys.readouterr().err


def test_the_numbers_of_a_table_colour_a_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254", "--table", "results.csv", "--value", "log2FC", "--out", "a.svg", "--json"]) == 0
    caption = ["--caption", "log2FC", "--out", "b.svg"]
    assert main(["draw", "WP:WP254", "--highlight", "TP53=2.1,MDM2=1.9,CASP3=1.2,BAX=-3", *caption]) == 0

    assert {"TP53", "MDM2", "CASP3", "BAX"} == {*json.loads(capsys.readouterr().out.partition("\n")[0])["highlighted"]}
    assert Path("a.svg").read_text() == Path("b.svg").read_text()


TWO = """gene,6 h,p 6 h,24 h,p 24 h
TP53,0.4,0.2,1.2,0.001
BAX,2.5,0.001,-3,0.001
CASP3,NA,NA,0.9,NA
NONSUCH,1,1,1,1
"""


@pytest.mark.parametrize(
    ("more", "written"),
    [
        ("--value 6%h --p p%6%h", "TP53=ns,BAX=2.5"),
        ("--value 6%h,24%h", "TP53=0.4|1.2,BAX=2.5|-3,CASP3=NA|0.9"),
        ("--value 6%h,24%h --p p%6%h,p%24%h", "TP53=ns|1.2,BAX=2.5|-3,CASP3=NA|ns"),
        ("--value 6%h,24%h --p p%24%h", "TP53=0.4|1.2,BAX=2.5|-3,CASP3=NA|ns"),
        ("--value 6%h,24%h --p p%6%h,p%24%h --cutoff 0.5", "TP53=0.4|1.2,BAX=2.5|-3,CASP3=NA|ns"),
    ],
)
def test_numbers_that_are_not_significant_are_grey_and_missing_ones_white(
    more: str, written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("two.csv").write_text(TWO)
    words = [word.replace("%", " ") for word in more.split()]
    named = ["--conditions", "6 h,24 h"] if "|" in written else ["--caption", "6 h"]
    look = ["--range", "-2,2", "--no-title", "--out"]

    assert main(["draw", "WP:WP254", "--table", "two.csv", "--column", "gene", *words, *look, "a.svg"]) == 0
    told = capsys.readouterr()
    assert (
        main(
            [
                "draw",
                "WP:WP254",
                "--highlight",
                f"{written},NONSUCH={'1|1' if '|' in written else 1}",
                *named,
                *look,
                "b.svg",
            ]
        )
        == 0
    )
    (drawn, legend), (again, _) = (Path(name).read_text().split('<g class="legend"') for name in ("a.svg", "b.svg"))
    assert drawn == again
    assert bool(re.search(r"measured, not significant \(p[ 246h]* ≥ 0.0?5\)", legend)) == ("ns" in written)
    assert "not highlighted: NONSUCH: no drawn element has this name" in told.out
    said = "4 names were read, with 2 values" if "|" in written else "3 names were read, with 1 value"
    assert told.err == f"two.csv: {said} each.\n"


@pytest.mark.parametrize("more", ["--p a,b", "--direction up"])
def test_several_values_need_as_many_p_values_and_no_direction(more: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.csv").write_text(TWO)
    words = ["draw", "WP:WP254", "--table", "two.csv", "--value", "6 h,24 h,p 6 h", *more.split()]

    assert exit_code(words) == 2
    assert "argument --value: with several columns" in capsys.readouterr().err


def test_names_that_light_up_nothing_for_one_reason_share_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    names = ",".join(f"NONSUCH{number}" for number in range(40))

    assert main(["draw", "WP:WP254", "--highlight", names, "--out", "a.svg"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("not highlighted")]
    assert len(lines) == 1
    assert "NONSUCH11 and 28 more: no drawn element has this name" in lines[0]


def test_of_a_long_table_the_drawn_names_are_lit(capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"NONSUCH{number},1\n" for number in range(600))
    Path("long.csv").write_text(f"gene,log2FC\n{rows}TP53,2\n7157,2\n")

    assert main(["draw", "WP:WP254", "--table", "long.csv", "--value", "log2FC", "--out", "a.svg", "--json"]) == 0
    printed = capsys.readouterr()
    assert [*json.loads(printed.out)["highlighted"]] == ["TP53", "7157"]
    assert "2 of 602 names are a label, symbol or identifier in this pathway" in printed.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("enrich results.csv --column gene", 1, "The table has no column 'gene'."),
        ("enrich nothere.csv", 1, "biofacts enrich: There is no file nothere.csv."),
        ("enrich TP53 MDM2 BAX --p padj", 2, "argument --p: applies only to a table"),
        ("enrich TP53 MDM2 BAX --measured", 2, "argument --measured: applies only to a table"),
        ("draw WP:WP254 --value log2FC", 2, "argument --value: applies only to a table"),
        ("draw WP:WP254 --table results.csv --p log2FC", 1, "p-values are between 0 and 1"),
        ("draw WP:WP254 --table nothere.csv", 1, "biofacts draw: There is no file nothere.csv."),
        ("draw PubChem:CID2244 --table results.csv", 2, "argument --table: is for pathways"),
    ],
)
def test_what_cannot_be_read_is_refused(words: str, code: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(words.split()) == code
    assert told in capsys.readouterr().err


COLUMNS = [
    "id", "title", "overlap", "pathway_size", "list_size", "ratio", "fold", "p_value", "adjusted_p_value", "genes",
    "compounds", "same_as", "alone",
]  # fmt: skip


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl", "parquet"])
def test_a_file_has_all_rows_with_all_members_and_digits(suffix: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["enrich", "TP53", "MDM2", "BAX", "--min-size", "1", "--page-size", "1"]

    assert main([*words, "--out", f"all.{suffix}"]) == 0
    with biofacts.open(source="sample") as facts:
        expected = [*facts.enrich(["TP53", "MDM2", "BAX"], min_size=1)]
    table = FileTables().open(Path(f"all.{suffix}"))
    [rows] = table.batches()
    assert f"{len(expected)} rows were written." in capsys.readouterr().err

    assert [*table.columns] == COLUMNS
    assert [*rows.texts("id")] == [one.id for one in expected]
    assert [float(cell) for cell in rows.texts("p_value")] == [one.p_value for one in expected]
    assert [cell.strip("[]").replace('"', "").replace(",", "|") for cell in rows.texts("genes")] == [
        "|".join(one.genes) for one in expected
    ]


def test_columns_of_parquet_have_types_and_only_the_fields_that_are_named() -> None:
    words = ["enrich", "TP53", "MDM2", "BAX", "--min-size", "1", "--out", "all.parquet"]

    assert main([*words, "--fields", "id,overlap,p_value,genes"]) == 0
    assert polars.read_parquet("all.parquet").schema == {
        "id": polars.String, "overlap": polars.Int64, "p_value": polars.Float64, "genes": polars.List(polars.String)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--out all.xls", "argument --out: must end in .csv"),
        ("--out nowhere/all.csv", "in a folder that exists"),
        ("--out all.csv --json", "the ending of the file's name sets its format"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["enrich", "TP53", "MDM2", "BAX", *words.split()]) == 2
    assert told in capsys.readouterr().err
    assert not [*Path().glob("all.*")]


def test_a_listing_that_is_stopped_writes_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    stopped: Page[object] = Page(items=(), pagination=Pagination(cursor="next", total_count=None, page_size=1))
    FilePrinter(Unbroken(sys.stdout), ["id"], refuse).end(stopped)

    assert capsys.readouterr().err == "No file was written.\n"
