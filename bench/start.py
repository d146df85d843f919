"""Start and calls over stdio, beside an empty `mcp` server and an echo tool in the same run.

    python bench/start.py [--rounds 9] [--walks 3] [--tool NAME]

Uses the catalogue that the environment's BIOFACTS_* settings point to (BIOFACTS_SOURCE=offline: nothing is fetched); it
must be there: run `biofacts sync`, then `python bench/calls.py --warm`. Each tool is asked a hundred different
questions, and each answer goes through the echo tool right after: a ratio is the median of the pairs' ratios, so that
neither one answer kept in memory nor a busy machine decides it. The first walk over the questions does not count.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from questions import questions

EMPTY = """
import anyio
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

TOOL = types.Tool(name="echo", description="echo", input_schema={"type": "object"})


async def list_tools(ctx, params):
    return types.ListToolsResult(tools=[TOOL])


async def call_tool(ctx, params):
    answer = (params.arguments or {}).get("answer")
    import json
    return types.CallToolResult(content=[types.TextContent(text=json.dumps(answer))], structured_content=answer)


async def main():
    server = Server("empty", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

anyio.run(main)
"""
FIRST = {"query": "insulin signaling"}


class Session:
    """A raw JSON-RPC client of revision 2025-11-25."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "BIOFACTS_SOURCE": "offline"},
        )  # fmt: skip
        self.number = 0
        client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self.ask("initialize", client)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: dict[str, object]) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, object]) -> dict[str, object]:
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return json.loads(self.process.stdout.readline())["result"]

    def call(self, tool: str, arguments: dict[str, object]) -> dict[str, object]:
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise SystemExit(f"{tool} {arguments}: {result['structuredContent']}")
        return result["structuredContent"]

    def memory(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(10)


def start(command: list[str], tool: str, arguments: dict[str, object]) -> float:
    started = time.perf_counter()
    session = Session(command)
    session.call(tool, arguments)
    took = time.perf_counter() - started
    session.close()
    return took


def walk(server: Session, echo: Session, tool: str, asked: list[dict[str, str]]) -> list[tuple[float, float, int]]:
    """Our time, the echo's time and the size of the answer (JSON), for each question."""
    rows = []
    for arguments in asked:
        started = time.perf_counter()
        answer = server.call(tool, arguments)
        middle = time.perf_counter()
        echo.call("echo", {"answer": answer})
        rows.append((middle - started, time.perf_counter() - middle, len(json.dumps(answer))))
    return rows


def main(rounds: int, walks: int, only: str) -> None:
    ours = [sys.executable, "-m", "biofacts", "serve"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.py"
        path.write_text(EMPTY)
        empty = [sys.executable, str(path)]
        if rounds:
            pairs = [
                (start(ours, "search_pathways", FIRST), start(empty, "echo", {"answer": {}})) for _ in range(rounds)
            ]
            a, b = (statistics.median(times) for times in zip(*pairs, strict=True))
            ratio = statistics.median(x / y for x, y in pairs)
            print(f"{'start to first result':<24} ours {a * 1e3:7.1f} ms   empty {b * 1e3:7.1f} ms   ratio {ratio:.2f}")
        server, echo = Session(ours), Session(empty)
        print(f"{'memory, idle':<24} ours {server.memory():7.1f} MB   empty {echo.memory():7.1f} MB")
        for tool, asked in questions().items():
            if only not in tool:
                continue
            walk(server, echo, tool, asked)
            rows = [row for _ in range(walks) for row in walk(server, echo, tool, asked)]
            a, b, size = (statistics.median(column) for column in zip(*rows, strict=True))
            ratio = statistics.median(mine / other for mine, other, _ in rows)
            times = f"ours {a * 1e3:7.2f} ms   echo  {b * 1e3:7.2f} ms   ratio {ratio:.2f}"
            print(f"{tool:<24} {times}   {size:.0f} bytes", flush=True)
        print(f"{'memory after the calls':<24} ours {server.memory():7.1f} MB")
        server.close()
        echo.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--walks", type=int, default=3)
    parser.add_argument("--tool", default="", help="only the tools whose name contains this")
    known = parser.parse_args()
    main(known.rounds, known.walks, known.tool)
