"""Many pieces of work, several at once, for as long as there is time."""

from collections.abc import Awaitable, Callable, Iterable, Iterator

import anyio
import anyio.lowlevel

_AT_ONCE = 8


async def each(wanted: Iterable[str], work: Callable[[str], Awaitable[None]], *, seconds: float) -> None:
    """Do the work for each in its order, until the time is over. What the work raises ends it all."""
    waiting, raised = iter(wanted), list[Exception]()

    async def in_turn(waiting: Iterator[str]) -> None:
        try:
            for one in waiting:
                await work(one)
                await anyio.lowlevel.checkpoint()  # local answers do not wait for anything
        except Exception as error:  # raised below, since a task group would wrap it
            raised.append(error)
            tasks.cancel_scope.cancel()

    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as tasks:
            for _ in range(_AT_ONCE):
                tasks.start_soon(in_turn, waiting)
    if raised:
        raise raised[0]
