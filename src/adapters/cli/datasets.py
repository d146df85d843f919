"""The commands for whole data sets."""

import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Self, TypeVar

import anyio
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from biofacts.adapters.cli.arguments import Arguments
from biofacts.adapters.cli.commands import show
from biofacts.application.annotate import Annotate, Annotated
from biofacts.application.envelope import failed
from biofacts.application.export_links import Exported, ExportLinks
from biofacts.domain.errors import BiofactsError
from biofacts.ports.answering import AnsweringError
from biofacts.ports.journal import JournalError
from biofacts.ports.tables import TableError, WrongUse

T = TypeVar("T")

_FAILED, _USAGE = 1, 2


class Rate(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="progress.data.speed")


class Rates:
    """Progress bars with rate and time left, on a terminal only; is itself the progress that a use case is given."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<8}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeElapsedColumn(),
            TextColumn("left"), TimeRemainingColumn(), console=console, disable=not console.is_terminal,
            speed_estimate_period=60.0,
        )  # fmt: skip
        self._stages: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Leave the terminal to others."""
        self._progress.stop()

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        if stage not in self._stages:
            self._stages[stage] = self._progress.add_task(stage, total=total, completed=done)
        self._progress.update(self._stages[stage], completed=done, total=total)


async def annotate(arguments: Arguments, annotator: Annotate) -> int:
    """Annotate a table. Returns: the exit code, 1 also where some names could not be asked for now."""
    wanted = arguments.annotation
    assert wanted is not None

    async def run(progress: Rates) -> Annotated:
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

    async def run(progress: Rates) -> Exported:
        async with exporting as exporter:
            return await exporter(folder, progress=progress)

    _, code = await _run(arguments, run, kept="The tables that were written whole are there.")
    return code


async def _run(arguments: Arguments, work: Callable[[Rates], Awaitable[T]], *, kept: str) -> tuple[T | None, int]:
    """Do some work under progress bars, and show what came of it. `kept`: what an interruption leaves."""
    with Rates(Console(stderr=True)) as rates:
        try:
            outcome = await work(rates)
        except WrongUse as error:
            return None, _refused(arguments, str(error), _USAGE)
        except (TableError, JournalError, AnsweringError) as error:
            return None, _refused(arguments, str(error), _FAILED)
        except BiofactsError as error:
            rates.stop()
            show(failed(error), as_json=arguments.json)
            return None, _FAILED
        except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
            rates.stop()
            _refused(arguments, f"stopped. {kept}", _FAILED)
            raise
    show(outcome, as_json=arguments.json)
    return outcome, 0


def _refused(arguments: Arguments, why: str, code: int) -> int:
    print(f"biofacts {arguments.command}: {why}", file=sys.stderr)
    return code
