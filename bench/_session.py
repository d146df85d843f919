"""Servers over stdio in processes of their own: ours, and an empty `mcp` server with an echo tool to compare with."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from _standin import inherited

SERVE = (sys.executable, "-m", "biofacts", "serve")
"""The command of our server."""

_EMPTY = """
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


@contextmanager
def empty_server() -> Generator[Sequence[str]]:
    """The command of the empty server, which is there as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.py"
        path.write_text(_EMPTY)
        yield (sys.executable, str(path))


class Session:
    """A server and its client, which speaks raw JSON-RPC of revision 2025-11-25. Nothing is fetched."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**inherited(), "BIOFACTS_SOURCE": "offline"},
        )  # fmt: skip
        self._number = 0
        client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
        self._ask("initialize", client)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    @property
    def pid(self) -> int:
        return self._process.pid

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _ask(self, method: str, params: Mapping[str, object]) -> Any:
        assert self._process.stdout is not None
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return json.loads(self._process.stdout.readline())["result"]

    def result(self, tool: str, arguments: Mapping[str, object]) -> Any:
        """A call's result as it comes."""
        return self._ask("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool: str, arguments: Mapping[str, object]) -> Any:
        """A call's structured content. Raises: SystemExit when it is an error."""
        result = self.result(tool, arguments)
        if result.get("isError"):
            raise SystemExit(f"{tool} {arguments}: {result['structuredContent']}")
        return result["structuredContent"]

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


def resident(pid: int) -> tuple[float, float]:
    """A process's memory in megabytes: RSS, and PSS, which counts what is shared with others in part."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    rss, pss = (int(told.split(f"\n{name}:")[1].split()[0]) / 1024 for name in ("Rss", "Pss"))
    return rss, pss
