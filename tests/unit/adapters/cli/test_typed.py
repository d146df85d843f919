"""The call of each command line, or why it is refused, as `tests/data/typed.txt` has it: read a difference."""

import json
import shlex

import pytest

from biofacts.adapters.cli.commands.search import kind_and_query
from biofacts.adapters.cli.execution import whole
from biofacts.adapters.cli.parser import read
from biofacts.domain.answers.errors import BiofactsError
from tests.places import REPOSITORY
from tests.snapshots import blocks, difference

TYPED, MARK = REPOSITORY / "tests" / "data" / "typed.txt", "$ biofacts "
LINES = [*blocks(TYPED, MARK)]


def made(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The call of a command; where there is none or one of each kind, the arguments that are set; or the refusal."""
    try:
        command, arguments = read(shlex.split(line))
        if command.call is None or (command.name == "search" and kind_and_query(arguments)[0] is None):
            given = {name: value for name, value in arguments.values.items() if value}
            return json.dumps(given, default=str, sort_keys=True)  # their order is another in Python 3.14
        call = whole(command.call(arguments), arguments)
        return f"{call.tool} {json.dumps(call.arguments)}"
    except SystemExit as left:
        printed = capsys.readouterr()
        return f"{printed.err or printed.out}(exit code {left.code})"
    except BiofactsError as error:
        return f"{type(error).__name__}: {error.message}"
    except ValueError as error:
        return f"ValueError: {error}"


def test_a_command_line_makes_the_call_that_somebody_has_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")

    assert difference(TYPED, MARK, {line: made(line, capsys) for line in LINES}) == []
