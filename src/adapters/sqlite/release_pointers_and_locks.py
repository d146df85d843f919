"""The newest release of a folder: the pointer to it, and the lock of the process that builds the next."""

import hashlib
import logging
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
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
    with replacing(folder / NEWEST) as temporary:
        temporary.write_bytes(msgspec.json.encode(pointer))


def remove_old(folder: Path, pointer: Pointer) -> None:
    """Remove all releases but the newest and the one before it."""
    retained = {f"{pointer.version}.sqlite", f"{pointer.previous}.sqlite"}
    for path in folder.glob("*.sqlite"):
        if path.name not in retained:
            with suppress(OSError):  # another process of an older release may hold it open (Windows)
                path.unlink()


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


@contextmanager
def replacing(path: Path, ending: str = "tmp") -> Generator[Path]:
    """Yield a temporary path beside a file, and move it to the file's place, so that no process reads half of one.

    After an error it is removed instead. Raises: OSError.
    """
    temporary = path.with_suffix(f".{os.getpid()}.{ending}")
    try:
        yield temporary
        patiently(lambda: temporary.replace(path))
    finally:
        temporary.unlink(missing_ok=True)


_log = logging.getLogger(__name__)

_LOCK_POLL = 0.05
"""Seconds between attempts to acquire a lock."""


async def lock(path: Path) -> "FileLock | None":
    """Acquire a lock among processes; None, with a warning, if that fails: at worst, two processes build the same."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Polling leaves the event loop free and ends with the call; a blocking `acquire` would do neither.
        while (held := free_lock(path)) is None:  # noqa: ASYNC110  # another process releases it
            await anyio.sleep(_LOCK_POLL)
        return held
    except OSError as error:
        _log.warning("%s cannot be locked: %s", path, error)
        return None


def free_lock(path: Path) -> "FileLock | None":
    """Acquire a lock among processes without waiting; None while another process holds it. Raises: OSError."""
    from filelock import FileLock, Timeout  # only a builder needs it, and it is slow to import

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
    """Hold a lock while the block runs. `patience`: seconds to wait for it, after which the block runs without it."""
    held = None
    with anyio.move_on_after(patience):
        held = await lock(path)
    try:
        yield
    finally:
        if held is not None:
            held.release()
