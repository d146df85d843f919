"""The command with which a client starts the server: the program that runs now, with its current settings."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from biofacts.domain.answers.extras import PNG

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


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """A command with arguments and environment. `left_out`: variables that are omitted because they hold a password."""

    command: str
    args: Sequence[str]
    env: Mapping[str, str] = {}
    left_out: Sequence[str] = ()


def of_this(environment: Mapping[str, str] = os.environ) -> Launch:
    """Return the command that starts the server from the installation of this process."""
    taken, left_out = _environment(environment)
    command, *args = [*_command(environment), "serve"]
    return Launch(command=command, args=args, env=taken, left_out=left_out)


def _command(environment: Mapping[str, str]) -> Sequence[str]:
    if not _FOR_A_MOMENT.isdisjoint(Path(sys.prefix).parts):
        pictures = ["--with", f"{PACKAGE}[{PNG.name}]"] if PNG.is_installed else []
        return [_uvx(environment), *_source(), *pictures, PACKAGE]
    import sysconfig

    name = f"{PACKAGE}.exe" if sys.platform == "win32" else PACKAGE
    # The full path starts this installation, whatever PATH the client has.
    script = Path(sysconfig.get_path("scripts")) / name
    return [str(script)] if script.is_file() else [sys.executable, "-m", PACKAGE]


def _uvx(environment: Mapping[str, str]) -> str:
    """Return the path of `uvx`: the one beside the uv that started this process (`UV`), else the first on the path."""
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


def _environment(environment: Mapping[str, str]) -> tuple[Mapping[str, str], Sequence[str]]:
    """Return the variables that the server needs, with absolute paths, and the names of those that hold a password."""
    taken: dict[str, str] = {}
    left_out: list[str] = []
    for name, value in sorted(environment.items()):
        is_setting = name.startswith("BIOFACTS_") and name not in _OVER_HTTP
        if not value.strip() or not (is_setting or name in _NETWORK):
            continue
        if "@" in urlsplit(value).netloc:
            left_out.append(name)
        else:
            taken[name] = str(Path(value).expanduser().absolute()) if name in _PATHS else value
    return taken, left_out
