"""Servers in processes of their own, and an upstream that takes every connection and never answers."""

import json
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 20.0
"""Seconds after which a test gives up; nothing is measured with it."""

_NAMES = ("WIKIPATHWAYS", "WIKIPATHWAYS_DATA", "ONTOLOGY", "PUBCHEM", "GTOPDB", "HGNC", "NCBI_GENE")


_ON_ANOTHER_LOOP = """
import functools, sys
import anyio
from biofacts.__main__ import main
anyio.run = functools.partial(anyio.run, backend=sys.argv.pop(1))
raise SystemExit(main())
"""


def message(method: str, number: int | None = 1, **params: object) -> dict[str, object]:
    """A JSON-RPC request; a notification without a number."""
    identified = {} if number is None else {"id": number}
    return {"jsonrpc": "2.0", **identified, "method": method, "params": params}


INITIALIZE = message(
    "initialize", 0, protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"}
)
INITIALIZED = message("notifications/initialized", None)
HANGING_CALL = message("tools/call", name="get_pathway", arguments={"pathway_id": "WP:WP534"})
MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class SilentUpstream:
    """Accepts, and says nothing."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._accepted: queue.Queue[socket.socket] = queue.Queue()
        self._kept: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self._accepted.put(connection)

    def asked(self) -> socket.socket:
        """The next connection, once its request has come."""
        connection = self._accepted.get(timeout=PATIENCE)
        self._kept.append(connection)
        connection.settimeout(PATIENCE)
        assert connection.recv(65536).startswith(b"GET ")
        return connection

    def close(self) -> None:
        self._socket.close()
        for connection in self._kept:
            connection.close()


@contextmanager
def silent_upstream() -> Generator[SilentUpstream]:
    upstream = SilentUpstream()
    try:
        yield upstream
    finally:
        upstream.close()


def environment(folder: Path, upstream: SilentUpstream | None = None, log: str = "INFO") -> Mapping[str, str]:
    """The sample answers where there is no upstream. An upstream is asked for nothing but what a test asks for.

    Whoever is to end does not wait for its calls.
    """
    live = {f"BIOFACTS_{name}_URL": upstream.url for name in _NAMES} if upstream else {"BIOFACTS_SOURCE": "sample"}
    ours = {"CACHE_DIR": str(folder), "LOG": log, "COMPLETE": "0", "DRAIN": "0"}
    return {**os.environ, **live, **{f"BIOFACTS_{name}": value for name, value in ours.items()}}


class Server:
    """A running `biofacts serve`."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int | None = None) -> None:
        self.process = process
        self.port = port

    def send(self, *lines: bytes | Mapping[str, object]) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode())
            self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def line(self) -> Any:
        """The next line of the output, which must be a message of the protocol."""
        assert self.process.stdout is not None
        read = json.loads(self.process.stdout.readline())
        assert read["jsonrpc"] == "2.0"
        return read

    def answer(self, number: int) -> Any:
        """The answer to a request; other messages before it are left out."""
        while (read := self.line()).get("id") != number:
            pass
        return read

    def connect(self) -> socket.socket:
        assert self.port is not None
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def post(self, body: bytes, *headers: str) -> socket.socket:
        """A connection on which a POST has been sent."""
        host = [] if any(one.startswith("Host:") for one in headers) else ["Host: 127.0.0.1"]
        lines = [
            "POST /mcp HTTP/1.1", *host, "Content-Type: application/json", f"Content-Length: {len(body)}",
            "Accept: application/json, text/event-stream", *headers,
        ]  # fmt: skip
        connection = self.connect()
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return connection

    def end(self, number: int) -> tuple[int, bytes, bytes]:
        """Send a signal, with the input still open. Returns: the exit code, the rest of the output, the log."""
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        out, log = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, log


@contextmanager
def serving(
    environment: Mapping[str, str], *options: str, http: bool = False, loop: str = "asyncio", modern: bool = False
) -> Generator[Server]:
    """A server that answers already. `options`: of a server over HTTP; `loop`: the event loop of anyio's; `modern`:
    without a handshake, as of 2026.
    """
    port = _free_port() if http else None
    started = ["-m", "biofacts"] if loop == "asyncio" else ["-c", _ON_ANOTHER_LOOP, loop]
    over_http = ["--http", "--port", str(port), *options] if http else []
    command = [sys.executable, *started, "serve", *over_http]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        try:
            server = Server(process, port)
            if http:
                _until_it_listens(server)
            elif modern:
                server.send(message("server/discover", 0, _meta=MODERN_META))
                server.answer(0)
            else:
                server.send(INITIALIZE)
                server.answer(0)
                server.send(INITIALIZED)
            yield server
        finally:
            if process.poll() is None:
                process.kill()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def _until_it_listens(server: Server) -> None:
    while server.process.poll() is None:
        try:
            server.connect().close()
        except ConnectionRefusedError:
            threading.Event().wait(0.01)
        else:
            return
    raise AssertionError("the server has ended")
