"""The command `biofacts sync`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from biofacts.adapters.cli import options, tool_calls
from biofacts.adapters.cli.command import DONE, FAILED, USAGE, Arguments, Command, Composition, meant
from biofacts.adapters.cli.data_sets import refused
from biofacts.adapters.cli.tool_calls import show

if TYPE_CHECKING:
    from rich.console import Console

    from biofacts.adapters.cli.command import Application
    from biofacts.ports.bulk_names import SynchroniserOnRequest
    from biofacts.ports.synchronisation import Synchroniser

_NAME = "sync"
_SOURCES = ("wikipathways", "gtopdb", "genes", "pubchem")


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="wikipathways, gtopdb, genes [ORGANISM ...]; default: all of these; pubchem (gigabytes)",
    )
    parser.add_argument("--inchikeys", action="store_true", help="of pubchem: InChIKeys, too")
    parser.add_argument("--to", metavar="PATH", help="then write all that is kept into a folder, or into a FILE.tar")
    options.add_json(parser)


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    return anyio.run(partial(_opened, arguments, composition))


async def _opened(arguments: Arguments, composition: Composition) -> int:
    async with composition.application() as application:
        return await work(arguments, application)


async def work(arguments: Arguments, application: "Application") -> int:
    """Fetch the named sources, and then write a snapshot if `--to` is set. Returns: the exit code."""
    from biofacts.ports.synchronisation import SnapshotError

    if not (path := arguments.get("to", str)):
        return await _bring(arguments, application)
    snapshots = application.snapshots()
    # Offline, the snapshot is written from what is in the folder.
    if snapshots.brings and (code := await _bring(arguments, application)):
        return code
    try:
        show(await snapshots.write(Path(path)), as_json=arguments.flag("json"))
    except SnapshotError as error:
        return refused(arguments, str(error), FAILED)
    return DONE


async def _bring(arguments: Arguments, application: "Application") -> int:
    import anyio

    from biofacts.application.messages import calls as call_messages
    from biofacts.application.tools.tool import failed
    from biofacts.domain.answers.errors import UpstreamError
    from biofacts.ports.synchronisation import Synchronised

    if not application.snapshots().brings:
        show(
            failed(UpstreamError.said(*call_messages.fetches_nothing()), tool_calls.phrasing(arguments)),
            as_json=arguments.flag("json"),
        )
        return FAILED
    usual = {synchroniser.name: synchroniser for synchroniser in application.synchronisers()}
    on_request = {synchroniser.name: synchroniser for synchroniser in application.on_request()}
    sources: dict[str, Synchroniser] = {**usual, **on_request}
    try:
        # PubChem's names are gigabytes, so they are fetched only if they are named.
        wanted = _wanted(arguments.words("sources") or tuple(usual), sources)
    except ValueError as error:
        return refused(arguments, str(error), USAGE)
    if arguments.flag("inchikeys") and not wanted.keys() & on_request.keys():
        return refused(arguments, "--inchikeys is of pubchem: biofacts sync pubchem --inchikeys", USAGE)
    code = DONE
    try:
        for name, parts in wanted.items():
            outcome = await _brought(name, parts, arguments, sources[name], on_request.get(name))
            # Scheduled runs rely on the exit code: a missing part is a failure.
            is_whole = isinstance(outcome, Synchronised) and not outcome.skipped
            code = code if is_whole else FAILED
            show(outcome, as_json=arguments.flag("json"))
    except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
        refused(arguments, "stopped. What has come is kept: the same command goes on from here.", FAILED)
        raise
    return code


async def _brought(
    name: str,
    parts: list[str],
    arguments: Arguments,
    source: "Synchroniser",
    on_request: "SynchroniserOnRequest | None",
) -> object:
    """Synchronise one source. Returns: its new state, or an error envelope."""
    from biofacts.adapters.cli.output.console import console
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.application.tools.tool import failed
    from biofacts.domain.answers.errors import BiofactsError

    errors = console(sys.stderr)
    try:
        if on_request is not None:
            parts += ["inchikeys"] if arguments.flag("inchikeys") else []
            await _announce(on_request, parts, errors)
        with Bars(errors) as bars:
            return await source.sync(bars, parts)
    except BiofactsError as error:
        return failed(error, tool_calls.phrasing(arguments))


def _wanted(named: Sequence[str], sources: "Mapping[str, Synchroniser]") -> dict[str, list[str]]:
    """Group the arguments into sources, each with the parts that follow it. Raises: ValueError."""
    wanted: dict[str, list[str]] = {}
    latest: Synchroniser | None = None
    for name in named:
        if name in sources:
            latest = sources[name]
            wanted[name] = []
        elif latest is not None and latest.optional:
            wanted[latest.name].append(name)
        else:
            raise ValueError(f"no source '{name}'{meant(name, sources)}; there are: {', '.join(sources)}")
    return wanted


async def _announce(synchroniser: "SynchroniserOnRequest", parts: Sequence[str], console: "Console") -> None:
    """Print how much will be downloaded, before the download starts."""
    if (said := await synchroniser.announce(parts)) is not None:
        console.print(said, highlight=False)


COMMAND = Command(
    name=_NAME,
    group="Catalogue",
    summary="Bring whole releases into the local catalogue",
    examples={
        "sync": "all sources but the largest; again: what is new",
        'sync genes "Mus musculus" "Danio rerio"': "genes of other organisms, too",
    },
    add=_add,
    run=_run,
    suggested={"sources": _SOURCES},
    paths=("to",),
)
