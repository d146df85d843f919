"""The commands for whole data sets."""

import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

import anyio

from biofacts.adapters.cli.arguments import Arguments
from biofacts.adapters.cli.commands import show
from biofacts.adapters.cli.output import console
from biofacts.adapters.cli.progress import Bars
from biofacts.application.annotate import Annotate, Annotated
from biofacts.application.envelope import failed
from biofacts.application.export_links import Exported, ExportLinks
from biofacts.domain.errors import BiofactsError
from biofacts.ports.answering import AnsweringError
from biofacts.ports.journal import JournalError
from biofacts.ports.tables import TableError, WrongUse

T = TypeVar("T")

_FAILED, _USAGE = 1, 2


async def annotate(arguments: Arguments, annotator: Annotate) -> int:
    """Annotate a table. Returns: the exit code, 1 also where some names could not be asked for now."""
    wanted = arguments.annotation
    assert wanted is not None

    async def run(progress: Bars) -> Annotated:
        return await annotator(wanted.file, wanted.column, wanted.question, out=wanted.out, progress=progress)

    outcome, code = await _run(arguments, run, kept="What is done is kept: the same command goes on from here.")
    if outcome is not None and outcome.failed:
        told = f"{outcome.failed} names could not be asked for now; the same command asks for them alone."
        return _refused(arguments, told, _FAILED)
    return code


async def export(arguments: Arguments, exporting: AbstractAsyncContextManager[ExportLinks]) -> int:
    """Write the join tables. Returns: the exit code."""
    folder = arguments.out
    assert folder is not None

    async def run(progress: Bars) -> Exported:
        async with exporting as exporter:
            return await exporter(folder, progress=progress)

    _, code = await _run(arguments, run, kept="The tables that were written whole are there.")
    return code


async def _run(arguments: Arguments, work: Callable[[Bars], Awaitable[T]], *, kept: str) -> tuple[T | None, int]:
    """Do some work under progress bars, and show what came of it. `kept`: what an interruption leaves."""
    with Bars(console(sys.stderr), rates=True) as bars:
        try:
            outcome = await work(bars)
        except WrongUse as error:
            return None, _refused(arguments, str(error), _USAGE)
        except (TableError, JournalError, AnsweringError) as error:
            return None, _refused(arguments, str(error), _FAILED)
        except BiofactsError as error:
            bars.stop()
            show(failed(error), as_json=arguments.json)
            return None, _FAILED
        except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
            bars.stop()
            _refused(arguments, f"stopped. {kept}", _FAILED)
            raise
    show(outcome, as_json=arguments.json)
    return outcome, 0


def _refused(arguments: Arguments, why: str, code: int) -> int:
    print(f"biofacts {arguments.command}: {why}", file=sys.stderr)
    return code
