"""`check` at the terminal: what is printed, and the exit codes, on the names of genes of the sample."""

import json
from pathlib import Path

import pytest

from tests.commands import exit_code

CLEAN = '<Pathway xmlns="http://pathvisio.org/GPML/2013a" Name="Tea" Organism="Homo sapiens" Version="WP1_r2"/>'
FLAWED = """<Pathway xmlns="http://pathvisio.org/GPML/2013a" Name="Tea" Organism="Homo sapiens" Version="WP1_r2">
<DataNode TextLabel="MDM2" GraphId="a" Type="GeneProduct"><Xref Database="Entrez Gene" ID="7157"/></DataNode>
<DataNode TextLabel="Cup" GraphId="b" Type="Metabolite"><Xref Database="ChEBI" ID="cup"/></DataNode>
<DataNode TextLabel="Milk" GraphId="c" Type="Metabolite"/>
</Pathway>"""
DISAGREEMENT = "The label is the approved symbol of MDM2 (HGNC:6973), but the identifier belongs to TP53 (HGNC:11998)."
NOTE = (
    "Only HGNC identifiers are checked for withdrawal; those of other databases are checked only for their format and"
    " organism.\n"
)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.gpml").write_text(CLEAN)
    (tmp_path / "my tea.GPML").write_text(FLAWED)
    (tmp_path / "tea.gpml").write_text("tea")


def test_findings_are_listed_below_their_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    code = exit_code(["check", "my tea.GPML", "clean.gpml"])

    assert code == 1
    assert capsys.readouterr().out == (
        "WP:WP1 Tea (Homo sapiens)\n"
        f"  warning  label-of-another-gene  a 'MDM2': {DISAGREEMENT}\n"
        "  error    malformed-identifier  b 'Cup': 'cup' is not a well-formed ChEBI identifier.\n"
        "  note     missing-identifier  c 'Milk': The metabolite has no identifier.\n"
        f"1 error, 1 warning, 1 note in 1 of 2 drawings.\n{NOTE}"
    )


def test_nothing_found_is_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", "clean.gpml"]) == 0
    assert capsys.readouterr().out == f"Nothing found in 1 drawing.\n{NOTE}"


def test_only_severe_findings_count_if_only_those_are_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", "my tea.GPML", "--severity", "error", "--jsonl"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "pathway": "WP:WP1", "rule": "malformed-identifier", "severity": "error", "element": "b", "label": "Cup",
        "message": "'cup' is not a well-formed ChEBI identifier.", "file": "my tea.GPML",
    }  # fmt: skip


def test_sarif_names_file_and_element(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", "my tea.GPML", "--severity", "warning", "--sarif"]) == 1
    log = json.loads(capsys.readouterr().out)

    (run,) = log["runs"]
    assert (log["version"], run["tool"]["driver"]["name"]) == ("2.1.0", "biofacts")
    assert run["results"][0] == {
        "ruleId": "label-of-another-gene",
        "ruleIndex": 0,
        "level": "warning",
        "message": {"text": f"'MDM2': {DISAGREEMENT}"},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": "my%20tea.GPML"}},
                "logicalLocations": [{"name": "a", "fullyQualifiedName": "WP:WP1#a", "kind": "element"}],
            }
        ],
        "properties": {"label": "MDM2"},
    }
    assert [run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] for one in run["results"]] == [
        "label-of-another-gene", "malformed-identifier",
    ]  # fmt: skip
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == NOTE.strip()


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["check"], "name drawings or give --all, but not both"),
        (["check", "WP:WP1", "--all"], "name drawings or give --all, but not both"),
        (["check", "gone.gpml"], "gone.gpml cannot be read: No such file"),
        (["check", "tea.gpml"], "tea.gpml cannot be checked: it is not well-formed XML"),
        (["check", "WP:WP999999"], "ENTITY_NOT_FOUND"),
        (["check", "TP53"], "is not a WikiPathways id"),
    ],
)
def test_what_cannot_be_checked_is_told_from_findings(
    argv: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(argv) == 2
    assert told in capsys.readouterr().err
