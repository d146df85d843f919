"""Several questions asked side by side."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import anyio

from biofacts.domain.errors import BiofactsError

T = TypeVar("T")


async def gather(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T | BiofactsError]:
    """The outcome of every call, in their order; a failure stands in its place, so that the others are not lost."""
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
    """The outcome of one call. Raises: the error that stands in its place."""
    if isinstance(outcome, BiofactsError):
        raise outcome
    return outcome
