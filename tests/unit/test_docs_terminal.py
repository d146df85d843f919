"""What docs/terminal.md shows is what comes, on the built-in sample; and it names what there is."""

import re
import shlex
from pathlib import Path

import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.registry import COMMANDS
from tests.places import REPOSITORY

_TEXT = (REPOSITORY / "docs" / "terminal.md").read_text()
_BLOCKS = "".join(re.findall(r"```console\n(.*?)```", _TEXT, re.S))
_EXAMPLES = re.findall(r"^\$ biofacts (.+)\n((?:[^$].*\n)*)", _BLOCKS, re.M)


@pytest.mark.parametrize(("command", "expected"), _EXAMPLES, ids=[command for command, _ in _EXAMPLES])
def test_a_command_prints_what_stands_below_it(
    command: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path))
    code = main(shlex.split(command))
    printed = capsys.readouterr().out

    assert (code, bool(printed)) == (0, True)
    assert expected in ("", printed)


def test_every_command_is_told() -> None:
    readme = (REPOSITORY / "README.md").read_text()

    assert len(_EXAMPLES) == _BLOCKS.count("$ biofacts")
    assert [name for name in COMMANDS if f"biofacts {name}" not in _TEXT + readme] == []
