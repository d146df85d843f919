"""Concurrent calls that may fail one by one."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import anyio

from biofacts.domain.answers.errors import BiofactsError

T = TypeVar("T")


async def gather(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T | BiofactsError]:
    """Run calls concurrently. Returns results in the order of the calls, with the error of each one that fails."""
    outcomes: dict[int, T | BiofactsError] = {}

    async def run(place: int, call: Callable[[], Awaitable[T]]) -> None:
        try:
            outcomes[place] = await call()
        except BiofactsError as error:
            outcomes[place] = error

    async with anyio.create_task_group() as tasks:
        for place, call in enumerate(calls):
            tasks.start_soon(run, place, call)
    return [outcomes[place] for place in range(len(calls))]


def unwrap(outcome: T | BiofactsError) -> T:
    """Return the result of a call. Raises: its error, if it has failed."""
    if isinstance(outcome, BiofactsError):
        raise outcome
    return outcome
