"""Command lines as they are parsed, and run."""

from collections.abc import Sequence

from biofacts.__main__ import main
from biofacts.adapters.cli.command import Arguments, Call
from biofacts.adapters.cli.parser import read


def parsed(*words: str) -> Arguments:
    """The arguments of a command line."""
    return read(words)[1]


def asked(*words: str) -> Call:
    """The call that a command line makes."""
    command, arguments = read(words)
    assert command.call is not None
    return command.call(arguments)


def exit_code(argv: Sequence[str]) -> object:
    """The exit code of a command line; parsing it may end the process, too."""
    try:
        return main(argv)
    except SystemExit as left:
        return left.code
