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


class ItemsPerSecond(ProgressColumn):
    """A column with the number of items per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="progress.data.speed")


class Bars:
    """Progress bars, one per stage, shown only on a terminal. Use cases call the object to report their progress.

    `rates`: True to show the speed and the time left, too, for long stages with a steady speed.
    """

    def __init__(self, console: Console, *, rates: bool = False) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<14}"),
            BarColumn(),
            MofNCompleteColumn(),
            *([ItemsPerSecond()] if rates else []),
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
        """Stop the bars, so that other output can use the terminal."""
        self._progress.stop()

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        # A resumed stage starts with the items of earlier runs, which must not count for its rate.
        if stage not in self._stages:
            self._stages[stage] = self._progress.add_task(stage, total=total, completed=done)
        self._progress.update(self._stages[stage], completed=done, total=total)
