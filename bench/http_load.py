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
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import anyio
import anyio.to_thread
import msgspec
from _http import HOST, Connection, Figures, allow_many_files, polite, processor, request, running, serving
from _shared import command_line, free_port

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
_TOOL = "get_gene"
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
    command_line(__doc__, throughput)
