"""The command `biofacts export`."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from biofacts.adapters.cli import options
from biofacts.adapters.cli.command import Arguments, Command, Composition
from biofacts.adapters.cli.data_sets import under_bars

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.application.links.export import Exported, ExportLinks


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", choices=("links",), metavar="links", help="the join tables of biofacts links, one file each"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder that they go to")
    options.add_json(parser)


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    return anyio.run(partial(work, arguments, composition.exporting()))


async def work(arguments: Arguments, exporting: "AbstractAsyncContextManager[ExportLinks]") -> int:
    """Write the join tables. Returns: the exit code."""

    async def run(progress: "Bars") -> "Exported":
        async with exporting as exporter:
            return await exporter(Path(arguments.text("out")), progress=progress)

    _, code = await under_bars(arguments, run, kept="The tables that were written whole are there.")
    return code


COMMAND = Command(
    name="export",
    group="Lists",
    summary="Everything that is linked, as Parquet files",
    examples={"export links --out tables": "one file for each pair of kinds, in the folder tables"},
    add=_add,
    run=_run,
    paths=("out",),
)
