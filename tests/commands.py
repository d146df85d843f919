"""Command lines as they are read, and run."""

from collections.abc import Sequence
from importlib import import_module

from biofacts.__main__ import main
from biofacts.adapters.cli.command import Known
from biofacts.adapters.cli.parser import read
from biofacts.adapters.cli.tool_calls import Call


def known(*words: str) -> Known:
    """What a command line says."""
    return read(words)[1]


def asked(*words: str) -> Call:
    """The call that a command line makes."""
    command, said = read(words)
    call: Call = import_module(f"biofacts.adapters.cli.commands.{command.name}").call(said)
    return call


def exit_code(argv: Sequence[str]) -> object:
    """What a shell is told, where reading a command line ends the process, too."""
    try:
        return main(argv)
    except SystemExit as left:
        return left.code
