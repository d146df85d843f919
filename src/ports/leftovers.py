"""Files of the cache folder that nothing needs any more."""

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Leftover(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of them: a file, a folder, or rows of a file. `what`: a few words; `in_use`: by whom, so that it stays."""

    what: str
    path: str
    bytes: int
    in_use: str | None = None


class Cleaned(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What has been removed, or would be (`dry_run`), the bytes of that, and what stays.

    `failed`: what could not be removed, with the reason of the system in the place of who uses it.
    """

    removed: tuple[Leftover, ...] = ()
    bytes: int
    kept: tuple[Leftover, ...] = ()
    failed: tuple[Leftover, ...] = ()
    dry_run: bool = False


class Leftovers(Protocol):
    """Finds and removes leftovers of one cache folder, while other processes work in it."""

    async def find(self) -> Sequence[Leftover]:
        """Everything that is left over: nothing of a newer layout, and nothing that is still to be read."""
        ...

    async def remove(self) -> Cleaned:
        """Remove what nobody uses."""
        ...
