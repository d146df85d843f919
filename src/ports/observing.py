"""What can be seen of a running server: events, and whoever wants to know of them."""

from typing import Literal, Protocol

import msgspec

CacheOutcome = Literal["hit", "stale", "miss"]


class CallBegan(msgspec.Struct, frozen=True):
    """A call of a tool runs."""

    tool: str


class CallEnded(msgspec.Struct, frozen=True):
    """It has ended. `code`: `ok`, the code of its error, `INTERNAL` for a bug, `CANCELLED` when nobody waits for it."""

    tool: str
    code: str
    seconds: float


class TurnAwaited(msgspec.Struct, frozen=True):
    """A request stands in the queue before an upstream."""

    service: str


class TurnEnded(msgspec.Struct, frozen=True):
    """It stands there no longer: its turn has come, or nobody waits for it any more."""

    service: str
    seconds: float


class UpstreamAnswered(msgspec.Struct, frozen=True):
    """A request to an upstream is over. Each attempt counts.

    `status`: the digits of the answer's status, `timeout`, `unreachable` or `cancelled`. `seconds`: until it was known.
    """

    service: str
    host: str
    method: str
    status: str
    seconds: float


class CacheAnswered(msgspec.Struct, frozen=True):
    """The kept answers of an upstream were asked. `stale`: an old one was given, since the upstream failed."""

    service: str
    outcome: CacheOutcome


class HttpAnswered(msgspec.Struct, frozen=True):
    """A request of a client has its answer, whatever it asked for. `status`: 0 where none was sent."""

    status: int


Event = CallBegan | CallEnded | TurnAwaited | TurnEnded | UpstreamAnswered | CacheAnswered | HttpAnswered


class Observer(Protocol):
    """Is told what happens, in the task in which it happens. It never waits and never raises."""

    def __call__(self, event: Event, /) -> None:
        """Something has happened."""
        ...


def unobserved(event: Event) -> None:
    """An observer that does not look."""


def each(*observers: Observer) -> Observer:
    """An observer that tells several others, in that order."""

    def tell(event: Event) -> None:
        for observer in observers:
            observer(event)

    return tell if observers else unobserved
