"""Commands that take lists."""

import json
from pathlib import Path

import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.output.phrasing import COMMANDS
from biofacts.domain.answers.advice import NextCall
from tests.commands import asked


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "160")


def test_names_are_words_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "genes.txt"
    file.write_text("TP53\ninterleukin 6\n")
    resolve = asked("resolve", "TP53", "interleukin 6", "--kind", "gene", "--organism", "Homo sapiens")
    enrich = asked("enrich", f"@{file}", "MDM2", "--background", "TP53", "ATM", "--page-size", "5")

    assert resolve.tool == "resolve_many"
    assert resolve.given == {"names": ["TP53", "interleukin 6"], "kind": "gene", "organism": "Homo sapiens"}
    assert enrich.tool == "enrich_pathways"
    assert enrich.given == {"genes": ["TP53", "interleukin 6", "MDM2"], "background": ["TP53", "ATM"], "page_size": 5}


def test_a_resolution_is_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["resolve", "TP53", "COX2", "NOSUCHGENE9", "--kind", "gene"])
    printed = capsys.readouterr().out

    assert code == 0
    assert "HGNC:11998" in printed
    assert "PTGS2 (HGNC:9605)" in printed
    assert "1 resolved, 1 ambiguous, 1 not_found" in printed


def test_enriched_pathways_are_rows_beside_what_they_rest_on(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["enrich", "p53", "MDM2", "CASP3", "COX2", "NOSUCHGENE9"])
    printed = capsys.readouterr().out

    assert code == 0
    assert "3 of 12" in printed
    assert "0.0025" in printed
    assert "CASP3, MDM2, TP53" in printed
    assert "p53 read as TP53 (HGNC:11998): alias" in printed
    assert "genes drawn in pathways of Homo sapiens; 9 of 9 pathways were tested" in printed
    assert "ambiguous, not counted: COX2: PTGS2 (HGNC:9605), MT-CO2 (HGNC:7421)" in printed
    assert "not found: NOSUCHGENE9" in printed
    assert "run `biofacts resolve --kind gene --organism 'Homo sapiens' COX2`" in printed


def test_json_is_what_the_tool_returns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrich", "TP53", "MDM2", "CASP3", "--json"]) == 0

    envelope = json.loads(capsys.readouterr().out)
    assert envelope["items"][0]["id"] == "WP:WP254"
    assert envelope["background"]["size"] > 50


def test_too_few_genes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrich", "TP53"]) == 1

    assert "Send 3 names or more as genes" in capsys.readouterr().err


def test_a_list_in_a_hint_is_written_as_words() -> None:
    call = NextCall("resolve_many", {"names": ["TP53", "interleukin 6", "-x"], "kind": "gene"})

    assert COMMANDS.call(call) == "run `biofacts resolve --kind gene -- TP53 'interleukin 6' -x`"
