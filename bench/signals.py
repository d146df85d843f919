"""How long a server takes to end after a signal, while a call hangs on an upstream that never answers.

python bench/signals.py [--rounds 5]
"""

import argparse
import signal
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # the processes are the suite's

from tests.processes import HANGING_CALL, Server, SilentUpstream, environment, serving, silent_upstream
from tests.unit.test_processes import hang


def ended(number: int, *, http: bool) -> float:
    """Milliseconds from the signal to the end of the process."""
    with (
        tempfile.TemporaryDirectory() as folder,
        silent_upstream() as upstream,
        serving(environment(Path(folder), upstream), http=http) as server,
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    for http in (False, True):
        for number in (signal.SIGTERM, signal.SIGINT):
            times = [ended(number, http=http) for _ in range(rounds)]
            name = "HTTP" if http else "stdio"
            print(f"{name}, {number.name}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms")


if __name__ == "__main__":
    main()
