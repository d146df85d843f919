"""Pieces that benchmarks share: command lines, tables, verdicts, the stand-in, catalogues, servers, npm."""

import argparse
import inspect
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, NoReturn, get_args, get_origin, get_type_hints

import anyio
import httpx
import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import GPML
from biofacts.adapters.local.catalogue_entries.pharmacology import LIGANDS, TARGETS, decode_ligand, decode_target
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed
from biofacts.adapters.sqlite.catalogue_build import verified
from biofacts.adapters.sqlite.catalogue_release import Pointer
from biofacts.adapters.sqlite.catalogue_store import SCHEMA
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings, SourceSetting
from biofacts.domain.pharmacology.ligand import LigandFacts
from biofacts.domain.pharmacology.target import TargetFacts
from biofacts.ports.catalogue import Content, ReleaseInfo
from biofacts.ports.synchronisation import Progress, unseen

sys.path.insert(0, str(Path(__file__).parents[1]))
"""Of what the suite has (`tests`), some of them make use."""

# How the benchmarks are called: by the parameters of a function


def command_line(doc: str | None, *jobs: Callable[..., Any]) -> NoReturn:
    """Call the job that the command line names by its first word; a job alone needs no name.

    Its parameters are the arguments, those by keyword only the options. What it returns is the exit code.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    named = parser.add_subparsers(required=True, metavar="WHAT") if len(jobs) > 1 else None
    for job in jobs:
        own = named.add_parser(job.__name__.replace("_", "-"), help=job.__doc__) if named else parser
        own.set_defaults(job=job)
        hints = get_type_hints(job)
        for name, one in inspect.signature(job).parameters.items():
            is_option, is_needed = one.kind is one.KEYWORD_ONLY, one.default is one.empty
            options = _argument(hints[name]) | ({} if is_needed else {"default": one.default})
            if is_option and is_needed:
                options["required"] = True
            elif not is_option and not is_needed:
                options.setdefault("nargs", "?")
            own.add_argument(f"--{name.replace('_', '-')}" if is_option else name, **options)
    given = vars(parser.parse_args())
    call = partial(given.pop("job"), **given)
    raise SystemExit(anyio.run(call) if inspect.iscoroutinefunction(call.func) else call())


def _argument(hint: Any) -> dict[str, Any]:
    """What argparse is told of a parameter by its type."""
    if hint is bool:
        return {"action": "store_true"}
    (hint,) = [one for one in get_args(hint) if one is not NoneType] if NoneType in get_args(hint) else [hint]
    if get_origin(hint) is Sequence:
        return _argument(get_args(hint)[0]) | {"nargs": "*"}
    if get_origin(hint) is Literal:
        return {"choices": get_args(hint)}
    return {"type": (lambda text: Path(text).resolve()) if hint is Path else hint}


@contextmanager
def kept_in(folder: Path | None) -> Generator[Path]:
    """Yield a folder, made where it is missing; a temporary one for None."""
    with tempfile.TemporaryDirectory() as temporary:
        place = folder or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        yield place.resolve()


# How the benchmarks print: one aligned table, and figures that mean the same in all of them


def table(head: Sequence[str], rows: Iterable[Sequence[object]], *, words: int = 1) -> str:
    """Aligned plain text. The first `words` columns stand left, the others right; None is shown as `-`."""
    cells = [[*head], *(["-" if cell is None else str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        for row in cells
    )


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which that share of them lies: 0.5 for the median."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def spread(seconds: Iterable[float]) -> str:
    """Median, 95th percentile and maximum of times."""
    times = [*seconds]
    marks = (("p50", quantile(times, 0.5)), ("p95", quantile(times, 0.95)), ("max", max(times)))
    return "   ".join(f"{name} {value * 1e3:7.2f} ms" for name, value in marks)


def percent(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole else "-"


class Ranks:
    """How high right answers stand: first, among the first few, and the mean reciprocal rank."""

    def __init__(self, few: int) -> None:
        self._few = few
        self.asked = self.first = self.empty = self._among = 0
        self._reciprocal = 0.0

    def add(self, answers: Sequence[str], right: Collection[str], first: Collection[str] | None = None) -> int | None:
        """Count an answer. Returns: the place of the first right one. `first`: what is right there, if not all is."""
        place = next((place for place, answer in enumerate(answers, start=1) if answer in right), None)
        self.asked += 1
        self.first += bool(answers) and answers[0] in (right if first is None else first)
        self._among += place is not None and place <= self._few
        self._reciprocal += 1 / place if place else 0
        self.empty += not answers
        return place

    @staticmethod
    def head(few: int) -> Sequence[str]:
        return "asked", "top-1", f"top-{few}", "MRR"

    @property
    def row(self) -> Sequence[object]:
        shares = (f"{part / self.asked:.2%}" for part in (self.first, self._among))
        return self.asked, *shares, f"{self._reciprocal / self.asked:.4f}"


# What a benchmark has found out, in few numbers: for `accuracy.py`, which makes one page of all of them


TO = "BIOFACTS_BENCH_VERDICTS"
"""The environment variable that names the file to which verdicts are added."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Of one set of questions, what came of them, and who answered.

    `asked`: questions, or pairs that are true; `right`: of these. `wrong`: questions answered, but not rightly; or
    pairs that were answered and are not true. What is left was not answered.
    """

    subject: str
    by: str = "biofacts"
    asked: int
    right: int
    wrong: int


def tell(subject: str, asked: int, right: int, wrong: int, by: str = "biofacts") -> None:
    """Add a verdict to the file, where somebody has named one."""
    if path := os.environ.get(TO):
        verdict = Verdict(subject=subject, by=by, asked=asked, right=right, wrong=wrong)
        with Path(path).open("ab") as file:
            file.write(msgspec.json.encode(verdict) + b"\n")


def told(path: Path) -> Iterator[Verdict]:
    """The verdicts of a file, in their order."""
    return (msgspec.json.decode(line, type=Verdict) for line in path.read_bytes().splitlines())


# The stand-in of the upstreams: started on a free port, steered and read by its own log


@contextmanager
def standin(upstream: Path, *options: str) -> Generator[str]:
    """Run UPSTREAM/serve.py as long as the block lasts. Yields: its address."""
    command = [sys.executable, str(upstream / "serve.py"), "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        if not (base := process.stdout.readline().strip()):
            raise SystemExit(f"{command} did not start")
        yield base
    finally:
        process.terminate()
        process.wait(10)


def addresses(base: str) -> dict[str, Any]:
    """The settings that lead every source to one stand-in."""
    base = base.rstrip("/")
    return {
        "wikipathways_url": f"{base}/wikipathways",
        "wikipathways_data_url": f"{base}/wikipathways-data",
        "ontology_url": f"{base}/obo",
        "pubchem_url": f"{base}/pubchem",
        "pubchem_bulk_url": f"{base}/pubchem-bulk",
        "gtopdb_url": f"{base}/gtopdb",
        "hgnc_url": f"{base}/hgnc",
        "ncbi_gene_url": f"{base}/ncbi-gene",
    }


def settings(base: str, folder: Path | str, source: SourceSetting = "live") -> Settings:
    return Settings(**addresses(base), cache_dir=Path(folder), source=source)


def inherited() -> dict[str, str]:
    """This process's environment, but that bytecode is kept: else every start compiles every module again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def environment(base: str, folder: Path | str) -> Mapping[str, str]:
    """What a process inherits, with the settings of a stand-in."""
    given = {f"BIOFACTS_{name.upper()}": value for name, value in addresses(base).items()}
    return inherited() | given | {"BIOFACTS_CACHE_DIR": str(folder)}


class Log:
    """What a stand-in was asked."""

    def __init__(self, base: str) -> None:
        self._http = httpx.Client(base_url=base, trust_env=False)

    def clear(self) -> None:
        self._http.delete("/_log")

    def requests(self) -> list[dict[str, Any]]:
        return list(self._http.get("/_log").json()["requests"])


# The catalogues that a benchmark asks: those on disk, their SQLite files, and how they come there


class Present(NamedTuple):
    """A synchronised catalogue: the settings that read it offline, and its folder."""

    settings: Settings
    folder: Path


def present(name: str = GPML) -> Present:
    """The catalogues of the environment's settings. Raises: SystemExit when the named one is not synchronised."""
    settings = Settings.from_environment({**os.environ, "BIOFACTS_SOURCE": "offline"})
    if settings.cache_dir is None or not _pointer(settings.cache_dir, name).exists():
        raise SystemExit("set BIOFACTS_CACHE_DIR (and BIOFACTS_PUBCHEM_URL), then run `biofacts sync`")
    return Present(settings, settings.cache_dir)


def _pointer(folder: Path, name: str) -> Path:
    return folder / SCHEMA / name / "newest.json"


def column(folder: Path, name: str, statement: str) -> list[Any]:
    """The first column of what a statement finds in the newest release of a catalogue."""
    pointer = _pointer(folder, name)
    version = msgspec.json.decode(pointer.read_bytes(), type=Pointer).version
    connection = sqlite3.connect(f"file:{pointer.with_name(version)}.sqlite?mode=ro", uri=True)
    try:
        return [row[0] for row in connection.execute(statement)]
    finally:
        connection.close()


def facts(folder: Path) -> tuple[list[LigandFacts], list[TargetFacts]]:
    """Every ligand and every target of a catalogue."""
    statement = "SELECT body FROM records ORDER BY document"
    ligands, targets = (column(folder, name, statement) for name in (LIGANDS, TARGETS))
    return [decode_ligand(verified(body)) for body in ligands], [decode_target(verified(body)) for body in targets]


def known_to_pubchem(ligands: Sequence[LigandFacts]) -> list[LigandFacts]:
    """Approved medicines whose number at PubChem is known."""
    return [one for one in ligands if one.approved and "pubchem_compound" in one.cross_references]


def content(indexed: Indexed, info: ReleaseInfo) -> Content:
    """What is published of a file that was not fetched."""
    return Content(info=info, entries=indexed.entries, synonyms=indexed.synonyms)


async def synchronise(container: Container, name: str, progress: Progress = unseen) -> tuple[str, ...]:
    """Bring one source's whole release, as `biofacts sync NAME`. Returns: the names of its catalogues."""
    (one,) = (one for one in container.synchronisers() if one.name == name)
    await one.sync(progress)
    return one.catalogues


# Servers over HTTP in processes of their own, on ports of the loopback


HERE = Path(__file__).parents[1]
"""The checkout of this script."""


def python_of(tree: Path) -> str:
    """The interpreter of a checkout."""
    return sys.executable if tree == HERE else str(tree / ".venv" / "bin" / "python")


SERVE_HTTP = (sys.executable, "-m", "biofacts", "serve", "--http")
"""The command of our server; `--port` follows."""

_PATIENCE = 60.0


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(address: str, process: subprocess.Popen[bytes], patience: float = _PATIENCE) -> None:
    """Until an address answers with no 5xx. Raises: SystemExit when the process ends, or after that many seconds."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if process.poll() is not None:
            raise SystemExit(f"{process.args!r} ended with {process.returncode}")
        try:
            if httpx.get(address, trust_env=False, timeout=2).status_code < 500:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise SystemExit(f"{address} did not answer within {patience:g} s")


class HttpServer:
    """One process and its port; may be stopped, killed, and started again at the same port."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path | None = None) -> None:
        self._command, self._environment, self._log = command, environment, log
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: str = "/healthz") -> None:
        log = subprocess.DEVNULL if self._log is None else os.open(self._log, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self.process = subprocess.Popen(
            [*self._command, "--port", str(self.port)],
            env=dict(self._environment),
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
        wait_for(self.base + wait, self.process)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Until it has ended. Raises: subprocess.TimeoutExpired after a minute."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None


@contextmanager
def http_server(command: Sequence[str], environment: Mapping[str, str], log: Path | None = None) -> Generator[str]:
    """The address of a server that runs as long as the block lasts."""
    server = HttpServer(command, environment, log)
    try:
        server.start()
        yield server.base
    finally:
        server.stop()


# Servers over stdio in processes of their own: ours, and an empty `mcp` server with an echo tool to compare with


SERVE = (sys.executable, "-m", "biofacts", "serve")
"""The command of our server."""

_EMPTY = """
import anyio
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

TOOL = types.Tool(name="echo", description="echo", input_schema={"type": "object"})


async def list_tools(ctx, params):
    return types.ListToolsResult(tools=[TOOL])


async def call_tool(ctx, params):
    answer = (params.arguments or {}).get("answer")
    import json
    return types.CallToolResult(content=[types.TextContent(text=json.dumps(answer))], structured_content=answer)


async def main():
    server = Server("empty", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

anyio.run(main)
"""


@contextmanager
def empty_server() -> Generator[Sequence[str]]:
    """The command of the empty server, which is there as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.py"
        path.write_text(_EMPTY)
        yield (sys.executable, str(path))


CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
"""What a client says of itself as it begins."""


META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": CLIENT["clientInfo"],
    "io.modelcontextprotocol/clientCapabilities": {},
}
"""What a client of the newer era says of itself in each call."""


class Session:
    """A server and its client, which speaks raw JSON-RPC of revision 2025-11-25. Nothing is fetched."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**inherited(), "BIOFACTS_SOURCE": "offline"},
        )  # fmt: skip
        self._number = 0
        self._ask("initialize", CLIENT)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    @property
    def pid(self) -> int:
        return self._process.pid

    def processor_time(self) -> float:
        """Seconds of a processor that the server has used."""
        return processor_time(self.pid)

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _ask(self, method: str, params: Mapping[str, object]) -> Any:
        assert self._process.stdout is not None
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return json.loads(self._process.stdout.readline())["result"]

    def result(self, tool: str, arguments: Mapping[str, object]) -> Any:
        """A call's result as it comes."""
        return self._ask("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool: str, arguments: Mapping[str, object]) -> Any:
        """A call's structured content. Raises: SystemExit when it is an error."""
        result = self.result(tool, arguments)
        if result.get("isError"):
            raise SystemExit(f"{tool} {arguments}: {result['structuredContent']}")
        return result["structuredContent"]

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


def processor_time(pid: int) -> float:
    """Seconds of all threads of a process, other than the clock's independent of what else the machine does.

    Linux: the clock of a process has a number made of the process's.
    """
    return time.clock_gettime((~pid << 3) | 2)


def resident(pid: int) -> tuple[float, float]:
    """A process's memory in megabytes: RSS, and PSS, which counts what is shared with others in part."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    rss, pss = (int(told.split(f"\n{name}:")[1].split()[0]) / 1024 for name in ("Rss", "Pss"))
    return rss, pss


# Tools of PyPI and npm, each installed once into a folder, apart from everything else


def python_with(place: Path, *requirements: str) -> Path:
    """An interpreter with these packages beside it, in an environment that is made where it is missing."""
    python = place / "bin" / "python"
    if not python.exists():
        subprocess.run(["uv", "venv", "--quiet", str(place)], check=True, cwd=place.parent)
        command = ["uv", "pip", "install", "--quiet", "--python", str(python), *requirements]
        subprocess.run(command, check=True, cwd=place.parent)
    return python


NODE = "node@22"
"""The conformance suite needs Node 22; npm has it where the machine's own is older."""


def _not_run(why: str) -> NoReturn:
    """End with a code that CI knows: what npm brings cannot be had, which is no fault of ours."""
    print(f"not run: {why}")
    raise SystemExit(75)


def installed(folder: Path, packages: Sequence[str]) -> dict[str, str]:
    """Bring the packages (with Node itself) into the folder, unless they are there. Returns: the environment in which
    their commands are found, and write their files into that folder. Ends the process where there is no npm, or it
    cannot bring the packages."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm")
    if npm is None:
        _not_run("there is no npm here")
    inherited = {**os.environ, "HOME": str(home), "MCP_CATALOG_PATH": str(home / "catalog.json")}
    wanted, done = "\n".join([NODE, *packages]), folder / "installed"
    if not done.exists() or done.read_text() != wanted:
        quiet = ("--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(folder))
        brought = subprocess.run(
            [npm, "install", *quiet, NODE, *packages], env=inherited, capture_output=True, text=True
        )
        if brought.returncode:
            _not_run(brought.stderr.strip()[-500:])
        done.write_text(wanted)
    return {**inherited, "PATH": f"{folder / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"}
