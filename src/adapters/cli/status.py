"""`biofacts status`."""

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from biofacts.adapters.cli import options
from biofacts.adapters.cli.asking import show
from biofacts.adapters.cli.command import DONE, Command, Composition, Known

if TYPE_CHECKING:
    from biofacts.adapters.cli.command import Application
    from biofacts.ports.catalogue import CatalogueStatus


def _run(known: Known, composition: Composition) -> int:
    import anyio

    return anyio.run(partial(_opened, known, composition))


async def _opened(known: Known, composition: Composition) -> int:
    async with composition.application() as application:
        return await work(known, application)


async def work(known: Known, application: "Application") -> int:
    """Tell of every catalogue what is there. Returns: the exit code."""
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
    show(tuple(shown), as_json=known["json"])
    return DONE


COMMAND = Command(
    name="status",
    group="Catalogue",
    summary="The local catalogue: releases, ages, sizes, paths",
    examples={"status": "what is there", "status --json": "with exact times and files"},
    add=options.add_json,
    run=_run,
)
