"""How long processes take to start and to answer.

    python bench/start.py stdio [--rounds 9] [--tool NAME]
    python bench/start.py commands [--beside TREE] [--rounds 15]
    python bench/start.py cold BASE_URL [--beside TREE] [--rounds 3]
    python bench/start.py builds BASE_URL [--rounds 5]

`stdio`, `commands` and `builds` use the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts
sync` first), offline. BASE_URL: where the stand-ins of the upstreams are. TREE: another checkout with a `.venv` of its
own; the two take turns, so that a busy machine slows both. The first round never counts, since it may compile modules.

- `stdio`: start and calls, beside an empty `mcp` server and an echo tool in the same run, in processor time of the
  servers, so that a busy machine counts little. Before, eight hundred questions fill the cache of compounds from the
  stand-in that BIOFACTS_PUBCHEM_URL names. Each tool is asked four hundred different questions, each of them once,
  since caches would answer it again. Each answer goes through the echo tool right after: a ratio is the median of the
  pairs' ratios, so that no one answer decides it.
- `commands`: the processor time of commands; of `serve`, seconds from its start to the handshake and to a first answer.
- `cold`: the first question to an empty cache, from the start of the command to the end of its answer, and the
  processor time of all its processes. The stand-ins should have the latency of a network (`--latency 0.2`).
- `builds`: the seconds of calls to a server beside a build of the human genes, by the seconds of the same calls alone.
"""

import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from _questions import questions, warm
from _shared import (
    HERE,
    SERVE,
    Session,
    command_line,
    empty_server,
    environment,
    inherited,
    present,
    python_of,
    resident,
    table,
)

EACH = 400
FIRST = "search_pathways", {"query": "insulin signaling"}


# Over stdio


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
        answer = server.result(tool, arguments)["structuredContent"]  # of a number that PubChem withdrew, an error
        echo.call("echo", {"answer": answer})
        ours, others = server.processor_time() - started[0], echo.processor_time() - started[1]
        rows.append((ours, others, len(json.dumps(answer))))
    return rows


def starts(empty: Sequence[str], rounds: int) -> None:
    pairs = [(start(SERVE, *FIRST), start(empty, "echo", {"answer": {}})) for _ in range(rounds + 1)][1:]
    a, b = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(x / y for x, y in pairs)
    print(f"{'start to first result':<24} ours {a * 1e3:7.1f} ms   empty {b * 1e3:7.1f} ms   ratio {ratio:.2f}")


def stdio(*, rounds: int = 9, tool: str = "") -> None:
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
            rows = walk(server, echo, name, asked)
            a, b, size = (statistics.median(column) for column in zip(*rows, strict=True))
            ratio = statistics.median(mine / other for mine, other, _ in rows)
            times = f"ours {a * 1e3:7.2f} ms   echo  {b * 1e3:7.2f} ms   ratio {ratio:.2f}"
            print(f"{name:<24} {times}   {size:.0f} bytes", flush=True)
        print(f"{'memory after the calls':<24} ours {resident(server.pid)[0]:7.1f} MB")
        server.close()
        echo.close()


# Commands


COMMANDS: Mapping[str, Sequence[str]] = {
    "--help": ["--help"],
    "search --help": ["search", "--help"],
    "search pathways": ["search", "pathways", "krebs cycle"],
    "search, all kinds": ["search", "krebs cycle"],
    "get": ["get", "pathway", "WP:WP78"],
    "status": ["status"],
}


def run(tree: Path, words: Sequence[str], given: Mapping[str, str]) -> tuple[float, float]:
    """Seconds until a command has answered, and of processors. Raises: SystemExit when it says nothing."""
    started = time.perf_counter()
    command = (python_of(tree), "-m", "biofacts", *words)
    process = subprocess.Popen(command, cwd=tree, env=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    answer, seconds = process.stdout.read(), time.perf_counter() - started
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if not answer:
        raise SystemExit(f"{words} failed with {process.returncode}")
    return seconds, used.ru_utime + used.ru_stime


def _processor_seconds(tree: Path, words: Sequence[str], given: Mapping[str, str]) -> float:
    return run(tree, words, given)[1]


def served(tree: Path, asked: tuple[str, Mapping[str, object]] | None = None) -> float:
    """Seconds from the start of a server to its handshake, or to an answer."""
    started = time.perf_counter()
    session = Session([python_of(tree), "-m", "biofacts", "serve"])
    if asked:
        session.call(*asked)
    seconds = time.perf_counter() - started
    session.close()
    return seconds


def commands(*, beside: Path | None = None, rounds: int = 15) -> None:
    """Time commands on the processor: medians of each tree, and the median of the differences."""
    trees = [HERE, *([beside] if beside else [])]
    given = {**inherited(), "BIOFACTS_SOURCE": "offline"}
    measures: dict[str, Callable[[Path], float]] = {
        name: partial(_processor_seconds, words=words, given=given) for name, words in COMMANDS.items()
    }
    measures |= {"serve, handshake": served, "serve, first answer": partial(served, asked=FIRST)}
    rows: list[list[str]] = []
    for name, took in measures.items():
        runs = [[took(tree) * 1e3 for tree in trees] for _ in range(rounds + 1)][1:]
        medians = [f"{statistics.median(times):.1f}" for times in zip(*runs, strict=True)]
        rows.append([name, *medians, *([f"{statistics.median(a - b for a, b in runs):+.1f}"] if beside else [])])
    print(table(("ms", *(tree.name for tree in trees), *(["difference"] if beside else [])), rows))


# First questions


BESIDE = ("search_pathways", "search_ligands", "search_genes", "get_pathway", "get_gene", "get_interactions")
COLD: Mapping[str, Sequence[str]] = {
    "pathways": ["search", "pathways", "krebs cycle"],
    "gene": ["search", "genes", "TP53"],
    "pathways of a gene": ["genes", "p53"],
    "ligands of a pathway": ["links", "WP:WP254", "--to", "ligand"],
}


def cold(base: str, *, beside: Path | None = None, rounds: int = 3) -> None:
    """Ask the first question of an empty cache."""
    trees = [HERE, *([beside] if beside else [])]

    def first_answer(tree: Path, asked: Sequence[str]) -> tuple[float, float]:
        with tempfile.TemporaryDirectory() as folder:
            return run(tree, asked, environment(base, folder))

    for name, asked in COLD.items():
        runs = [[first_answer(tree, asked) for tree in trees] for _ in range(rounds + 1)][1:]
        for tree, times in zip(trees, zip(*runs, strict=True), strict=True):
            seconds, processors = (statistics.median(column) for column in zip(*times, strict=True))
            print(f"{name:<24} {tree.name:<12} {seconds:6.2f} s   processors {processors:6.2f} s", flush=True)


# Calls beside a build


def builds(base: str, *, rounds: int = 5) -> None:
    """Call a server while another process builds a release."""
    _, folder = present()
    asked = [(tool, one) for tool, several in questions(folder, 4).items() for one in several if tool in BESIDE]
    server, ratios = Session(SERVE), list[tuple[float, ...]]()

    def calls(until: float = 0, beside: "subprocess.Popen[bytes] | None" = None) -> tuple[float, ...]:
        times = list[float]()
        while not times or time.perf_counter() < until or (beside is not None and beside.poll() is None):
            for tool, arguments in asked:
                started = time.perf_counter()
                server.call(tool, arguments)
                times.append(time.perf_counter() - started)
                time.sleep(0.02)
        return statistics.median(times), statistics.mean(times), statistics.quantiles(times, n=20)[-1]

    calls()
    for _ in range(rounds):
        alone = calls(time.perf_counter() + 4)
        with tempfile.TemporaryDirectory() as cache:
            command = (python_of(HERE), "-m", "biofacts", *COLD["gene"])
            process = subprocess.Popen(command, env=environment(base, cache), stdout=subprocess.DEVNULL)
            time.sleep(1.5)  # until it has the file
            beside = calls(beside=process)
            process.wait()
        ratios.append(tuple(b / a for a, b in zip(alone, beside, strict=True)))
    server.close()
    for name, several in zip(("median", "mean", "p95"), zip(*ratios, strict=True), strict=True):
        print(f"{name:<8} beside a build {statistics.median(several):.2f} times, alone 1")


if __name__ == "__main__":
    command_line(__doc__, stdio, commands, cold, builds)
