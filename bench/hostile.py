"""Hostile input in bulk: arguments as no model sends them, and texts of 64 kB.

    python bench/hostile.py arguments [--examples 10000] [--catalogue] [--tools NAME ...]
    python bench/hostile.py texts CACHE [--number 60] [--tools NAME ...] [--replicas 3]

- `arguments`: every tool with generated argument sets, every answer checked against its published schema. The
  strategies and the checks are those of the suite (tests/hostile.py). What answers is the real adapters over replayed
  upstreams; with --catalogue the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync`
  first; nothing is fetched, and PubChem stays replayed). The last column is texts of a megabyte.
- `texts`: in every argument of every tool that takes text, while somebody asks how the server is. CACHE: a cache folder
  that `biofacts sync` has filled; it is copied, and nothing is fetched. Each text is sent whole, alone in a list, and
  200 times at the length of a name. Told is what became of the calls, how long they took, how long `/healthz` took
  beside them, which is how long the event loop was blocked, and how much memory the server held. With --replicas as
  many servers stand behind deploy/nginx.conf, and one that holds over 1 GiB is killed, as a container would be.
"""

import collections
import gc
import itertools
import json
import random
import resource
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import msgspec
from _http import Connection, request
from _replicas import memory_of, nginx
from _shared import SERVE_HTTP, HttpServer, command_line, inherited

from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from tests import hostile

# Arguments


@asynccontextmanager
async def synchronised() -> AsyncGenerator[UseCases]:
    settings = msgspec.structs.replace(Settings.from_environment(), source="offline")
    async with hostile.replayed() as replayed, running(settings) as container:
        yield msgspec.structs.replace(
            container.use_cases(),
            resolve_compounds=replayed.resolve_compounds,
            lookup_compound=replayed.lookup_compound,
        )


def peak() -> float:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def asked(
    tool: str, use_cases: UseCases, given: Iterable[dict[str, object]]
) -> tuple[list[float], collections.Counter[str]]:
    """Milliseconds of each call, and the kinds of the answers."""
    times: list[float] = []
    kinds: collections.Counter[str] = collections.Counter()
    for one in given:
        started = time.perf_counter()
        outcome = await call(TOOLS[tool], use_cases, one)
        times.append((time.perf_counter() - started) * 1000)
        kinds[hostile.check(tool, outcome)] += 1
    return times, kinds


async def measure(tool: str, examples: int, *, real: bool) -> None:
    given = hostile.examples(tool, examples)
    async with synchronised() if real else hostile.replayed() as use_cases:
        await asked(tool, use_cases, hostile.examples(tool, 20))  # what is opened and imported once
        gc.collect()
        before = peak()
        times, kinds = await asked(tool, use_cases, given)
        grown = peak() - before
        huge, _ = await asked(tool, use_cases, hostile.megabytes(tool))
    cuts = statistics.quantiles(times, n=100)
    print(
        f"| {tool} | {len(times)} | {', '.join(f'{kind} {number}' for kind, number in kinds.most_common())} "
        f"| {cuts[49]:.2f} | {cuts[94]:.2f} | {max(times):.1f} | {grown:.0f} | {max(huge):.1f} |",
        flush=True,
    )


def arguments(*, examples: int = 10_000, catalogue: bool = False, tools: Sequence[str] = ()) -> None:
    """Call tools with generated arguments."""
    gc.enable()
    print("| tool | examples | answers | p50 ms | p95 ms | max ms | peak memory + MB | 1 MB text, max ms |")
    print("|---|---|---|---|---|---|---|---|")
    for tool in tools or TOOLS:
        anyio.run(partial(measure, tool, examples, real=catalogue))


# Texts


_SIZE, _NAME, _NAMES = 64_000, 190, 200
_LIMIT = 1024.0
"""Megabytes that a container of deploy/ may hold."""

_PIECES = (
    "NEAR(", "kinase ", "receptor ", "TP53 ", "alpha ", "w0x w1x ", "(", "[", '"', "' OR '", "a b ", "IL-2 ", "C(",
    "[3H]", "1,2-", "β", "血", "é\u0301", "\u202e", "%20", "](x", "&amp;", "<b>", "NF-kB/", "HGNC:11998 ", "WP:WP534;",
    "\t", "-", "inhibitor of ", "pathway the of ", "glycolisis ", "InChI=1S/C2H6O/", "CCO.", "0fence0 ", "p53\n", "x",
)  # fmt: skip


def large_texts(number: int) -> list[str]:
    """Texts of 64 kB: pieces over and over, words that nothing knows, and pieces in any order."""
    chance = random.Random(7)
    repeated = [piece * (_SIZE // len(piece)) for piece in _PIECES]
    unknown = [" ".join(f"{stem}{at}x" for at in range(_SIZE // 7))[:_SIZE] for stem in ("w", "kinas", "glyco")]
    mixed = ("".join(chance.choices(_PIECES, k=_SIZE // 5))[:_SIZE] for _ in itertools.count())
    return [*unknown, *repeated, *itertools.islice(mixed, max(0, number - len(repeated) - len(unknown)))][:number]


def calls(tool: str, text: str) -> Iterator[dict[str, object]]:
    """The arguments of every call that holds a text where one may be."""
    schema = msgspec.json.schema(TOOLS[tool].arguments)
    (fields,) = (one["properties"] for one in schema["$defs"].values() if "properties" in one)
    required: dict[str, Any] = {"kind": "ligand", "to": "target"} if tool == "find_links" else {}
    main = next(iter(fields))
    for name, field in fields.items():
        written = json.dumps(field)
        beside = required | ({} if name == main else {main: TOOLS[tool].kind.example_query})
        if '"string"' in written:
            yield beside | {name: text}
            yield beside | {name: text[:4000]}
        if '"array"' in written:
            yield beside | {name: [text]}
            yield beside | {name: [text[at : at + _NAME] for at in range(_NAMES)]}


class Watch:
    """Asks how the servers are, and how much they hold, as long as calls are made."""

    def __init__(self, servers: Sequence[HttpServer]) -> None:
        self._servers = servers
        self.slowest, self.peak, self.killed = 0.0, 0.0, 0
        self.text = ""
        self.slow = dict[str, float]()

    async def health(self, server: HttpServer) -> None:
        connection = await Connection.to(server.port)
        while server.process is not None:
            started = time.perf_counter()
            try:
                await connection.send(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            except (anyio.EndOfStream, anyio.BrokenResourceError):
                return
            took = time.perf_counter() - started
            self.slowest = max(self.slowest, took)
            self.slow[self.text] = max(self.slow.get(self.text, 0.0), took)
            await anyio.sleep(0.02)

    async def memory(self) -> None:
        while True:
            for server in self._servers:
                if server.process is None or server.process.poll() is not None:
                    continue
                held = memory_of(server.process.pid)
                self.peak = max(self.peak, held)
                if len(self._servers) > 1 and held > _LIMIT:
                    server.process.kill()
                    server.process = None
                    self.killed += 1
            await anyio.sleep(0.05)


async def ask(port: int, tools: Sequence[str], sent: Sequence[str], watch: Watch) -> None:
    took, answers = list[float](), Counter[str]()
    slowest = ("", 0.0)
    for tool in tools:
        for number, text in enumerate(sent):
            for arguments in calls(tool, text):
                watch.text = f"{tool} {text[:12]!r} {[*arguments]}"
                connection = await Connection.to(port)
                started = time.perf_counter()
                status, body = await connection.send(request(tool, arguments))
                took.append(time.perf_counter() - started)
                await connection.close()
                slowest = max(slowest, (f"{tool}, text {number} {text[:12]!r}", took[-1]), key=lambda one: one[1])
                answers[_read(status, body)] += 1
    took.sort()
    print(f"| calls | {len(took)}: {', '.join(f'{kind} {count}' for kind, count in answers.most_common())} |")
    print(f"| a call, s | p50 {took[len(took) // 2]:.3f}, p95 {took[len(took) * 95 // 100]:.2f}, worst {slowest} |")


def _read(status: int, body: bytes) -> str:
    if status != 200:
        return f"status {status}"
    data = next((line[6:] for line in body.splitlines() if line.startswith(b"data: ")), body)
    answer = json.loads(data)
    if "error" in answer:
        return f"JSON-RPC {answer['error']['code']}"
    content = answer["result"].get("structuredContent", {})
    return content.get("error", {}).get("code", "answered")


async def load(servers: Sequence[HttpServer], port: int, tools: Sequence[str], sent: Sequence[str]) -> None:
    watch = Watch(servers)
    before = max(memory_of(one.process.pid) for one in servers if one.process)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch.memory)
        for server in servers:
            tasks.start_soon(watch.health, server)
        await ask(port, tools, sent, watch)
        tasks.cancel_scope.cancel()
    after = max(memory_of(one.process.pid) for one in servers if one.process)
    print(f"| /healthz beside them, slowest, s | {watch.slowest:.3f} |")
    for text, seconds in sorted(watch.slow.items(), key=lambda one: -one[1])[:5]:
        print(f"|   beside {text} | {seconds:.3f} |")
    print(f"| memory of one server, MB | before {before:.0f}, peak {watch.peak:.0f}, after {after:.0f} |")
    if len(servers) > 1:
        print(f"| replicas killed at {_LIMIT:.0f} MB | {watch.killed} of {len(servers)} |")


def texts(cache: Path, *, number: int = 60, tools: Sequence[str] = (), replicas: int = 1) -> None:
    """Call tools with texts of 64 kB, over HTTP."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        Path(folder).chmod(0o755)  # nginx's workers are another user, and keep large bodies there
        servers = list[HttpServer]()
        for replica in range(replicas):
            own = shutil.copytree(cache, Path(folder) / f"cache-{replica}")
            environment = inherited() | {"BIOFACTS_SOURCE": "offline", "BIOFACTS_CACHE_DIR": str(own)}
            servers.append(HttpServer(SERVE_HTTP, environment, Path(folder) / f"log-{replica}"))
            servers[-1].start("/readyz")
            stack.callback(servers[-1].stop)
        port = servers[0].port
        if replicas > 1:
            address = stack.enter_context(nginx(Path(folder), [one.port for one in servers]))
            port = int(address.rpartition(":")[2])
        anyio.run(partial(load, servers, port, tools or [*TOOLS], large_texts(number)))


if __name__ == "__main__":
    command_line(__doc__, arguments, texts)
