"""Replicas behind a real nginx: every way of naming them, and restarts in the middle of calls.

    python bench/behind_nginx.py [--calls 4000] [--clients 32] [--cache FOLDER]

deploy/nginx.conf with three replicas that serve the sample, or copies of a cache folder. Called with `Host $host`, by
the upstream block's name, and under a path prefix that nginx keeps or cuts off. Then clients call without a pause,
while each replica in turn is ended by SIGTERM and started again, and then while one is killed. At last, three stand-ins
of replicas of which each dies of a certain call: how many of them does one such call kill?
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import anyio
from _http import Connection, Figures, allow_many_files, polite, request, running, until_it_listens
from _replicas import nginx
from _shared import free_port, inherited

NAME = "biofacts.example.org"
_PREFIXED = """
    location /kept/ { proxy_pass http://biofacts; proxy_http_version 1.1; proxy_set_header Host $host; }
    location /cut/ { proxy_pass http://biofacts/; proxy_http_version 1.1; proxy_set_header Host $host; }
    location /block/ { proxy_pass http://biofacts/; proxy_http_version 1.1; }
"""
_MORTAL = r"""
import http.server, os, sys
class Replica(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        if b"death" in self.rfile.read(int(self.headers.get("Content-Length", 0))):
            os._exit(1)
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    do_GET = do_POST
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Replica).serve_forever()
"""


class Replica:
    """A server of the sample, or of a copy of a cache folder, which can be ended and started again."""

    def __init__(self, folder: Path, cache: Path | None) -> None:
        self.port = free_port()
        self._folder = folder / str(self.port)
        self._source = "sample" if cache is None else "live"
        if cache is not None:
            shutil.copytree(cache, self._folder)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Raises: SystemExit when it does not listen."""
        command = [
            sys.executable, "-m", "biofacts", "serve", "--http", "--port", str(self.port), "--allowed-host", NAME,
            "--allowed-host", "biofacts", "--path-prefix", "/kept", "--proxy-headers", "127.0.0.1",
        ]  # fmt: skip
        environment = {**inherited(), "BIOFACTS_SOURCE": self._source, "BIOFACTS_CACHE_DIR": str(self._folder)}
        self._process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        until_it_listens(self.port)

    def end(self, number: int) -> int:
        """Returns: the exit code."""
        if self._process is None:
            return 0
        self._process.send_signal(number)
        return self._process.wait(60)


async def named(port: int) -> None:
    for path in ("/mcp", "/kept/mcp", "/cut/mcp", "/block/mcp"):
        for era in ("2025-11-25", "2026-07-28"):
            connection = await Connection.to(port)
            asked = request("get_gene", {"gene_id": "HGNC:11998"}, era=era, host=f"{NAME}:{port}", path=path)
            status, body = await connection.send(asked)
            print(f"{path:<10} {era}: {status}, {'answered' if b'TP53' in body else body[:200]!r}")
            await connection.close()


async def restarted(port: int, ends: Sequence[tuple[Replica, signal.Signals]], calls: int, clients: int) -> None:
    """Calls without a pause, while those replicas are ended in turn and started again."""
    codes: Counter[int] = Counter()

    async def restart() -> None:
        for replica, number in ends:
            await anyio.sleep(1)
            codes[await anyio.to_thread.run_sync(replica.end, number)] += 1
            await anyio.to_thread.run_sync(replica.start)
        over.set()

    over = anyio.Event()
    rounds = list[Figures]()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(restart)
        while not over.is_set():
            rounds.append(await polite(port, "get_gene", {"gene_id": "HGNC:11998"}, calls, clients=clients))
            print(f"  {rounds[-1]}", flush=True)
    statuses = sum((one.statuses for one in rounds), Counter[int]())
    total, failed = statuses.total(), statuses.total() - statuses[200]
    longest = max(one.share(1) for one in rounds) / 1000
    print(
        f"{total} calls, {failed} failed, by status {dict(statuses)} (0: cut off); longest {longest:.1f} s; "
        f"replicas ended with {dict(codes)}"
    )


async def deadly(port: int, replicas: Sequence[int]) -> None:
    """One call that kills, after others by which nginx has connections to all replicas, and before others."""
    good, bad = (request("get_gene", {"gene_id": name}, host=f"{NAME}:{port}") for name in ("life", "death"))
    connection = await Connection.to(port)
    statuses = [(await connection.send(sent))[0] for sent in (*[good] * 12, bad, *[good] * 12)]
    dead = sum("Z" in Path(f"/proc/{one}/stat").read_text().rpartition(")")[2] for one in replicas)
    others = Counter(statuses[:12] + statuses[13:])
    print(f"a call that kills: {statuses[12]}, {dead} of 3 replicas dead; 24 others, by status {dict(others)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=4000)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--cache", type=Path, help="a cache folder to copy for each replica")
    asked = parser.parse_args()
    allow_many_files()
    os.environ.pop("BIOFACTS_PATH_PREFIX", None)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        replicas = [Replica(Path(folder), asked.cache) for _ in range(3)]
        for replica in replicas:
            replica.start()
            stack.callback(replica.end, signal.SIGTERM)
        address = stack.enter_context(nginx(Path(folder), [replica.port for replica in replicas], _PREFIXED))
        port = int(address.rpartition(":")[2])
        anyio.run(named, port)
        anyio.run(restarted, port, [(one, signal.SIGTERM) for one in replicas], asked.calls, asked.clients)
        anyio.run(restarted, port, [(replicas[0], signal.SIGKILL)], asked.calls, asked.clients)
        ports = [free_port() for _ in range(3)]
        mortals = [stack.enter_context(running([sys.executable, "-c", _MORTAL, str(one)], one)) for one in ports]
        address = stack.enter_context(nginx(Path(folder), ports))
        anyio.run(deadly, int(address.rpartition(":")[2]), mortals)


if __name__ == "__main__":
    main()
