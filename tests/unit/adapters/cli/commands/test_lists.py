"""Commands that take lists."""

import io
import json
from pathlib import Path

import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.output import printed_answers
from biofacts.adapters.cli.output.phrasing import COMMANDS
from biofacts.domain.answers.advice_and_phrasing import NextCall
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
    assert resolve.arguments == {"names": ["TP53", "interleukin 6"], "kind": "gene", "organism": "Homo sapiens"}
    assert enrich.tool == "enrich_pathways"
    assert enrich.arguments == {
        "genes": ["TP53", "interleukin 6", "MDM2"],
        "background": ["TP53", "ATM"],
        "page_size": 5,
    }


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
    assert "run `biofacts resolve COX2 --kind gene --organism 'Homo sapiens'`" in printed


def test_json_is_what_the_tool_returns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrich", "TP53", "MDM2", "CASP3", "--json"]) == 0

    envelope = json.loads(capsys.readouterr().out)
    assert envelope["items"][0]["id"] == "WP:WP254"
    assert envelope["background"]["size"] > 50


def test_too_few_genes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrich", "TP53"]) == 1

    assert "Send 3 names or more as genes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("tool", "arguments", "command"),
    [
        (
            "resolve_many", {"names": ["TP53", "interleukin 6", "-x"], "kind": "gene"},
            "resolve --kind gene -- TP53 'interleukin 6' -x",
        ),
        ("enrich_pathways", {"compounds": ["a", "b"]}, "enrich --compounds a b"),
        ("find_paths", {"source": "TNF", "target": "CASP3"}, "paths TNF CASP3"),
        ("get_neighbours", {"id": "TP53", "direction": "upstream"}, "neighbours TP53 --upstream"),
        ("get_neighbours", {"id": "TP53", "direction": "both"}, "neighbours TP53"),
        ("search_pathways", {"query": "krebs", "slim": False}, "search pathways krebs --full"),
        ("search_pathways", {"query": "krebs", "slim": True}, "search pathways krebs"),
        ("get_interactions", {"target_id": "a", "approved_only": True}, "interactions target a --approved-only"),
        ("get_interactions", {"target_id": "a", "approved_only": False}, "interactions target a"),
        ("find_links", {"ids": ["a", "b"], "kind": "gene", "to": "ligand"}, "links gene a b --to ligand"),
        ("show_pathway", {"pathway_id": "a", "highlight": []}, "draw a"),
    ],
)  # fmt: skip
def test_a_call_in_a_hint_is_written_as_a_command(tool: str, arguments: dict[str, object], command: str) -> None:
    assert COMMANDS.call(NextCall(tool, arguments)) == f"run `biofacts {command}`"


RANKED = {
    "TP53": 5, "MDM2": 4, "ATM": 3, "CHEK2": 2.5, "BRCA1": 2, "CASP3": 1, "GAPDH": -1, "PKM": -2, "LDHA": -3, "HK1": -4,
    "GPI": -5, "PFKM": -6, "FBP1": -7,
}  # fmt: skip


def test_a_ranked_list_is_words_or_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = "gene\tscore\n" + "\n".join(f"{name}\t{score}" for name, score in RANKED.items())
    file = tmp_path / "scores.tsv"
    file.write_text(f"\ufeff{table}\n", "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(table))
    words = asked("enrich", "--ranked", "TP53=5", "MDM2=-4", "--permutations", "50", "--seed", "3")
    rows = [asked("enrich", "--ranked", one) for one in ("TP53=5", "TP53\t5", "TP53 5\nMDM2 4")]
    several = asked("enrich", "--ranked", str(file), "MDM2=-4")
    read, piped = asked("enrich", "--ranked", str(file)), asked("enrich", "--ranked", "-")

    assert words.arguments == {"ranked": ["TP53=5", "MDM2=-4"], "permutations": 50, "seed": 3}
    assert read.arguments == piped.arguments == {"ranked": table.splitlines()}
    assert [one.arguments["ranked"] for one in rows] == [["TP53=5"], ["TP53\t5"], ["TP53 5\nMDM2 4"]]
    assert several.arguments["ranked"] == [str(file), "MDM2=-4"]


def test_a_table_that_cannot_be_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(["enrich", "--ranked", str(tmp_path / "nowhere.tsv")])

    assert error.value.code == 2
    assert "argument --ranked: " in capsys.readouterr().err


def test_pathways_of_a_ranking_are_rows(capsys: pytest.CaptureFixture[str]) -> None:
    words = [f"{name}={score}" for name, score in RANKED.items()]

    assert main(["enrich", "--ranked", *words, "HER2=0.5", "NOSUCHGENE9=1", "COX2=1"]) == 0
    printed = capsys.readouterr().out
    assert "leading edge" in printed
    assert "14 ranked genes; 2 of " in printed
    assert "HER2 read as ERBB2 (HGNC:3430): alias" in printed
    assert "ambiguous, not counted: COX2: " in printed
    assert "not found: NOSUCHGENE9" in printed
    assert "genes in no pathway, and so in no set: 1" in printed


def test_of_a_long_ranking_the_first_names_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printed_answers, "_NAMES_SHOWN", 1)
    words = [f"{name}={score}" for name, score in RANKED.items()]

    assert main(["enrich", "--ranked", *words, "HER2=0.5", "p53=2", "HER1=2"]) == 0
    printed = capsys.readouterr().out
    assert "HER2 read as ERBB2" in printed
    assert "p53 read as" not in printed
    assert "names read as another symbol: 2 more; the Python library lists all" in printed


def test_of_no_more_names_than_are_printed_it_is_not_said_that_there_are_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printed_answers, "_NAMES_SHOWN", 3)
    words = [f"{name}={score}" for name, score in RANKED.items()]

    assert main(["enrich", "--ranked", *words, "HER2=0.5", "p53=2", "HER1=2"]) == 0
    printed = capsys.readouterr().out
    assert "p53 read as" in printed
    assert "names read as another symbol" not in printed


def test_a_ranking_as_a_table_has_its_own_columns(capsys: pytest.CaptureFixture[str]) -> None:
    words = [f"{name}={score}" for name, score in RANKED.items()]

    assert main(["enrich", "--ranked", *words, "--csv"]) == 0
    head, first, *_ = capsys.readouterr().out.splitlines()
    assert head == "id,title,pathway_size,es,nes,p_value,q_value,leading,leading_edge,same_as"
    assert first.startswith("WP:WP")


def test_a_file_of_names_may_be_in_utf_16(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = tmp_path / "genes.txt"
    names.write_bytes("TP53\r\nMDM2\r\n\r\nCASP3\r\n".encode("utf-16"))

    assert main(["enrich", f"@{names}", "--tsv", "--fields", "list_size"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "3"


def test_a_file_that_is_no_text_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = tmp_path / "genes.txt"
    names.write_bytes(b"TNF\xe1\n")

    with pytest.raises(SystemExit, match="2"):
        main(["enrich", f"@{names}"])
    assert "genes.txt cannot be read as text" in capsys.readouterr().err
