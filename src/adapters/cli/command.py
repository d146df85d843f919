"""What a command is: a module with a `COMMAND`, which stands in `registry.py`.

These modules are imported to read a command line and to tell what there is: whatever takes long to import, a command
imports when it runs.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from rich.console import Console

    from biofacts.adapters.cli.serving import Serving
    from biofacts.application.annotate import Annotate
    from biofacts.application.export_links import ExportLinks
    from biofacts.application.use_cases import UseCases
    from biofacts.domain.advice import Phrasing
    from biofacts.ports.catalogue import CatalogueStore
    from biofacts.ports.checkup import Checkup
    from biofacts.ports.compound_names import SynchroniserOnRequest
    from biofacts.ports.leftovers import Leftovers
    from biofacts.ports.snapshots import Snapshots
    from biofacts.ports.sync import Synchroniser

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""The exit codes."""

Group = Literal["Ask", "Lists", "Catalogue", "Serve", "Set up"]
"""The headings under which commands are listed."""

Known = Mapping[str, Any]
"""What a command line says, by the names of the arguments.

`command`: the name of the command; `refuse`: ends the process with the code for wrong usage, and says why;
`tree`: makes one parser with all commands in it.
"""


class Application(Protocol):
    """What answers, while it is open."""

    def use_cases(self, *, phrasing: "Phrasing" = ...) -> "UseCases": ...
    def synchronisers(self) -> "Sequence[Synchroniser]": ...
    def on_request(self) -> "Sequence[SynchroniserOnRequest]": ...
    def store(self) -> "CatalogueStore": ...
    def snapshots(self) -> "Snapshots": ...
    def leftovers(self) -> "Leftovers": ...


class Composition(Protocol):
    """What commands need of the composition root, each made when it is asked for."""

    @property
    def folder(self) -> Path | None:
        """Where catalogues are kept; None for nowhere."""
        ...

    def application(self) -> AbstractAsyncContextManager[Application]: ...

    def annotator(self, *, workers: int | None, ray: str | None, cache_on_nodes: Path | None) -> "Annotate":
        """Raises: WrongUse."""
        ...

    def exporting(self) -> "AbstractAsyncContextManager[ExportLinks]": ...

    def serve(self, serving: "Serving", begun: "Callable[[str], None]" = ...) -> int:
        """Serve until it is stopped. `begun`: is told the address over HTTP. Returns: the exit code."""
        ...

    def checkup(self) -> "AbstractAsyncContextManager[Checkup]": ...

    def demonstration(self) -> "Callable[[Console], Awaitable[bool]]": ...


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """One command. `group`: under which heading it is listed; `add`: says what may be said; `run`: gives the exit code.

    `examples`: command lines without the program's name, each with what it is for. `suggested`: what a shell offers for
    an argument that may be anything; `paths`: the arguments that are files or folders.
    """

    name: str
    group: Group
    summary: str
    examples: Mapping[str, str]
    add: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Known, Composition], int]
    suggested: Mapping[str, Sequence[str]] = {}
    paths: Sequence[str] = ()


def refuse(known: Known, why: str) -> NoReturn:
    """End the process with the code for wrong usage, and say why."""
    end: Callable[[str], NoReturn] = known["refuse"]
    end(why)


def nothing(parser: argparse.ArgumentParser) -> None:
    """A command that is told nothing."""
