"""Pointers to the newest release in a folder, atomic replacement of files, and locks among processes."""

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
    """The versions of the newest and the previous release, and the metadata of the newest."""

    version: str
    previous: str | None
    info: ReleaseInfo


def point(folder: Path, pointer: Pointer) -> None:
    """Make a release the newest for all processes, atomically. Raises: OSError."""
    with replacing(folder / NEWEST) as temporary:
        temporary.write_bytes(msgspec.json.encode(pointer))


def remove_superseded_releases(folder: Path, pointer: Pointer) -> None:
    """Remove all releases except the newest and the previous one."""
    retained = {f"{pointer.version}.sqlite", f"{pointer.previous}.sqlite"}
    for path in folder.glob("*.sqlite"):
        if path.name not in retained:
            with suppress(OSError):  # on Windows, a process that still reads it prevents its removal
                path.unlink()


def version_of(info: ReleaseInfo) -> str:
    """Return the version of a release: a hash of its identity, which is safe as a file name."""
    return hashlib.blake2b(info.identity.encode(), digest_size=5).hexdigest()


# Replacing files that other processes have open


T = TypeVar("T")

_TRIES: Final = 20
_PAUSE: Final = 0.025
"""Seconds between attempts, for half a second in all.

Other processes read a pointer in a millisecond, but keep a catalogue open, so that waiting longer would not help.
"""


def patiently(work: Callable[[], T]) -> T:
    """Call a function; on Windows, retry if it fails because another process has the file open. Raises: OSError."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        try:
            return work()
        except PermissionError:
            time.sleep(_PAUSE)
    return work()


@contextmanager
def replacing(path: Path, ending: str = "tmp") -> Generator[Path]:
    """Yield a temporary path, and move its file to `path` when the block ends, so that no process reads half of it.

    After an error, the temporary file is removed instead. Raises: OSError.
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
    """Wait for a lock among processes. If locking fails, log a warning and return None: work may then be done twice."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Polling leaves the event loop free and stops when the call is cancelled, unlike a blocking `acquire`.
        while (held := free_lock(path)) is None:  # noqa: ASYNC110  # another process releases it
            await anyio.sleep(_LOCK_POLL)
        return held
    except OSError as error:
        _log.warning("%s cannot be locked: %s", path, error)
        return None


def free_lock(path: Path) -> "FileLock | None":
    """Acquire a lock among processes without waiting; return None if another process holds it. Raises: OSError."""
    from filelock import FileLock, Timeout  # here, since it is slow to import and only needed to build or fetch

    held = FileLock(path, thread_local=False)
    try:
        held.acquire(blocking=False)
    except Timeout:
        return None
    return held


def is_held(path: Path) -> bool:
    """Return True if the lock is held."""
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
    """Hold a lock while the block runs. `patience`: seconds to wait for the lock before the block runs without it."""
    held = None
    with anyio.move_on_after(patience):
        held = await lock(path)
    try:
        yield
    finally:
        if held is not None:
            held.release()
