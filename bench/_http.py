"""Clients over HTTP that call a tool, and the servers that they call."""

import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import anyio
import anyio.abc
from _shared import free_port

HOST = "127.0.0.1"
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def allow_many_files() -> None:
    """As many open files as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def until_it_listens(port: int) -> None:
    """Raises: SystemExit after a minute."""
    for _ in range(600):
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not listen")


@contextmanager
def serving(*options: str) -> Generator[tuple[int, int]]:
    """Port and process of `biofacts serve` over the sample, as long as the block lasts."""
    port = free_port()
    command = [sys.executable, "-m", "biofacts", "serve", "--http", "--port", str(port), *options]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BIOFACTS_SOURCE": "sample", "BIOFACTS_CACHE_DIR": folder}
        with running(command, port, env=environment) as process:
            yield port, process


@contextmanager
def running(command: Sequence[str], port: int, **options: Any) -> Generator[int]:
    """The id of a process that listens, as long as the block lasts."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **options)
    try:
        until_it_listens(port)
        yield process.pid
    finally:
        process.terminate()
        process.wait(60)


def processor(process: int) -> float:
    """Seconds of a processor that a process has used: other than the clock's, these do not depend on its neighbours."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def request(
    tool: str,
    arguments: Mapping[str, object],
    *,
    era: str = "2026-07-28",
    host: str = HOST,
    path: str = "/mcp",
    headers: str = "",
) -> bytes:
    """The bytes of a tool's call."""
    modern = era >= "2026"
    params: dict[str, Any] = {"name": tool, "arguments": arguments, **({"_meta": META} if modern else {})}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    names = f"Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\n" if modern else ""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {era}\r\n"
        f"{names}{headers}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Connection:
    """A connection that is kept, and read answer by answer."""

    def __init__(self, stream: anyio.abc.SocketStream) -> None:
        self._stream = stream
        self._read = b""

    @classmethod
    async def to(cls, port: int, local_host: str | None = None) -> Self:
        return cls(await anyio.connect_tcp(HOST, port, local_host=local_host))

    async def send(self, sent: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer. Raises: anyio.EndOfStream, anyio.BrokenResourceError."""
        await self._stream.send(sent)
        head = await self._until(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        status = int(lines[0].split()[1])
        fields = dict(line.split(b": ", 1) for line in lines[1:] if b": " in line)
        if b"chunked" in fields.get(b"transfer-encoding", b""):
            return status, await self._chunks()
        return status, await self._exactly(int(fields.get(b"content-length", b"0")))

    async def _chunks(self) -> bytes:
        body = b""
        while size := int((await self._until(b"\r\n")).strip(), 16):
            body += await self._exactly(size)
            await self._exactly(2)
        await self._exactly(2)
        return body

    async def _until(self, end: bytes) -> bytes:
        while end not in self._read:
            self._read += await self._stream.receive()
        head, self._read = self._read.split(end, 1)
        return head

    async def _exactly(self, size: int) -> bytes:
        while len(self._read) < size:
            self._read += await self._stream.receive()
        body, self._read = self._read[:size], self._read[size:]
        return body

    async def close(self) -> None:
        await self._stream.aclose()


class Figures:
    """How many calls a second, and how long one took."""

    def __init__(self, took: list[float], seconds: float, statuses: Counter[int]) -> None:
        self._took = sorted(took)
        self.rate = len(took) / seconds
        self.statuses = statuses

    def share(self, part: float) -> float:
        """Milliseconds within which that part of the calls was answered."""
        return self._took[min(int(part * len(self._took)), len(self._took) - 1)] * 1000

    def __str__(self) -> str:
        wrong = {status: number for status, number in self.statuses.items() if status != 200}
        return (
            f"{self.rate:6.0f}/s p50 {self.share(0.5):6.2f} p95 {self.share(0.95):6.2f} p99 {self.share(0.99):6.2f} ms"
            + (f" NOT 200: {wrong}" if wrong else "")
        )


async def polite(
    port: int, tool: str, arguments: Mapping[str, object], calls: int, *, clients: int = 1, era: str = "2026-07-28"
) -> Figures:
    """Clients that call one after the other, each on a connection of its own."""
    sent, took, statuses = request(tool, arguments, era=era, host=f"localhost:{port}"), list[float](), Counter[int]()

    async def client() -> None:
        connection = await Connection.to(port)
        for _ in range(calls // clients):
            began = time.perf_counter()
            try:
                status, _ = await connection.send(sent)
            except (anyio.EndOfStream, anyio.BrokenResourceError):
                status, connection = 0, await Connection.to(port)
            if status == 503:
                await connection.close()
                connection = await Connection.to(port)
            took.append(time.perf_counter() - began)
            statuses[status] += 1
        await connection.close()

    started = time.perf_counter()
    async with anyio.create_task_group() as tasks:
        for _ in range(clients):
            tasks.start_soon(client)
    return Figures(took, time.perf_counter() - started, statuses)
