"""Changes of settings files, shown as diffs before they are made, and undone."""

import difflib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from biofacts.adapters.cli.clients import files
from biofacts.adapters.cli.clients.known import ENTRY, Client
from biofacts.adapters.cli.clients.launch import Launch
from biofacts.adapters.cli.clients.problems import Unusable

_CONTEXT = 1
"""Lines of context in a diff. More would print other settings, which may be secret."""

_BOM = b"\xef\xbb\xbf"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """The change of a file. None as content means that the file does not exist.

    `keep`: make a backup of the old content. `is_undo`: remove the backup afterwards.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    keep: bool = False
    is_undo: bool = False

    @property
    def is_needed(self) -> bool:
        """True if the change has any effect."""
        return self.before != self.after

    def shown(self) -> str:
        """Return the change in the format of `diff -u`."""
        old, new = (decoded(body or b"").splitlines(keepends=True) for body in (self.before, self.after))
        names = [str(self.path) if body is not None else os.devnull for body in (self.before, self.after)]
        found = difflib.unified_diff(old, new, names[0], names[1], n=_CONTEXT)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in found)

    def make(self) -> None:
        """Make the change. Raises: Unusable."""
        if self.is_undo:
            files.put_back(self.path, self.before, self.after)
        elif self.after is not None:
            files.change(self.path, self.before, self.after, keep=self.keep)


def to_install(client: Client, launch: Launch) -> Change:
    """Plan adding the server to a client's settings. What the user added to the entry stays. Raises: Unusable."""
    path = client.path()
    before = files.read(path)
    text = client.text(decoded(before or b""))
    known = text.entry(ENTRY)
    entry = _merged(known or {}, client.entry(launch))
    after = before if entry == known else _bytes(before, text.with_entry(ENTRY, entry))
    # Parse the result before writing it: an edit of text can go wrong in files of a form that nobody has thought of.
    if not _is_but_for_entry(client, before, after, entry):
        raise Unusable("it is written in a way that cannot be changed safely")
    # A second installation must not overwrite the backup of the state before the first.
    return Change(path=path, before=before, after=after, keep=known is None or not files.backup_of(path).exists())


def to_remove(client: Client) -> Change:
    """Plan removing the server from a client's settings.

    If nothing else has changed since, the backup is restored byte for byte; otherwise only the entry is removed.

    Raises: Unusable.
    """
    path = client.path()
    before, kept = files.read(path), files.read(files.backup_of(path))
    entry = client.text(decoded(before or b"")).entry(ENTRY)
    if before is None or entry is None:
        return Change(path=path, before=before, after=before)
    # True if installing into the backup gives today's file: nothing else has changed since.
    if _bytes(kept, client.text(decoded(kept or b"")).with_entry(ENTRY, entry)) == before:
        return Change(path=path, before=before, after=kept, is_undo=True)
    without = client.text(decoded(before)).without_entry(ENTRY)
    return Change(path=path, before=before, after=_bytes(before, without), is_undo=True)


def to_add_skill(path: Path, skill: str) -> Change:
    """Plan writing the skill into a client's skill folder. Raises: Unusable."""
    return Change(path=path, before=files.read(path), after=skill.encode(), keep=not files.backup_of(path).exists())


def to_remove_skill(path: Path, skill: str) -> Change:
    """Plan removing the skill, or restoring the file that it replaced. A modified skill stays. Raises: Unusable."""
    before = files.read(path)
    if before != skill.encode():
        return Change(path=path, before=before, after=before)
    return Change(path=path, before=before, after=files.read(files.backup_of(path)), is_undo=True)


def _is_but_for_entry(client: Client, before: bytes | None, after: bytes | None, entry: Mapping[str, object]) -> bool:
    """Return True if the settings differ only in the entry."""
    old, new = (client.text(decoded(body or b"")).whole() for body in (before, after))
    old.setdefault(client.key, {})[ENTRY] = entry
    return old == new


def _merged(known: Mapping[str, object], wanted: Mapping[str, object]) -> dict[str, object]:
    merged = {**known, **wanted}
    old, new = known.get("env"), wanted.get("env")
    if isinstance(old, dict) and isinstance(new, dict):
        merged["env"] = {**old, **new}
    return merged


def decoded(body: bytes) -> str:
    """Decode the content of a file, without its byte order mark. Raises: Unusable."""
    try:
        return body.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        raise Unusable("it is not written in UTF-8") from error


def _bytes(like: bytes | None, text: str) -> bytes:
    # Editors on Windows write a byte order mark: a file that has one keeps it.
    return (_BOM if like and like.startswith(_BOM) else b"") + text.encode()
