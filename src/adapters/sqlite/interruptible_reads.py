"""Reads of one SQLite file: at once if they are quick, else in a worker thread that ends with its call."""

import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence, Sized
from typing import ParamSpec, TypeVar

import anyio.to_thread

from biofacts.domain.answers.errors import UpstreamError

T = TypeVar("T")
P = ParamSpec("P")
Execute = Callable[[str, Sequence[object] | Mapping[str, object]], sqlite3.Cursor]

_FEW = 500
"""Values that can be looked up in about 10 ms."""

_STEPS = 20_000
"""Instructions of SQLite's virtual machine between two checks for cancellation, less than a millisecond."""


class Readings:
    """Reads of a connection, one at a time. `on_damage`: called if the file turns out to be damaged."""

    def __init__(self, connection: sqlite3.Connection, on_damage: Callable[[], None]) -> None:
        self._connection = connection
        self._on_damage = on_damage
        self._lock = threading.Lock()
        self._abandoned: threading.Event | None = None
        connection.set_progress_handler(self._is_abandoned, _STEPS)

    def execute(self, statement: str, parameters: Sequence[object] | Mapping[str, object] = ()) -> sqlite3.Cursor:
        """Run a statement of the current read. Raises: sqlite3.Error, also if the call was cancelled."""
        if self._is_abandoned():  # many short statements in a row would never reach the handler
            raise sqlite3.OperationalError("interrupted")
        return self._connection.execute(statement, parameters)

    async def quick(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read at once, on the event loop, unless another read is running.

        A lookup takes about 0.03 ms and a ranking mostly less than a millisecond. A worker thread adds 0.1 ms, and more
        under load (`bench/calls.py`).
        """
        # Waiting here would stop the event loop.
        if not self._lock.acquire(blocking=False):
            return await self.long(reading, *args, **kwargs)
        try:
            return reading(*args, **kwargs)
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        finally:
            self._lock.release()

    async def about(self, values: Sized, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Look up values: at once, unless they are many."""
        read = self.quick if len(values) <= _FEW else self.long
        return await read(reading, *args, **kwargs)

    async def long(self, reading: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read in a worker thread, which stops soon after its call is cancelled."""
        abandoned = threading.Event()

        def alone() -> T:
            with self._lock:
                # Set under the lock, so that it is the event of the running read.
                self._abandoned = abandoned
                try:
                    return reading(*args, **kwargs)
                finally:
                    self._abandoned = None

        try:
            return await anyio.to_thread.run_sync(alone, abandon_on_cancel=True)
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        finally:
            abandoned.set()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _is_abandoned(self) -> bool:
        return self._abandoned is not None and self._abandoned.is_set()

    def _damaged(self, error: sqlite3.DatabaseError) -> UpstreamError:
        """Report the damage to the store, on the event loop's thread, since the store is not thread-safe."""
        self._on_damage()
        return UpstreamError("the local catalogue", f"its file is damaged ({error}) and is set aside")
