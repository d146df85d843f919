"""The bundle for hosts that install servers (`.mcpb`): made by the official packer, and started as a host would."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
from _npm import installed
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

ROOT = Path(__file__).parent.parent
PACKER = "@anthropic-ai/mcpb@2.1.2"
_PROJECT = """\
[project]
name = "biofacts-bundle"
version = "{version}"
requires-python = "{python}"
dependencies = ["biofacts[png]"]

[tool.uv]
package = false
constraint-dependencies = {constraints}

[tool.uv.sources]
biofacts = {{ path = "{wheel}" }}
"""
_LIKE_A_HOST = """
import { readFileSync } from "node:fs";
import { getMcpConfigForManifest } from "@anthropic-ai/mcpb";
const [folder] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(`${folder}/manifest.json`, "utf8"));
const config = await getMcpConfigForManifest({
  manifest, extensionPath: folder, systemDirs: {}, userConfig: { source: "sample" }, pathSeparator: "/",
});
console.log(JSON.stringify(config));
"""


def packed(wheel: Path, bundle: Path, manifest: str, npm: Path) -> str:
    """Make the bundle. Returns: what it answers when it has been unpacked. Raises: RuntimeError, NoPackages."""
    environment = installed(npm, [PACKER])
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "bundle")
        _laid_out(folder, wheel, manifest)
        _run(["mcpb", "validate", str(folder / "manifest.json")], environment)
        _run(["mcpb", "pack", str(folder), str(bundle)], environment)
        unpacked = Path(temporary, "unpacked")
        _run(["mcpb", "unpack", str(bundle), str(unpacked)], environment)
        script = npm / "like_a_host.mjs"  # beside node_modules, where its imports are looked for
        script.write_text(_LIKE_A_HOST)
        config = json.loads(_run(["node", str(script), str(unpacked)], environment))
        answered = anyio.run(_asked, config, Path(temporary, "cache"))
    return f"{bundle.stat().st_size:,} bytes; {answered}"


def _laid_out(folder: Path, wheel: Path, manifest: str) -> None:
    """The wheel, what starts it, and a project that installs it with the exact versions of the whole tree."""
    folder.mkdir()
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    constraints = json.dumps(known["tool"]["uv"]["constraint-dependencies"], indent=4)
    version, python = known["project"]["version"], known["project"]["requires-python"]
    project = _PROJECT.format(version=version, python=python, constraints=constraints, wheel=wheel.name)
    (folder / "pyproject.toml").write_text(project, "utf-8")
    (folder / "manifest.json").write_text(manifest, "utf-8")
    for path in (wheel, ROOT / "deploy" / "mcpb" / "server.py", ROOT / "LICENSE"):
        shutil.copy(path, folder)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    ran = subprocess.run(command, env=dict(environment), capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(f"{' '.join(command)}: {ran.stdout[-1000:]}{ran.stderr[-1000:]}")
    return ran.stdout


async def _asked(config: Mapping[str, Any], cache: Path) -> str:
    """What the server of a host's command says of itself, and of one question on the built-in sample."""
    kept = {name: value for name, value in os.environ.items() if not re.match("BIOFACTS_|VIRTUAL_ENV|UV_PROJECT", name)}
    env = {**kept, **config["env"], "BIOFACTS_CACHE_DIR": str(cache)}
    server = StdioServerParameters(command=config["command"], args=config["args"], env=env)
    async with Client(stdio_client(server)) as client:
        tools = await client.list_tools()
        found = await client.call_tool("search_pathways", {"query": "krebs cycle"})
    first = (found.structured_content or {})["items"][0]["id"]
    started = f"{config['command']} {config['args'][0]}"
    return f"unpacked and started by `{started}`: {len(tools.tools)} tools, krebs cycle: {first}"
