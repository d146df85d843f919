"""Renew the exact versions of the whole tree in pyproject.toml: resolve without the old pins, write the new ones.

No lock file is kept, since it would name the registry; `[tool.uv] constraint-dependencies` holds what it would pin.
"""

import re
import subprocess
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
PINS = re.compile(r"\n# Written by bench/pins\.py.*?\n\]\n", re.S)


def main() -> None:
    unpinned = PINS.sub("", PROJECT.read_text())
    PROJECT.write_text(unpinned)
    subprocess.run(["uv", "lock", "--upgrade", "--quiet"], cwd=PROJECT.parent, check=True)
    locked = tomllib.loads((PROJECT.parent / "uv.lock").read_text())["package"]
    pins = sorted({(package["name"], package["version"]) for package in locked if "registry" in package["source"]})
    lines = "".join(f'    "{name}=={version}",\n' for name, version in pins)
    PROJECT.write_text(
        f"{unpinned.rstrip()}\n\n# Written by bench/pins.py: the exact versions of the whole tree.\n[tool.uv]\n"
        f"constraint-dependencies = [\n{lines}]\n"
    )
    print(f"{len(pins)} packages pinned")


if __name__ == "__main__":
    main()
