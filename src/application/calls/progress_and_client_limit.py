"""Running calls: the client of a call, its progress, and the limit on calls that a client may run at once."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TypeVar
from weakref import WeakValueDictionary

import anyio

from biofacts.application.messages import calls as call_messages
from biofacts.domain.answers.errors import RateLimited
from biofacts.domain.limits import time_limits
from biofacts.ports.request_budgets import WAITS, Waits

T = TypeVar("T")

Hear = Callable[[float, float | None, str | None], Awaitable[None]]
"""Receives the progress of a call: a number that only grows, its final value, and a text."""

Pause = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds."""


class CallProgress:
    """The progress of one call, in seconds of its time limit, or in finished names if the call has a list of names.

    Seconds in which no name is finished count as a fraction of the next name, since the number has to grow.
    """

    def __init__(self, hear: Hear, pause: Pause = anyio.sleep) -> None:
        self._hear = hear
        self._pause = pause
        self._waits = Waits()
        self._done: int | None = None
        self._total: float = time_limits.CALL
        self._seconds = 0
        self._heard = -1.0

    async def through(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run the work and report its progress. Raises: the errors of the work."""
        result: list[T] = []
        raised: list[Exception] = []
        # Parts of the call that wait note the reason in `WAITS`, for the text of the reports.
        token = WAITS.set(self._waits)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._each_second)
                try:
                    result.append(await work())
                except Exception as error:  # raised below, since a task group would wrap it
                    raised.append(error)
                # Ends `_each_second`, which never ends by itself.
                tasks.cancel_scope.cancel()
        finally:
            WAITS.reset(token)
        if raised:
            raise raised[0]
        return result[0]

    async def names(self, done: int, total: int) -> None:
        """Report how many names of a list are finished."""
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


# A limit on the calls that one client runs at once


_PAUSE = 5.0
"""Seconds after which a refused client should try again."""


class CallsPerClient:
    """Limits the calls that a client runs at once (0: no limit). Further calls wait, first come, first served.

    Calls without a client's key (see `CALLER`) are not counted.
    """

    def __init__(self, calls_per_client: int) -> None:
        self._most = calls_per_client
        # Each running or waiting call refers to its client's semaphore, so it is dropped with the last of them.
        self._rooms = WeakValueDictionary[str, anyio.Semaphore]()

    @asynccontextmanager
    async def __call__(self) -> AsyncGenerator[None]:
        """Wait for one of the client's slots and hold it during a call. Raises: RateLimited if none is free in time."""
        if not self._most or not (key := CALLER.get()):
            yield
            return
        room = self._rooms.setdefault(key, anyio.Semaphore(self._most))
        await self._enter(room)
        try:
            yield
        finally:
            room.release()

    async def _enter(self, room: anyio.Semaphore) -> None:
        try:
            room.acquire_nowait()  # nearly always, and without a timer
        except anyio.WouldBlock:
            await self._wait(room)

    async def _wait(self, room: anyio.Semaphore) -> None:
        try:
            with anyio.fail_after(time_limits.TURN):
                await room.acquire()
        except TimeoutError as error:
            raise RateLimited.of("biofacts", _PAUSE, call_messages.calls_at_once(self._most)) from error


CALLER: ContextVar[str] = ContextVar("caller", default="")
"""A short key that all calls of a client share; empty outside a call, or if there can be only one client.

It does not reveal the client's token or address. Tasks started within a call inherit it.
"""

BACKGROUND = "background"
"""The key of background work, such as completing a catalogue, which takes turns like a client of its own."""


# The HTTP request that a call belongs to


REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the HTTP request, from the client or from us; empty over standard input. Tasks in a call inherit it."""
