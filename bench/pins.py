"""Renew the exact versions of the whole tree in pyproject.toml: resolve without the old pins, write the new ones.

Every dependency group takes part, and what builds the wheel. No lock file is kept, since it would name the registry;
`[tool.uv]` holds what it would pin: `constraint-dependencies`, `build-constraint-dependencies`.
"""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

from _shared import command_line

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
PINS = re.compile(r"# Written by bench/pins\.py.*?\n\]\n(?:build-constraint-dependencies[^\n]*\n)?", re.S)


def lock(*options: str) -> None:
    subprocess.run(["uv", "lock", "--quiet", *options], cwd=PROJECT.parent, check=True)


def pin(package: dict[str, Any]) -> str:
    """`name==version`; for the Python versions that it is meant for, where a package is locked in several versions."""
    versions = dict.fromkeys(
        marker.partition(" and sys_platform")[0] for marker in package.get("resolution-markers", [])
    )
    condition = f" ; {' or '.join(versions)}" if versions else ""
    return f"{package['name']}=={package['version']}{condition}"


def built_with(project: str) -> list[str]:
    """What builds the wheel, in exact versions."""
    required = "\n".join(tomllib.loads(project)["build-system"]["requires"])
    command = ["uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate", "-"]
    return subprocess.run(command, input=required, capture_output=True, text=True, check=True).stdout.split()


def main() -> None:
    unpinned = PINS.sub("", PROJECT.read_text())
    PROJECT.write_text(unpinned)
    lock("--upgrade")
    locked: list[dict[str, Any]] = tomllib.loads((PROJECT.parent / "uv.lock").read_text())["package"]
    locked.sort(key=lambda package: (package["name"], package["version"]))
    pins = [pin(package) for package in locked if "registry" in package["source"]]
    lines = "".join(f'    "{one}",\n' for one in pins)
    PROJECT.write_text(
        f"{unpinned.rstrip()}\n# Written by bench/pins.py: the exact versions of the whole tree.\n"
        f"constraint-dependencies = [\n{lines}]\n"
        f"build-constraint-dependencies = {json.dumps(built_with(unpinned))}\n"
    )
    lock()  # fails when the pins do not fit together
    print(f"{len(pins)} packages pinned")


if __name__ == "__main__":
    command_line(__doc__, main)
