"""`biofacts draw`: a picture in a file, and what is told of it."""

import json
from pathlib import Path

import pytest

from biofacts.__main__ import main


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_a_picture_has_the_name_of_its_pathway(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254"]) == 0

    assert (tmp_path / "WP254.svg").read_text().startswith("<svg")
    assert capsys.readouterr().out == "WP254.svg: WP:WP254 Apoptosis (Homo sapiens)\n"


def test_the_ending_of_its_name_says_what_a_picture_is(tmp_path: Path) -> None:
    assert main(["draw", "WP:WP254", "--out", "a.png", "--scale", "0.5"]) == 0

    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_what_is_lit_up_and_what_is_not_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "genes.txt").write_text("BAX=1.5\n\nHER2\n")

    assert main(["draw", "WP:WP254", "--highlight", "TP53,CASP3=red", "--highlight", "@genes.txt", "--drugs"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "WP254.svg: WP:WP254 Apoptosis (Homo sapiens)",
        "lit up: TP53, CASP3, BAX",
        "BCL2: venetoclax",
        "not lit up: HER2: ERBB2 is not drawn here",
        "One name is not lit up.",
    ]


def test_a_picture_can_go_to_the_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254", "--out", "-"]) == 0

    said = capsys.readouterr()
    assert said.out.startswith("<svg")
    assert said.out.endswith("</svg>\n")
    assert said.err == "WP:WP254 Apoptosis (Homo sapiens)\n"


def test_json_is_what_the_tool_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254", "--highlight", "TP53", "--json"]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert (shown["id"], [*shown["highlighted"]]) == ("WP:WP254", ["TP53"])


def test_a_failure_has_an_envelope_and_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "apoptosis"]) == 1
    assert "biofacts search pathways apoptosis" in capsys.readouterr().err


def test_the_hint_for_a_wrong_value_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254", "--highlight", "BAX=high"]) == 1
    assert "`biofacts draw --highlight BAX=1.5 WP:WP254`" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254", "--out", "nowhere/a.svg"]) == 1
    assert "nowhere/a.svg cannot be written: No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv",
    [["--out", "a.gif"], ["--scale", "0"], ["--scale", "nan"], ["--highlight", "@nowhere"], ["--out", "-", "--json"]],
)
def test_wrong_use_is_refused(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["draw", "WP:WP254", *argv])

    assert caught.value.code == 2
    assert f"argument {argv[0] if argv[-1] != '--json' else '--json'}" in capsys.readouterr().err
