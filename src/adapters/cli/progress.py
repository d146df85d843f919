"""Progress bars on a terminal."""

from types import TracebackType
from typing import Self

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


class Rate(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="progress.data.speed")


class Bars:
    """Progress bars, one per stage, on a terminal only; is itself the progress that a use case is given.

    `rates`: with the speed and the time left, where a stage is long and even.
    """

    def __init__(self, console: Console, *, rates: bool = False) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<14}"),
            BarColumn(),
            MofNCompleteColumn(),
            *([Rate()] if rates else []),
            TimeElapsedColumn(),
            *([TextColumn("left"), TimeRemainingColumn()] if rates else []),
            console=console,
            disable=not console.is_terminal,
            speed_estimate_period=60.0,
        )
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
        if stage not in self._stages:  # with what was done before, for a rate without it
            self._stages[stage] = self._progress.add_task(stage, total=total, completed=done)
        self._progress.update(self._stages[stage], completed=done, total=total)
