"""The commands: the same tools as over MCP, printed for people or as JSON."""

import sys
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

import msgspec
from rich.console import Console

from biofacts.adapters.cli import tables
from biofacts.adapters.cli.arguments import Arguments
from biofacts.adapters.cli.output import Unbroken, console
from biofacts.adapters.cli.phrasing import COMMANDS
from biofacts.adapters.cli.progress import Bars
from biofacts.application.envelope import ErrorEnvelope, failed
from biofacts.application.tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.domain.advice import FOR_TOOLS, Phrasing
from biofacts.domain.errors import BiofactsError
from biofacts.ports.catalogue import CatalogueStatus, CatalogueStore
from biofacts.ports.compound_names import SynchroniserOnRequest
from biofacts.ports.snapshots import SnapshotError, Snapshots
from biofacts.ports.sync import Synchroniser

_FAILED, _USAGE = 1, 2


class Application(Protocol):
    """What the commands need of the composition root."""

    def use_cases(self, *, phrasing: Phrasing = ...) -> UseCases: ...
    def synchronisers(self) -> Sequence[Synchroniser]: ...
    def on_request(self) -> Sequence[SynchroniserOnRequest]: ...
    def store(self) -> CatalogueStore: ...
    def snapshots(self) -> Snapshots: ...


async def run(arguments: Arguments, running: AbstractAsyncContextManager[Application]) -> int:
    """Run one command. Returns: the exit code."""
    async with running as application:
        match arguments.command:
            case "sync":
                if arguments.to is not None:
                    return await _sync_to(arguments, application, arguments.to)
                return await _sync(arguments, application)
            case "status":
                return await _status(arguments, application)
            case _:
                return await _call(arguments, application)


async def _call(arguments: Arguments, application: Application) -> int:
    tool = TOOLS[arguments.tool]
    slim = {"slim": not arguments.full} if "slim" in tool.arguments.__struct_fields__ else {}
    phrasing = FOR_TOOLS if arguments.json else COMMANDS
    outcome = await call(tool, application.use_cases(phrasing=phrasing), {**arguments.given, **slim})
    show(outcome, as_json=arguments.json)
    return _FAILED if isinstance(outcome, ErrorEnvelope) else 0


def show(outcome: object, *, as_json: bool) -> None:
    """Print an answer; an error for people on the standard error."""
    failed = isinstance(outcome, ErrorEnvelope) and not as_json
    stream = sys.stderr if failed else sys.stdout
    if as_json:
        whole = Unbroken(stream)
        whole.write(msgspec.json.encode(outcome).decode() + "\n")
        whole.flush()
    else:
        tables.show(console(stream), outcome)


async def _sync(arguments: Arguments, application: Application) -> int:
    usual = {synchroniser.name: synchroniser for synchroniser in application.synchronisers()}
    on_request = {synchroniser.name: synchroniser for synchroniser in application.on_request()}
    known: dict[str, Synchroniser] = {**usual, **on_request}
    wanted: dict[str, list[str]] = {}
    latest: Synchroniser | None = None
    for name in arguments.sources or tuple(usual):
        if name in known:
            latest = known[name]
            wanted[name] = []
        elif latest is not None and latest.optional:
            wanted[latest.name].append(name)
        else:
            print(f"biofacts sync: no source '{name}'; there are: {', '.join(known)}", file=sys.stderr)
            return _USAGE
    if arguments.inchikeys and not wanted.keys() & on_request.keys():
        print("biofacts sync: --inchikeys is of pubchem: biofacts sync pubchem --inchikeys", file=sys.stderr)
        return _USAGE
    code = 0
    for name, parts in wanted.items():
        errors = console(sys.stderr)
        try:
            if name in on_request:
                parts += ["inchikeys"] if arguments.inchikeys else []
                await _announce(on_request[name], parts, errors)
            with Bars(errors) as bars:
                outcome: object = await known[name].sync(bars, parts)
        except BiofactsError as error:
            outcome, code = failed(error), _FAILED
        show(outcome, as_json=arguments.json)
    return code


async def _sync_to(arguments: Arguments, application: Application, target: Path) -> int:
    """A snapshot of everything, after it was brought, where the outside may be asked."""
    snapshots = application.snapshots()
    if snapshots.brings and (code := await _sync(arguments, application)):
        return code
    try:
        show(await snapshots.write(target), as_json=arguments.json)
    except SnapshotError as error:
        print(f"biofacts sync: {error}", file=sys.stderr)
        return _FAILED
    return 0


async def _announce(synchroniser: SynchroniserOnRequest, parts: Sequence[str], console: Console) -> None:
    """Say how much will come, before it does."""
    if (said := await synchroniser.announce(parts)) is not None:
        console.print(said, highlight=False)


async def _status(arguments: Arguments, application: Application) -> int:
    shown: list[CatalogueStatus] = []
    for synchroniser in application.synchronisers():
        pending = await synchroniser.pending()
        for name in synchroniser.catalogues:
            described = await application.store().describe(name)
            is_begun = pending is not None and pending.catalogue == name
            shown.append(msgspec.structs.replace(described, pending=pending) if is_begun else described)
        optional = [await application.store().describe(name) for name in synchroniser.optional]
        shown += [one for one in optional if one.provenance]
    brought = [await synchroniser.describe() for synchroniser in application.on_request()]
    shown += [one for one in brought if one.provenance or one.pending]
    show(tuple(shown), as_json=arguments.json)
    return 0
