"""A polite client beside 1,000 silent and 200 dripping connections, 50 MB bodies, a flood, foreign hosts and origins.

    python bench/hostile_connections.py [--calls 400] [--rounds 3]

The server serves the sample. Told are the statuses that the hostile ones get, and how fast the polite client's calls
are: quiet, beside the connections, beside connections and bodies, and beside a client of another address whose 200
connections call as fast as they are answered; the rounds take turns.
"""

import argparse
import contextlib
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import anyio
import anyio.to_thread
from _http import HOST, Connection, Crowd, Figures, allow_many_files, polite, request, serving

_TOOL, _ARGUMENTS = "get_gene", {"gene_id": "HGNC:11998"}
_LARGE = 50_000_000
_GIVEN_UP = 25.0
"""Seconds after which the server has closed what says nothing, or drips."""


def large(port: int) -> int:
    """A body of 50 MB in a thread of its own. Returns: the status of the answer, 0 without one."""
    head = request(_TOOL, _ARGUMENTS).split(b"Content-Length")[0] + b"Content-Length: %d\r\n\r\n" % _LARGE
    with socket.create_connection((HOST, port)) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(head + bytes(_LARGE))
        answer = connection.recv(4096)
    return int(answer.split()[1]) if answer else 0


async def largest(port: int, statuses: Counter[int]) -> None:
    """Such bodies, one after the other, whatever the answer."""
    while True:
        statuses[await anyio.to_thread.run_sync(large, port, abandon_on_cancel=True)] += 1


async def foreign(port: int) -> None:
    for name, asked in {
        "foreign Host": request(_TOOL, _ARGUMENTS, host="evil.test"),
        "foreign Origin": request(_TOOL, _ARGUMENTS, headers="Origin: https://evil.test\r\n"),
    }.items():
        connection = await Connection.to(port)
        print(f"{name}: {(await connection.send(asked))[0]}")
        await connection.close()


async def health(port: int) -> int:
    connection = await Connection.to(port)
    status, _ = await connection.send(f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    await connection.close()
    return status


@contextlib.contextmanager
def flooded(port: int) -> Generator[None]:
    """In a process of its own, so that its work is not ours."""
    command = [sys.executable, str(Path(__file__).with_name("_http.py")), str(port), "10", "200"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        time.sleep(2)  # until it is at its full speed
        yield
        print(f"the flood of 10 s was answered so: {process.communicate()[0].strip()}")


async def told(port: int, calls: int, rounds: int) -> None:
    await foreign(port)
    await polite(port, _TOOL, _ARGUMENTS, calls)  # warm
    statuses: Counter[int] = Counter()
    figures: dict[str, list[Figures]] = {"quiet": [], "connections": [], "connections and bodies": [], "flood": []}
    for _ in range(rounds):
        figures["quiet"].append(await polite(port, _TOOL, _ARGUMENTS, calls))
        async with Crowd(port, silent=1000, dripping=200) as crowd:
            figures["connections"].append(await polite(port, _TOOL, _ARGUMENTS, calls))
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(largest, port, statuses)
                figures["connections and bodies"].append(await polite(port, _TOOL, _ARGUMENTS, calls))
                tasks.cancel_scope.cancel()
            print(f"/healthz beside {crowd.open} connections: {await health(port)}")
            await anyio.sleep(_GIVEN_UP)
            print(f"still open {_GIVEN_UP:.0f} s later: {crowd.open}")
        with flooded(port):
            figures["flood"].append(await polite(port, _TOOL, _ARGUMENTS, calls))
    print(f"bodies of {_LARGE // 1_000_000} MB: {dict(statuses)}")
    quiet = statistics.median(one.share(0.95) for one in figures["quiet"])
    for name, those in figures.items():
        p95 = statistics.median(one.share(0.95) for one in those)
        print(f"{name:<24} {those[-1]}; median p95 {p95:6.2f} ms, {p95 / quiet:4.2f} x quiet")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    allow_many_files()
    with serving() as (port, _):
        anyio.run(told, port, asked.calls, asked.rounds)


if __name__ == "__main__":
    main()
