"""Everything that a release consists of, built as it would be published, and looked at by others' tools.

    python bench/shipping.py OUT [--home URL] [--tools FOLDER] [--quick]

OUT gets the wheel, the sdist, `server.json`, the bundle (`.mcpb`), CITATION.cff and the SBOM. --home: where the
repository is, https://HOST/OWNER/NAME: only then is it named. FOLDER keeps the tools of PyPI and npm; a temporary one
when it is not given. --quick: what needs no registry: it is built, and its contents compared.

Looked at: the wheel holds every file of src/, and nothing else; the wheel that the sdist makes holds the same, byte by
byte; `twine`, `check-wheel-contents`, `validate-pyproject`, `pyroma`, `cffconvert`, `zizmor` and `jactionlint`
(actionlint, as PyPI has it whole) have nothing to say; there is a wheel of every dependency for four systems and four
Pythons; `biofacts demo` runs from the wheel in an environment of its own; the official packer validates and packs the
bundle, and what it unpacks answers as a host starts it.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import _stamping as stamping
import anyio
from _shared import command_line, installed, kept_in, python_with
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

# The bundle for hosts that install servers (`.mcpb`): made by the official packer, and started as a host would


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
    """Make the bundle. Returns: what it answers when it has been unpacked. Raises: Wrong."""
    environment = installed(npm, [PACKER])
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "bundle")
        _laid_out(folder, wheel, manifest)
        run("mcpb", "validate", folder / "manifest.json", env=environment)
        run("mcpb", "pack", folder, bundle, env=environment)
        unpacked = Path(temporary, "unpacked")
        run("mcpb", "unpack", bundle, unpacked, env=environment)
        script = npm / "like_a_host.mjs"  # beside node_modules, where its imports are looked for
        script.write_text(_LIKE_A_HOST)
        config = json.loads(run("node", script, unpacked, env=environment))
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


TOOLS = (
    "check-wheel-contents==0.6.3", "cffconvert==2.0.0", "jactionlint==2.3.0", "pyroma==5.0.1", "twine==7.0.0",
    "validate-pyproject[all]==0.27", "zizmor==1.32.0",
)  # fmt: skip
SYSTEMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
_NO_ADDRESS = ("author-email", "Final rating", "Checking", "Getting metadata", "Found", "---")
"""What pyroma says and is so: an address of all contributors is not there."""


class Wrong(RuntimeError):
    """Something of a release is not as it should be."""


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """What a command says. Raises: Wrong."""
    inherited = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    ran = subprocess.run(command, cwd=cwd, env=env or inherited, capture_output=True, text=True)
    if ran.returncode:
        raise Wrong(
            f"{Path(command[0]).name} {' '.join(map(str, command[1:4]))}: {ran.stdout[-2000:]}{ran.stderr[-2000:]}"
        )
    return ran.stdout


def staged(folder: Path, home: stamping.Home | None) -> None:
    """Copy what is or would be under version control, and stamp it."""
    for name in run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        source = ROOT / name
        if name and source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / name)
    version = stamping.version(folder)

    def change(name: str, new: str) -> None:
        (folder / name).write_text(new, "utf-8")

    change("CITATION.cff", stamping.citation((folder / "CITATION.cff").read_text("utf-8"), version, home))
    change("server.json", stamping.server((folder / "server.json").read_text("utf-8"), version, home))
    if home is not None:
        change("pyproject.toml", stamping.project((folder / "pyproject.toml").read_text("utf-8"), home))
        change("README.md", stamping.readme((folder / "README.md").read_text("utf-8"), home))


def built(source: Path, out: Path) -> tuple[Path, Path]:
    """The wheel, made through the sdist, and the sdist. Raises: Wrong when the tree itself makes another wheel."""
    run("uv", "build", "--quiet", "--out-dir", out, source)
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    (out / ".gitignore").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run("uv", "build", "--quiet", "--wheel", "--out-dir", folder, source)
        (direct,) = Path(folder).glob("*.whl")
        if contents(wheel) != contents(direct):
            raise Wrong("the sdist makes another wheel than the tree")
    return wheel, sdist


def contents(wheel: Path) -> dict[str, str]:
    """Each file of a wheel, and a digest of it."""
    with zipfile.ZipFile(wheel) as opened:
        return {name: hashlib.sha256(opened.read(name)).hexdigest() for name in opened.namelist()}


def looked_into(wheel: Path, source: Path) -> str:
    """How many files there are. Raises: Wrong when the wheel lacks a file of the packages' folders, or has another."""
    there = {name for name in contents(wheel) if ".dist-info/" not in name}
    folders = tomllib.loads((source / "pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]
    wanted = {
        f"{package.replace('.', '/')}/{one.relative_to(source / folder).as_posix()}"
        for package, folder in folders.items()
        for one in (source / folder).rglob("*")
        if one.is_file() and "__pycache__" not in one.parts
    }
    if there != wanted:
        raise Wrong(f"missing: {sorted(wanted - there)}; foreign: {sorted(there - wanted)}")
    return f"{len(there)} files, {wheel.stat().st_size:,} bytes"


def linted(wheel: Path, sdist: Path, source: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """What each tool of PyPI says, in a word. Raises: Wrong."""
    tools = python_with(folder / "pypi", *TOOLS).parent
    commands: dict[str, Sequence[str | Path]] = {
        "twine": ("check", "--strict", wheel, sdist),
        "check-wheel-contents": (wheel,),
        "validate-pyproject": (source / "pyproject.toml",),
        "cffconvert": ("--validate", "-i", source / "CITATION.cff"),
        "zizmor": ("--offline", "--pedantic", "--quiet", source / ".github"),
        "jactionlint": [*(source / ".github" / "workflows").glob("*.yml")],
    }
    for name, arguments in commands.items():
        run(tools / name, *arguments)
        yield name, "nothing to say"
    said = subprocess.run([tools / "pyroma", "--min=8", sdist], capture_output=True, text=True, cwd=folder)
    told = [line for line in said.stdout.splitlines() if line and not any(word in line for word in _NO_ADDRESS)]
    if said.returncode:
        raise Wrong(said.stdout)
    yield "pyroma", next(line for line in said.stdout.splitlines() if "rating" in line) + " " + "; ".join(told[:-1])


def everywhere() -> str:
    """Raises: Wrong when a dependency has no wheel for a system and Python."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    chosen = [
        part for extra in extras if extra not in ("all", "ray") for part in ("--extra", extra)
    ]  # ray has its own systems
    for system in SYSTEMS:
        for python in PYTHONS:
            wanted = ("--python-platform", system, "--python-version", python, "--only-binary", ":all:")
            run("uv", "pip", "compile", "--quiet", "--no-header", *wanted, *chosen, "pyproject.toml")
    return f"wheels for {len(SYSTEMS)} systems and Python {', '.join(PYTHONS)}"


def demonstrated(wheel: Path) -> str:
    """Raises: Wrong when the wheel alone, with the newest of what it needs, plays no demonstration."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("BIOFACTS_", "VIRTUAL_ENV"))}
        env = kept | {"BIOFACTS_CACHE_DIR": folder, "PYTHONPATH": ""}
        said = run("uvx", "--isolated", "--from", f"{wheel}[terminal]", "biofacts", "demo", cwd=Path(folder), env=env)
    return f"{len(said.splitlines())} lines"


def listed(source: Path, out: Path, version: str) -> str:
    """The SBOM: what an installation depends on, as the constraints of pyproject.toml say."""
    path = out / f"biofacts-{version}.cdx.json"
    quiet = ("--quiet", "--no-default-groups", "--all-extras", "--no-emit-project")
    run("uv", "export", *quiet, "--format", "cyclonedx1.5", "--output-file", path, cwd=source)
    return path.name


def steps(out: Path, home_url: str | None, tools: Path, *, quick: bool) -> Iterator[tuple[str, str]]:
    """Each step as it is done, and what came of it. Raises: Wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary)
        version = stamping.version(ROOT)
        home = stamping.Home(home_url, version) if home_url else None
        staged(source, home)
        wheel, sdist = built(source, out)
        yield "wheel", looked_into(wheel, source)
        yield "sdist", f"makes the same wheel; {sdist.stat().st_size:,} bytes"
        shutil.copy(source / "CITATION.cff", out)
        if quick:
            return
        yield from linted(wheel, sdist, source, tools)
        yield "dependencies", everywhere()
        yield "uvx biofacts demo", demonstrated(wheel)
        yield "SBOM", listed(source, out, version)
        bundle = out / f"biofacts-{version}.mcpb"
        yield "mcpb", packed(wheel, bundle, stamping.manifest(_manifest(source), version, home), tools / "npm")
        package = {
            "registryType": "mcpb",
            "identifier": f"{home_url}/releases/download/v{version}/{bundle.name}",
            "version": version,
            "fileSha256": hashlib.sha256(bundle.read_bytes()).hexdigest(),
            "transport": {"type": "stdio"},
        }
        told = stamping.server((ROOT / "server.json").read_text("utf-8"), version, home, package)
        (out / "server.json").write_text(told, "utf-8")
        yield "server.json", f"as the registry wants it, named {home.server if home else 'as nobody may be'}"


def _manifest(source: Path) -> str:
    return (source / "deploy" / "mcpb" / "manifest.json").read_text("utf-8")


def main(out: Path, *, home: str | None = None, tools: Path | None = None, quick: bool = False) -> int:
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        print(f"{out} is not empty")
        return 2
    try:
        with kept_in(tools) as place:
            for name, said in steps(out, home, place, quick=quick):
                print(f"{name:<24}{said}", flush=True)
    except (Wrong, subprocess.CalledProcessError) as why:
        print(f"WRONG: {why}")
        return 1
    return 0


if __name__ == "__main__":
    command_line(__doc__, main)
