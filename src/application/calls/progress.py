"""Progress reports to the caller of a call: once a second, and for each name of a list."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from biofacts.application.messages import calls as call_messages
from biofacts.domain.answers import time_budgets
from biofacts.ports.request_budgets import WAITS, Waits

T = TypeVar("T")

Hear = Callable[[float, float | None, str | None], Awaitable[None]]
"""Receives the progress as a number that only grows, the number at the end, and both in words."""

Pause = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds."""


class Progress:
    """The progress of one call, in seconds of the time that a call may take; for a list, in finished names.

    A second in which no name is finished counts as a fraction of the next name, since the number has to grow.
    """

    def __init__(self, hear: Hear, pause: Pause = anyio.sleep) -> None:
        self._hear = hear
        self._pause = pause
        self._waits = Waits()
        self._done: int | None = None
        self._total: float = time_budgets.CALL
        self._seconds = 0
        self._heard = -1.0

    async def through(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run the work and report its progress. Raises: the errors of the work."""
        result: list[T] = []
        raised: list[Exception] = []
        # Waiting parts of the call note in `WAITS` what they wait for; the reports say it.
        told = WAITS.set(self._waits)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._each_second)
                try:
                    result.append(await work())
                except Exception as error:  # raised below, since a task group would wrap it
                    raised.append(error)
                tasks.cancel_scope.cancel()
        finally:
            WAITS.reset(told)
        if raised:
            raise raised[0]
        return result[0]

    async def names(self, done: int, total: int) -> None:
        """Report the number of finished names of a list."""
        self._done, self._total, self._seconds = done, total, 0
        await self._tell(float(done))

    async def _each_second(self) -> None:
        while True:
            await self._pause(1.0)
            self._seconds += 1
            # Grows with every second and never reaches the next name.
            part = self._seconds / (self._seconds + 1)
            await self._tell(self._seconds if self._done is None else self._done + part)

    async def _tell(self, number: float) -> None:
        # MCP requires that the progress of a call increases with every notification.
        if number > self._heard:
            self._heard = number
            words = call_messages.progress(self._seconds, self._done, self._total, self._waits.now)
            await self._hear(number, self._total, words)
