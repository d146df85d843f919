"""Which release of a folder is the newest, and who may put another in its place."""

import hashlib
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import msgspec

from biofacts.adapters.sqlite.sharing import patiently
from biofacts.ports.catalogue import ReleaseInfo

if TYPE_CHECKING:
    from filelock import FileLock

_log = logging.getLogger(__name__)

_LOCK_POLL = 0.05
NEWEST = "newest.json"


class Pointer(msgspec.Struct, frozen=True, kw_only=True):
    """Which release is the newest, which one was before it, and where the newest comes from."""

    version: str
    previous: str | None
    info: ReleaseInfo


async def lock(path: Path) -> "FileLock | None":
    """The lock among processes; None, with a warning, where it cannot be had: at worst two build the same."""
    from filelock import FileLock, Timeout  # only a builder needs it, and it is slow to import

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = FileLock(path, thread_local=False)
        while True:
            try:
                held.acquire(blocking=False)
                return held
            except Timeout:
                await anyio.sleep(_LOCK_POLL)
    except OSError as error:
        _log.warning("%s cannot be locked: %s", path, error)
        return None


def is_held(path: Path) -> bool:
    """True while somebody else holds the lock among processes."""
    from filelock import FileLock, Timeout

    try:
        if path.exists():
            FileLock(path, thread_local=False).acquire(blocking=False).lock.release()
    except Timeout:
        return True
    except OSError:
        return False
    return False


def point(folder: Path, pointer: Pointer) -> None:
    """Make a release the newest, at once for everybody. Raises: OSError."""
    path = folder / NEWEST
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        temporary.write_bytes(msgspec.json.encode(pointer))
        patiently(lambda: temporary.replace(path))
    finally:
        temporary.unlink(missing_ok=True)


def version_of(info: ReleaseInfo) -> str:
    """What a release's file is called."""
    return hashlib.blake2b(info.identity.encode(), digest_size=5).hexdigest()
