"""Changes of files: what would become of each, shown as differences before it is done, and taken back."""

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
"""Lines shown around a change: the rest of a settings file may hold what nobody else should see."""

_BOM = b"\xef\xbb\xbf"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a file is to become; None: it is not there.

    `keep`: as it was, it is kept, so that it can be put back. `is_undo`: what was kept is used up.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    keep: bool = False
    is_undo: bool = False

    @property
    def is_needed(self) -> bool:
        """Whether anything is different afterwards."""
        return self.before != self.after

    def shown(self) -> str:
        """The change, as `diff -u` writes it."""
        old, new = (decoded(body or b"").splitlines(keepends=True) for body in (self.before, self.after))
        names = [str(self.path) if body is not None else os.devnull for body in (self.before, self.after)]
        found = difflib.unified_diff(old, new, names[0], names[1], n=_CONTEXT)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in found)

    def make(self) -> None:
        """Do it. Raises: Unusable."""
        if self.is_undo:
            files.put_back(self.path, self.before, self.after)
        elif self.after is not None:
            files.change(self.path, self.before, self.after, keep=self.keep)


def to_install(client: Client, launch: Launch) -> Change:
    """The entry put into a client's settings; what the user has added to it stays. Raises: Unusable."""
    path = client.path()
    before = files.read(path)
    text = client.text(decoded(before or b""))
    known = text.entry(ENTRY)
    entry = _merged(known or {}, client.entry(launch))
    after = before if entry == known else _bytes(before, text.with_entry(ENTRY, entry))
    if not _is_but_for_entry(client, before, after, entry):
        raise Unusable("it is written in a way that cannot be changed safely")
    return Change(path=path, before=before, after=after, keep=known is None or not files.backup_of(path).exists())


def to_remove(client: Client) -> Change:
    """A client's settings as they were: byte for byte where nothing else has changed since, else without the entry.

    Raises: Unusable.
    """
    path = client.path()
    before, kept = files.read(path), files.read(files.backup_of(path))
    entry = client.text(decoded(before or b"")).entry(ENTRY)
    if before is None or entry is None:
        return Change(path=path, before=before, after=before)
    if _bytes(kept, client.text(decoded(kept or b"")).with_entry(ENTRY, entry)) == before:
        return Change(path=path, before=before, after=kept, is_undo=True)
    without = client.text(decoded(before)).without_entry(ENTRY)
    return Change(path=path, before=before, after=_bytes(before, without), is_undo=True)


def to_add_skill(path: Path, skill: str) -> Change:
    """The skill put where a client reads it. Raises: Unusable."""
    return Change(path=path, before=files.read(path), after=skill.encode(), keep=not files.backup_of(path).exists())


def to_remove_skill(path: Path, skill: str) -> Change:
    """The skill taken away, if it is ours; what was there before put back. Raises: Unusable."""
    before = files.read(path)
    if before != skill.encode():
        return Change(path=path, before=before, after=before)
    return Change(path=path, before=before, after=files.read(files.backup_of(path)), is_undo=True)


def _is_but_for_entry(client: Client, before: bytes | None, after: bytes | None, entry: Mapping[str, object]) -> bool:
    """Whether what a client reads is the same as before but for the entry."""
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
    """A file's text, without a byte order mark. Raises: Unusable."""
    try:
        return body.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        raise Unusable("it is not written in UTF-8") from error


def _bytes(like: bytes | None, text: str) -> bytes:
    return (_BOM if like and like.startswith(_BOM) else b"") + text.encode()
