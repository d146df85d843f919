"""What the outside is asked for when a whole release is wanted at once."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class Progress(Protocol):
    """Is told how far a stage of the work is; `total` is None while it is unknown."""

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """So far `done` of `total`."""
        ...


def unseen(stage: str, done: int, total: int | None) -> None:
    """A progress that nobody looks at."""


class Synchronised(msgspec.Struct, frozen=True, kw_only=True):
    """What a synchronisation brought: records per catalogue, and the release of the records."""

    source: str
    release: str
    records: int
    skipped: tuple[str, ...] = ()


class Pending(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A synchronisation that was begun: so many parts (`unit`) of a catalogue's next release are kept already."""

    catalogue: str
    release: str
    done: int
    total: int
    unit: str = "parts"


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """What a server can answer.

    `ready`: first questions, without a request; `catalogues`: what they need, by name, and whether it is there;
    `complete`: all drawings are there; `pending`: what was begun and is not done.
    """

    ready: bool
    catalogues: Mapping[str, bool] = {}
    complete: bool = False
    pending: tuple[Pending, ...] = ()


class Synchroniser(Protocol):
    """Brings one source's whole release into the local catalogue."""

    @property
    def name(self) -> str:
        """The source's name at the command line."""
        ...

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        """Fetch and build everything; `parts`: of what comes in parts (organisms), also these.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def pending(self) -> Pending | None:
        """What was begun and is not done; None when there is nothing."""
        return None

    @property
    def catalogues(self) -> tuple[str, ...]:
        """The names of the catalogues that belong to this source."""
        ...

    @property
    def optional(self) -> tuple[str, ...]:
        """The names of those that come only when they are asked for by name, as `parts`."""
        return ()
