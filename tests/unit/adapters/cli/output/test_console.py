"""What is printed to whom."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from biofacts.adapters.cli.output.console import console
from tests.processes import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")

COMMANDS = ("demo", "search pathways apoptosis", "get ligand IUPHAR:2713 --json")


def test_a_reader_that_goes_away_is_told_nothing() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as stream:
        shown = console(stream)
        os.close(reading)
        shown.print("seen by nobody")
        shown.print("nor this")


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("no_colour", "escapes"), [("", True), ("1", False)])
def test_colours_can_be_turned_off(no_colour: str, escapes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", no_colour)
    stream = Terminal()
    console(stream).print("[bold red]ERROR[/] [dim]quiet[/]")

    assert ("\x1b" in stream.getvalue()) is escapes


@pytest.mark.processes
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_whose_reader_has_gone_ends_without_a_word(command: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "biofacts", *command.split()],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        check=False,
    )
    os.close(writing)

    assert (ran.returncode, ran.stderr) == (0, b"")
