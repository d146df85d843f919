"""All that commands print on the built-in sample, as `tests/data/printed.txt` has it: read a difference.

What they print to a terminal, which is narrow and has colours, is in `tests/data/terminal.txt`.
"""

import shlex
import sys
from pathlib import Path

import pytest

from tests.commands import exit_code
from tests.places import REPOSITORY
from tests.snapshots import blocks, difference

PRINTED, MARK = REPOSITORY / "tests" / "data" / "printed.txt", "$ biofacts "
CALLS = [*blocks(PRINTED, MARK)]
TERMINAL = PRINTED.with_name("terminal.txt")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("fresh_sample")
@pytest.mark.parametrize("command", sorted({asked.split()[0] for asked in CALLS}))
def test_a_command_prints_what_somebody_has_read(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    now = {asked: printed(asked, capfd) for asked in CALLS if asked.split()[0] == command}

    assert difference(PRINTED, MARK, now) == []


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
@pytest.mark.usefixtures("fresh_sample")
def test_a_terminal_gets_lines_that_fit_and_colours(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (
        ("FORCE_COLOR", "1"),
        ("TERM", "xterm"),
        ("COLUMNS", "72"),
        ("NO_COLOR", ""),
        ("COLORTERM", ""),
    ):
        monkeypatch.setenv(name, value)
    now = {asked: printed(asked, capfd).replace("\x1b", "^") for asked in blocks(TERMINAL, MARK)}

    assert difference(TERMINAL, MARK, now) == []


def printed(command: str, capfd: pytest.CaptureFixture[str]) -> str:
    code = exit_code(shlex.split(command))
    out, err = capfd.readouterr()
    return "\n".join(filter(None, [out.strip("\n"), err.strip("\n"), f"(exit code {code})" * bool(code)]))
