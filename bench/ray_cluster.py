"""A table of genes annotated by a Ray cluster of one, two and three nodes, one of which is killed: the same table?

    python bench/ray_cluster.py UPSTREAM [--rows 20000]

Needs the extra `ray`, and the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised; nothing is asked of the
network. Nodes are started by Ray's own command on addresses of the loopback, with a token, one processor and one cache
folder of its own each. They share the processors of this machine: more nodes than it has processors gain nothing.
What a name costs of processors is read from the workers, so it leaves out the nodes' own processes.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from _shared import command_line, table
from annotate import children, distinct, names_of, watched, write_table

PORT = 6399
HEAD = f"127.0.0.2:{PORT}"
RAY = Path(sys.executable).with_name("ray")
OBJECTS = 150_000_000
PATIENCE = 120


def prepare_environment() -> None:
    """For this process and all that it starts: a token, no statistics, no requests; and an end that stops them all."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.environ |= {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
        "BIOFACTS_SOURCE": "offline",
    }


@contextmanager
def node(number: int, folder: Path) -> Generator[int]:
    """A node of the cluster, the first of which is its head. Yields: its process."""
    place = ["--head", "--port", str(PORT), "--temp-dir", str(folder / "ray"), "--include-dashboard", "false"]
    given = place if number == 1 else ["--address", HEAD]
    own = ["--node-ip-address", f"127.0.0.{number + 1}", "--num-cpus", "1", "--object-store-memory", str(OBJECTS)]
    environment = {**os.environ, "BIOFACTS_CACHE_DIR": str(folder / f"node-{number}")}
    with (folder / f"node-{number}.log").open("w") as log:
        process = subprocess.Popen(
            [str(RAY), "start", "--block", "--disable-usage-stats", *given, *own],
            env=environment, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    try:
        yield process.pid
    finally:
        below = [*descendants(process.pid)]
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
        for pid in below:
            kill(pid)


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def descendants(pid: int) -> Iterator[int]:
    for child in children(pid):
        yield child
        yield from descendants(child)


@contextmanager
def cluster(nodes: int, folder: Path) -> Generator[list[int]]:
    """So many nodes, all there. Yields: their processes."""
    with ExitStack() as stack:
        pids: list[int] = []
        for number in range(1, nodes + 1):  # one by one, since a start is given half a minute by Ray
            pids.append(stack.enter_context(node(number, folder)))
            ready(number)
        yield pids


def ready(nodes: int) -> None:
    """Wait until so many nodes are there. Raises: SystemExit."""
    import ray  # it reads the token when it is imported

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            ray.init(address=HEAD, log_to_driver=False, logging_level="ERROR")
            alive = sum(one["Alive"] for one in ray.nodes())
        except (ConnectionError, RuntimeError):
            alive = 0
        finally:
            ray.shutdown()
        if alive == nodes:
            return
        time.sleep(0.5)
    raise SystemExit(f"{nodes} nodes were not there after {PATIENCE} s")


class Ran(NamedTuple):
    """A run: seconds, seconds of workers' processors, and the most memory of a worker, in MB."""

    seconds: float
    processor: float
    memory: float


def run(
    source: Path, out: Path, *options: str, nodes: Sequence[int] = (), fatal: tuple[int, float] | None = None
) -> Ran:
    """Annotate. `nodes`: whose workers are watched; `fatal`: a node's process, and when its raylet is killed."""
    given = ["--column", "what", "--kind", "gene", "--out", str(out), "--json", *options]
    began, left = time.perf_counter(), [fatal] if fatal else []

    def workers() -> Iterator[int]:
        if left and time.perf_counter() - began > left[0][1]:
            kill(raylet(left.pop()[0]))
        for pid in (pid for parent in nodes for pid in descendants(parent)):
            try:
                is_worker = Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::answered")
            except OSError:  # it has just ended
                continue
            if is_worker:
                yield pid

    command = [sys.executable, "-m", "biofacts", "annotate", str(source), *given]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        found = watched(process, workers)
    seconds = time.perf_counter() - began
    if process.returncode:
        raise SystemExit(f"exit code {process.returncode}")
    memory = max((one.memory for one in found.values()), default=0.0)
    return Ran(seconds, sum(one.processor for one in found.values()), memory)


def raylet(parent: int) -> int:
    """The process of a node that gives out its work."""
    (found,) = (pid for pid in children(parent) if Path(f"/proc/{pid}/comm").read_text().strip() == "raylet")
    return found


def main(upstream: Path, *, rows: int = 20000) -> None:
    prepare_environment()
    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # paths of sockets must be short
    source, whole, out = (folder / f"{name}.csv" for name in ("genes", "local", "out"))
    lines: list[list[object]] = []
    remarks: list[str] = []
    try:
        write_table(source, names_of("gene", upstream), rows)
        names = distinct(source)
        local = run(source, whole, "--workers", "1")
        lines.append(["this machine, one worker", f"{local.seconds:.1f}", f"{rows / local.seconds:.0f}", "", "", ""])
        for nodes in (1, 2, 3):
            with cluster(nodes, folder) as pids:
                ran = run(source, out, "--ray", HEAD, nodes=pids)
                same = "same" if out.read_bytes() == whole.read_bytes() else "DIFFERENT"
                cost = f"{ran.processor * 1e3 / names:.2f}"
                lines.append([f"nodes: {nodes}", f"{ran.seconds:.1f}", f"{rows / ran.seconds:.0f}", cost,
                              f"{ran.memory:.0f}", same])  # fmt: skip
                if nodes == 3:
                    when = ran.seconds / 2
                    killed = run(source, out, "--ray", HEAD, nodes=pids, fatal=(pids[-1], when))
                    same = "same" if out.read_bytes() == whole.read_bytes() else "DIFFERENT"
                    lines.append([f"nodes: 3, one killed at {when:.0f} s", f"{killed.seconds:.1f}",
                                  f"{rows / killed.seconds:.0f}", "", f"{killed.memory:.0f}", same])  # fmt: skip
                    ids = [line.partition(b",")[0] for line in out.read_bytes().splitlines()[1:]]
                    remarks.append(f"one killed: {len(ids)} rows, {len({*ids})} different")
    finally:
        shutil.rmtree(folder)
    print(table(("who", "seconds", "rows/s", "CPU ms/name", "worker MB", "output"), lines))
    print("\n".join(remarks))


if __name__ == "__main__":
    command_line(__doc__, main)
