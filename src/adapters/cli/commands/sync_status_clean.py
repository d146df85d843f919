"""The commands for the local catalogues: `biofacts sync`, `status` and `clean`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from biofacts.adapters.cli import execution, options
from biofacts.adapters.cli.command import DONE, FAILED, USAGE, Arguments, Command, Composition, unknown
from biofacts.adapters.cli.execution import refused, show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from biofacts.adapters.cli.command import Application
    from biofacts.adapters.cli.output.output_formats import Printer
    from biofacts.ports.catalogue import CatalogueStatus
    from biofacts.ports.compound_names import SynchroniserOnRequest
    from biofacts.ports.synchronisation import Cleaned, Leftover, Synchroniser

_NAME = "sync"
_SOURCES = ("wikipathways", "gtopdb", "genes", "pubchem")


def _add_sync(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="wikipathways, gtopdb, genes [ORGANISM ...]; default: all of these; also pubchem (gigabytes)",
    )
    parser.add_argument("--inchikeys", action="store_true", help="with pubchem: also download InChIKeys")
    parser.add_argument("--to", metavar="PATH", help="then copy everything stored to a folder, FILE.tar or FILE.tar.gz")
    options.add_json(parser)


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
    from biofacts.domain.answers.errors import UpstreamError
    from biofacts.ports.synchronisation import Synchronised

    if not application.snapshots().brings:
        error = UpstreamError(*call_messages.fetches_nothing())
        return execution.fail(error, as_json=arguments.flag("json"))
    usual = {synchroniser.name: synchroniser for synchroniser in application.synchronisers()}
    on_request = {synchroniser.name: synchroniser for synchroniser in application.on_request()}
    sources: dict[str, Synchroniser] = {**usual, **on_request}
    try:
        # PubChem's names are gigabytes, so they are fetched only on request.
        wanted = _by_source(arguments.words("sources") or tuple(usual), sources)
    except ValueError as error:
        return refused(arguments, str(error), USAGE)
    if arguments.flag("inchikeys") and not wanted.keys() & on_request.keys():
        return refused(arguments, "--inchikeys only works with pubchem: biofacts sync pubchem --inchikeys", USAGE)
    code = DONE
    try:
        for name, parts in wanted.items():
            outcome = await _synchronise(name, parts, arguments, sources[name], on_request.get(name))
            # Scheduled runs rely on the exit code, so a missing part counts as a failure.
            is_whole = isinstance(outcome, Synchronised) and not outcome.skipped
            code = code if is_whole else FAILED
            show(outcome, as_json=arguments.flag("json"))
    except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
        refused(arguments, "stopped. Downloaded files are saved: run the same command again to continue.", FAILED)
        raise
    return code


async def _synchronise(
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
            if (announcement := await on_request.announce(parts)) is not None:  # how much will be downloaded
                errors.print(announcement)
        with Bars(errors) as bars:
            return await source.sync(bars, parts)
    except BiofactsError as error:
        return failed(error, execution.phrasing(as_json=arguments.flag("json")))


def _by_source(named: Sequence[str], sources: "Mapping[str, Synchroniser]") -> dict[str, list[str]]:
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
            raise ValueError(unknown("source", name, sources))
    return wanted


SYNC = Command(
    name=_NAME,
    group="Catalogue",
    summary="Download whole releases into the local catalogue",
    examples={
        "sync": "every source but PubChem; a second run downloads only what is new",
        'sync genes "Mus musculus" "Danio rerio"': "genes of other organisms, too",
    },
    add=_add_sync,
    run=lambda arguments, composition: execution.with_application(composition, partial(work, arguments)),
    suggested={"sources": _SOURCES},
    paths=("to",),
)


# The commands `biofacts status` and `biofacts clean`


def _status(arguments: Arguments, composition: Composition) -> int:
    from biofacts.adapters.cli.output import output_formats
    from biofacts.adapters.cli.output.rows import RowTypes
    from biofacts.ports.catalogue import CatalogueStatus

    try:
        printer = output_formats.printer_for(arguments, RowTypes((CatalogueStatus,)))
    except ValueError as error:
        arguments.refuse(str(error))
    return execution.with_application(composition, partial(report, printer, folder=composition.folder))


async def report(printer: "Printer", application: "Application", folder: Path | None) -> int:
    """Print the catalogues and their folder. Returns: the exit code."""
    catalogues = await _catalogues(application)
    printer.show(catalogues)
    printer.note(_where(catalogues, folder))
    if folder is not None and (left := await application.leftovers().find()):
        printer.note(_left_over(left))
    return DONE


def _left_over(leftovers: "Sequence[Leftover]") -> str:
    """Summarise the sizes of leftovers by their type."""
    sizes: dict[str, int] = {}
    for leftover in leftovers:
        sizes[leftover.what] = sizes.get(leftover.what, 0) + leftover.bytes
    named = ", ".join(f"{what} {megabytes(size)}" for what, size in sizes.items())
    return f"left over: {named}; biofacts clean removes them"


def _where(catalogues: "Sequence[CatalogueStatus]", folder: Path | None) -> str:
    """Name the folder of the catalogues, and suggest a sync if it is empty."""
    if folder is None:
        return "the built-in sample, in memory"
    nothing = "" if any(catalogue.provenance for catalogue in catalogues) else "; it is empty: biofacts sync fills it"
    return f"in {folder}{nothing}"


async def _catalogues(application: "Application") -> "tuple[CatalogueStatus, ...]":
    """Return the status of every catalogue; optional ones only if they are present."""
    shown: list[CatalogueStatus] = []
    for synchroniser in application.synchronisers():
        pending = await synchroniser.pending()
        for name in synchroniser.catalogues:
            described = await application.store().describe(name)
            is_begun = pending is not None and pending.catalogue == name
            shown.append(msgspec.structs.replace(described, pending=pending) if is_begun else described)
        optional = [await application.store().describe(name) for name in synchroniser.optional]
        shown += [status for status in optional if status.provenance]
    brought = [await synchroniser.describe() for synchroniser in application.on_request()]
    shown += [status for status in brought if status.provenance or status.pending]
    return tuple(shown)


STATUS = Command(
    name="status",
    group="Catalogue",
    summary="Show what is stored locally: releases, dates, sizes, folder",
    examples={"status": "what is stored, and how old it is", "status --json": "with exact times and files, as JSON"},
    add=partial(options.add_forms, whole="all of it as JSON, with exact times and files"),
    run=_status,
)


# The command `biofacts clean`


def _add_clean(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only list what would be removed")
    options.add_json(parser)


def _clean(arguments: Arguments, composition: Composition) -> int:
    if composition.folder is None:
        return refused(arguments, "the built-in sample is in memory: there is nothing to remove.", DONE)
    return execution.with_application(composition, partial(clean, arguments))


async def clean(arguments: Arguments, application: "Application") -> int:
    """Remove the leftovers, or list them in a dry run. Returns: the exit code."""
    leftovers = application.leftovers()
    cleaned = planned(await leftovers.find()) if arguments.flag("dry_run") else await leftovers.remove()
    execution.report(cleaned, _lines(cleaned), as_json=arguments.flag("json"))
    return FAILED if cleaned.failed else DONE


def planned(leftovers: "Sequence[Leftover]") -> "Cleaned":
    """Return the leftovers that `biofacts clean` would remove, and those that it would keep."""
    from biofacts.ports.synchronisation import Cleaned

    removable = tuple(leftover for leftover in leftovers if not leftover.in_use)
    in_use = tuple(leftover for leftover in leftovers if leftover.in_use)
    return Cleaned(removed=removable, bytes=sum(leftover.bytes for leftover in removable), kept=in_use, dry_run=True)


def _lines(cleaned: "Cleaned") -> "Iterator[str]":
    verb = "would remove" if cleaned.dry_run else "removed"
    yield from (
        f"{verb} {leftover.what}: {leftover.path} ({megabytes(leftover.bytes)})" for leftover in cleaned.removed
    )
    yield from (
        f"kept {leftover.what}: {leftover.path} ({megabytes(leftover.bytes)}): {leftover.in_use}"
        for leftover in cleaned.kept
    )
    yield from (f"could not remove {leftover.what}: {leftover.path}: {leftover.in_use}" for leftover in cleaned.failed)
    if cleaned.removed:
        yield f"{megabytes(cleaned.bytes)} {'would be' if cleaned.dry_run else 'were'} freed."
    elif not (cleaned.kept or cleaned.failed):
        yield "There are no leftovers."


def megabytes(size: int) -> str:
    """Format a size in bytes as megabytes."""
    return f"{size / 1e6:.1f} MB"


CLEAN = Command(
    name="clean",
    group="Catalogue",
    summary="Remove leftovers of older versions, crashes and interruptions from the cache folder",
    examples={
        "clean --dry-run": "list what would be removed, and its size",
        "clean": "remove it; safe while a server runs",
    },
    add=_add_clean,
    run=_clean,
)
