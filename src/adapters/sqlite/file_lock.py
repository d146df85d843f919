"""Locks among processes, such as the lock of the one that builds the next release."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from filelock import FileLock

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
