"""Files of other programs: read whole, kept before they are changed, written at once or not at all, put back."""

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from biofacts.adapters.cli.clients.problems import Unusable

_KEPT = ".before-biofacts"
_OURS_ALONE = 0o600


def backup_of(path: Path) -> Path:
    """Where a file is kept as it was before."""
    return path.with_name(path.name + _KEPT)


def read(path: Path) -> bytes | None:
    """What is in a file; None where there is none. Raises: Unusable."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unusable(f"it cannot be read ({error.strerror})") from error


def change(path: Path, before: bytes | None, after: bytes, *, keep: bool) -> None:
    """Put other content into a file that still is as it was `before`. `keep`: what it was is kept beside it.

    Raises: Unusable, and then nothing is changed.
    """
    if read(path) != before:
        raise Unusable("it has been changed meanwhile: run the same command again")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if keep and before is not None:
            _write(backup_of(path), before, like=path)
        _write(path, after, like=path)
    except OSError as error:
        raise Unusable(f"it cannot be written ({error.strerror})") from error


def put_back(path: Path, before: bytes | None, after: bytes | None) -> None:
    """As `change`, but nothing is kept; None as `after` removes it. Raises: Unusable."""
    if read(path) != before:
        raise Unusable("it has been changed meanwhile: run the same command again")
    try:
        if after is None:
            _target(path).unlink()
        else:
            _write(path, after, like=path)
        backup_of(path).unlink(missing_ok=True)
    except OSError as error:
        raise Unusable(f"it cannot be written ({error.strerror})") from error


def _target(path: Path) -> Path:
    """What a path leads to: a link stays one."""
    return Path(os.path.realpath(path))


def _write(path: Path, body: bytes, *, like: Path) -> None:
    """Write a file beside its place, with the rights of another one, and move it there."""
    target = _target(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        _give_rights(Path(name), like)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _give_rights(new: Path, like: Path) -> None:
    try:
        found = like.stat()
    except FileNotFoundError:
        new.chmod(_OURS_ALONE)
        return
    new.chmod(stat.S_IMODE(found.st_mode))
    if sys.platform != "win32" and (found.st_uid, found.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):
            os.chown(new, found.st_uid, found.st_gid)
