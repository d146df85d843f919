"""Catalogues for parts of a record: a record is answered without those that are not available, and says so."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import anyio

from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.domain.answers import time_budgets
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.records import Lack
from biofacts.ports.catalogue import Catalogue

T = TypeVar("T")


class Consulted(NamedTuple, Generic[T]):
    """The result of a lookup. `lack`: why there is none (`found` is None); `stale`: a catalogue is out of date."""

    found: T | None = None
    lack: Lack | None = None
    stale: bool = False


class Consultation:
    """The lookups of one record, all within one time limit, which ends before the call does.

    Missing catalogues are fetched side by side from the start; those that take too long arrive in the background.
    """

    def __init__(self, *catalogues: LocalCatalogue[Any]) -> None:
        # Leaves time to put the answer together from the parts that are there.
        ends = anyio.current_effective_deadline() - time_budgets.LAST
        self._until = min(anyio.current_time() + time_budgets.PARTS, ends)
        for one in catalogues:
            one.prefetch()

    async def ask(
        self,
        parts: tuple[str, ...],
        read: Callable[..., Awaitable[T]],
        *catalogues: LocalCatalogue[Any],
        partly: bool = False,
    ) -> Consulted[T]:
        """Look up something in opened catalogues. `parts`, `partly`: what the record lacks without it (see `Lack`)."""
        seconds = max(0.0, self._until - anyio.current_time())
        opened = {one.name: await one.open_within(seconds) for one in catalogues}
        available = {name: one.catalogue if one else None for name, one in opened.items()}
        answer = await consulted(parts, read, available, partly=partly)
        return answer._replace(stale=any(one is not None and one.stale for one in opened.values()))


async def consulted(
    parts: tuple[str, ...],
    read: Callable[..., Awaitable[T]],
    available: Mapping[str, Catalogue | None],
    *,
    partly: bool = False,
) -> Consulted[T]:
    """Look up something in catalogues, unless one of them is missing or turns out to be damaged."""
    if missing := tuple(name for name, one in available.items() if one is None):
        return Consulted(lack=Lack(parts=parts, catalogues=missing, partly=partly))
    try:
        return Consulted(await read(*available.values()))
    except BiofactsError as error:
        return Consulted(lack=Lack(parts=parts, why=error.message, partly=partly))
