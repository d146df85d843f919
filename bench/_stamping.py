"""What a release says of itself and the repository does not: where its home is, its version in every file, its tools.

The version stands in pyproject.toml alone. A home is known to whoever publishes: until then no file names one, and
links are relative to it.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from biofacts.application.tools.all_tools import TOOLS

URLS = {
    "Homepage": "",
    "Repository": "",
    "Documentation": "/tree/v{version}/docs",
    "Changelog": "/blob/v{version}/CHANGELOG.md",
    "Issues": "/issues",
}
"""Project URLs, below the repository's home, as the common hosts have them."""


class Home:
    """Where the repository of a release is: `https://HOST/OWNER/NAME`. Raises: ValueError."""

    def __init__(self, url: str, version: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "https" or not parts.hostname or not re.fullmatch(r"/[\w.-]+(/[\w.-]+)+", parts.path):
            raise ValueError(f"a home is like https://HOST/OWNER/NAME, not {url}")
        self.url = url
        self.version = version
        self._host, self._owner = parts.hostname, parts.path.split("/")[1]

    @property
    def urls(self) -> Mapping[str, str]:
        return {name: self.url + path.format(version=self.version) for name, path in URLS.items()}

    @property
    def server(self) -> str:
        """The server's name in the MCP registry: its namespace is what a publisher can prove to own."""
        if self._host == "github.com":
            return f"io.github.{self._owner}/biofacts"
        return f"{'.'.join(reversed(self._host.split('.')))}/biofacts"

    @property
    def source(self) -> str:
        """What the registry calls the host."""
        return self._host.removesuffix(".com").removesuffix(".org")


def version(root: Path) -> str:
    """The one place."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def project(text: str, home: Home) -> str:
    """pyproject.toml with the URLs."""
    lines = "".join(f'{name} = "{url}"\n' for name, url in home.urls.items())
    return re.sub(r"^\[project\.urls\].*\n", lambda head: head[0] + lines, text, count=1, flags=re.M)


def readme(text: str, home: Home) -> str:
    """The README with whole links, since registries show it elsewhere, and the name that the MCP registry looks for."""
    text = re.sub(r"(?<=\]\()(?!https?:|#|mailto:)", f"{home.url}/blob/v{home.version}/", text)
    text = re.sub(rf"(!\[[^]]*\]\({re.escape(home.url)})/blob/", r"\1/raw/", text)
    return re.sub(r"(?<=mcp-name: )\S+", home.server, text)


def server(text: str, version: str, home: Home | None, bundle: Mapping[str, Any] | None = None) -> str:
    """server.json with the version; with a home, its name, its repository and the bundle beside the package."""
    told: dict[str, Any] = json.loads(text)
    told["version"] = version
    for package in told["packages"]:
        package["version"] = version
    if home is not None:
        told |= {"name": home.server, "websiteUrl": home.url, "repository": {"url": home.url, "source": home.source}}
        told["packages"] += [bundle] if bundle else []
    return _written(told)


def manifest(text: str, version: str, home: Home | None) -> str:
    """The bundle's manifest with the version and the tools; with a home, where it is."""
    told: dict[str, Any] = json.loads(text)
    told["version"] = version
    told["tools"] = [{"name": tool.name, "description": tool.title} for tool in TOOLS.values()]
    if home is not None:
        urls = home.urls
        told |= {
            "repository": {"type": "git", "url": home.url},
            "homepage": home.url,
            "documentation": urls["Documentation"],
            "support": urls["Issues"],
        }
    return _written(told)


def citation(text: str, version: str, home: Home | None) -> str:
    """CITATION.cff with the version and, with a home, where the code is."""
    text = re.sub(r"^version: .*$", f"version: {version}", text, flags=re.M)
    return text if home is None else f"{text}repository-code: {home.url}\n"


def _written(told: object) -> str:
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"
