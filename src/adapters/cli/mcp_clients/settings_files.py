"""Functions that read the settings files of clients, and change them atomically and with backups."""

import json
import os
import re
import stat
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from biofacts.domain.text.patterns import late_pattern


class Unusable(ValueError):
    """A settings file that must be left unchanged. The message gives the reason, without the file's content."""


_KEPT = ".before-biofacts"


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


def change(path: Path, before: bytes | None, after: bytes | None, *, keep: bool = False, is_undo: bool = False) -> None:
    """Replace the content of a file, provided that it is still `before`. If `after` is None, delete the file.

    `keep`: True to make a backup first; `is_undo`: True to remove the backup. Raises: Unusable.
    """
    if read(path) != before:
        raise Unusable("it has been changed in the meantime: run the same command again")
    try:
        if after is None:
            _target(path).unlink()
        else:
            if keep and before is not None:
                _write(backup_of(path), before, like=path)
            _write(path, after, like=path)
        if is_undo:
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
        status = like.stat()
    except FileNotFoundError:
        return  # keep the permissions of a temporary file, which only its owner can read
    new.chmod(stat.S_IMODE(status.st_mode))
    if sys.platform != "win32" and (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        # The file keeps its owner, e.g. when root changes a user's settings.
        with suppress(PermissionError):
            os.chown(new, status.st_uid, status.st_gid)


# Reading of settings files, and writing of plain JSON


# Both patterns match strings first, so that `//` in an address and `,}` in a text are kept.
_WITH_COMMENTS = late_pattern(r'"(?:\\.|[^"\\])*"|//[^\n\r]*|/\*.*?\*/', re.S)
_LAST_COMMA = late_pattern(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')
_INDENT = late_pattern(r'\n([ \t]+)"')


def toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises: Unusable."""
    import tomllib  # only one client needs it, and its import would slow down every command

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"it is not valid TOML ({error})") from error


def plain_json(text: str) -> dict[str, Any]:
    """Parse a JSON object; blank text counts as an empty one. Raises: Unusable."""
    if not text.strip():
        return {}
    try:
        content: object = json.loads(text, object_pairs_hook=_only_once)
    # `json` raises RecursionError for deeply nested text.
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, Unusable) else Unusable(f"it is not valid JSON ({error})") from error
    if not isinstance(content, dict):
        raise Unusable("it is not a JSON object")
    return cast("dict[str, Any]", content)


def commented_json(text: str) -> dict[str, Any]:
    """Parse a JSON object with comments and trailing commas. Raises: Unusable."""
    without = _WITH_COMMENTS.sub(_unless_string, text)
    return plain_json(_LAST_COMMA.sub(_unless_string, without))


def entries(content: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the entries of servers under a key of the settings. Raises: Unusable."""
    servers = content.get(key, {})
    if not isinstance(servers, dict):
        raise Unusable(f"its '{key}' is not an object")
    return cast("dict[str, Any]", servers)


def written(content: Mapping[str, Any], *, like: str) -> str:
    """Format settings as plain JSON with the indentation and line endings of another text. Raises: Unusable."""
    indent = _INDENT.search(like)
    try:
        text = json.dumps(content, indent=indent[1] if indent else 2, ensure_ascii=False, allow_nan=False)
        text.encode()
    except ValueError as error:
        raise Unusable(f"it contains a value that JSON cannot represent ({error})") from error
    if like.endswith("\n") or not like.strip():
        text += "\n"
    return text.replace("\n", "\r\n") if "\r\n" in like else text


def _only_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, and reject repeated names, since parsers disagree about which of the values counts."""
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Unusable(f"'{twice[0]}' occurs more than once")
    return dict(pairs)


def _unless_string(match: re.Match[str]) -> str:
    return match[0] if match[0][0] == '"' else " "
