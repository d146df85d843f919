"""Calls over HTTP: how many a second, and beside connections that mean harm.

    python bench/http_load.py throughput [--calls 2000] [--rounds 5] [--clients 8]
    python bench/http_load.py hostile [--calls 400] [--rounds 3]

- `throughput`: beside an empty `mcp` server that answers the same bytes, which is what the SDK and uvicorn as they come
  (h11, asyncio) make of one tool; it finds its answers ready. The rounds take turns. On a machine that is busy with
  other things the processor's time is what counts.
- `hostile`: a polite client beside 1,000 silent and 200 dripping connections, 50 MB bodies, a flood, foreign hosts and
  origins. The server serves the sample. Told are the statuses that the hostile ones get, and how fast the polite
  client's calls are: quiet, beside the connections, beside connections and bodies, and beside a client of another
  address whose 200 connections call as fast as they are answered; the rounds take turns.
"""

import contextlib
import itertools
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Self

import anyio
import anyio.to_thread
import msgspec
from _http import HOST, Connection, Crowd, Figures, allow_many_files, polite, processor, request, running, serving
from _shared import command_line, free_port

# Hostile connections


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


def hostile(*, calls: int = 400, rounds: int = 3) -> None:
    """Call beside connections that mean harm."""
    allow_many_files()
    with serving() as (port, _):
        anyio.run(told, port, calls, rounds)


# Throughput


_EMPTY = """
import json, sys
import uvicorn
from mcp import types
from mcp.server import Server

ANSWERS = json.load(open(sys.argv[2]))
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
    server.streamable_http_app(stateless_http=True), port=int(sys.argv[1]), log_level="critical", http="h11",
    loop="asyncio",
)
"""
_CALLS: Mapping[str, Mapping[str, object]] = {"refused": {"gene_id": ""}, "record": {"gene_id": "HGNC:11998"}}
"""A call that our server answers without looking anything up: what it costs is the way there; and a whole one."""


async def answers(port: int) -> Mapping[str, object]:
    """What our server says, by the gene's id."""
    told: dict[str, object] = {}
    for arguments in _CALLS.values():
        connection = await Connection.to(port)
        _, body = await connection.send(request(_TOOL, arguments, host=f"{HOST}:{port}"))
        await connection.close()
        data = body.split(b"data: ")[-1].split(b"\n")[0].strip()
        told[str(arguments["gene_id"])] = json.loads(data)["result"]["structuredContent"]
    return told


class Run(msgspec.Struct):
    """What a round of calls took: on the clock, and of a processor's time for each call."""

    figures: Figures
    milliseconds: float

    @classmethod
    async def of(cls, server: tuple[int, int], kind: str, calls: int, clients: int, era: str) -> Self:
        """`server`: its port and its process."""
        port, process = server
        before = processor(process)
        figures = await polite(port, _TOOL, _CALLS[kind], calls, clients=clients, era=era)
        return cls(figures, (processor(process) - before) * 1000 / calls)


async def compared(ours: tuple[int, int], empty: tuple[int, int], calls: int, rounds: int, clients: int) -> None:
    for era, kind in itertools.product(("2025-11-25", "2026-07-28"), _CALLS):
        for server in (ours, empty):
            await Run.of(server, kind, calls // 5, clients, era)  # warm
        pairs = [
            (await Run.of(ours, kind, calls, clients, era), await Run.of(empty, kind, calls, clients, era))
            for _ in range(rounds)
        ]
        print(f"{era}, {kind}")
        for name, those in zip(("ours", "empty"), zip(*pairs, strict=True), strict=True):
            cost = statistics.median(one.milliseconds for one in those)
            best = max(those, key=lambda one: one.figures.rate)
            print(f"  {name:<5} {cost:5.2f} ms of a processor a call; best round {best.figures}")
        rates = statistics.median(mine.figures.rate / theirs.figures.rate for mine, theirs in pairs)
        costs = statistics.median(theirs.milliseconds / mine.milliseconds for mine, theirs in pairs)
        print(f"  ratio {costs:.2f} by processor, {rates:.2f} by clock")


def throughput(*, calls: int = 2000, rounds: int = 5, clients: int = 8) -> None:
    """Count calls a second."""
    allow_many_files()
    with tempfile.TemporaryDirectory() as folder, serving() as ours:
        script, ready, empty = Path(folder) / "empty.py", Path(folder) / "answer.json", free_port()
        script.write_text(_EMPTY)
        ready.write_text(json.dumps(anyio.run(answers, ours[0])))
        with running([sys.executable, str(script), str(empty), str(ready)], empty) as process:
            anyio.run(compared, ours, (empty, process), calls, rounds, clients)


if __name__ == "__main__":
    command_line(__doc__, throughput, hostile)
