"""What docs/draw.md shows is what comes, on the built-in sample."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from biofacts.adapters.cli.arguments import parse
from tests.places import REPOSITORY

_TEXT = (REPOSITORY / "docs" / "draw.md").read_text()


def test_the_example_prints_what_stands_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ((script, expected),) = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", _TEXT, re.S)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(script, {})

    assert printed.getvalue() == expected
    assert {path.name for path in tmp_path.iterdir()} == {"apoptosis.svg", "enriched.png"}


def test_the_commands_can_be_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "genes.txt").write_text("TP53\n")
    commands = re.findall(r"^biofacts (draw .*)$", _TEXT, re.M)

    assert [parse(shlex.split(command)).command for command in commands] == ["draw", "draw"]
