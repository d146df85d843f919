"""Answers as JSON, lines of JSON, CSV and TSV; whole listings; chosen fields."""

import csv
import json
import os
import signal
import sys
from collections.abc import Generator, Mapping, Sequence
from io import StringIO
from typing import Any

import pytest
from pytest_mock import MockerFixture

from biofacts.__main__ import main
from biofacts.adapters.cli.output import rows as output_rows
from biofacts.adapters.cli.output.console import Unbroken
from biofacts.adapters.cli.output.rows import shape
from biofacts.application.tools.all_tools import TOOLS
from biofacts.application.tools.all_tools import call as tools_call
from biofacts.application.tools.tool import failed
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice_and_phrasing import Phrasing
from biofacts.domain.answers.errors import RateLimited


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[str, str]:
    assert main(words) == 0
    out, err = capsys.readouterr()
    return out, err


def test_lines_of_json_are_the_items(capsys: pytest.CaptureFixture[str]) -> None:
    whole, _ = printed(capsys, "interactions", "target", "IUPHAR:215", "--json")
    lines, err = printed(capsys, "interactions", "target", "IUPHAR:215", "--jsonl")

    target = {"target": json.loads(whole)["target"]}
    assert [json.loads(line) for line in lines.splitlines()] == [target | one for one in json.loads(whole)["items"]]
    assert err == ""


def test_chosen_fields_of_json_may_be_those_that_stand_once_without_a_choice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, _ = printed(capsys, "interactions", "target", "IUPHAR:215", "--json", "--fields", "target.id")

    assert {one["target.id"] for one in json.loads(out)["items"]} == {"IUPHAR:215"}


@pytest.mark.parametrize(("option", "delimiter"), [("--csv", ","), ("--tsv", "\t")])
def test_cells_are_those_of_the_items_below_columns_that_do_not_depend_on_them(
    option: str, delimiter: str, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = output_rows.columns(shape("get_interactions", {}).kinds)
    out, _ = printed(capsys, "interactions", "target", "IUPHAR:215", option)
    empty, _ = printed(capsys, "interactions", "target", "IUPHAR:215", "--species", "Mouse", option)
    first, *others = csv.DictReader(StringIO(out), delimiter=delimiter)

    assert empty.rstrip("\n").split(delimiter) == columns
    assert [*first] == columns
    assert {row["target.gene_symbol"] for row in (first, *others)} == {"DRD2"}


def test_a_walk_gives_every_row_once(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("genes", "TP53", "--fields", "id")
    whole = json.loads(printed(capsys, *words, "--json")[0])
    walked = json.loads(printed(capsys, *words, "--json", "--all", "--page-size", "1")[0])
    lines, err = printed(capsys, *words, "--csv", "--all", "--page-size", "1")
    table, _ = printed(capsys, *words, "--all", "--page-size", "1")
    ids = [item["id"] for item in whole["items"]]

    assert len(ids) > 3
    assert walked["items"] == whole["items"]
    assert walked["pagination"] == {"cursor": None, "total_count": len(ids), "page_size": 1}
    assert walked.keys() == whole.keys()
    assert lines.splitlines() == ["id", *ids]
    assert err == ""
    assert table.splitlines()[: len(ids) + 1] == ["id", *ids]
    assert table.splitlines()[-1] == f"{len(ids)} of {len(ids)}"


def test_a_page_beside_rows_is_said_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = printed(capsys, "genes", "p53", "--page-size", "2", "--tsv", "--fields", "id,organism")

    assert len(out.splitlines()) == 3
    assert "read as TP53 (HGNC:11998)" in err
    assert "2 of" in err
    assert "--all shows every one" in err


def test_fields_go_into_parts_and_lists(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("get", "ligand", "IUPHAR:2713", "--fields", "name,cross_references.chembl,targets.name")
    as_json = json.loads(printed(capsys, *words, "--json")[0])
    row = printed(capsys, *words, "--csv")[0].splitlines()
    table = printed(capsys, *words)[0].splitlines()

    assert as_json == {
        "name": "ibuprofen", "cross_references.chembl": "CHEMBL521", "targets.name": ["COX-2", "COX-1"],
    }  # fmt: skip
    assert row == ["name,cross_references.chembl,targets.name", "ibuprofen,CHEMBL521,COX-2; COX-1"]
    assert table[1] == "cross_references.chembl  CHEMBL521"


@pytest.mark.parametrize("wrong", ["nmae", "cross_references.chembI", "targets.nmae", "name.x", ","])
def test_a_field_that_is_not_there_is_wrong_usage(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["get", "ligand", "IUPHAR:2713", "--fields", wrong])

    assert left.value.code == 2
    assert "argument --fields" in capsys.readouterr().err


def test_two_forms_at_once_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["status", "--json", "--csv"])

    assert "not allowed with" in capsys.readouterr().err


def test_every_tool_has_columns() -> None:
    assert [tool for tool in TOOLS if not output_rows.columns(shape(tool, {"to": "gene"}).kinds)] == []


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("components", "WP:WP707", "--around", "p53"), "part,id,label"),
        (("links", "WP:WP254"), "kind,count,first,call"),
        (("compare", "WP:WP254", "WP:WP707"), "kind,in,id,name"),
        (("links", "WP:WP254", "--to", "gene"), "id,kind,name"),
        (("resolve", "p53"), "input,status,id"),
        (("status",), "name,provenance.release"),
        (("enrich", "TP53", "MDM2", "CASP3"), "id,title,overlap"),
        (("interactions", "ligand", "IUPHAR:91", "IUPHAR:548"), "ligand.id,ligand.name"),
    ],
)
def test_whatever_has_rows_has_csv(words: Sequence[str], first: str, capsys: pytest.CaptureFixture[str]) -> None:
    header, *rows = printed(capsys, *words, "--csv")[0].splitlines()

    assert header.startswith(first)
    assert rows
    assert all(not row.startswith(",") for row in rows)


def test_an_error_is_on_the_standard_error_but_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [main(["genes", "COX2", "--json"])]
    envelope = json.loads(capsys.readouterr().out)
    codes += [main(["genes", "COX2", form]) for form in ("--jsonl", "--csv", "--tsv")]
    out, err = capsys.readouterr()

    assert codes == [1, 1, 1, 1]
    assert envelope["error"]["code"] == "AMBIGUOUS_QUERY"
    assert (out, err.count("biofacts genes HGNC:9605")) == ("", 3)


@pytest.mark.parametrize(("option", "items"), [("--json", 2), ("--jsonl", 2), ("--csv", 3)])
def test_a_walk_that_fails_keeps_what_it_has_and_says_where_it_goes_on(
    option: str, items: int, mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    turned: list[str] = []

    async def call(tool: Any, use_cases: UseCases, given: Mapping[str, object], phrasing: Phrasing) -> object:
        if "cursor" in given:
            turned.append(str(given["cursor"]))
        return (
            failed(RateLimited.of("the sample", 7))
            if len(turned) > 1
            else await tools_call(tool, use_cases, given, phrasing)
        )

    mocker.patch("biofacts.application.tools.all_tools.call", call)
    code = main(["genes", "TP53", "--all", "--page-size", "1", option])
    out, err = capsys.readouterr()

    assert code == 1
    assert len(json.loads(out)["items"] if option == "--json" else out.splitlines()) == items
    assert "RATE_LIMITED" in err
    assert "are given here" not in err
    assert f"stopped after 2 complete items; the same command with --cursor {turned[1]} continues" in err
    if option == "--json":
        assert json.loads(out)["pagination"]["cursor"] == turned[1]


def test_a_walk_ends_when_nobody_reads(mocker: MockerFixture, capsys: pytest.CaptureFixture[str]) -> None:
    def nobody(self: Unbroken) -> None:
        self.is_read = False

    mocker.patch.object(Unbroken, "flush", nobody)
    main(["genes", "TP53", "--all", "--page-size", "1", "--jsonl"])

    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.fixture
def interruptible() -> Generator[None]:
    """A shell that starts tests behind itself has them ignore interruptions."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("option", ["--json", "--csv"])
def test_an_interruption_is_code_130_and_says_where_it_goes_on(
    option: str, mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    flush, flushed = Unbroken.flush, list[int]()

    def interrupting(self: Unbroken) -> None:
        flush(self)
        flushed.append(1)
        if len(flushed) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    mocker.patch.object(Unbroken, "flush", interrupting)
    code = main(["genes", "TP53", "--all", "--page-size", "1", option])
    out, err = capsys.readouterr()

    assert code == 130
    assert "stopped after 2 complete items" in err
    assert len(json.loads(out)["items"]) == 2 if option == "--json" else len(out.splitlines()) == 3
