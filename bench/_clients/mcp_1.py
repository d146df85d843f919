"""Calls through the Python SDK 1.x: a JSON task on standard input, a JSON answer on standard output."""

import json
import sys

import anyio
import httpx
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def main(task):
    headers = {"Authorization": f"Bearer {task['token']}"} if task["token"] else {}
    async with (
        httpx.AsyncClient(headers=headers, timeout=60, trust_env=False) as http,
        streamable_http_client(task["url"], http_client=http) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        begun = await session.initialize()
        tools = [tool.name for tool in (await session.list_tools()).tools]
        results = [await session.call_tool(name, arguments) for name, arguments in task["calls"]]
    answers = [[bool(one.isError), one.structuredContent, one.content[0].text] for one in results]
    json.dump({"protocol": begun.protocolVersion, "tools": tools, "answers": answers}, sys.stdout)


anyio.run(main, json.load(sys.stdin))
