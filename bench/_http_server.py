"""Servers over HTTP in processes of their own, on ports of the loopback."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

SERVE_HTTP = (sys.executable, "-m", "biofacts", "serve", "--http")
"""The command of our server; `--port` follows."""

_PATIENCE = 60.0


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(address: str, process: subprocess.Popen[bytes], patience: float = _PATIENCE) -> None:
    """Until an address answers 200. Raises: SystemExit when the process ends, or after that many seconds."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if process.poll() is not None:
            raise SystemExit(f"{process.args!r} ended with {process.returncode}")
        try:
            if httpx.get(address, trust_env=False, timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise SystemExit(f"{address} did not answer 200 within {patience:g} s")


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
