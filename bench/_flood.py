"""Floods a server from an address of its own: python bench/_flood.py PORT SECONDS CONNECTIONS

Each connection sends a call as soon as the last one is answered. The statuses are told in the end.
"""

import json
import sys
from collections import Counter

import anyio
from _http import Connection, allow_many_files, request

_ADDRESS = "127.0.0.2"
"""Another client's than 127.0.0.1, of which Linux has the whole network."""


async def one(port: int, statuses: Counter[int]) -> None:
    sent = request("get_gene", {"gene_id": "HGNC:11998"})
    while True:
        connection = await Connection.to(port, local_host=_ADDRESS)
        try:
            while True:
                status, _ = await connection.send(sent)
                statuses[status] += 1
        except (anyio.EndOfStream, anyio.BrokenResourceError):
            statuses[0] += 1


async def flood(port: int, seconds: float, connections: int) -> None:
    statuses: Counter[int] = Counter()
    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as tasks:
            for _ in range(connections):
                tasks.start_soon(one, port, statuses)
    print(json.dumps(statuses), flush=True)


if __name__ == "__main__":
    allow_many_files()
    anyio.run(flood, int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
