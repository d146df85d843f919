"""How long processes take to start, to answer, to be ready, and to end.

    python bench/start.py stdio [--rounds 9] [--walks 3] [--tool NAME]
    python bench/start.py commands [--beside PYTHON] [--rounds 15]
    python bench/start.py ready BASE_URL [--beside TREE] [--rounds 7]
    python bench/start.py cold BASE_URL [--beside TREE] [--rounds 3]
    python bench/start.py signals [--rounds 5]

`stdio` and `commands` use the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync`
first), offline.

- `stdio`: start and calls, beside an empty `mcp` server and an echo tool in the same run, in processor time of the
  servers, so that a busy machine counts little. Before, some two hundred questions fill the cache of compounds from the
  stand-in that BIOFACTS_PUBCHEM_URL names. Each tool is asked a hundred different questions, and each answer goes
  through the echo tool right after: a ratio is the median of the pairs' ratios, so that no one answer decides it. The
  first walk does not count.
- `commands`: the processor time of commands, beside another tree's. PYTHON is the interpreter of its environment; the
  two take turns, so that a busy machine slows both. Told are medians, and the median of the differences.
- `ready`: a server on an empty cache. BASE_URL: where the stand-ins of the upstreams are. The handshake is that of
  `biofacts serve` over stdio, from the start of the process to the answer to `initialize`; TREE is another checkout
  with a `.venv` of its own. Then `biofacts serve --http` is started, and asked by `/readyz` alone.
- `cold`: the first question to an empty cache, from the start of the command to the end of its answer, and the
  processor time of all its processes. BASE_URL: stand-ins with the latency of a network (`--latency 0.2`).
- `signals`: from a signal to the end, while a call hangs on an upstream that never answers.
"""

import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
from _questions import questions, warm
from _shared import (
    CLIENT,
    HERE,
    SERVE,
    Session,
    command_line,
    empty_server,
    environment,
    free_port,
    inherited,
    milliseconds,
    present,
    python_of,
    resident,
)

from tests import processes
from tests.processes import HANGING_CALL, Server, SilentUpstream, serving, silent_upstream
from tests.unit.test_processes import hang

EACH = 100
FIRST = {"query": "insulin signaling"}


def start(command: Sequence[str], tool: str, arguments: Mapping[str, object]) -> float:
    session = Session(command)
    session.call(tool, arguments)
    took = session.processor_time()
    session.close()
    return took


def walk(
    server: Session, echo: Session, tool: str, asked: Sequence[Mapping[str, object]]
) -> list[tuple[float, float, int]]:
    """Our time, the echo's time and the size of the answer (JSON), for each question."""
    rows = []
    for arguments in asked:
        started = server.processor_time(), echo.processor_time()
        answer = server.call(tool, arguments)
        echo.call("echo", {"answer": answer})
        ours, others = server.processor_time() - started[0], echo.processor_time() - started[1]
        rows.append((ours, others, len(json.dumps(answer))))
    return rows


def starts(empty: Sequence[str], rounds: int) -> None:
    pairs = [(start(SERVE, "search_pathways", FIRST), start(empty, "echo", {"answer": {}})) for _ in range(rounds + 1)]
    del pairs[0]  # it may have compiled modules
    a, b = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(x / y for x, y in pairs)
    print(f"{'start to first result':<24} ours {a * 1e3:7.1f} ms   empty {b * 1e3:7.1f} ms   ratio {ratio:.2f}")


def stdio(*, rounds: int = 9, walks: int = 3, tool: str = "") -> None:
    """Start and call a server over stdio, beside an empty one."""
    settings, folder = present()
    chosen = {name: asked for name, asked in questions(folder, EACH).items() if tool in name}
    warm(settings, chosen)
    with empty_server() as empty:
        if rounds:
            starts(empty, rounds)
        server, echo = Session(SERVE), Session(empty)
        print(f"{'memory, idle':<24} ours {resident(server.pid)[0]:7.1f} MB   empty {resident(echo.pid)[0]:7.1f} MB")
        for name, asked in chosen.items():
            walk(server, echo, name, asked)
            rows = [row for _ in range(walks) for row in walk(server, echo, name, asked)]
            a, b, size = (statistics.median(column) for column in zip(*rows, strict=True))
            ratio = statistics.median(mine / other for mine, other, _ in rows)
            times = f"ours {a * 1e3:7.2f} ms   echo  {b * 1e3:7.2f} ms   ratio {ratio:.2f}"
            print(f"{name:<24} {times}   {size:.0f} bytes", flush=True)
        print(f"{'memory after the calls':<24} ours {resident(server.pid)[0]:7.1f} MB")
        server.close()
        echo.close()


# Commands


COMMANDS = {
    "--help": ["--help"],
    "search --help": ["search", "--help"],
    "search pathways": ["search", "pathways", "krebs cycle"],
    "search, all kinds": ["search", "krebs cycle"],
    "get": ["get", "pathway", "WP:WP78"],
    "status": ["status"],
}
_OFFLINE = {**inherited(), "BIOFACTS_SOURCE": "offline"}


def took(command: Sequence[str]) -> float:
    process = subprocess.Popen(command, env=_OFFLINE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime


def served(command: Sequence[str]) -> float:
    started = time.perf_counter()
    session = Session(command)
    session.call("search_pathways", {"query": "insulin signaling"})
    seconds = time.perf_counter() - started
    session.close()
    return seconds


def commands(*, beside: str | None = None, rounds: int = 15) -> None:
    """Time commands on the processor."""
    pythons = [sys.executable, *([beside] if beside else [])]
    print(f"{'milliseconds':<20}" + "".join(f"{name:>10}" for name in ("this tree", "the other")[: len(pythons)]))
    for name, words in COMMANDS.items():
        told_row([[took([python, "-m", "biofacts", *words]) for python in pythons] for _ in range(rounds + 1)], name)
    told_row(
        [[served([python, "-m", "biofacts", "serve"]) for python in pythons] for _ in range(rounds + 1)],
        "serve, first answer",
    )


def told_row(rounds: Sequence[Sequence[float]], name: str) -> None:
    """The first round does not count: it may have compiled modules."""
    medians = [statistics.median(times) * 1e3 for times in zip(*rounds[1:], strict=True)]
    difference = f"   {statistics.median((a - b) * 1e3 for a, b in rounds[1:]):+.1f}" if len(medians) > 1 else ""
    print(f"{name:<20}" + "".join(f"{median:10.1f}" for median in medians) + difference, flush=True)


# Readiness


PATIENCE = 120.0


def handshake(tree: Path, base: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        process = subprocess.Popen(
            (python_of(tree), "-m", "biofacts", "serve"), cwd=tree, env=environment(base, folder),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": CLIENT}
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        took = time.perf_counter() - started
        process.communicate()
    return took


def handshakes(trees: list[Path], base: str, rounds: int) -> None:
    times = [[handshake(tree, base) for tree in trees] for _ in range(rounds + 1)][1:]  # the first may compile
    for tree, mine in zip(trees, zip(*times, strict=True), strict=True):
        middle, least = milliseconds(statistics.median(mine)), milliseconds(min(mine))
        print(f"handshake   p50 {middle:>6} ms   min {least:>6} ms   {tree.name}")


def readiness(base: str) -> None:
    """Each catalogue when it is first told to be there, until the server is ready."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, httpx.Client(timeout=PATIENCE, trust_env=False) as client:
        command = (sys.executable, "-m", "biofacts", "serve", "--http", "--port", str(port))
        started, known = time.perf_counter(), set[str]()
        process = subprocess.Popen(command, env=environment(base, folder), stderr=subprocess.DEVNULL)
        try:
            while (took := time.perf_counter() - started) < PATIENCE:
                time.sleep(0.05)
                try:
                    response = client.get(f"http://127.0.0.1:{port}/readyz")
                except httpx.ConnectError:
                    continue
                there = {name for name, is_there in response.json()["catalogues"].items() if is_there}
                for name in there - known:
                    print(f"{took:8.2f} s  {name}")
                known = there
                if response.status_code == httpx.codes.OK:
                    print(f"{took:8.2f} s  ready")
                    return
        finally:
            process.terminate()
            process.wait(60)
    raise SystemExit("it did not get ready")


def ready(base: str, *, beside: Path | None = None, rounds: int = 7) -> None:
    """Ask a server on an empty cache."""
    handshakes([HERE, *([beside] if beside else [])], base, rounds)
    readiness(base)


# First questions


COLD = {
    "pathways": ["search", "pathways", "krebs cycle"],
    "gene": ["search", "genes", "TP53"],
    "pathways of a gene": ["genes", "p53"],
    "ligands of a pathway": ["links", "WP:WP254", "--to", "ligand"],
}


def first_answer(tree: Path, base: str, asked: Sequence[str]) -> tuple[float, float]:
    """Seconds from the start of the command to the end of its answer, and of processors."""
    with tempfile.TemporaryDirectory() as folder:
        command = (python_of(tree), "-m", "biofacts", *asked)
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=tree, env=environment(base, folder), stdout=subprocess.PIPE)
        assert process.stdout is not None
        answer, seconds = process.stdout.read(), time.perf_counter() - started
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode or not answer:
            raise SystemExit(f"{asked} failed")
        return seconds, used.ru_utime + used.ru_stime


def cold(base: str, *, beside: Path | None = None, rounds: int = 3) -> None:
    """Ask the first question of an empty cache."""
    trees = [HERE, *([beside] if beside else [])]
    for name, asked in COLD.items():
        runs = [[first_answer(tree, base, asked) for tree in trees] for _ in range(rounds + 1)][1:]  # compiled by then
        for tree, times in zip(trees, zip(*runs, strict=True), strict=True):
            seconds, processors = (statistics.median(column) for column in zip(*times, strict=True))
            print(f"{name:<24} {tree.name:<12} {seconds:6.2f} s   processors {processors:6.2f} s", flush=True)


# Ends


def ended(number: int, *, http: bool) -> float:
    """Milliseconds from the signal to the end of the process."""
    with (
        tempfile.TemporaryDirectory() as folder,
        silent_upstream() as upstream,
        serving(processes.environment(Path(folder), upstream), http=http) as server,
    ):
        waiting = idle_and_hanging(server, upstream) if http else hanging(server, upstream)
        started = time.perf_counter()
        server.process.send_signal(number)
        server.process.wait(20)
        took = (time.perf_counter() - started) * 1000
        for connection in waiting:
            connection.close()
        return took


def hanging(server: Server, upstream: SilentUpstream) -> list[socket.socket]:
    server.send(HANGING_CALL)
    upstream.asked()
    return []


def idle_and_hanging(server: Server, upstream: SilentUpstream) -> list[socket.socket]:
    idle = server.connect()
    idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert idle.recv(65536)
    client, _ = hang(server, upstream, "2025-06-18")
    return [idle, client]


def signals(*, rounds: int = 5) -> None:
    """End servers by signals."""
    for http in (False, True):
        for number in (signal.SIGTERM, signal.SIGINT):
            times = [ended(number, http=http) for _ in range(rounds)]
            name = "HTTP" if http else "stdio"
            print(f"{name}, {number.name}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms")


if __name__ == "__main__":
    command_line(__doc__, stdio, commands, ready, cold, signals)
