"""How a client starts the server: by the command that runs now, with the settings that are set now."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

PACKAGE = "biofacts"

_PATHS = frozenset({"BIOFACTS_CACHE_DIR", "SSL_CERT_FILE", "SSL_CERT_DIR"})
_OVER_HTTP = frozenset({
    "BIOFACTS_TOKEN", "BIOFACTS_TOKEN_FILE", "BIOFACTS_OAUTH_ISSUER", "BIOFACTS_OAUTH_AUDIENCE",
    "BIOFACTS_OAUTH_JWKS_URL", "BIOFACTS_OAUTH_RESOURCE_URL", "BIOFACTS_OAUTH_SCOPES", "BIOFACTS_METRICS",
    "BIOFACTS_ACCESS_LOG", "BIOFACTS_ALLOWED_HOSTS", "BIOFACTS_ALLOWED_ORIGINS", "BIOFACTS_PROXIES",
    "BIOFACTS_PATH_PREFIX", "BIOFACTS_MAX_CALLS", "BIOFACTS_DRAIN", "BIOFACTS_CALLS_PER_CLIENT",
})  # fmt: skip
"""Settings of a server over HTTP, which no client starts."""

_NETWORK = (
    "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "all_proxy", "no_proxy",
    "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip
"""What the way out may need: clients start servers without most of the environment."""

_FOR_A_MOMENT = frozenset({"archive-v0", "builds-v0", "environments-v1", "environments-v2"})
"""Folders of uv's cache in which `uvx` makes an environment that may be gone tomorrow."""


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """A command with its arguments and environment. `left_out`: variables that are set but hold a password."""

    command: str
    args: Sequence[str]
    env: Mapping[str, str] = {}
    left_out: Sequence[str] = ()


def of_this(environment: Mapping[str, str] = os.environ) -> Launch:
    """How to start the server that this process is a command of."""
    taken, left_out = _environment(environment)
    command, *args = [*_command(environment), "serve"]
    return Launch(command=command, args=args, env=taken, left_out=left_out)


def _command(environment: Mapping[str, str]) -> Sequence[str]:
    if not _FOR_A_MOMENT.isdisjoint(Path(sys.prefix).parts):
        return [_uvx(environment), *_source(), PACKAGE]
    import sysconfig

    name = f"{PACKAGE}.exe" if sys.platform == "win32" else PACKAGE
    script = Path(sysconfig.get_path("scripts")) / name
    return [str(script)] if script.is_file() else [sys.executable, "-m", PACKAGE]


def _uvx(environment: Mapping[str, str]) -> str:
    """The `uvx` beside the uv that started this process, which says where it is; else whichever is found."""
    import shutil

    name = "uvx.exe" if sys.platform == "win32" else "uvx"
    beside = Path(environment.get("UV", "")).parent / name
    return str(beside) if environment.get("UV") and beside.is_file() else shutil.which("uvx") or "uvx"


def _source() -> Sequence[str]:
    """Where `uvx` has it from, where that is not the registry."""
    stated = distribution(PACKAGE).read_text("direct_url.json")
    if stated is None:
        return []
    from urllib.request import url2pathname

    address: str = msgspec.json.decode(stated, type=_DirectUrl).url
    parts = urlsplit(address)
    return ["--from", url2pathname(parts.path) if parts.scheme == "file" else address]


class _DirectUrl(msgspec.Struct, frozen=True):
    """What pip and uv note of a package that is not from a registry (PEP 610)."""

    url: str


def _environment(environment: Mapping[str, str]) -> tuple[Mapping[str, str], Sequence[str]]:
    """The variables that a server needs too, paths made absolute; and those that hold a password."""
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
