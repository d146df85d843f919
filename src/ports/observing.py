"""Events of a running server, and the interface of their observers."""

from collections.abc import Callable
from typing import Literal

import msgspec

CacheOutcome = Literal["hit", "stale", "miss"]


class CallBegan(msgspec.Struct, frozen=True):
    """A call of a tool has begun."""

    tool: str


class CallEnded(msgspec.Struct, frozen=True):
    """A call of a tool has ended. `code`: `ok`, the error code, `INTERNAL` for a bug, or `CANCELLED`."""

    tool: str
    code: str
    seconds: float


class TurnAwaited(msgspec.Struct, frozen=True):
    """A request has joined the queue for an upstream."""

    service: str


class TurnEnded(msgspec.Struct, frozen=True):
    """A request has left the queue for an upstream: its turn came, or it was cancelled."""

    service: str
    seconds: float


class UpstreamAnswered(msgspec.Struct, frozen=True):
    """A request to an upstream has ended. Each attempt counts.

    `status`: the digits of the HTTP status, `timeout`, `unreachable` or `cancelled`. `seconds`: the duration.
    """

    service: str
    host: str
    method: str
    status: str
    seconds: float


class CacheAnswered(msgspec.Struct, frozen=True):
    """The cache of an upstream's answers was searched. `stale`: an old answer was used, as the upstream failed."""

    service: str
    outcome: CacheOutcome


class HttpAnswered(msgspec.Struct, frozen=True):
    """The server has answered an HTTP request. `status`: 0 if no answer was sent."""

    status: int


Event = CallBegan | CallEnded | TurnAwaited | TurnEnded | UpstreamAnswered | CacheAnswered | HttpAnswered


Observer = Callable[[Event], None]
"""A callback for events, called in the task in which they happen. It never waits and never raises."""


def unobserved(event: Event) -> None:
    """Ignore an event."""


def each(*observers: Observer) -> Observer:
    """Return an observer that passes events to several others, in that order."""

    several = [observer for observer in observers if observer is not unobserved]

    def tell(event: Event) -> None:
        for observer in several:
            observer(event)

    return tell if several[1:] else several[0] if several else unobserved
