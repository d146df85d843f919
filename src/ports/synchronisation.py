"""The interface for the synchronisation of whole releases."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

Progress = Callable[[str, int, int | None], None]
"""A callback for progress: a stage, how many of it are done, and of how many; None while the total is unknown."""


def unseen(stage: str, done: int, total: int | None) -> None:
    """Ignore the progress."""


class Synchronised(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a synchronisation: the number of records of all catalogues, and their release."""

    source: str
    release: str
    records: int
    skipped: tuple[str, ...] = ()


class Pending(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An unfinished synchronisation: the parts (`unit`) of a catalogue's next release that are already stored."""

    catalogue: str
    release: str
    done: int
    total: int
    unit: str = "parts"


class CatalogueState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a catalogue: its release, when that was fetched (ISO 8601, UTC), and its age in hours.

    `building`: this process is fetching or building a release. `failure`: why the last attempt failed, while it is
    repeated.
    """

    catalogue: str
    there: bool
    release: str | None = None
    retrieved: str | None = None
    age_hours: float | None = None
    building: bool = False
    failure: str | None = None


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """The readiness of a server.

    `ready`: all that it must prepare is there; `catalogues`: the catalogues that typical questions need, by name, True
    if they are there; `sources`: all catalogues, by source; `complete`: all drawings are there; `pending`: unfinished
    synchronisations.
    """

    ready: bool
    catalogues: Mapping[str, bool] = {}
    sources: Mapping[str, tuple[CatalogueState, ...]] = {}
    complete: bool = False
    pending: tuple[Pending, ...] = ()


class Synchroniser(Protocol):
    """Copies the whole release of one source into the local catalogue."""

    name: str
    """The name of the source on the command line."""

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        """Fetch and build all catalogues; `parts`: names of optional parts (organisms) to include.

        Raises: RateLimited, UpstreamError.
        """
        ...

    async def pending(self) -> Pending | None:
        """Return the unfinished synchronisation, or None."""
        return None

    catalogues: tuple[str, ...]
    """The names of the catalogues of this source."""

    optional: tuple[str, ...] = ()
    """The names of the parts that are synchronised only on request, as `parts`."""


# Files of the cache folder that nothing needs any more


class Leftover(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file, a folder, or rows of a file. `what`: a few words; `in_use`: the user that prevents its deletion."""

    what: str
    path: str
    bytes: int
    in_use: str | None = None


class Cleaned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a cleaning: items that were removed, or would be (`dry_run`), their bytes, and items that remain.

    `failed`: items that could not be removed; their `in_use` is the reason that the operating system reports.
    """

    removed: tuple[Leftover, ...] = ()
    bytes: int
    kept: tuple[Leftover, ...] = ()
    failed: tuple[Leftover, ...] = ()
    dry_run: bool = False


class Leftovers(Protocol):
    """Finds and removes leftovers of one cache folder while other processes use it."""

    async def find(self) -> Sequence[Leftover]:
        """Return all leftovers, but no files of a newer layout and no files that may still be needed."""
        ...

    async def remove(self) -> Cleaned:
        """Remove the leftovers that nobody uses."""
        ...


# Snapshots: copies of the cache for others, such as a container image or a volume


class SnapshotError(Exception):
    """A snapshot cannot be written; the message says why."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A written snapshot: names of catalogues, and the total of bytes."""

    path: str
    catalogues: tuple[str, ...]
    bytes: int


class Snapshots(Protocol):
    """Writes snapshots of a cache folder."""

    brings: bool
    """True if upstreams may be contacted."""

    async def write(self, target: Path) -> Snapshot:
        """Write the cache to a folder, or to an archive if the name ends in .tar or .gz. Raises: SnapshotError.

        The folder can be used as a cache folder at once, also while it is renewed. Equal content gives equal archives.
        """
        ...
