"""The type of a command. Each command is a module with a `COMMAND`, which `registry.py` lists.

All these modules are imported for each run, to parse the command line and to print help. A command imports slow modules
when it runs.
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

    from biofacts.adapters.cli.server_options import Serving
    from biofacts.application.links.export import ExportLinks
    from biofacts.application.lists.annotation import Annotate
    from biofacts.application.use_cases import UseCases
    from biofacts.domain.answers.advice import Phrasing
    from biofacts.ports.bulk_names import SynchroniserOnRequest
    from biofacts.ports.catalogue import CatalogueStore
    from biofacts.ports.doctor import Checkup
    from biofacts.ports.leftovers import Leftovers
    from biofacts.ports.snapshots import Snapshots
    from biofacts.ports.synchronisation import Synchroniser

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""The exit codes."""

Group = Literal["Ask", "Lists", "Catalogue", "Serve", "Set up"]
"""The headings under which commands are listed."""

Known = Mapping[str, Any]
"""Parsed arguments by name, and three more.

`command`: name of the command; `refuse`: a function that ends the process with a message and the code for wrong usage;
`tree`: a function that builds one parser with all commands.
"""


class Application(Protocol):
    """The open application, which builds use cases and gives access to the catalogues."""

    def use_cases(self, *, phrasing: "Phrasing" = ...) -> "UseCases": ...
    def synchronisers(self) -> "Sequence[Synchroniser]": ...
    def on_request(self) -> "Sequence[SynchroniserOnRequest]": ...
    def store(self) -> "CatalogueStore": ...
    def snapshots(self) -> "Snapshots": ...
    def leftovers(self) -> "Leftovers": ...


class Composition(Protocol):
    """The parts of the composition root that commands use. Each is built when it is requested."""

    @property
    def folder(self) -> Path | None:
        """The cache folder; None for the built-in sample, which is in memory."""
        ...

    def application(self) -> AbstractAsyncContextManager[Application]: ...

    def annotator(self, *, workers: int | None, ray: str | None, cache_on_nodes: Path | None) -> "Annotate":
        """Build the use case that annotates tables. Raises: WrongUse."""
        ...

    def exporting(self) -> "AbstractAsyncContextManager[ExportLinks]": ...

    def serve(self, serving: "Serving", begun: "Callable[[str], None]" = ...) -> int:
        """Serve until the process is stopped. `begun`: called with the address over HTTP. Returns: the exit code."""
        ...

    def checkup(self) -> "AbstractAsyncContextManager[Checkup]": ...

    def demonstration(self) -> "Callable[[Console], Awaitable[bool]]": ...


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """A command. `group`: its heading in the help; `add`: adds its arguments; `run`: runs it and returns the exit code.

    `examples`: command lines without the program's name, each with a description. `suggested`: values that shells
    complete for arguments without fixed choices; `paths`: arguments that are files or folders.
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
    """End the process with the code for wrong usage, and print the reason."""
    end: Callable[[str], NoReturn] = known["refuse"]
    end(why)


def nothing(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""
