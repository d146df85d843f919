"""Node and what is run on it, as npm has them: installed once into a folder, apart from everything else."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

NODE = "node@22"
"""The conformance suite needs Node 22; npm has it where the machine's own is older."""


class NoPackages(Exception):
    """There is no npm, or it cannot bring the packages: says why."""


def installed(folder: Path, packages: Sequence[str]) -> dict[str, str]:
    """Bring the packages (with Node itself) into the folder, unless they are there. Returns: the environment in which
    their commands are found, and write their files into that folder. Raises: NoPackages."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm")
    if npm is None:
        raise NoPackages("there is no npm here")
    inherited = {**os.environ, "HOME": str(home), "MCP_CATALOG_PATH": str(home / "catalog.json")}
    wanted, done = "\n".join([NODE, *packages]), folder / "installed"
    if not done.exists() or done.read_text() != wanted:
        quiet = ("--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(folder))
        brought = subprocess.run(
            [npm, "install", *quiet, NODE, *packages], env=inherited, capture_output=True, text=True
        )
        if brought.returncode:
            raise NoPackages(brought.stderr.strip()[-500:])
        done.write_text(wanted)
    return {**inherited, "PATH": f"{folder / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"}
