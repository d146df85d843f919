"""The commands that set up agents and shells: `biofacts install`, `doctor` and `completion`."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from biofacts.adapters.cli import execution
from biofacts.adapters.cli.command import DONE, FAILED, USAGE, Arguments, Command, Composition
from biofacts.adapters.cli.mcp_clients import supported
from biofacts.adapters.cli.mcp_clients.settings_files import Unusable
from biofacts.adapters.cli.mcp_clients.supported import CLIENTS, Client
from biofacts.adapters.cli.options import argument

if TYPE_CHECKING:
    from collections.abc import Sequence

    from biofacts.adapters.cli.mcp_clients.changes import Change, ClientCommands
    from biofacts.ports.doctor import Check


def _add_install(parser: argparse.ArgumentParser) -> None:
    # A tuple, whose members shtab completes as values.
    parser.add_argument("client", nargs="?", choices=tuple(CLIENTS), metavar="CLIENT", help=", ".join(CLIENTS))
    parser.add_argument("--skill", action="store_true", help="also install the agent skill")
    parser.add_argument("--undo", action="store_true", help="undo an earlier install")
    parser.add_argument("--yes", "-y", action="store_true", help="do not ask for confirmation")
    parser.add_argument("--list", action="store_true", help="list the clients, and which of them have biofacts")


def _install(arguments: Arguments, composition: Composition) -> int:
    if arguments.flag("list"):
        return _list()
    if (name := arguments.get("client", str)) is None:
        print(f"biofacts install: name a client ({', '.join(CLIENTS)}), or use --list", file=sys.stderr)
        return USAGE
    client = CLIENTS[name]
    # Refuse before anything is written.
    if arguments.flag("skill") and client.skill() is None:
        print(
            f"biofacts install: {client.title} does not read skills from a folder. Install without --skill; the"
            " server offers the skill as the resource biofacts://skill.",
            file=sys.stderr,
        )
        return USAGE
    try:
        if arguments.flag("undo"):
            changes = [*_undone(client, composition.skill())]
        else:
            changes = [*_changes_for(client, composition.skill() if arguments.flag("skill") else None)]
        return _make(client, changes, undo=arguments.flag("undo"), sure=arguments.flag("yes"))
    except Unusable as error:
        print(f"biofacts install: {_path(client)} was not changed: {error}.", file=sys.stderr)
        if not arguments.flag("undo"):
            print(
                f"To add the server by hand, put this into the file:\n\n{client.snippet(supported.current_launch())}",
                file=sys.stderr,
            )
        else:
            print(f"To remove the server by hand, delete 'biofacts' under '{client.key}' in the file.", file=sys.stderr)
        return FAILED


def _changes_for(client: Client, skill: str | None) -> "Iterator[Change | ClientCommands]":
    from biofacts.adapters.cli.mcp_clients import changes

    started = supported.current_launch()
    for name, why in started.left_out.items():
        print(f"biofacts install: {name} was skipped: {why}.")
    yield changes.to_install(client, started)
    if skill is not None and (path := client.skill()):
        yield changes.to_add_skill(path, skill)


def _undone(client: Client, skill: str) -> "Iterator[Change | ClientCommands]":
    from biofacts.adapters.cli.mcp_clients import changes

    yield changes.to_remove(client)
    if path := client.skill():
        yield changes.to_remove_skill(path, skill)


def _make(client: Client, changes: "Sequence[Change | ClientCommands]", *, undo: bool, sure: bool) -> int:
    needed = [change for change in changes if change.is_needed]
    if not needed:
        print(f"Nothing to do: {_path(client)} " + ("has no biofacts entry." if undo else "already has the entry."))
        return DONE
    for change in needed:
        print(change.preview(), end="")
    if not (sure or _agreed()):
        print("Nothing was written.")
        return FAILED
    for change in needed:
        print(change.make())
    if not undo:
        print(f"{client.then} To undo it: biofacts install {client.name} --undo")
    return DONE


def _agreed() -> bool:
    """Ask for confirmation. Returns: True if the user agrees. Without a terminal, print a hint and return False."""
    if not sys.stdin.isatty():
        print("biofacts install: this is not a terminal: add --yes to install without asking", file=sys.stderr)
        return False
    try:
        return input("Write this? [y/N] ").strip().casefold() in ("y", "yes")
    except EOFError:
        return False


def _path(client: Client) -> str:
    try:
        return str(client.path())
    except Unusable:
        return f"the settings of {client.title}"


def _list() -> int:
    from biofacts.adapters.cli.mcp_clients.changes import states

    entries = states()
    wide = max(len(entry.client) for entry in entries)
    for entry in entries:
        print(f"{entry.client:{wide}}  {entry.state}\n{'':{wide}}  {entry.path}")
    return DONE


INSTALL = Command(
    name="install",
    group="Set up",
    summary="Add the server to an agent's settings: Claude, Cursor, VS Code, Codex, Gemini",
    examples={
        "install claude-code": "show the change and ask before making it",
        "install vscode --skill --yes": "also install the skill, without asking",
        "install cursor --undo": "undo an earlier install",
        "install --list": "list the clients, and which of them have biofacts",
    },
    add=_add_install,
    run=_install,
)


# The command `biofacts completion`


SHELLS = ("bash", "zsh", "fish")


def _completion(arguments: Arguments, composition: Composition) -> int:
    import shtab

    print(shtab.complete(arguments.tree(), arguments.text("shell")))
    return DONE


COMPLETION = Command(
    name="completion",
    group="Set up",
    summary="Print a shell completion script",
    examples={
        "completion bash > ~/.local/share/bash-completion/completions/biofacts": "for bash, with bash-completion",
        'completion zsh > "${fpath[1]}/_biofacts"': "for zsh, with compinit",
        "completion fish > ~/.config/fish/completions/biofacts.fish": "for fish",
    },
    add=argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS)),
    run=_completion,
)


# The command `biofacts doctor`, which reports problems of the installation and how to fix them


_SIGNS = {"ok": "ok", "note": "note", "failed": "FAILED", "skipped": "skipped"}


def _doctor(arguments: Arguments, composition: Composition) -> int:
    import anyio

    return anyio.run(partial(_opened, arguments, composition))


async def _opened(arguments: Arguments, composition: Composition) -> int:
    from biofacts.ports.doctor import Report

    async with composition.checkup() as look:
        checks = [*await look(), *_clients()]
    report = Report(ok=all(check.finding != "failed" for check in checks), checks=checks)
    execution.report(report, _lines(checks), as_json=arguments.flag("json"))
    return DONE if report.ok else FAILED


def _lines(all_checks: "Sequence[Check]") -> Iterator[str]:
    for part, checks in groupby(all_checks, key=lambda check: check.part):
        yield part.capitalize()
        for check in checks:
            seconds = "" if check.seconds is None else f", {check.seconds:.2f} s"
            yield f"  {_SIGNS[check.finding]:7} {check.name}: {check.details}{seconds}"
            if check.advice:
                yield f"          {check.advice}"
    failed = sum(check.finding == "failed" for check in all_checks)
    yield "Nothing has failed." if not failed else f"{failed} of {len(all_checks)} failed."


def _clients() -> "Iterator[Check]":
    """Check the settings of MCP clients. Only unreadable settings fail; a client without the server does not."""
    from biofacts.adapters.cli.mcp_clients.changes import states
    from biofacts.ports.doctor import Check

    for state in states():
        advice = (
            f"biofacts install {state.client}" if state.state in ("without biofacts", "has another biofacts") else ""
        )
        is_broken = state.state == "cannot be read"
        yield Check(
            part="clients",
            name=state.client,
            finding="failed" if is_broken else "ok" if state.state == "has biofacts" else "skipped",
            details=f"{state.state}{' and the skill' if state.skill else ''} ({state.why or state.path})",
            advice="Repair the file: the client cannot read it either" if is_broken else advice,
        )


DOCTOR = Command(
    name="doctor",
    group="Set up",
    summary="Find out what does not work: sources, catalogues, folder, settings, clients",
    examples={"doctor": "check everything", "doctor --json": "as JSON, for a bug report"},
    add=argument("--json", action="store_true", help="print the report as JSON"),
    run=_doctor,
)
