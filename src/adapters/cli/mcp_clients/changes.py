"""Changes to MCP clients, in a settings file or by the client's own command. Each is shown before it is made."""

import difflib
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

import msgspec

from biofacts.adapters.cli.mcp_clients import settings_files
from biofacts.adapters.cli.mcp_clients.settings_files import Unusable
from biofacts.adapters.cli.mcp_clients.supported import CLIENTS, ENTRY, SAMPLE, Client, Launch, current_launch

_CONTEXT = 1
"""Lines of context in a diff. More lines would reveal other settings, which may be secret."""

_BOM = b"\xef\xbb\xbf"
_SECONDS = 60
"""Time limit for a client's command, which only writes a file, but may start slowly."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A change to a file. The content is None if the file does not exist.

    `keep`: True to back up the old content; `is_undo`: True to remove the backup afterwards; `laid_out`: the old
    content in the layout of the new content, so that the diff shows only real changes.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    keep: bool = False
    is_undo: bool = False
    laid_out: bytes | None = None

    @property
    def is_needed(self) -> bool:
        return self.before != self.after

    def preview(self) -> str:
        """Return the change in the format of `diff -u`."""
        like = self.before if self.laid_out is None else self.laid_out
        old, new = (decoded(body or b"").splitlines(keepends=True) for body in (like, self.after))
        names = [str(self.path) if body is not None else os.devnull for body in (self.before, self.after)]
        lines = difflib.unified_diff(old, new, names[0], names[1], n=_CONTEXT)
        note = "" if like == self.before else "In the rest of the file, only the layout changes.\n"
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines) + note

    def make(self) -> str:
        """Make the change. Returns: a line that confirms it. Raises: Unusable."""
        settings_files.change(self.path, self.before, self.after, keep=self.keep, is_undo=self.is_undo)
        return f"{'Removed' if self.after is None else 'Written'}: {self.path}"


class ClientCommands(msgspec.Struct, frozen=True, kw_only=True):
    """Calls of a client's own program. `calls`: the arguments of each call."""

    program: str
    calls: Sequence[Sequence[str]]

    @property
    def is_needed(self) -> bool:
        return bool(self.calls)

    def preview(self) -> str:
        return "".join(f"$ {shlex.join([self.program, *call])}\n" for call in self.calls)

    def make(self) -> str:
        """Run the commands. Returns: a line that confirms it. Raises: Unusable."""
        for call in self.calls:
            self._run(call)
        return f"Done by: {self.program}"

    def _run(self, call: Sequence[str]) -> None:
        # On Windows, programs such as `claude.cmd` are found only by their full path.
        command = [shutil.which(self.program) or self.program, *call]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unusable(f"`{self.program}` cannot be run ({error})") from error
        if done.returncode:
            output = (done.stderr.strip() or done.stdout.strip()).splitlines() or ["it printed nothing"]
            raise Unusable(f"`{self.program}` ended with code {done.returncode}: {output[-1]}")


def to_install(client: Client, launch: Launch) -> Change | ClientCommands:
    """Plan adding the server to a client's settings. The user's additions to the entry are kept. Raises: Unusable."""
    path = client.path()
    before = settings_files.read(path)
    old = client.server(decoded(before or b""))
    entry = _merged(old or {}, client.entry(launch))
    if client.add is not None:
        if old is not None and is_current(old, entry):
            return ClientCommands(program=client.program, calls=())
        removing = [client.remove] if old is not None and client.is_strict else []
        return ClientCommands(program=_on_path(client), calls=[*removing, client.add(entry)])
    if entry == old:
        return Change(path=path, before=before, after=before)
    text = decoded(before or b"")
    laid_out = _encoded(before, settings_files.written(_editable(client, text), like=text)) if text.strip() else None
    # A second installation must not overwrite the backup of the state before the first.
    keep = old is None or not settings_files.backup_of(path).exists()
    return Change(path=path, before=before, after=_with_entry(client, before, entry), keep=keep, laid_out=laid_out)


def to_remove(client: Client) -> Change | ClientCommands:
    """Plan removing the server from a client's settings.

    If nothing else in a file has changed since the installation, the backup is restored byte for byte; otherwise only
    the entry is removed.

    Raises: Unusable.
    """
    path = client.path()
    before, backup = settings_files.read(path), settings_files.read(settings_files.backup_of(path))
    entry = client.server(decoded(before or b""))
    if before is None or entry is None:
        return Change(path=path, before=before, after=before)
    if client.remove:
        return ClientCommands(program=_on_path(client), calls=[client.remove])
    # True if installing into the backup would give today's file, so that nothing else has changed since.
    is_ours = client.add is None and _with_entry(client, backup, entry) == before
    after = backup if is_ours else _with_entry(client, before, None)
    return Change(path=path, before=before, after=after, is_undo=True)


def is_current(entry: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    """Return True if an entry starts the wanted command in the wanted environment, even if the client extended it."""
    return all(entry.get(name) == wanted.get(name) for name in ("command", "args")) and (
        (entry.get("env") or {}) == (_merged(entry, wanted).get("env") or {})
    )


def to_add_skill(path: Path, skill: str) -> Change:
    """Plan writing the skill into a client's skill folder. Raises: Unusable."""
    return Change(
        path=path,
        before=settings_files.read(path),
        after=skill.encode(),
        keep=not settings_files.backup_of(path).exists(),
    )


def to_remove_skill(path: Path, skill: str) -> Change:
    """Plan removing the skill, or restoring the file that it replaced. A modified skill is kept. Raises: Unusable."""
    before = settings_files.read(path)
    if before != skill.encode():
        return Change(path=path, before=before, after=before)
    return Change(path=path, before=before, after=settings_files.read(settings_files.backup_of(path)), is_undo=True)


def _on_path(client: Client) -> str:
    """Return the client's program. Raises: Unusable if it is not on the PATH."""
    if shutil.which(client.program) is None:
        raise Unusable(f"`{client.program}`, the command of {client.title} that changes it, is not on the PATH")
    return client.program


def _with_entry(client: Client, body: bytes | None, entry: Mapping[str, object] | None) -> bytes:
    text = decoded(body or b"")
    content = _editable(client, text)
    servers = {name: value for name, value in settings_files.entries(content, client.key).items() if name != ENTRY}
    content[client.key] = servers if entry is None else {**servers, ENTRY: entry}
    return _encoded(body, settings_files.written(content, like=text))


def _editable(client: Client, text: str) -> dict[str, Any]:
    """Parse settings that can be written again without loss. Raises: Unusable."""
    client.content(text)
    try:
        return settings_files.plain_json(text)
    except Unusable as error:
        # The client's own parser has accepted the text, so it is JSON with comments.
        raise Unusable("it has comments or trailing commas, which would be lost") from error


def _encoded(like: bytes | None, text: str) -> bytes:
    # Editors on Windows write a byte order mark: a file that has one keeps it.
    return (_BOM if like and like.startswith(_BOM) else b"") + text.encode()


def _merged(entry: Mapping[str, object], wanted: Mapping[str, object]) -> dict[str, object]:
    old, new = entry.get("env", {}), wanted.get("env", {})
    merged = {**entry, **wanted}
    if isinstance(old, dict) and isinstance(new, dict):
        both = cast("dict[str, object]", {**old, **new})
        # An entry from a trial with the sample gets the real data, see `SAMPLE`.
        env = {name: value for name, value in both.items() if (name, value) != SAMPLE}
        merged = {**{name: value for name, value in merged.items() if name != "env"}, **({"env": env} if env else {})}
    return merged


def decoded(body: bytes) -> str:
    """Decode the content of a file, without its byte order mark. Raises: Unusable."""
    try:
        return body.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        raise Unusable("it is not written in UTF-8") from error


# The state of the server's entry in the settings of each client


InstallState = Literal["no settings", "without biofacts", "has biofacts", "has another biofacts", "cannot be read"]


class ClientState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a client. `path`: its settings file; `why`: the reason if the file cannot be read.

    `skill`: True if the skill is installed.
    """

    client: str
    state: InstallState
    path: str = ""
    why: str = ""
    skill: bool = False


def states() -> Sequence[ClientState]:
    """Return the state of all clients."""
    return [_state(client) for client in CLIENTS.values()]


def _state(client: Client) -> ClientState:
    skill = client.skill()
    has_skill = skill is not None and skill.is_file()
    path = ""
    try:
        path = str(client.path())
        return ClientState(client=client.name, state=_of(client), path=path, skill=has_skill)
    except Unusable as error:
        return ClientState(client=client.name, state="cannot be read", path=path, why=str(error), skill=has_skill)


def _of(client: Client) -> InstallState:
    """Compare a client's settings with the entry that `install` would write. Raises: Unusable."""
    if (body := settings_files.read(client.path())) is None:
        return "no settings"
    if (entry := client.server(decoded(body))) is None:
        return "without biofacts"
    return "has biofacts" if is_current(entry, client.entry(current_launch())) else "has another biofacts"
