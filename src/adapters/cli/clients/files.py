"""Atomic changes of other programs' files, with backups."""

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

_KEPT = ".before-biofacts"
_OURS_ALONE = 0o600


def backup_of(path: Path) -> Path:
    """Return the path of a file's backup."""
    return path.with_name(path.name + _KEPT)


def read(path: Path) -> bytes | None:
    """Return the content of a file; None if it does not exist. Raises: Unusable."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unusable(f"it cannot be read ({error.strerror})") from error


def change(path: Path, before: bytes | None, after: bytes, *, keep: bool) -> None:
    """Replace the content of a file, if it is still `before`. `keep`: make a backup.

    Raises: Unusable; the file is unchanged then.
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
    """Replace the content of a file, if it is still `before`, and remove its backup. None as `after` removes the file.

    Raises: Unusable.
    """
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
    """Resolve symbolic links, so that a link is not replaced by a file."""
    return Path(os.path.realpath(path))


def _write(path: Path, body: bytes, *, like: Path) -> None:
    """Write a temporary file beside the target, with the permissions of `like`, and rename it."""
    target = _target(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    # A rename is atomic only within one file system.
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(body)
            file.flush()
            # Without it, a crash after the rename could leave an empty file.
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


# The error of settings files that cannot be changed


class Unusable(ValueError):
    """A settings file that must be left unchanged. The message gives the reason, without the file's content."""
