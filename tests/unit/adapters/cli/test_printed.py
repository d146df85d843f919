"""All that commands print on the built-in sample, as `tests/data/printed.txt` has it: read a difference."""

import shlex
from pathlib import Path

import pytest

from tests.commands import exit_code
from tests.places import REPOSITORY
from tests.snapshots import blocks, difference

PRINTED, MARK = REPOSITORY / "tests" / "data" / "printed.txt", "$ biofacts "
CALLS = [*blocks(PRINTED, MARK)]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("fresh_sample")
@pytest.mark.parametrize("command", sorted({asked.split()[0] for asked in CALLS}))
def test_a_command_prints_what_somebody_has_read(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    now: dict[str, str] = {}
    for asked in CALLS:
        if asked.split()[0] == command:
            code = exit_code(shlex.split(asked))
            out, err = capfd.readouterr()
            now[asked] = "\n".join(filter(None, [out.strip("\n"), err.strip("\n"), f"(exit code {code})" * bool(code)]))

    assert difference(PRINTED, MARK, now) == []
