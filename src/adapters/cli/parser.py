"""The parser of command lines, based on argparse, and the list of commands."""

import argparse
import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, TextIO, cast, get_args

from biofacts.adapters.cli.command import USAGE, Arguments, Command, CommandGroup, did_you_mean
from biofacts.adapters.cli.commands import (
    annotate_and_export,
    check,
    draw,
    install_doctor_completion,
    search,
    serve_demo_browse,
    sync_status_clean,
)
from biofacts.adapters.cli.commands.tool_commands import TOOL_COMMANDS
from biofacts.domain.answers.optional_packages import TERMINAL
from biofacts.domain.text.clean import decoded

_SUMMARY = "Fuzzy biological names in, facts with stable identifiers out."
_START = {
    "search pathways krebs cycle": "search by plain words; no quotes needed",
    "get WP:WP78": "look up one record by its identifier",
    "demo": "watch a whole session, offline",
}


# Arguments of a process cannot contain this character.
_SHIELD = "\0"


class Parser(argparse.ArgumentParser):
    """A parser whose help is coloured if the extra `terminal` is installed, and whose argument files may be UTF-16."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"allow_abbrev": False, **options})

    def format_help(self) -> str:
        # Raw descriptions do not wrap the examples, so that people can copy them.
        if TERMINAL.is_installed:
            from rich_argparse import RawDescriptionRichHelpFormatter

            self.formatter_class = RawDescriptionRichHelpFormatter
        else:
            self.formatter_class = argparse.RawDescriptionHelpFormatter
        self.description = textwrap.fill(self.description or "", shutil.get_terminal_size().columns - 2)
        return super().format_help()

    def _read_args_from_files(self, arg_strings: list[str]) -> list[str]:
        """Replace each argument file (`@FILE`) by its lines, one word per line; blank lines are skipped.

        argparse itself does not read UTF-16, and does not handle decoding errors.
        """
        words = list[str]()
        for word in arg_strings:
            if not word.startswith(tuple(self.fromfile_prefix_chars or ())) or len(word) == 1:
                words.append(word)
                continue
            try:
                lines = decoded(Path(word[1:]).read_bytes()).splitlines()
            except (OSError, UnicodeError) as error:
                self.error(f"{word[1:]} cannot be read as text: {error}")
            words += filter(None, map(str.strip, lines))
        return words

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\nMore: {self.prog} --help\n")


def read(argv: Sequence[str]) -> tuple[Command, Arguments]:
    """Parse a command line. Returns: the command and its arguments.

    Exits with code 0 after help or the version, and with code 2 if the command line is invalid.
    """
    top = _top()
    if not argv:
        top.print_help()
        raise SystemExit(0)
    if argv[0] == "help":
        # e.g. `biofacts help draw`
        argv = [*argv[1:2], "--help"]
    if (name := argv[0]) not in COMMANDS:
        if name.startswith("-"):
            # Help, the version, or an unknown option: each ends the process.
            top.parse_args(argv[:1])
        # People leave out the word `search`, so the message gives the whole command.
        searched = f". To search: biofacts search {shlex.join(argv)}"
        top.error(f"no command '{name}'{did_you_mean(name, COMMANDS) or searched}")
    command = COMMANDS[name]
    return command, _arguments(command, argv[1:])


def _arguments(command: Command, argv: Sequence[str]) -> Arguments:
    parser = _parser(command)
    if "--" in argv:
        argv = _shielded(parser, argv)
    parsed, unknown = parser.parse_known_intermixed_args(argv)
    if unknown:
        options = [option for action in parser._actions for option in action.option_strings]
        wrong = next((argument for argument in unknown if argument.startswith("-")), unknown[0])
        what = "option" if wrong.startswith("-") else "argument"
        parser.error(f"no {what} '{wrong}'{did_you_mean(wrong.partition('=')[0], options)}")
    values = {name: _bare(value) for name, value in vars(parsed).items() if name != _SHIELD}
    return Arguments(command.name, values, parser.error, tree)


def _shielded(parser: argparse.ArgumentParser, argv: Sequence[str]) -> Sequence[str]:
    """Mark each word after `--`, since argparse drops the `--` when options and words are mixed."""
    parser.add_argument(f"--{_SHIELD}", action="store_true", help=argparse.SUPPRESS)  # ends the words of an option
    at = argv.index("--")
    return [*argv[:at], f"--{_SHIELD}", *(f"{_SHIELD}{word}" for word in argv[at + 1 :])]


def _bare(value: Any) -> Any:
    """Remove the marks from a value."""
    if isinstance(value, list):
        return [_bare(item) for item in cast("list[object]", value)]
    return value.removeprefix(_SHIELD) if isinstance(value, str) else value


def _parser(command: Command) -> argparse.ArgumentParser:
    parser = Parser(prog=f"biofacts {command.name}", description=command.summary, epilog=examples(command.examples))
    command.add(parser)
    # No option begins with a digit, but a value may: `--range -2,2`, which argparse would take for an option.
    parser._negative_number_matcher = re.compile(r"-[0-9.].*")
    usage = " ".join([parser.prog, *_usage(parser)])
    # argparse writes `usage: ` before it, which takes 7 columns.
    parser.usage = textwrap.fill(usage, shutil.get_terminal_size().columns - 7, break_on_hyphens=False)
    return parser


def _usage(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the required arguments, and a placeholder for the other options, which would fill several lines."""
    options = [action for action in parser._actions if action.option_strings]
    yield from (f"{option.option_strings[-1]} {option.metavar}" for option in options if option.required)
    yield "[OPTION ...]"
    forms = {"+": "{} ...", "*": "[{} ...]", "?": "[{}]"}
    for action in parser._actions:
        if not action.option_strings:
            yield forms.get(str(action.nargs), "{}").format(action.metavar or action.dest)


def examples(lines: Mapping[str, str]) -> str:
    """Format examples for the help."""
    return "\n".join(["Examples:", *(f"  biofacts {line}\n      {what}" for line, what in lines.items())])


def _top() -> argparse.ArgumentParser:
    """Build the top-level parser, which lists the commands but does not parse them."""
    parser = Parser(
        prog="biofacts",
        usage="biofacts [-h] [-V] COMMAND ...",
        description=_SUMMARY,
        epilog=f"{examples(_START)}\n\nHelp for one command: biofacts COMMAND --help",
    )
    parser.add_argument("-V", "--version", action="version", version=f"biofacts {version('biofacts')}")
    for group in GROUPS:
        listed = parser.add_argument_group(group)
        for command in COMMANDS.values():
            if command.group == group:
                listed.add_argument(command.name, nargs="?", help=command.summary)
    return parser


def tree() -> argparse.ArgumentParser:
    """Return a parser with all commands, used only to generate shell completions."""
    import shtab

    parser = Parser(prog="biofacts", description=_SUMMARY)
    parser.add_argument("-V", "--version", action="version", version=version("biofacts"))
    commands = parser.add_subparsers(metavar="COMMAND")
    for command in COMMANDS.values():
        below = commands.add_parser(command.name, help=command.summary)
        command.add(below)
        for action in below._actions:
            action.choices = action.choices or command.suggested.get(action.dest)
            if action.dest in command.paths:
                setattr(action, "complete", shtab.FILE)  # noqa: B010  # where shtab looks for it
    return parser


# The encoding of the output. Names contain Greek letters, which some encodings lack


def write_everything(stream: TextIO) -> None:
    """Configure a stream so that it can write any text.

    On Windows, redirected output becomes UTF-8 with Unix line ends instead of an old code page. An encoding that the
    user chose, by the environment or the locale, is kept; letters that it lacks are written as escapes.
    """
    if not isinstance(stream, TextIOWrapper):
        return
    if sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
        stream.reconfigure(encoding="utf-8", newline="\n")
    elif stream.encoding.lower().replace("-", "") != "utf8":
        stream.reconfigure(errors="backslashreplace")


GROUPS: tuple[CommandGroup, ...] = get_args(CommandGroup)
"""The headings of the help, in order."""

COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in sorted(
        (
            search.COMMAND,
            *TOOL_COMMANDS,
            draw.COMMAND,
            serve_demo_browse.OPEN,
            serve_demo_browse.BROWSE,
            annotate_and_export.ANNOTATE,
            annotate_and_export.EXPORT,
            check.COMMAND,
            sync_status_clean.SYNC,
            sync_status_clean.STATUS,
            sync_status_clean.CLEAN,
            serve_demo_browse.SERVE,
            serve_demo_browse.DEMO,
            install_doctor_completion.INSTALL,
            install_doctor_completion.DOCTOR,
            install_doctor_completion.COMPLETION,
        ),
        key=lambda command: GROUPS.index(command.group),
    )
}
"""The commands, in the order of the help."""
