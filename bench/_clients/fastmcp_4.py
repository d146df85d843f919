"""Calls through fastmcp: a JSON task on standard input, a JSON answer on standard output."""

import json
import sys

import anyio
from fastmcp import Client


async def main(task):
    async with Client(task["url"], auth=task["token"] or None) as client:
        tools = [tool.name for tool in await client.list_tools()]
        results = [await client.call_tool(name, arguments, raise_on_error=False) for name, arguments in task["calls"]]
        protocol = client.session.protocol_version
    answers = [[bool(one.is_error), one.structured_content, one.content[0].text] for one in results]
    json.dump({"protocol": protocol, "tools": tools, "answers": answers}, sys.stdout)


anyio.run(main, json.load(sys.stdin))
