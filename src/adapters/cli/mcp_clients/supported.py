"""The supported MCP clients: paths of their settings and skills, their entries for the server, and their commands.

docs/agents.md lists the sources, as of November 2026.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec

from biofacts.adapters.cli.mcp_clients.settings_files import Unusable, commented_json, entries, plain_json, toml
from biofacts.domain.answers.optional_packages import PNG

ENTRY = "biofacts"


def _home() -> Path:
    return Path.home()


def _application_data(folder: str) -> Path:
    """Return the folder in which desktop programs store settings on this system."""
    if sys.platform == "win32":
        roaming = os.environ.get("APPDATA")
        return (Path(roaming) if roaming else _home() / "AppData" / "Roaming") / folder
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / folder
    configuration = os.environ.get("XDG_CONFIG_HOME")
    return (Path(configuration) if configuration else _home() / ".config") / folder


def _claude_desktop() -> Path:
    """Return the settings file of Claude Desktop.

    On Windows it is usually an MSIX package, whose settings are redirected to a folder of the package. Raises: Unusable
    if several packages are installed.
    """
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        packages = (Path(local) if local else _home() / "AppData" / "Local") / "Packages"
        folders = sorted(packages.glob("Claude_*/LocalCache/Roaming/Claude"))
        if len(folders) > 1:
            raise Unusable("several packages of Claude Desktop are installed: " + ", ".join(map(str, folders)))
        if folders:
            return folders[0] / "claude_desktop_config.json"
    return _application_data("Claude") / "claude_desktop_config.json"


def _claude_code(name: str) -> Path:
    # By default `.claude.json` is beside the folder `.claude`; with CLAUDE_CONFIG_DIR it is inside that folder.
    own = os.environ.get("CLAUDE_CONFIG_DIR")
    if name == "skills":
        return (Path(own) if own else _home() / ".claude") / name
    return (Path(own) if own else _home()) / name


def _codex() -> Path:
    own = os.environ.get("CODEX_HOME")
    return (Path(own) if own else _home() / ".codex") / "config.toml"


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """A program that starts MCP servers.

    `key`: the key of the servers in the settings; `is_toml`: True for TOML, False for JSON; `comments`: True for JSON
    with comments; `typed`: True if entries name the transport. `program`: the client's own command; `add`: a function
    that returns its arguments for adding an entry, None if biofacts edits the settings; `remove`: its arguments for
    removing the entry; `is_strict`: True if it refuses to replace an entry. `skills`: a function that returns the skill
    folder, None if there is none. `then`: the user's next step, so that the client reloads its settings.
    """

    name: str
    title: str
    path: Callable[[], Path]
    key: str
    then: str
    skills: Callable[[], Path] | None = None
    is_toml: bool = False
    comments: bool = False
    typed: bool = False
    program: str = ""
    add: Callable[[Mapping[str, object]], Sequence[str]] | None = None
    remove: Sequence[str] = ()
    is_strict: bool = False

    def entry(self, launch: "Launch") -> dict[str, object]:
        kind = {"type": "stdio"} if self.typed else {}
        env = {"env": dict(launch.env)} if launch.env else {}
        return {**kind, "command": launch.command, "args": [*launch.args], **env}

    def content(self, text: str) -> dict[str, Any]:
        """Parse the text of the client's settings. Raises: Unusable."""
        if self.is_toml:
            return toml(text)
        return commented_json(text) if self.comments else plain_json(text)

    def server(self, text: str) -> Mapping[str, object] | None:
        """Return the server's entry in the text of the client's settings, None without one. Raises: Unusable."""
        entry = entries(self.content(text), self.key).get(ENTRY)
        if entry is not None and not isinstance(entry, dict):
            raise Unusable(f"its '{self.key}.{ENTRY}' is not an object")
        return cast("Mapping[str, object] | None", entry)

    def snippet(self, launch: "Launch") -> str:
        """Return settings that contain only the server, for people to paste."""
        entry = self.entry(launch)
        if not self.is_toml:
            return json.dumps({self.key: {ENTRY: entry}}, indent=2, ensure_ascii=False) + "\n"
        # Strings and lists of strings look the same in JSON and TOML.
        env = [f"\n[{self.key}.{ENTRY}.env]", *_assignments(launch.env)] if launch.env else []
        return "\n".join([f"[{self.key}.{ENTRY}]", *_assignments({**entry, "env": None}), *env, ""])

    def skill(self) -> Path | None:
        """Return the path of the skill file; None if the client has no skill folder."""
        return self.skills() / ENTRY / "SKILL.md" if self.skills else None


def _assignments(members: Mapping[str, object]) -> list[str]:
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in members.items() if value is not None]


def _claude_arguments(entry: Mapping[str, object]) -> Sequence[str]:
    return ["mcp", "add-json", "--scope", "user", ENTRY, json.dumps(entry)]


def _code_arguments(entry: Mapping[str, object]) -> Sequence[str]:
    return ["--add-mcp", json.dumps({"name": ENTRY, **entry})]


def _codex_arguments(entry: Mapping[str, Any]) -> Sequence[str]:
    return ["mcp", "add", ENTRY, *_environment(entry), "--", entry["command"], *entry["args"]]


def _gemini_arguments(entry: Mapping[str, Any]) -> Sequence[str]:
    # `--env` takes all words that follow it, so another option must come between it and the name.
    return ["mcp", "add", *_environment(entry), "--scope", "user", ENTRY, entry["command"], "--", *entry["args"]]


def _environment(entry: Mapping[str, Any]) -> Sequence[str]:
    return [word for name, value in entry.get("env", {}).items() for word in ("--env", f"{name}={value}")]


CLIENTS: Mapping[str, Client] = {
    client.name: client
    for client in (
        Client(
            name="claude-desktop", title="Claude Desktop", path=_claude_desktop, key="mcpServers",
            then="Quit Claude Desktop (closing its window is not enough) and start it again.",
        ),
        Client(
            name="claude-code", title="Claude Code", path=lambda: _claude_code(".claude.json"), key="mcpServers",
            skills=lambda: _claude_code("skills"), typed=True, then="Start a new session; /mcp shows it.",
            program="claude", add=_claude_arguments, remove=("mcp", "remove", "--scope", "user", ENTRY), is_strict=True,
        ),
        Client(
            name="cursor", title="Cursor", path=lambda: _home() / ".cursor" / "mcp.json", key="mcpServers",
            skills=lambda: _home() / ".cursor" / "skills", comments=True, typed=True,
            then="Cursor's settings list it under MCP, where it may have to be switched on.",
        ),
        Client(
            name="vscode", title="VS Code", path=lambda: _application_data("Code") / "User" / "mcp.json",
            key="servers", skills=lambda: _home() / ".copilot" / "skills", comments=True, typed=True,
            then="VS Code asks once whether it trusts the server; `MCP: List Servers` shows it.",
            program="code", add=_code_arguments,
        ),
        Client(
            name="codex", title="Codex", path=_codex, key="mcp_servers", is_toml=True,
            skills=lambda: _home() / ".agents" / "skills", then="Start a new session; /mcp shows it.",
            program="codex", add=_codex_arguments, remove=("mcp", "remove", ENTRY),
        ),
        Client(
            name="gemini", title="Gemini CLI", path=lambda: _home() / ".gemini" / "settings.json", key="mcpServers",
            skills=lambda: _home() / ".gemini" / "skills", comments=True, then="Start a new session; /mcp shows it.",
            program="gemini", add=_gemini_arguments, remove=("mcp", "remove", "--scope", "user", ENTRY),
        ),
    )
}  # fmt: skip


# The command with which a client starts the server: the program that runs now, with its current settings


PACKAGE = "biofacts"

# Made absolute, since clients start servers in other folders.
_PATHS = frozenset({"BIOFACTS_CACHE_DIR", "SSL_CERT_FILE", "SSL_CERT_DIR"})
_OVER_HTTP = frozenset({
    "BIOFACTS_TOKEN", "BIOFACTS_TOKEN_FILE", "BIOFACTS_OAUTH_ISSUER", "BIOFACTS_OAUTH_AUDIENCE",
    "BIOFACTS_OAUTH_JWKS_URL", "BIOFACTS_OAUTH_RESOURCE_URL", "BIOFACTS_OAUTH_SCOPES", "BIOFACTS_METRICS",
    "BIOFACTS_ACCESS_LOG", "BIOFACTS_ALLOWED_HOSTS", "BIOFACTS_ALLOWED_ORIGINS", "BIOFACTS_PROXIES",
    "BIOFACTS_PATH_PREFIX", "BIOFACTS_MAX_CALLS", "BIOFACTS_DRAIN", "BIOFACTS_CALLS_PER_CLIENT",
})  # fmt: skip
"""Settings of HTTP servers, which clients do not start."""

_NETWORK = (
    "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "all_proxy", "no_proxy",
    "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
"""Variables that network access may need. Clients start servers with a reduced environment."""

_FOR_A_MOMENT = frozenset({"archive-v0", "builds-v0", "environments-v1", "environments-v2"})
"""Folders in uv's cache with temporary environments of `uvx`, which may be deleted at any time."""

SAMPLE = ("BIOFACTS_SOURCE", "sample")
"""The setting for trying biofacts out. It is not passed on, since an agent would know only 14 pathways."""


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """A command with arguments and environment. `left_out`: variables that are omitted, and the reason for each."""

    command: str
    args: Sequence[str]
    env: Mapping[str, str] = {}
    left_out: Mapping[str, str] = {}


def current_launch(environment: Mapping[str, str] = os.environ) -> Launch:
    """Return the command that starts the server from the installation of this process."""
    taken, left_out = _launch_environment(environment)
    command, *args = [*_command(environment), "serve"]
    return Launch(command=command, args=args, env=taken, left_out=left_out)


def _command(environment: Mapping[str, str]) -> Sequence[str]:
    if not _FOR_A_MOMENT.isdisjoint(Path(sys.prefix).parts):
        # `uvx` installs only the extras that are named.
        pictures = ["--with", f"{PACKAGE}[{PNG.name}]"] if PNG.is_installed else []
        return [_uvx(environment), *_source(), *pictures, PACKAGE]
    import sysconfig

    name = f"{PACKAGE}.exe" if sys.platform == "win32" else PACKAGE
    # The full path starts this installation, whatever PATH the client has.
    script = Path(sysconfig.get_path("scripts")) / name
    return [str(script)] if script.is_file() else [sys.executable, "-m", PACKAGE]


def _uvx(environment: Mapping[str, str]) -> str:
    """Return the path of `uvx`: the one beside the uv that started this process (`UV`), else the first on the PATH."""
    import shutil

    name = "uvx.exe" if sys.platform == "win32" else "uvx"
    beside = Path(environment.get("UV", "")).parent / name
    return str(beside) if environment.get("UV") and beside.is_file() else shutil.which("uvx") or "uvx"


def _source() -> Sequence[str]:
    """Return the arguments that make `uvx` install from the same source; none for the package registry."""
    stated = distribution(PACKAGE).read_text("direct_url.json")
    if stated is None:
        return []
    from urllib.request import url2pathname

    address: str = msgspec.json.decode(stated, type=_DirectUrl).url
    parts = urlsplit(address)
    return ["--from", url2pathname(parts.path) if parts.scheme == "file" else address]


class _DirectUrl(msgspec.Struct, frozen=True):
    """The record that pip and uv write for packages that are not from a registry (PEP 610)."""

    url: str


def _launch_environment(environment: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the variables that the server needs, with absolute paths, and the omitted ones with the reasons."""
    taken: dict[str, str] = {}
    left_out: dict[str, str] = {}
    for name, value in sorted(environment.items()):
        is_setting = name.startswith("BIOFACTS_") and name not in _OVER_HTTP
        if not value.strip() or not (is_setting or name in _NETWORK):
            continue
        if "@" in urlsplit(value).netloc:
            left_out[name] = "it contains a password. Set it in the client yourself"
        elif (name, value.strip()) == SAMPLE:
            left_out[name] = "the agent gets the real data, not the sample"
        else:
            taken[name] = str(Path(value).expanduser().absolute()) if name in _PATHS else value
    return taken, left_out
