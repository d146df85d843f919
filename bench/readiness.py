"""A server on an empty cache: when it answers the handshake, and when it could answer what.

    python bench/readiness.py BASE_URL [--beside TREE] [--rounds 7]

BASE_URL: where the stand-ins of the upstreams are. The handshake is that of `biofacts serve` over stdio, from the start
of the process to the answer to `initialize`, the median of some rounds; TREE is another checkout with a `.venv` of its
own, whose server is asked in turn with ours. Then `biofacts serve --http` is started, and asked by `/readyz` alone.
"""

import argparse
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from _shared import environment, milliseconds

HERE = Path(__file__).parents[1]
INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"},
    },
}  # fmt: skip
PATIENCE = 120.0


def python(tree: Path) -> str:
    return sys.executable if tree == HERE else str(tree / ".venv" / "bin" / "python")


def handshake(tree: Path, base: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        process = subprocess.Popen(
            (python(tree), "-m", "biofacts", "serve"), cwd=tree, env=environment(base, folder),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
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
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, httpx.Client(trust_env=False) as client:
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
            process.wait(10)
    raise SystemExit("it did not get ready")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("--beside", type=Path, help="another tree")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    address = asked.base_url.rstrip("/")
    handshakes([HERE, *([asked.beside.resolve()] if asked.beside else [])], address, asked.rounds)
    readiness(address)
