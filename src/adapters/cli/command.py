"""The types that all commands share. `parser.py` lists the commands.

Each run imports the modules of all commands, to parse the command line and to print help. Therefore a command imports
slow modules only when it runs.
"""

import argparse
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn, Protocol, TypeVar, cast

import msgspec

from biofacts.domain.text import similar_names

if TYPE_CHECKING:
    from biofacts.application.links.export_tables import ExportEdges, ExportTables
    from biofacts.application.lists.annotation import Annotate
    from biofacts.application.lists.export_sets import ExportSets
    from biofacts.application.pathways.check_drawings import CheckDrawings
    from biofacts.application.use_cases import UseCases
    from biofacts.ports.catalogue import CatalogueStore
    from biofacts.ports.compound_names import SynchroniserOnRequest
    from biofacts.ports.doctor import Checkup
    from biofacts.ports.lists import Tables
    from biofacts.ports.synchronisation import Leftovers, Snapshots, Synchroniser

# 130: as shells report a process that Ctrl-C (signal 2) has ended.
DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""The exit codes."""

CommandGroup = Literal["Ask", "Lists", "Catalogue", "Serve", "Set up"]
"""The headings under which the help lists commands."""

T = TypeVar("T")


class Arguments(msgspec.Struct, frozen=True):
    """The parsed arguments of a command, by name. Most options that were not set have the value None or False.

    `end`: a function that ends the process with a message and exit code 2; `tree`: a function that builds a parser with
    all commands.
    """

    command: str
    values: Mapping[str, object]
    end: Callable[[str], NoReturn]
    tree: Callable[[], argparse.ArgumentParser]

    def flag(self, name: str) -> bool:
        """Return True if a switch is set; False also if the command has no such switch."""
        return bool(self.values.get(name))

    def get(self, name: str, kind: type[T]) -> T | None:
        """Return the value of an option; None if it is not set. Raises: TypeError if it is not of this type."""
        value = self.values[name]
        if value is None or isinstance(value, kind):
            return value
        raise TypeError(f"{name} is not of type {kind.__name__}")

    def text(self, name: str) -> str:
        """Return the value of a required argument."""
        return str(self.values[name])

    def words(self, name: str) -> list[str]:
        """Return the values of an argument that takes several."""
        return cast("list[str]", self.values.get(name) or [])

    def joined(self, name: str) -> str:
        """Join the words of an argument, which users may type without quotes."""
        return " ".join(self.words(name))

    def only(self, *names: str) -> Mapping[str, object]:
        """Return the arguments with these names, except for those that are not set."""
        return {name: self.values[name] for name in names if self.values[name] is not None}

    def refuse(self, why: str) -> NoReturn:
        """Print why the command line is wrong, and end the process with exit code 2."""
        self.end(why)


class Application(Protocol):
    """The open application, which builds use cases and gives access to the catalogues."""

    def use_cases(self, *, whole: bool = ...) -> "UseCases": ...
    def synchronisers(self) -> "Sequence[Synchroniser]": ...
    def on_request(self) -> "Sequence[SynchroniserOnRequest]": ...
    def store(self) -> "CatalogueStore": ...
    def snapshots(self) -> "Snapshots": ...
    def leftovers(self) -> "Leftovers": ...


class OpenDatasets(Protocol):
    """The use cases for whole data sets, over open catalogues. Raises: WrongUse if pyarrow is missing."""

    def links(self) -> "ExportTables": ...
    def dataset(self) -> "ExportTables": ...
    def sets(self) -> "ExportSets": ...
    def edges(self) -> "ExportEdges": ...
    def checks(self) -> "CheckDrawings": ...


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

    def tables(self) -> "Tables": ...
    def datasets(self) -> "AbstractAsyncContextManager[OpenDatasets]": ...

    def serve(self, serving: "Serving", begun: "Callable[[str], None]" = ...) -> int:
        """Serve until the process is stopped. Returns: the exit code.

        `begun`: a function that receives the address of an HTTP server when it starts.
        """
        ...

    def checkup(self) -> "AbstractAsyncContextManager[Checkup]": ...

    def skill(self) -> str:
        """Return the skill for agents, as Markdown."""
        ...


class Call(msgspec.Struct, frozen=True):
    """A tool and its arguments."""

    tool: str
    arguments: Mapping[str, object]


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """A command. `group`: its heading in the help; `examples`: command lines without `biofacts`, with descriptions.

    `add`: a function that adds the arguments to a parser; `run`: a function that runs the command and returns the exit
    code; `call`: a function that builds the tool call, if the command makes one. `suggested`: values that shells
    complete for arguments without fixed choices; `paths`: names of arguments that are files or folders.
    """

    name: str
    group: CommandGroup
    summary: str
    examples: Mapping[str, str]
    add: Callable[[argparse.ArgumentParser], None] = lambda _: None
    run: Callable[[Arguments, Composition], int]
    call: Callable[[Arguments], Call] | None = None
    suggested: Mapping[str, Sequence[str]] = {}
    paths: Sequence[str] = ()


# Suggestions for misspelt names


def did_you_mean(name: str, choices: Iterable[str]) -> str:
    """Return a question that suggests similar names: `. Did you mean pathways?`; "" if none is similar."""
    near = similar_names.almost_as_similar(name.casefold(), choices, similar_names.REMOTE)
    return f". Did you mean {' or '.join(near)}?" if near else ""


def unknown(what: str, name: str, choices: Collection[str]) -> str:
    """Return a sentence that refuses a name: `no kind 'genes'. Did you mean gene? Choose from gene, ...`."""
    return f"no {what} '{name}'{did_you_mean(name, choices) or '.'} Choose from {', '.join(choices)}."


# The options of a server


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a server; the settings decide where an option is None or empty.

    `http`: True for HTTP, False for standard input and output; `page`: True to serve the web page, too.
    """

    http: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    path_prefix: str | None = None
    max_calls: int | None = None
    drain: float | None = None
    page: bool = False
