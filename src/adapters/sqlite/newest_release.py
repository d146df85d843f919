"""The pointer to the newest release of a folder."""

import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from biofacts.ports.catalogue import ReleaseInfo

NEWEST = "newest.json"


class Pointer(msgspec.Struct, frozen=True, kw_only=True):
    """The newest release, the one before it, and the source of the newest."""

    version: str
    previous: str | None
    info: ReleaseInfo


def point(folder: Path, pointer: Pointer) -> None:
    """Make a release the newest, for all processes at once. Raises: OSError."""
    path = folder / NEWEST
    # Written beside the old pointer and moved over it, so that no process reads half a pointer.
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        temporary.write_bytes(msgspec.json.encode(pointer))
        patiently(lambda: temporary.replace(path))
    finally:
        temporary.unlink(missing_ok=True)


def version_of(info: ReleaseInfo) -> str:
    """Return the version of a release, a hash of its identity that is safe as a file name."""
    return hashlib.blake2b(info.identity.encode(), digest_size=5).hexdigest()


# Replacing files that other processes have open


T = TypeVar("T")

_TRIES: Final = 20
_PAUSE: Final = 0.025
"""Seconds between attempts, for half a second in all.

A pointer is read in a millisecond. A catalogue stays open, and waiting longer for it would be in vain.
"""


def patiently(work: Callable[[], T]) -> T:
    """Call a function that Windows may refuse while another process has the file open, and retry. Raises: OSError."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        try:
            return work()
        except PermissionError:
            time.sleep(_PAUSE)
    return work()
