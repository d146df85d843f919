"""The commands `biofacts status` and `biofacts clean`."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from biofacts.adapters.cli import options
from biofacts.adapters.cli.command import DONE, FAILED, Arguments, Command, Composition
from biofacts.adapters.cli.data_sets import refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from biofacts.adapters.cli.command import Application
    from biofacts.adapters.cli.output.forms import Form
    from biofacts.ports.catalogue import CatalogueStatus
    from biofacts.ports.synchronisation import Cleaned, Leftover


def _add_status(parser: argparse.ArgumentParser) -> None:
    options.add_forms(parser, "all of it as JSON, with exact times and files")


def _status(arguments: Arguments, composition: Composition) -> int:
    import anyio

    from biofacts.adapters.cli.output import forms
    from biofacts.adapters.cli.output.rows import Shape
    from biofacts.ports.catalogue import CatalogueStatus

    try:
        form = forms.form(arguments, Shape((CatalogueStatus,)))
    except ValueError as error:
        arguments.refuse(str(error))
    return anyio.run(partial(_opened, form, composition))


async def _opened(form: "Form", composition: Composition) -> int:
    async with composition.application() as application:
        return await report(form, application, composition.folder)


async def report(form: "Form", application: "Application", folder: Path | None) -> int:
    """Print the catalogues and their folder. Returns: the exit code."""
    told = await _catalogues(application)
    form.show(told)
    form.note(_where(told, folder))
    if folder is not None and (left := await application.leftovers().find()):
        form.note(_left_over(left))
    return DONE


def _left_over(found: "Sequence[Leftover]") -> str:
    """Summarise the sizes of leftovers by their type."""
    sizes: dict[str, int] = {}
    for one in found:
        sizes[one.what] = sizes.get(one.what, 0) + one.bytes
    named = ", ".join(f"{what} {megabytes(size)}" for what, size in sizes.items())
    return f"left over: {named}; biofacts clean removes them"


def _where(told: "Sequence[CatalogueStatus]", folder: Path | None) -> str:
    """Name the folder of the catalogues, and suggest a sync if it is empty."""
    if folder is None:
        return "the built-in sample, in memory"
    nothing = "" if any(one.provenance for one in told) else "; empty: biofacts sync brings everything"
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
        shown += [one for one in optional if one.provenance]
    brought = [await synchroniser.describe() for synchroniser in application.on_request()]
    shown += [one for one in brought if one.provenance or one.pending]
    return tuple(shown)


STATUS = Command(
    name="status",
    group="Catalogue",
    summary="The local catalogue: releases, days, sizes, folder",
    examples={"status": "what is there", "status --json": "with exact times and files"},
    add=_add_status,
    run=_status,
)


# The command `biofacts clean`


def _add_clean(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")
    options.add_json(parser)


def _clean(arguments: Arguments, composition: Composition) -> int:
    import anyio

    if composition.folder is None:
        return refused(arguments, "the built-in sample is in memory: there is nothing to remove.", DONE)
    return anyio.run(partial(_clean_opened, arguments, composition))


async def _clean_opened(arguments: Arguments, composition: Composition) -> int:
    async with composition.application() as application:
        return await clean(arguments, application)


async def clean(arguments: Arguments, application: "Application") -> int:
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


CLEAN = Command(
    name="clean",
    group="Catalogue",
    summary="Remove what older versions, crashes and interruptions have left in the cache folder",
    examples={"clean --dry-run": "what would be removed, and how large it is", "clean": "also while a server runs"},
    add=_add_clean,
    run=_clean,
)
