"""Many pieces of work, run several at a time within a time limit."""

from collections.abc import Awaitable, Callable, Iterable, Iterator

import anyio
import anyio.lowlevel

_AT_ONCE = 8


async def each(wanted: Iterable[str], work: Callable[[str], Awaitable[None]], *, seconds: float) -> None:
    """Run the work for each item, begun in their order, until the time is over. The first exception ends all work."""
    waiting, raised = iter(wanted), list[Exception]()

    async def in_turn(waiting: Iterator[str]) -> None:
        try:
            for one in waiting:
                await work(one)
                await anyio.lowlevel.checkpoint()  # local answers never yield to the event loop
        except Exception as error:  # raised below, since a task group would wrap it
            raised.append(error)
            tasks.cancel_scope.cancel()

    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as tasks:
            for _ in range(_AT_ONCE):
                # All tasks take from one iterator, so that the work begins in order.
                tasks.start_soon(in_turn, waiting)
    if raised:
        raise raised[0]
