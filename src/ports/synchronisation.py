"""The interface for the synchronisation of whole releases."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

Progress = Callable[[str, int, int | None], None]
"""A callback for progress: a stage, the number of finished items, and their total (None while unknown)."""


def unseen(stage: str, done: int, total: int | None) -> None:
    """Ignore the progress."""


class Synchronised(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a synchronisation. `records`: the number of records in all catalogues of the source."""

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
    """The state of a catalogue: its release, the time of its download (ISO 8601, UTC), and its age in hours.

    `there`: True if a release is available. `building`: True if this process is fetching or building a release.
    `failure`: why the last attempt failed, if another will follow.
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

    `ready`: True if all required data are available; `catalogues`: the availability of the catalogues that typical
    questions need, by name; `sources`: the states of all catalogues, by source; `complete`: True if all drawings are
    available; `pending`: unfinished synchronisations.
    """

    ready: bool
    catalogues: Mapping[str, bool] = {}
    sources: Mapping[str, tuple[CatalogueState, ...]] = {}
    complete: bool = False
    pending: tuple[Pending, ...] = ()


class Synchroniser(Protocol):
    """A synchroniser, which copies whole releases of one source into its local catalogues."""

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


# Files in the cache folder that are no longer needed


class Leftover(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file, a folder, or rows of a file. `what`: a short description; `in_use`: why it cannot be deleted now."""

    what: str
    path: str
    bytes: int
    in_use: str | None = None


class Cleaned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a cleaning: items removed (or, with `dry_run`, to be removed), their bytes, and items kept.

    `failed`: items that could not be removed; their `in_use` is the reason that the operating system reports.
    """

    removed: tuple[Leftover, ...] = ()
    bytes: int
    kept: tuple[Leftover, ...] = ()
    failed: tuple[Leftover, ...] = ()
    dry_run: bool = False


class Leftovers(Protocol):
    """A cleaner of one cache folder, safe while other processes use the folder."""

    async def find(self) -> Sequence[Leftover]:
        """Return all leftovers, but no files of a newer layout and no files that may still be needed."""
        ...

    async def remove(self) -> Cleaned:
        """Remove the leftovers that are not in use."""
        ...


# Snapshots: copies of the cache for others, such as a container image or a volume


class SnapshotError(Exception):
    """A snapshot cannot be written; the message says why."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A written snapshot: its path, the names of its catalogues, and its size in bytes."""

    path: str
    catalogues: tuple[str, ...]
    bytes: int


class Snapshots(Protocol):
    """A writer of snapshots of a cache folder."""

    brings: bool
    """True if upstreams may be contacted."""

    async def write(self, target: Path) -> Snapshot:
        """Write the cache to a folder, or to an archive if the name ends in .tar or .gz. Raises: SnapshotError.

        The folder can be used as a cache folder at once, even while it is renewed. Equal content gives equal archives.
        """
        ...
