"""What is published beside the code: one version everywhere, names that are there, and forms that are asked for."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # has no types of its own; pyright brings some
import msgspec
import pytest

from biofacts.application.tools.all_tools import TOOLS
from biofacts.composition.settings import Settings
from tests.places import REPOSITORY

PROJECT: dict[str, Any] = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
VERSION = str(PROJECT["version"])
TELLING = {
    "CITATION.cff": r"^version: (.+)$",
    "server.json": r'"version": "(.+)"',
    "deploy/mcpb/manifest.json": r'"version": "(.+)"',
    "compose.yaml": r"image: biofacts:(.+)$",
    "deploy/kubernetes/kustomization.yaml": r'newTag: "(.+)"',
    "docs/deploy.md": r"^FROM biofacts:(.+)$",
}
"""Where the version is told again, and how."""

WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))

REGISTRY = {
    "type": "object",
    "required": ["name", "description", "version"],
    "properties": {
        "$schema": {"pattern": r"^https://static\.modelcontextprotocol\.io/schemas/[\d-]{10}/server\.schema\.json$"},
        "name": {"type": "string", "pattern": r"^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "minLength": 3, "maxLength": 200},
        "title": {"type": "string", "minLength": 1, "maxLength": 100},
        "description": {"type": "string", "minLength": 1, "maxLength": 100},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
        "websiteUrl": {"type": "string", "format": "uri"},
        "repository": {"type": "object", "required": ["url", "source"]},
        "packages": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["registryType", "identifier", "transport"],
                "properties": {
                    "registryType": {"enum": ["pypi", "mcpb"]},
                    "fileSha256": {"pattern": "^[a-f0-9]{64}$"},
                    "transport": {"properties": {"type": {"const": "stdio"}}, "required": ["type"]},
                    "packageArguments": {"items": {"required": ["type", "value"]}},
                    "environmentVariables": {"items": {"required": ["name"]}},
                },
                "if": {"properties": {"registryType": {"const": "mcpb"}}},
                "then": {"required": ["fileSha256"]},
            },
        },
    },
}
"""Of the MCP registry's schema of 2025-12-11, what concerns us, in our own words."""

VALIDATOR: Any = jsonschema.Draft7Validator


@pytest.fixture
def stamping(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(REPOSITORY / "bench"), *sys.path])
    import _stamping  # type: ignore[import-not-found]  # pyright: ignore[reportMissingImports]

    return _stamping


@pytest.fixture
def home(stamping: Any) -> Any:
    return stamping.Home("https://github.com/someone/biofacts", VERSION)


def read(name: str) -> str:
    return (REPOSITORY / name).read_text("utf-8")


@pytest.mark.parametrize("name", TELLING)
def test_the_version_is_that_of_the_project(name: str) -> None:
    assert set(re.findall(TELLING[name], read(name), re.M)) == {VERSION}


def test_the_version_is_told_nowhere_else() -> None:
    places = [REPOSITORY / "src", REPOSITORY / "deploy", REPOSITORY / "docs"]
    files = [path for place in places for path in place.rglob("*.*") if path.suffix in (".py", ".md", ".yaml", ".json")]
    telling = re.compile(rf"(biofacts\S{{0,3}}|[vV]ersion\W{{1,4}}){re.escape(VERSION)}")
    told = {path.relative_to(REPOSITORY).as_posix() for path in files if telling.search(path.read_text("utf-8"))}

    assert told <= set(TELLING)


def test_the_classifiers_name_each_python_that_the_workflows_try() -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))

    assert named == sorted(named, key=lambda one: int(one[2:]))
    for tried in re.findall(r"python: \[(.+)\]", "".join(path.read_text() for path in WORKFLOWS)):
        assert re.findall(r"3\.\d+", tried) == named


# Registries


def test_the_readme_says_which_server_it_is() -> None:
    assert re.findall(r"mcp-name: (\S+)", read("README.md")) == [json.loads(read("server.json"))["name"]]


def registered(stamping: Any, home: Any) -> Iterator[dict[str, Any]]:
    package = {"registryType": "mcpb", "identifier": "x", "fileSha256": "0" * 64, "transport": {"type": "stdio"}}
    yield json.loads(read("server.json"))
    yield json.loads(stamping.server(read("server.json"), VERSION, home, package))


def test_the_registry_s_file_has_the_registry_s_form(stamping: Any, home: Any) -> None:
    for told in registered(stamping, home):
        VALIDATOR(REGISTRY).validate(told)
        assert all(told["version"] == package.get("version", VERSION) for package in told["packages"])


@pytest.mark.parametrize("name", ["server.json", "deploy/mcpb/manifest.json"])
def test_every_setting_that_is_offered_is_one(name: str) -> None:
    known = {f"BIOFACTS_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}

    assert set(re.findall(r"BIOFACTS_[A-Z_]+", read(name))) <= known


def test_the_bundle_asks_for_what_it_uses() -> None:
    told = json.loads(read("deploy/mcpb/manifest.json"))
    used = set(re.findall(r"\$\{user_config\.(\w+)\}", read("deploy/mcpb/manifest.json")))

    assert used == set(told["user_config"])
    assert all("default" in one for one in told["user_config"].values())  # else its name in braces would be the value
    assert (REPOSITORY / "deploy" / "mcpb" / told["server"]["entry_point"]).is_file()


# A home


def test_a_home_is_told_everywhere(stamping: Any, home: Any) -> None:
    project = tomllib.loads(stamping.project(read("pyproject.toml"), home))["project"]
    readme = stamping.readme("[a](docs/a.md) ![b](docs/b.svg) [c](#c) <!-- mcp-name: x/y -->", home)
    manifest = json.loads(stamping.manifest(read("deploy/mcpb/manifest.json"), VERSION, home))
    url = "https://github.com/someone/biofacts"

    assert project["urls"] == home.urls | PROJECT["urls"]
    assert readme == (
        f"[a]({url}/blob/v{VERSION}/docs/a.md) ![b]({url}/raw/v{VERSION}/docs/b.svg) [c](#c)"
        " <!-- mcp-name: io.github.someone/biofacts -->"
    )
    assert (manifest["homepage"], len(manifest["tools"])) == (url, len(TOOLS))
    assert stamping.citation("version: 0\n", VERSION, home) == f"version: {VERSION}\nrepository-code: {url}\n"


def test_the_name_in_the_registry_is_one_that_the_home_s_owner_can_prove(stamping: Any) -> None:
    elsewhere = stamping.Home("https://git.example.org/someone/biofacts", VERSION)

    assert (elsewhere.server, elsewhere.source) == ("org.example.git/biofacts", "git.example")


@pytest.mark.parametrize("url", ["", "http://github.com/a/b", "https://github.com", "https://github.com/a", "a/b"])
def test_what_is_no_home_is_refused(url: str, stamping: Any) -> None:
    with pytest.raises(ValueError, match="a home is like"):
        stamping.Home(url, VERSION)


# Workflows


def test_every_action_is_pinned_to_one_commit() -> None:
    uses = [line for path in WORKFLOWS for line in re.findall(r"uses: (\S+)(.*)$", path.read_text(), re.M)]
    foreign = {name: remark for name, remark in uses if not name.startswith("./")}
    actions = [name.partition("@")[0] for name in foreign]

    assert actions
    assert len(actions) == len(set(actions))
    assert [name for name in foreign if not re.search(r"@[0-9a-f]{40}$", name)] == []
    assert [remark for remark in foreign.values() if not re.fullmatch(r" # v\d+\.\d+\.\d+", remark)] == []


def test_workflows_have_no_right_that_a_job_does_not_name() -> None:
    assert len(WORKFLOWS) == 2
    assert [path.name for path in WORKFLOWS if "\npermissions: {}\n" not in path.read_text()] == []


# The source distribution


def test_all_that_the_source_distribution_is_to_hold_is_there() -> None:
    told = re.findall(r"^(?:graft|include|recursive-include) (.+?)(?: \*)?$", read("MANIFEST.in"), re.M)
    names = [name for line in told for name in line.split()]

    assert [name for name in names if not (REPOSITORY / name).exists()] == []


def test_what_a_bundle_starts_is_the_server(tmp_path: Path) -> None:
    script = REPOSITORY / "deploy" / "mcpb" / "server.py"
    environment = {"BIOFACTS_SOURCE": "sample", "BIOFACTS_CACHE_DIR": str(tmp_path), "PATH": ""}
    ran = subprocess.run([sys.executable, script], input=b"", env=environment, capture_output=True, check=False)

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
