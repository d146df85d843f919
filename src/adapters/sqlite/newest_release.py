"""The newest release of a folder: the pointer to it, and the lock of the process that builds the next."""

import hashlib
import logging
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import anyio
import msgspec

from biofacts.ports.catalogue import ReleaseInfo

if TYPE_CHECKING:
    from filelock import FileLock

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


_log = logging.getLogger(__name__)

_LOCK_POLL = 0.05
"""Seconds between attempts to acquire a lock."""


async def lock(path: Path) -> "FileLock | None":
    """Acquire a lock among processes; None, with a warning, if that fails: at worst, two processes build the same."""
    from filelock import FileLock, Timeout  # only a builder needs it, and it is slow to import

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = FileLock(path, thread_local=False)
        # Polling leaves the event loop free and ends with the call; a blocking `acquire` would do neither.
        while True:
            try:
                held.acquire(blocking=False)
                return held
            except Timeout:
                await anyio.sleep(_LOCK_POLL)
    except OSError as error:
        _log.warning("%s cannot be locked: %s", path, error)
        return None


def free_lock(path: Path) -> "FileLock | None":
    """Acquire a lock among processes without waiting; None while another process holds it. Raises: OSError."""
    from filelock import FileLock, Timeout

    held = FileLock(path, thread_local=False)
    try:
        held.acquire(blocking=False)
    except Timeout:
        return None
    return held


def is_held(path: Path) -> bool:
    """Return True while another process holds the lock."""
    try:
        # Trying the lock would create its file.
        if not path.exists():
            return False
        if (held := free_lock(path)) is not None:
            held.release()
    except OSError:
        return False
    return held is None


@asynccontextmanager
async def holding(path: Path, patience: float | None = None) -> AsyncGenerator[None]:
    """Hold a lock, as `lock` acquires it, while the block runs. `patience`: seconds to wait, then go on without it."""
    held = None
    with anyio.move_on_after(patience):
        held = await lock(path)
    try:
        yield
    finally:
        if held is not None:
            held.release()
