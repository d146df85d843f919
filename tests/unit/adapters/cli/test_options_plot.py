"""The plot that `enrich` writes beside its table."""

from pathlib import Path

import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli import options
from biofacts.domain.answers.optional_packages import PLOT
from tests.commands import exit_code

ENRICH = ["enrich", "TP53", "MDM2", "BAX", "--min-size", "1"]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.chdir(tmp_path)


def test_a_plot_is_written_beside_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ENRICH, "--plot", "bars.svg", "--plot-kind", "bar", "--plot-top", "1", "--csv"]) == 0
    printed = capsys.readouterr()

    assert printed.out.startswith("id,title,")
    assert printed.err.endswith("bars.svg: the plot was written.\n")
    assert Path("bars.svg").read_text("utf-8").count("Apoptosis") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--plot dots.gif", "argument --plot: the name of the file must end in .svg, .pdf or .png, unlike dots.gif"),
        ("--plot nowhere/dots.svg", "argument --plot: must be in a folder that exists"),
        ("--plot dots.svg --plot-top 61", "argument --plot-top: must be between 1 and 60"),
        ("--plot dots.svg --plot-top 0", "argument --plot-top: must be between 1 and 60"),
        ("--plot dots.svg --plot-kind pie", "argument --plot-kind: no kind 'pie'. Choose from dot, bar, running, map"),
        ("--plot-kind dot", "argument --plot-kind: is for a plot: name its file with --plot"),
    ],
)
def test_a_plot_that_cannot_be_written_is_refused_before_the_call(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code([*ENRICH, *words.split()]) == 2
    printed = capsys.readouterr()

    assert (printed.out, told in printed.err) == ("", True)
    assert not [*Path().iterdir()]


def test_without_the_extra_a_plot_is_refused_before_the_call(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Missing:
        is_installed = False
        modules = PLOT.modules

    monkeypatch.setattr(options, "PLOT", Missing)

    assert main([*ENRICH, "--plot", "dots.svg"]) == 2
    assert capsys.readouterr() == ("", f"biofacts: {PLOT.refusal}\n")


def test_a_running_sum_of_a_list_is_refused_behind_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ENRICH, "--plot", "run.svg", "--plot-kind", "running"]) == 1
    assert "A running sum needs a ranked list, and this list has no scores." in capsys.readouterr().err
    assert not [*Path().iterdir()]
