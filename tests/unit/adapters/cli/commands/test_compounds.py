"""The compound commands at the terminal."""

import json

import pytest

from biofacts.__main__ import main
from tests.commands import asked


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")


def test_a_search_is_the_tools_call() -> None:
    parsed = asked("search", "compounds", "aspirin", "--page-size", "5")

    assert (parsed.tool, parsed.arguments) == ("search_compounds", {"query": "aspirin", "page_size": 5})


def test_a_record_is_the_tools_call() -> None:
    parsed = asked("get", "compound", "PubChem:CID2244")

    assert (parsed.tool, parsed.arguments) == ("get_compound", {"pubchem_id": "PubChem:CID2244"})


def test_json_is_what_the_tool_returns(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code = main(["get", "compound", "PubChem:CID2244", "--json"])

    assert (code, json.loads(capfdbinary.readouterr().out)["name"]) == (0, "Aspirin")


def test_a_search_is_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["search", "compounds", "asprin"])

    assert code == 0
    assert "PubChem:CID2244" in capsys.readouterr().out


def test_a_failure_is_exit_code_one_with_its_hint_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["get", "compound", "2244"])

    assert code == 1
    assert "PubChem:CID2244" in capsys.readouterr().err


def test_an_organism_does_not_fit_compounds(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["search", "compounds", "aspirin", "--organism", "Homo sapiens"])

    assert code == 1
    assert (
        "unknown option --organism. hint Run `biofacts search compounds aspirin`; its options are: --cursor,"
        in " ".join(capsys.readouterr().err.split())
    )


def test_pathways_of_a_compound_are_listed_with_what_it_was_read_as(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["compounds", "caffeine", "--organism", "Homo sapiens"])
    shown = capsys.readouterr().out

    assert code == 0
    assert "WP:WP707" in shown
    assert "identifier" in shown
    assert "read as Caffeine (RYYVLZVUVIJVGH-UHFFFAOYSA-N)" in " ".join(shown.split())
