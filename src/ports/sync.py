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


class CatalogueState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a catalogue: its release, when that was fetched (ISO 8601, UTC), and how many hours ago.

    `building`: a release of it is being fetched or built by this process. `failure`: why it could not be had, while it
    is tried again.
    """

    catalogue: str
    there: bool
    release: str | None = None
    retrieved: str | None = None
    age_hours: float | None = None
    building: bool = False
    failure: str | None = None


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """What a server can answer.

    `ready`: what was to be prepared is there; `catalogues`: what first questions need, by name, and whether it is
    there; `sources`: all catalogues, by source; `complete`: all drawings are there; `pending`: what was begun and is
    not done.
    """

    ready: bool
    catalogues: Mapping[str, bool] = {}
    sources: Mapping[str, tuple[CatalogueState, ...]] = {}
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
