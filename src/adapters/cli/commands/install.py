"""The command `biofacts install`, which adds the server to a client's settings, and the skill to its skills."""

import argparse
import sys
from typing import TYPE_CHECKING

from biofacts.adapters.cli.clients.files import Unusable
from biofacts.adapters.cli.clients.known import CLIENTS, Client
from biofacts.adapters.cli.command import DONE, FAILED, USAGE, Arguments, Command, Composition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from biofacts.adapters.cli.clients.changes import Change, ClientCommands


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("client", nargs="?", choices=tuple(CLIENTS), metavar="CLIENT", help=", ".join(CLIENTS))
    parser.add_argument("--skill", action="store_true", help="also put the agent skill where the client reads skills")
    parser.add_argument("--undo", action="store_true", help="put everything back as it was")
    parser.add_argument("--yes", "-y", action="store_true", help="do not ask")
    parser.add_argument("--list", action="store_true", help="which clients there are, and what their settings say")


def _run(arguments: Arguments, _: Composition) -> int:
    if arguments.flag("list"):
        return _list()
    if (name := arguments.get("client", str)) is None:
        print("biofacts install: name a client, or --list; there are: " + ", ".join(CLIENTS), file=sys.stderr)
        return USAGE
    client = CLIENTS[name]
    # Refuse before anything is written.
    if arguments.flag("skill") and client.skill() is None:
        print(
            f"biofacts install: {client.title} reads skills from no folder. Install without --skill; the server offers"
            " the skill as the resource biofacts://skill.",
            file=sys.stderr,
        )
        return USAGE
    try:
        changes = [*(_undone(client) if arguments.flag("undo") else _wanted(client, skill=arguments.flag("skill")))]
        return _make(client, changes, undo=arguments.flag("undo"), sure=arguments.flag("yes"))
    except Unusable as error:
        print(f"biofacts install: {_path(client)} is left as it is: {error}.", file=sys.stderr)
        if not arguments.flag("undo"):
            print(f"To add the server by hand, put this into it:\n\n{_snippet(client)}", file=sys.stderr)
        else:
            print(f"To remove the server by hand, delete 'biofacts' under '{client.key}' in it.", file=sys.stderr)
        return FAILED


def _wanted(client: Client, *, skill: bool) -> "Iterator[Change | ClientCommands]":
    from biofacts.adapters.cli.clients import changes, known
    from biofacts.application.calls.prompts import skill_text

    started = known.of_this()
    for name in started.left_out:
        print(f"biofacts install: {name} holds a password and is left out: give it to the client yourself.")
    yield changes.to_install(client, started)
    if skill and (path := client.skill()):
        yield changes.to_add_skill(path, skill_text())


def _undone(client: Client) -> "Iterator[Change | ClientCommands]":
    from biofacts.adapters.cli.clients import changes
    from biofacts.application.calls.prompts import skill_text

    yield changes.to_remove(client)
    if path := client.skill():
        yield changes.to_remove_skill(path, skill_text())


def _make(client: Client, changes: "Sequence[Change | ClientCommands]", *, undo: bool, sure: bool) -> int:
    needed = [change for change in changes if change.is_needed]
    if not needed:
        print(f"Nothing to do: {_path(client)} " + ("has no biofacts." if undo else "has it already."))
        return DONE
    for change in needed:
        print(change.shown(), end="")
    if not (sure or _agreed()):
        print("Nothing was written.")
        return FAILED
    for change in needed:
        print(change.make())
    if not undo:
        print(f"{client.then} To take it back: biofacts install {client.name} --undo")
    return DONE


def _agreed() -> bool:
    """Ask for confirmation. Returns: False, with a hint, if there is no terminal to ask at."""
    if not sys.stdin.isatty():
        print("biofacts install: nobody can be asked here: --yes does it without asking", file=sys.stderr)
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


def _snippet(client: Client) -> str:
    from biofacts.adapters.cli.clients.known import of_this

    return client.snippet(of_this())


def _list() -> int:
    from biofacts.adapters.cli.clients.changes import states

    found = states()
    wide = max(len(one.client) for one in found)
    for one in found:
        print(f"{one.client:{wide}}  {one.state}\n{'':{wide}}  {one.path}")
    return DONE


COMMAND = Command(
    name="install",
    group="Set up",
    summary="Add the server to an agent's settings: Claude, Cursor, VS Code, Codex, Gemini",
    examples={
        "install claude-code": "shows the change, and asks",
        "install vscode --skill --yes": "with the agent skill, without asking",
        "install cursor --undo": "as it was before",
        "install --list": "who has it",
    },
    add=_add,
    run=_run,
)
