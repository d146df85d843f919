"""Three replicas behind a real nginx: what they stand, beside Redis and alone.

    apt-get install nginx redis-server
    python bench/replicas.py UPSTREAM [--clients 64] [--calls 2000] [--catalogues FOLDER] [--keep FOLDER]

deploy/nginx.conf with three replicas, against `serve.py --strict`, which refuses what is beyond a budget. 64 clients on
both protocol eras make 2,000 mixed calls: by one process alone; by the replicas; while these are restarted one after
the other; while one is killed; while Redis is stopped and started again. The budgets are judged by the log of the
stand-in. Everything runs on the loopback, in temporary folders (or in that of --keep, with all logs). --catalogues: a
cache folder to begin with; without one, the catalogues are built first. The exit code is 1 when a call is lost that
nobody had to lose, or a budget is exceeded.
"""

import itertools
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import httpx
import msgspec
from _shared import (
    META,
    SERVE_HTTP,
    HttpServer,
    Log,
    command_line,
    environment,
    free_port,
    kept_in,
    quantile,
    resident,
    standin,
    table,
    wait_for,
)
from _truth import compound_rows, index_rows
from upstream_calls import BUDGET_HEAD, CALLS, Call, budgets

# What runs: replicas of our server behind a real nginx and beside a real Redis, as plain processes on the loopback


_REPLICAS = 3
_CONFIGURATION = Path(__file__).parents[1] / "deploy" / "nginx.conf"


def needed(name: str) -> str:
    """The path of a command that Debian has. Raises: SystemExit where it is not installed."""
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin")
    if path is None:
        raise SystemExit(f"there is no {name} here: apt-get install nginx redis-server")
    return path


class Redis:
    """A Redis that keeps nothing on disk; may be stopped and started again at the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([needed("redis-server"), *options], stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Generator[str]:
    """The address of an nginx before those ports, configured as we ship it."""
    port = free_port()
    servers = "".join(f"server 127.0.0.1:{one} max_fails=1 fail_timeout=2s;" for one in ports)
    told = re.sub(r"(\s+server biofacts-\d:8000 [^;]*;)+", lambda _: f"\n{servers}", _CONFIGURATION.read_text())
    told = told.replace("listen 8080;", f"listen 127.0.0.1:{port};").replace("/tmp/", f"{folder}/nginx-")
    (folder / "nginx.conf").write_text(told)
    command = [needed("nginx"), "-e", "stderr", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    process = subprocess.Popen(command, stderr=(folder / "nginx.log").open("wb"))
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


class Topology:
    """Everything that runs, with a folder for each process."""

    def __init__(self, base: str, folder: Path, tokens: Sequence[str]) -> None:
        self.folder, self.redis = folder, Redis()
        (folder / "tokens").write_text("\n".join(tokens))
        common = {"BIOFACTS_TOKEN_FILE": str(folder / "tokens"), "BIOFACTS_LOG": "INFO"}
        shared = {"BIOFACTS_REDIS_URL": f"redis://127.0.0.1:{self.redis.port}/0", "BIOFACTS_REPLICAS": str(_REPLICAS)}
        command = (*SERVE_HTTP, "--proxy-headers", "127.0.0.1")

        def server(name: object, command: Sequence[str], given: Mapping[str, str]) -> HttpServer:
            own = {**environment(base, self._cache(name)), **common, **given}
            return HttpServer(command, own, folder / f"{name}.log")

        self.replicas = [server(number, command, shared) for number in range(_REPLICAS)]
        self.alone = server("alone", SERVE_HTTP, {"BIOFACTS_REDIS_URL": "", "BIOFACTS_REPLICAS": "1"})

    def _cache(self, name: object) -> Path:
        return self.folder / f"cache-{name}"

    def seed(self, catalogues: Path | None, known: Callable[[str], object]) -> float:
        """Give each replica its copy of the catalogues, which are built by a process alone where there are none.

        `known` asks that process, by its address, what its copies are to know. Returns: seconds until it was ready.
        """
        if catalogues is not None:
            shutil.copytree(catalogues, self._cache("alone"))
        started = time.monotonic()
        self.alone.start()
        assert self.alone.process is not None
        wait_for(f"{self.alone.base}/readyz", self.alone.process, 300)
        took = time.monotonic() - started
        known(self.alone.base)
        self.alone.stop()
        for one in range(_REPLICAS):
            shutil.copytree(self._cache("alone"), self._cache(one))
        return took

    @contextmanager
    def running(self) -> Generator[str]:
        """Redis, the replicas and nginx, as long as the block lasts. Yields: nginx's address."""
        with ExitStack() as stack:
            self.redis.start()
            stack.callback(self.redis.stop)
            for replica in self.replicas:
                stack.callback(replica.stop)
                replica.start("/readyz")
            yield stack.enter_context(nginx(self.folder, [replica.port for replica in self.replicas]))

    def restart_all(self) -> None:
        time.sleep(0.5)
        for one in self.replicas:
            one.stop()
            one.start("/readyz")
            time.sleep(2.5)  # nginx takes a replica back after two seconds

    def kill_one(self) -> None:
        time.sleep(1)
        self.replicas[0].stop(signal.SIGKILL)
        time.sleep(3)
        self.replicas[0].start("/readyz")

    def redis_away(self) -> None:
        time.sleep(1)
        self.redis.stop()
        time.sleep(8)
        self.redis.start()
        time.sleep(8)


# Many clients over HTTP at once, on both protocol eras, and what they ask


_MODERN, _LEGACY = "2026-07-28", "2025-11-25"
CUT = "cut"
"""The outcome of a call whose connection ended before its answer."""


class Mixture:
    """Calls to every kind of tool, drawn with a fixed seed; what an upstream must be asked for comes only once."""

    def __init__(self, upstream: Path) -> None:
        self._random = random.Random(20261122)
        compounds, pathways = compound_rows(upstream), index_rows(upstream, "findPathwaysByText")
        drawn = zipfile.ZipFile(upstream / "wikipathways/assets.zip").namelist()
        self._names = [one["name"] for one in pathways]
        self._compounds = iter(self._random.sample(compounds, len(compounds)))
        files = sorted(Path(name).stem for name in drawn if name.endswith(".gpml"))
        self._drawings = iter(self._random.sample(files, len(files)))
        of_pubchem = ("get_compound", "search_compounds")
        self.known = [one for one in CALLS if one[0] not in of_pubchem and "WP:WP99999" not in one[1].values()]
        """Different calls that succeed, which ask no upstream when they were made before."""

    def local(self, number: int) -> list[Call]:
        """Calls that catalogues answer."""
        searches = [("search_pathways", {"query": name}) for name in self._random.sample(self._names, number // 2)]
        found = [*searches, *itertools.islice(itertools.cycle(self.known), number - len(searches))]
        return self._random.sample(found, number)

    def calls(self, number: int) -> list[Call]:
        """Calls of which some ask an upstream for what nobody has asked for before: no more than it answers in time."""
        fresh: list[Call] = [
            *(("get_compound", {"pubchem_id": f"PubChem:CID{next(self._compounds)['cid']}"}) for _ in range(20)),
            *(("search_compounds", {"query": next(self._compounds)["title"]}) for _ in range(10)),
            *(("get_pathway_components", {"pathway_id": f"WP:{next(self._drawings)}"}) for _ in range(4)),
        ]
        return self._random.sample([*self.local(number - len(fresh)), *fresh], number)


class Answered(msgspec.Struct, frozen=True):
    """What came of one call. `outcome`: `success`, an error code, or how it was lost."""

    call: Call
    outcome: str
    retryable: bool
    seconds: float


def _outcome(response: httpx.Response) -> tuple[str, bool]:
    if response.status_code == 503:
        return "HTTP 503", "retry-after" in response.headers
    lines = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: {")]
    try:
        message: Any = json.loads(lines[-1] if lines else response.text)
    except ValueError:  # a stream that ended without its answer
        return (CUT, True) if response.status_code == 200 else (f"HTTP {response.status_code}", False)
    if response.status_code != 200 or "result" not in message:
        return f"HTTP {response.status_code} {message.get('error', message)}"[:120], False
    result = message["result"]
    if not result.get("isError"):
        return "success", False
    error = result["structuredContent"]["error"]
    return str(error["code"]), bool(error.get("retryable"))


class Caller:
    """One client: a connection of its own, a token, one of two protocol eras."""

    def __init__(self, base: str, number: int, token: str, **headers: str) -> None:
        self._modern = number % 2 == 0
        headers |= {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {token}"}
        headers["MCP-Protocol-Version"] = self.era = _MODERN if self._modern else _LEGACY
        self.http = httpx.AsyncClient(base_url=base, headers=headers, timeout=60, trust_env=False)

    async def ask(self, call: Call, path: str = "/mcp") -> Answered:
        name, arguments = call
        params: dict[str, object] = {"name": name, "arguments": arguments, **({"_meta": META} if self._modern else {})}
        headers = {"Mcp-Method": "tools/call", "Mcp-Name": name} if self._modern else {}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        started = time.perf_counter()
        try:
            outcome = _outcome(await self.http.post(path, json=body, headers=headers))
        except httpx.TransportError:
            outcome = CUT, True
        return Answered(call, *outcome, time.perf_counter() - started)


async def ask_all(
    base: str, calls: Sequence[Call], tokens: Sequence[str], more: Iterator[Call] | None = None
) -> list[Answered]:
    """Make all the calls, then those of `more` until it ends, by a client for each token at once."""
    answers: list[Answered] = []
    waiting = itertools.chain(calls, more or ())

    async def client(number: int) -> None:
        caller = Caller(base, number, tokens[number])
        async with caller.http:
            for one in waiting:
                answered = await caller.ask(one)
                answers.append(answered)

    async with anyio.create_task_group() as tasks:
        for number in range(len(tokens)):
            tasks.start_soon(client, number)
    return answers


def failures(answers: Sequence[Answered]) -> Counter[str]:
    return Counter(one.outcome for one in answers if one.outcome != "success")


_HEAD = ("", "calls", "failed", "made again", "seconds", "calls/s", "p50 ms", "p95 ms", "max s")
Event = Callable[[], None]


class Bench:
    """The phases, one row of each table after the other."""

    def __init__(self, topology: Topology, mixture: Mixture, log: Log, tokens: Sequence[str], calls: int) -> None:
        self._topology, self._mixture, self._log = topology, mixture, log
        self._tokens, self._calls = tokens, calls
        self.rows: list[Sequence[object]] = []
        self.budgets: list[Sequence[object]] = []
        self.wrong: list[str] = []

    async def phase(self, name: str, base: str, calls: Sequence[Call], event: Event | None = None) -> None:
        """Make the calls, and more local ones as long as an event takes; note what came of them, and judge the log."""
        await anyio.sleep(1.1)  # so that no second of the log belongs to two phases
        self._log.clear()
        running = [event is not None]
        spare = iter(self._mixture.local(400) * 500)
        started = time.perf_counter()
        answers: list[Answered] = []

        async def all_calls() -> None:
            more = itertools.takewhile(lambda _: running[0], spare)
            answers.extend(await ask_all(base, calls, self._tokens, more))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(all_calls)
            if event is not None:
                await anyio.to_thread.run_sync(event)
                running[0] = False
        took = time.perf_counter() - started
        again = [one.call for one in answers if one.outcome != "success" and one.retryable]
        self._note(name, answers, await ask_all(base, again, self._tokens[:8]), took)
        for budget in budgets(self._log.requests()):
            self.budgets.append((name, *budget.row))
            if not budget.is_kept:
                self.wrong.append(f"{name}: the budget of {budget.host} was exceeded")

    def _note(self, name: str, answers: Sequence[Answered], repeated: Sequence[Answered], took: float) -> None:
        lost = failures(answers)
        seconds = [one.seconds for one in answers]
        good = f"{len(repeated) - failures(repeated).total()}/{len(repeated)}"
        told = ", ".join(f"{number} {code}" for code, number in lost.items()) or "none"
        marks = (f"{quantile(seconds, 0.5) * 1e3:.0f}", f"{quantile(seconds, 0.95) * 1e3:.0f}", f"{max(seconds):.1f}")
        self.rows.append((name, len(answers), told, good, f"{took:.1f}", f"{len(answers) / took:.0f}", *marks))
        print(*self.rows[-1], sep="  ", file=sys.stderr)
        for code in lost:
            if "killed" not in name or code not in (CUT, "HTTP 503"):
                example = next(one for one in answers if one.outcome == code)
                self.wrong.append(f"{name}: {lost[code]} calls ended in {code}, such as {example}")
        if failures(repeated).total():
            self.wrong.append(f"{name}: {failures(repeated)} when made again")

    async def run(self) -> None:
        """All phases in turn."""
        topology, mixture, calls = self._topology, self._mixture, self._calls
        topology.alone.start("/readyz")
        await self.phase("one process", topology.alone.base, mixture.calls(calls))
        await self.phase("one process, local", topology.alone.base, mixture.local(calls))
        topology.alone.stop()
        phases: Mapping[str, tuple[Callable[[int], Sequence[Call]], Event | None]] = {
            "replicas": (mixture.calls, None),
            "replicas, local": (mixture.local, None),
            "rolling restart": (mixture.calls, topology.restart_all),
            "one killed": (mixture.calls, topology.kill_one),
            "Redis away and back": (mixture.calls, topology.redis_away),
            "after it": (mixture.calls, None),
        }
        with topology.running() as base:
            for name, (made, event) in phases.items():
                await self.phase(name, base, made(calls), event)
            sizes = [resident(one.process.pid)[0] for one in topology.replicas if one.process is not None]
        print(table(_HEAD, self.rows), end="\n\n")
        print(table(("", *BUDGET_HEAD), self.budgets, words=2), end="\n\n")
        print(f"memory of the replicas: {', '.join(f'{size:.0f} MB' for size in sizes)}")


def main(
    upstream: Path, *, clients: int = 64, calls: int = 2000, catalogues: Path | None = None, keep: Path | None = None
) -> int:
    with kept_in(keep) as folder, standin(upstream, "--strict") as base:
        tokens = [f"client-{number:02}-of-the-bench" for number in range(clients)]
        folder.chmod(0o755)  # nginx's workers are other users where it is root's
        topology, mixture = Topology(base, folder, tokens), Mixture(upstream)
        took = topology.seed(catalogues, lambda address: anyio.run(ask_all, address, mixture.known, tokens[:4]))
        print(f"catalogues ready after {took:.0f} s", file=sys.stderr)
        bench = Bench(topology, mixture, Log(base), tokens, calls)
        try:
            anyio.run(bench.run)
        finally:
            topology.alone.stop()
    print(*(bench.wrong or ["Nothing was lost that nobody had to lose."]), sep="\n")
    return int(bool(bench.wrong))


if __name__ == "__main__":
    command_line(__doc__, main)
