"""How many calls a second over HTTP, beside an empty `mcp` server that answers the same bytes.

    python bench/http_load.py [--calls 2000] [--rounds 5] [--clients 8]

The empty server is what the SDK and uvicorn as they come (h11, asyncio) make of one tool; it finds its answers ready.
The rounds take turns. On a machine that is busy with other things the processor's time is what counts.
"""

import itertools
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Self

import anyio
import anyio.abc
from _shared import META, SERVE_HTTP, HttpServer, command_line, inherited, processor_time, quantile

_EMPTY = """
import json, sys
import uvicorn
from mcp import types
from mcp.server import Server

ANSWERS = json.load(open(sys.argv[1]))
TEXTS = {key: json.dumps(answer) for key, answer in ANSWERS.items()}
TOOL = types.Tool(name="get_gene", description="a gene", input_schema={"type": "object"})


async def list_tools(ctx, params):
    return types.ListToolsResult(tools=[TOOL])


async def call_tool(ctx, params):
    key = params.arguments["gene_id"]
    return types.CallToolResult(content=[types.TextContent(text=TEXTS[key])], structured_content=ANSWERS[key])


server = Server(
    "empty", version="1", on_list_tools=list_tools, on_call_tool=call_tool,
    get_tool_input_schema={"get_gene": {"type": "object"}}.get,
)
uvicorn.run(
    server.streamable_http_app(stateless_http=True), port=int(sys.argv[-1]), log_level="critical", http="h11",
    loop="asyncio",
)
"""
_TOOL = "get_gene"
_CALLS: Mapping[str, Mapping[str, object]] = {"refused": {"gene_id": ""}, "record": {"gene_id": "HGNC:11998"}}
"""A call that our server answers without looking anything up: what it costs is the way there; and a whole one."""


def request(port: int, arguments: Mapping[str, object], era: str) -> bytes:
    """The bytes of a call."""
    modern = era >= "2026"
    params = {"name": _TOOL, "arguments": arguments, **({"_meta": META} if modern else {})}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    names = f"Mcp-Method: tools/call\r\nMcp-Name: {_TOOL}\r\n" if modern else ""
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {era}\r\n"
        f"{names}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Connection:
    """A connection that is kept, and read answer by answer."""

    def __init__(self, stream: anyio.abc.SocketStream) -> None:
        self._stream = stream
        self._read = b""

    @classmethod
    async def to(cls, port: int) -> Self:
        return cls(await anyio.connect_tcp("127.0.0.1", port))

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


class Round(NamedTuple):
    """What a round of calls took: each on the clock, all of them, and a processor for each; and what was not a 200."""

    took: list[float]
    seconds: float
    milliseconds: float
    wrong: Counter[int]

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    def __str__(self) -> str:
        shares = " ".join(f"p{share * 100:.0f} {quantile(self.took, share) * 1e3:6.2f}" for share in (0.5, 0.95, 0.99))
        return f"{self.rate:6.0f}/s {shares} ms{f' NOT 200: {dict(self.wrong)}' if self.wrong else ''}"


async def called(server: HttpServer, kind: str, calls: int, clients: int, era: str) -> Round:
    """Clients that call one after the other, each on a connection of its own."""
    assert server.process is not None
    sent, took, wrong = request(server.port, _CALLS[kind], era), list[float](), Counter[int]()

    async def client() -> None:
        connection = await Connection.to(server.port)
        for _ in range(calls // clients):
            began = time.perf_counter()
            status, _ = await connection.send(sent)
            took.append(time.perf_counter() - began)
            wrong.update([status] if status != 200 else [])
        await connection.close()

    started, before = time.perf_counter(), processor_time(server.process.pid)
    async with anyio.create_task_group() as tasks:
        for _ in range(clients):
            tasks.start_soon(client)
    cost = (processor_time(server.process.pid) - before) * 1000 / calls
    return Round(took, time.perf_counter() - started, cost, wrong)


async def answers(port: int) -> Mapping[str, object]:
    """What our server says, by the gene's id."""
    told: dict[str, object] = {}
    for arguments in _CALLS.values():
        connection = await Connection.to(port)
        _, body = await connection.send(request(port, arguments, "2026-07-28"))
        await connection.close()
        data = body.split(b"data: ")[-1].split(b"\n")[0].strip()
        told[str(arguments["gene_id"])] = json.loads(data)["result"]["structuredContent"]
    return told


async def compared(ours: HttpServer, empty: HttpServer, calls: int, rounds: int, clients: int) -> None:
    for era, kind in itertools.product(("2025-11-25", "2026-07-28"), _CALLS):
        for server in (ours, empty):
            await called(server, kind, calls // 5, clients, era)  # warm
        pairs = [[await called(server, kind, calls, clients, era) for server in (ours, empty)] for _ in range(rounds)]
        print(f"{era}, {kind}")
        for name, those in zip(("ours", "empty"), zip(*pairs, strict=True), strict=True):
            cost, best = statistics.median(one.milliseconds for one in those), max(those, key=lambda one: one.rate)
            print(f"  {name:<5} {cost:5.2f} ms of a processor a call; best round {best}")
        rates = statistics.median(mine.rate / theirs.rate for mine, theirs in pairs)
        costs = statistics.median(theirs.milliseconds / mine.milliseconds for mine, theirs in pairs)
        print(f"  ratio {costs:.2f} by processor, {rates:.2f} by clock")


def throughput(*, calls: int = 2000, rounds: int = 5, clients: int = 8) -> None:
    """Count calls a second."""
    with tempfile.TemporaryDirectory() as folder:
        script, ready = Path(folder) / "empty.py", Path(folder) / "answer.json"
        script.write_text(_EMPTY)
        ours = HttpServer(SERVE_HTTP, inherited() | {"BIOFACTS_SOURCE": "sample", "BIOFACTS_CACHE_DIR": folder})
        empty = HttpServer([sys.executable, str(script), str(ready)], inherited())
        try:
            ours.start()
            ready.write_text(json.dumps(anyio.run(answers, ours.port)))
            empty.start("")
            anyio.run(compared, ours, empty, calls, rounds, clients)
        finally:
            ours.stop()
            empty.stop()


if __name__ == "__main__":
    command_line(__doc__, throughput)
