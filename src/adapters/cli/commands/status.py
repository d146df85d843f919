"""The command `biofacts status`."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from biofacts.adapters.cli import options
from biofacts.adapters.cli.command import DONE, Arguments, Command, Composition
from biofacts.adapters.cli.commands.clean import megabytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from biofacts.adapters.cli.command import Application
    from biofacts.adapters.cli.output.forms import Form
    from biofacts.ports.catalogue import CatalogueStatus
    from biofacts.ports.synchronisation import Leftover


def _add(parser: argparse.ArgumentParser) -> None:
    options.add_forms(parser, "all of it as JSON, with exact times and files")


def _run(arguments: Arguments, composition: Composition) -> int:
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
        return await work(form, application, composition.folder)


async def work(form: "Form", application: "Application", folder: Path | None) -> int:
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


COMMAND = Command(
    name="status",
    group="Catalogue",
    summary="The local catalogue: releases, days, sizes, folder",
    examples={"status": "what is there", "status --json": "with exact times and files"},
    add=_add,
    run=_run,
)
