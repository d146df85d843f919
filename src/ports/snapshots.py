"""Snapshots: copies of the cache for others, such as a container image or a volume."""

from pathlib import Path
from typing import Protocol

import msgspec


class SnapshotError(Exception):
    """A snapshot cannot be written; the message says why."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A written snapshot: names of catalogues, and the total of bytes."""

    path: str
    catalogues: tuple[str, ...]
    bytes: int


class Snapshots(Protocol):
    """Writes snapshots of a cache folder. `brings`: False if nothing may be downloaded first."""

    @property
    def brings(self) -> bool:
        """True if upstreams may be contacted."""
        ...

    async def write(self, target: Path) -> Snapshot:
        """Write the cache to a folder, or to a tar archive if the name ends so. Raises: SnapshotError.

        The folder can be used as a cache folder at once, also while it is renewed. Equal content gives equal archives.
        """
        ...
