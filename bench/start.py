"""Start and calls over stdio, beside an empty `mcp` server and an echo tool in the same run.

    python bench/start.py [--rounds 9] [--calls 300]

Uses the catalogue that the environment's BIOFACTS_* settings point to (BIOFACTS_SOURCE=offline: nothing is fetched); it
must be there: run `biofacts sync` first.
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
CALLS = {
    "search_pathways": {"query": "insulin signaling"},
    "get_pathway": {"pathway_id": "WP:WP534"},
    "get_pathways_for_gene": {"gene_id": "TP53"},
    "get_pathway_components": {"pathway_id": "WP:WP534"},
}


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
            raise SystemExit(f"{tool}: {result['structuredContent']}")
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


def main(rounds: int, calls: int) -> None:
    ours = [sys.executable, "-m", "biofacts", "serve"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.py"
        path.write_text(EMPTY)
        empty = [sys.executable, str(path)]
        pairs = [
            (start(ours, "search_pathways", CALLS["search_pathways"]), start(empty, "echo", {"answer": {}}))
            for _ in range(rounds)
        ]
        a, b = (statistics.median(times) for times in zip(*pairs, strict=True))
        ratio = statistics.median(x / y for x, y in pairs)
        print(f"{'start to first result':<28} ours {a * 1e3:7.1f} ms   empty {b * 1e3:7.1f} ms   ratio {ratio:.2f}")
        server, echo = Session(ours), Session(empty)
        print(f"{'memory, idle':<28} ours {server.memory():7.1f} MB   empty {echo.memory():7.1f} MB")
        for tool, arguments in CALLS.items():
            answer = server.call(tool, arguments)
            echo.call("echo", {"answer": answer})
            mine, other = [], []
            for _ in range(calls):
                started = time.perf_counter()
                server.call(tool, arguments)
                middle = time.perf_counter()
                echo.call("echo", {"answer": answer})
                mine.append(middle - started)
                other.append(time.perf_counter() - middle)
            a, b = statistics.median(mine), statistics.median(other)
            size = len(json.dumps(answer))
            times = f"ours {a * 1e3:7.2f} ms   echo  {b * 1e3:7.2f} ms   ratio {a / b:.2f}"
            print(f"{tool:<28} {times}   {size} bytes")
        print(f"{'memory after the calls':<28} ours {server.memory():7.1f} MB")
        server.close()
        echo.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=300)
    known = parser.parse_args()
    main(known.rounds, known.calls)
