"""Files of the cache folder that nothing needs any more."""

from collections.abc import Sequence
from typing import Protocol

import msgspec


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
