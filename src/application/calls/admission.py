"""A limit on the calls that one client runs at once."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

from biofacts.application.calls.callers import CALLER
from biofacts.application.messages import calls as call_messages
from biofacts.domain.answers import time_budgets
from biofacts.domain.answers.errors import RateLimited

_PAUSE = 5.0
"""Seconds after which a refused client should try again."""


class _Client:
    def __init__(self, calls: int) -> None:
        self.room = anyio.Semaphore(calls)
        self.calls = 0


class Admission:
    """Limits the calls that a client runs at once (0: no limit); calls above it wait, first come first served.

    Calls without a client's key (see `CALLER`) are not counted.
    """

    def __init__(self, calls_per_client: int = 0) -> None:
        self._most = calls_per_client
        self._clients: dict[str, _Client] = {}

    @asynccontextmanager
    async def __call__(self) -> AsyncGenerator[None]:
        """Wait for the client's turn and hold it during a call. Raises: RateLimited if it does not come in time."""
        if not self._most or not (key := CALLER.get()):
            yield
            return
        client = self._clients.setdefault(key, _Client(self._most))
        client.calls += 1
        try:
            await self._enter(client)
            try:
                yield
            finally:
                client.room.release()
        finally:
            client.calls -= 1
            # Calls that wait count, too: a client is forgotten with its last call, else the table would grow for ever.
            if not client.calls:
                del self._clients[key]

    async def _enter(self, client: _Client) -> None:
        try:
            with anyio.fail_after(time_budgets.TURN):
                await client.room.acquire()
        except TimeoutError as error:
            raise RateLimited("biofacts", _PAUSE, call_messages.calls_at_once(self._most)) from error
