"""The command `biofacts clean`."""

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from biofacts.adapters.cli import options
from biofacts.adapters.cli.command import DONE, FAILED, Arguments, Command, Composition
from biofacts.adapters.cli.data_sets import refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from biofacts.adapters.cli.command import Application
    from biofacts.ports.synchronisation import Cleaned, Leftover


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")
    options.add_json(parser)


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    if composition.folder is None:
        return refused(arguments, "the built-in sample is in memory: there is nothing to remove.", DONE)
    return anyio.run(partial(_opened, arguments, composition))


async def _opened(arguments: Arguments, composition: Composition) -> int:
    async with composition.application() as application:
        return await work(arguments, application)


async def work(arguments: Arguments, application: "Application") -> int:
    """Remove the leftovers, or list them in a dry run. Returns: the exit code."""
    leftovers = application.leftovers()
    cleaned = planned(await leftovers.find()) if arguments.flag("dry_run") else await leftovers.remove()
    if arguments.flag("json"):
        import msgspec

        sys.stdout.write(msgspec.json.encode(cleaned).decode() + "\n")
    else:
        from biofacts.adapters.cli.output.console import console

        console(sys.stdout).print("\n".join(_lines(cleaned)), highlight=False, markup=False, soft_wrap=True)
    return FAILED if cleaned.failed else DONE


def planned(found: "Sequence[Leftover]") -> "Cleaned":
    """Return what a run would remove and keep."""
    from biofacts.ports.synchronisation import Cleaned

    removable = tuple(one for one in found if not one.in_use)
    kept = tuple(one for one in found if one.in_use)
    return Cleaned(removed=removable, bytes=sum(one.bytes for one in removable), kept=kept, dry_run=True)


def _lines(cleaned: "Cleaned") -> "Iterator[str]":
    verb = "would remove" if cleaned.dry_run else "removed"
    yield from (f"{verb} {one.what}: {one.path} ({megabytes(one.bytes)})" for one in cleaned.removed)
    yield from (f"kept {one.what}: {one.path} ({megabytes(one.bytes)}): {one.in_use}" for one in cleaned.kept)
    yield from (f"could not remove {one.what}: {one.path}: {one.in_use}" for one in cleaned.failed)
    if cleaned.removed:
        yield f"{megabytes(cleaned.bytes)} {'would be' if cleaned.dry_run else 'are'} free again."
    elif not (cleaned.kept or cleaned.failed):
        yield "Nothing is left over."


def megabytes(size: int) -> str:
    """Format a size in bytes as megabytes."""
    return f"{size / 1e6:.1f} MB"


COMMAND = Command(
    name="clean",
    group="Catalogue",
    summary="Remove what older versions, crashes and interruptions have left in the cache folder",
    examples={"clean --dry-run": "what would be removed, and how large it is", "clean": "also while a server runs"},
    add=_add,
    run=_run,
)
