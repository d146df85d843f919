"""`biofacts draw`: a picture in a file, and what is told of it."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import msgspec
import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.picture_files import PictureRequest, draw
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds.compound import Depiction
from tests import hostile, small_pathways, wikipathways_files
from tests.drawing import METABOLITE
from tests.png import png
from tests.pubchem import PubChem
from tests.structures import depicted


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


def test_a_picture_fits_into_the_size_that_is_said(tmp_path: Path) -> None:
    assert main(["draw", "WP:WP254", "--out", "a.png", "--width", "300", "--height", "5000"]) == 0

    assert int.from_bytes((tmp_path / "a.png").read_bytes()[16:20], "big") == 300


def test_what_is_lit_up_and_what_is_not_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "genes.txt").write_text("BAX=1.5\n\nHER2\n")

    assert main(["draw", "WP:WP254", "--highlight", "TP53,CASP3=red", "--highlight", "@genes.txt", "--drugs"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "WP254.svg: WP:WP254 Apoptosis (Homo sapiens)",
        "highlighted: TP53, CASP3, BAX",
        "BCL2: venetoclax",
        "not highlighted: HER2: read as ERBB2, which is not drawn here",
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


def test_a_wrong_value_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254", "--highlight", "BAX=high"]) == 0
    assert "not highlighted: BAX=high: no drawn element has this name, and the value after =" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("highlight", "command"),
    [
        ([], "`biofacts draw WP:WP254`"),
        (["TP53=2,BAX"], "`biofacts draw WP:WP254 --highlight TP53=2,BAX`"),
        (
            ["fructose 1,6-bisphosphate", "TP53"],
            "`biofacts draw WP:WP254 --highlight 'fructose 1,6-bisphosphate;TP53'`",
        ),
    ],
)
def test_a_hint_keeps_what_is_lit_up(capsys: pytest.CaptureFixture[str], highlight: list[str], command: str) -> None:
    given = [word for one in highlight for word in ("--highlight", one)]

    assert main(["draw", "WP254", *given]) == 1
    assert command in capsys.readouterr().err


def test_a_plot_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.svg").mkdir()

    assert main(["enrich", "TP53", "BAX", "CASP3", "--min-size", "1", "--plot", "a.svg"]) == 1
    assert "biofacts enrich: a.svg cannot be written" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    compound = PictureRequest(id="PubChem:CID2244", is_compound=True, out="nowhere/a.png")

    assert main(["draw", "WP:WP254", "--out", "nowhere/a.svg"]) == 1
    assert anyio.run(draw, compound, depicted(PubChem()), False) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"biofacts draw: nowhere/a.{form} cannot be written: No such file or directory" for form in ("svg", "png")
    ]


def test_a_long_list_for_a_pathway_that_there_is_not_has_an_envelope(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["draw", "WP:WP99999", "--highlight", ",".join(f"GENE{number}" for number in range(600)), "--json"]) == 1
    )
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "ENTITY_NOT_FOUND"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "--out a.pdf --width 50mm",
            "At this size, the smallest letters have 2.1 points; journals ask for 5 to 7. Choose --width 117mm,"
            " --large-letters or a smaller pathway.",
        ),
        (
            "--out a.pdf --width 50mm --large-letters",
            "At this size, the smallest letters have 2.1 points; journals ask for 5 to 7. Choose --width 117mm or a"
            " smaller pathway.",
        ),
        ("--path CASP9,CASP3", "path: CASP9 → CASP3"),
    ],
)
def test_what_else_is_to_know_of_a_drawing_is_told(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "WP:WP254", *words.split()]) == 0
    assert said in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    "argv",
    [
        ["--out", "a.gif"],
        ["--scale", "0"],
        ["--scale", "nan"],
        ["--scale", "2"],
        ["--scale", "2", "--out", "a.svg"],
        ["--width", "-1"],
        ["--width", "80 furlongs"],
        ["--height", "0mm"],
        ["--dpi", "300", "--out", "a.pdf"],
        ["--scale", "2", "--out", "a.png", "--height", "80"],
        ["--palette", "rainbow"],
        ["--highlight", "@nowhere"],
        ["--out", "-", "--json"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_refused(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["draw", "WP:WP254", *argv])

    assert caught.value.code == 2
    assert f"argument {argv[0] if argv[-1] != '--json' else '--json'}" in capsys.readouterr().err


@pytest.mark.parametrize("identifier", ["PubChem:CID2244", "CID2244", "https://pubchem.ncbi.nlm.nih.gov/compound/2244"])
@pytest.mark.parametrize(
    "argv",
    [["--highlight", "TP53"], ["--drugs"], ["--scale", "2"], ["--width", "9"], ["--out", "a.svg"], ["--out", "-"]],
    ids=" ".join,
)
def test_pubchems_own_picture_takes_nothing_of_ours(
    argv: list[str], identifier: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["draw", identifier, *argv])

    assert caught.value.code == 2
    assert f"argument {argv[0]}: " in capsys.readouterr().err


def test_the_sample_has_no_picture_that_is_pubchems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "PubChem:CID2244"]) == 1
    assert "the built-in sample has no pictures of compounds" in capsys.readouterr().err
    assert not [*tmp_path.glob("*.png")]


def test_what_is_a_drug_itself_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    @asynccontextmanager
    async def running() -> AsyncGenerator[Any]:
        files = wikipathways_files.published(*small_pathways.PATHWAYS)
        path = wikipathways_files.drawing_path("WP534")
        drawn = files[path].replace(b"<Biopax", METABOLITE)
        async with hostile.replayed({**files, path: drawn}) as use_cases:
            yield SimpleNamespace(use_cases=lambda: use_cases)  # pyright: ignore[reportUnknownLambdaType]

    assert anyio.run(draw, PictureRequest(id="WP:WP534", drugs=True), running(), False) == 0
    assert "Advil: an approved drug itself (ibuprofen)" in capsys.readouterr().out.splitlines()


def test_a_compound_is_drawn_by_pubchem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert anyio.run(draw, PictureRequest(id="PubChem:CID2244", is_compound=True), depicted(PubChem()), False) == 0

    assert (tmp_path / "CID2244.png").read_bytes() == png(50, 40)
    assert capsys.readouterr().out == "CID2244.png: PubChem:CID2244, 50 x 40, drawn by PubChem\n"


def test_an_older_picture_is_told_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    async def older(_: object) -> Depiction:
        source = Provenance(name="PubChem", mode="cache", stale=True)
        return Depiction(id="PubChem:CID2244", width=50, height=40, png=png(50, 40), source=source)

    @asynccontextmanager
    async def running() -> AsyncGenerator[Any]:
        async with depicted(PubChem()) as container:
            use_cases = msgspec.structs.replace(container.use_cases(), depict_compound=older)
            yield SimpleNamespace(use_cases=lambda: use_cases)  # pyright: ignore[reportUnknownLambdaType]

    assert anyio.run(draw, PictureRequest(id="PubChem:CID2244", is_compound=True), running(), False) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["PubChem did not answer: this picture is an older one."]


def test_json_says_what_the_picture_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = PictureRequest(id="PubChem:CID2244", is_compound=True, out="aspirin.png")
    assert anyio.run(draw, asked, depicted(PubChem()), True) == 0

    told = json.loads(capsys.readouterr().out)
    assert (tmp_path / "aspirin.png").read_bytes() == png(50, 40)
    assert (told.pop("source")["mode"], told) == ("live", {"id": "PubChem:CID2244", "width": 50, "height": 40})


def test_a_compound_that_there_is_not_leads_to_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    asked = PictureRequest(id="PubChem:CID999999999", is_compound=True)

    assert anyio.run(draw, asked, depicted(PubChem()), False) == 1
    assert "Search for its name with `biofacts search compounds`" in capsys.readouterr().err


def test_a_list_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["draw", "WP:WP254", "--highlight", "@gone.txt"])

    assert "argument --highlight: gone.txt cannot be read: " in capsys.readouterr().err
