"""Calls through the Python SDK 2.x: a JSON task on standard input, a JSON answer on standard output."""

import json
import sys

import anyio
import httpx2  # noqa: TID251 - the client that is tried
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main(task):
    headers = {"Authorization": f"Bearer {task['token']}"} if task["token"] else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http,
        Client(streamable_http_client(task["url"], http_client=http), mode=task["mode"]) as client,
    ):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        results = [await client.call_tool(name, arguments) for name, arguments in task["calls"]]
        protocol = client.protocol_version
    answers = [[bool(one.is_error), one.structured_content, one.content[0].text] for one in results]
    json.dump({"protocol": protocol, "tools": tools, "answers": answers}, sys.stdout)


anyio.run(main, json.load(sys.stdin))
