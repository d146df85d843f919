"""What is kept on this machine, written out for others: into the image of a container, or onto a volume."""

from pathlib import Path
from typing import Protocol

import msgspec


class SnapshotError(Exception):
    """A snapshot that cannot be written; says why, for people."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """What was written: names of catalogues, and bytes in all."""

    path: str
    catalogues: tuple[str, ...]
    bytes: int


class Snapshots(Protocol):
    """Writes snapshots of a cache folder. `brings`: the newest may be fetched before; false where nothing may be."""

    @property
    def brings(self) -> bool:
        """Whether the outside may be asked."""
        ...

    async def write(self, target: Path) -> Snapshot:
        """Write what is kept into a folder, or into a tar archive where the name ends so. Raises: SnapshotError.

        The folder can be a cache folder at once, and stays one while it is renewed. The same content makes the same
        archive.
        """
        ...
