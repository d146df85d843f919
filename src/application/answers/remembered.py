"""Answers that follow from releases alone are computed once and remembered until one of the releases changes."""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

from biofacts.domain.answers.bounded_mapping import OfReleases
from biofacts.ports.shared_identifiers import AtHand, Presence

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class Remembered(Generic[KeyT, ValueT]):
    """Values computed from the catalogues of some sources, and from nothing else.

    Nothing is remembered while a catalogue is missing or due for a refresh. `most`, `weight`: as of `Recent`.
    """

    def __init__(self, sources: Sequence[AtHand], most: int, weight: Callable[[ValueT], int]) -> None:
        self._sources = sources
        self._values = OfReleases[KeyT, ValueT](most, weight)

    async def get(self, key: KeyT, compute: Callable[[], Awaitable[ValueT]]) -> ValueT:
        """Return the remembered value, or compute it. Raises: the errors of `compute`, which are not remembered."""
        before = await self._settled()
        if before and (known := self._values.of(before).get(key)) is not None:
            return known
        value = await compute()
        # A release that changed meanwhile may have taken part.
        if before and await self._settled() == before:
            self._values.of(before)[key] = value
        return value

    async def _settled(self) -> tuple[object, ...]:
        presence = Presence.together([await one.at_hand() for one in self._sources])
        return () if presence.missing or presence.incomplete else presence.settled
