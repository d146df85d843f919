"""Jobs that go on behind an answer, such as refreshing a catalogue, and end with the process."""

import logging
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from types import TracebackType
from typing import Self, TypeVar, cast

import anyio
from anyio.abc import TaskGroup  # noqa: TC002 - a field of the class

from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.limits import time_limits

_log = logging.getLogger(__name__)

T = TypeVar("T")


class SharedJob:
    """A job that several callers wait for, and its outcome."""

    def __init__(self) -> None:
        self.done = anyio.Event()
        self.result: object = None
        self.error: Exception | None = None


class Jobs:
    """A runner of background jobs, at most one of each name at a time. The time limits of calls do not apply to jobs.

    `long_lived`: True for a server, where every job is started, and leaving the context cancels running jobs; False for
    a command, where only needed jobs are started, and leaving waits a while for them. `behind`: the context variables
    of jobs that no caller waits for; a shared job runs with those of its first caller.
    """

    def __init__(self, *, long_lived: bool = True, behind: Context | None = None) -> None:
        self._long_lived = long_lived
        self._behind = behind
        self._tasks: TaskGroup | None = None
        self._running: set[str] = set()
        self._shared: dict[str, SharedJob] = {}
        self._prefetched: set[str] = set()

    async def __aenter__(self) -> Self:
        self._tasks = await anyio.create_task_group().__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._tasks is not None
        tasks, self._tasks = self._tasks, None
        if self._long_lived or error is not None:
            tasks.cancel_scope.cancel()
        else:
            tasks.cancel_scope.deadline = anyio.current_time() + time_limits.SETTLING
        if isinstance(error, Exception):  # a task group would wrap it into an exception group
            await tasks.__aexit__(None, None, None)
        else:
            await tasks.__aexit__(kind, error, trace)

    def start(self, name: str, job: Callable[[], Awaitable[object]], *, needed: bool = True) -> None:
        """Start a job unless it is running. Skip it without a task group (in a script).

        `needed`: False to skip it also in a command.
        """
        if self._tasks is not None and name not in self._running and (needed or self._long_lived):
            self._running.add(name)
            context = self._behind.copy() if self._behind else copy_context()
            context.run(self._tasks.start_soon, self._run, name, job)

    def prefetch(self, name: str, job: Callable[[], Awaitable[object]]) -> None:
        """Start a job that no caller needs yet, at most once in the life of the process."""
        if name not in self._prefetched:
            self._prefetched.add(name)
            self.start(name, job, needed=False)

    async def share(self, name: str, job: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a job, which is started unless it is already running.

        The job continues if its caller is cancelled; other callers can join it meanwhile. Raises: the job's errors.
        """
        if self._tasks is None:
            return await job()
        if (shared := self._shared.get(name)) is None:
            shared = self._shared[name] = SharedJob()
            self._running.add(name)
            self._tasks.start_soon(self._share, name, job, shared)
        await shared.done.wait()
        if shared.error is not None:
            raise shared.error
        return cast("T", shared.result)

    async def quiet(self) -> None:
        """Wait until no shared job is running."""
        while self._shared:
            await next(iter(self._shared.values())).done.wait()

    async def _share(self, name: str, job: Callable[[], Awaitable[object]], shared: SharedJob) -> None:
        try:
            shared.result = await job()
        except Exception as error:  # every waiting caller raises it
            shared.error = error
        finally:
            del self._shared[name]
            self._running.discard(name)
            shared.done.set()

    async def _run(self, name: str, job: Callable[[], Awaitable[object]]) -> None:
        try:
            await job()
        except BiofactsError as error:
            _log.warning("%s: %s", name, error.message)
        except Exception:  # a bug in a background job must not take the server down with it
            _log.exception("%s failed", name)
        finally:
            self._running.discard(name)
