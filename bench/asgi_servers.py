"""ASGI servers beside each other under the same empty `mcp` server: throughput, and what silent connections do to it.

    uv run --with granian --with hypercorn --with httptools --with uvloop python bench/asgi_servers.py [--calls 3000]

Each serves an echo tool. Polite clients call it over kept connections, first alone, then beside 1,000 connections that
say nothing and 200 that send a byte a second. Told: calls a second, the slowest of a hundred, and how many of those
connections are still open 20 s later.
"""

import argparse
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import anyio
from _http import Crowd, allow_many_files, polite, running
from _shared import free_port

_APP = """
from mcp import types
from mcp.server import Server

TOOL = types.Tool(name="echo", description="echo", input_schema={"type": "object"})


async def list_tools(ctx, params):
    return types.ListToolsResult(tools=[TOOL])


async def call_tool(ctx, params):
    return types.CallToolResult(content=[types.TextContent(text="{}")], structured_content={})


app = Server("empty", version="1", on_list_tools=list_tools, on_call_tool=call_tool).streamable_http_app(
    stateless_http=True
)
"""
SERVERS = {
    "uvicorn, h11": "uvicorn empty:app --port {} --log-level critical --http h11 --loop asyncio",
    "uvicorn, h11, limit_concurrency": (
        "uvicorn empty:app --port {} --log-level critical --http h11 --loop asyncio --limit-concurrency 200"
    ),
    "uvicorn, httptools": "uvicorn empty:app --port {} --log-level critical --http httptools --loop asyncio",
    "uvicorn, httptools, uvloop": "uvicorn empty:app --port {} --log-level critical --http httptools --loop uvloop",
    "granian": "granian empty:app --port {} --interface asgi --log-level critical --http1-header-read-timeout 10000",
    "hypercorn": "hypercorn empty:app --bind 127.0.0.1:{} --log-level critical",
}
_WATCHED = 20.0
_PATIENCE = 40.0


@contextmanager
def serving(command: str) -> Generator[int]:
    """The port of a server that answers as long as the block lasts."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "empty.py").write_text(_APP)
        words = [sys.executable, "-m", *command.format(port).split()]
        with running(words, port, cwd=folder):
            yield port


async def measured(name: str, port: int, calls: int) -> None:
    await polite(port, "echo", {}, calls // 5, clients=8)  # warm
    alone = await polite(port, "echo", {}, calls, clients=8)
    async with Crowd(port, silent=1000, dripping=200) as crowd:
        beside: object = f"locked out for {_PATIENCE:.0f} s"
        with anyio.move_on_after(_PATIENCE):
            beside = await polite(port, "echo", {}, calls, clients=8)
        await anyio.sleep(_WATCHED)
        print(f"{name:<34} alone {alone}; beside {beside}; open after {_WATCHED:.0f} s: {crowd.open}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=3000)
    parser.add_argument("--only", help="servers whose name has this")
    asked = parser.parse_args()
    allow_many_files()
    for name, command in SERVERS.items():
        if not asked.only or asked.only in name:
            with serving(command) as port:
                anyio.run(measured, name, port, asked.calls)


if __name__ == "__main__":
    main()
