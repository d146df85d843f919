"""Memory of a server that lives long: idle, and after thousands of mixed calls, over stdio and over HTTP.

    python bench/memory.py [--calls 1000 2000 5000 10000]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline; before,
some two hundred questions fill the cache of compounds from the stand-in that BIOFACTS_PUBCHEM_URL names. The ten tools
take turns, each with other arguments (of compounds there are a hundred). `rss`: resident megabytes; `pss`: those that
are shared with other processes counted in part. `empty`: a low-level `mcp` server whose one tool echoes, called as
often. The line below the table is about a server that had no catalogue, and fetched and built the eight that need no
`sync`.
"""

import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from _questions import mixed, questions, warm
from _shared import SERVE, HttpServer, Session, command_line, empty_server, inherited, present, resident, table

CHECKPOINTS = (1000, 2000, 5000, 10_000)
INDEXES = 8
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-11-25",
}

Call = tuple[str, dict[str, object]]


class Server(NamedTuple):
    """A running server. `call`: True when the answer is an error."""

    pid: int
    call: Callable[[str, dict[str, object]], bool]


@contextmanager
def over_stdio(command: Sequence[str]) -> Generator[Server]:
    session = Session(command)

    def call(tool: str, arguments: dict[str, object]) -> bool:
        return bool(session.result(tool, arguments).get("isError"))

    try:
        yield Server(session.pid, call)
    finally:
        session.close()


@contextmanager
def over_http(command: Sequence[str], **given: str) -> Generator[Server]:
    server = HttpServer((*command, "--http"), {**inherited(), "BIOFACTS_SOURCE": "offline", **given})
    http = httpx.Client(base_url=server.base, headers=HEADERS, timeout=60, trust_env=False)

    def call(tool: str, arguments: dict[str, object]) -> bool:
        params = {"name": tool, "arguments": arguments}
        answer = http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        answer.raise_for_status()
        return '"isError":true' in answer.text

    try:
        server.start()
        assert server.process is not None
        yield Server(server.process.pid, call)
    finally:
        http.close()
        server.stop()


def measure(opened: AbstractContextManager[Server], calls: Iterable[Call], at: Sequence[int]) -> tuple[list[str], int]:
    """RSS and PSS, idle and after so many calls; and how many calls were answered with an error."""
    cells: list[str] = []
    errors = 0
    with opened as server:
        cells.append("{:.1f} / {:.1f}".format(*resident(server.pid)))
        for number, (tool, arguments) in enumerate(calls, start=1):
            errors += server.call(tool, arguments)
            if number in at:
                cells.append("{:.1f} / {:.1f}".format(*resident(server.pid)))
    return cells, errors


def first_use() -> tuple[float, float]:
    """RSS and PSS of a server that has fetched and built the index catalogues itself."""
    with (
        tempfile.TemporaryDirectory() as folder,
        over_http(SERVE, BIOFACTS_SOURCE="live", BIOFACTS_CACHE_DIR=folder) as server,
    ):
        for tool in ("search_pathways", "search_ligands", "search_targets"):
            server.call(tool, {"query": "dopamine"})
        for _ in range(600):
            if len([*Path(folder).glob("*/*/newest.json")]) == INDEXES:
                break
            time.sleep(0.1)
        time.sleep(2)
        return resident(server.pid)


def main(*, calls: Sequence[int] = CHECKPOINTS) -> None:
    at = sorted(calls)
    settings, folder = present()
    asked = questions(folder, max(at) // 10)
    warm(settings, asked)
    sent = mixed(asked)
    echoes: list[Call] = [("echo", {"answer": {"number": number}}) for number in range(max(at))]
    with empty_server() as empty:
        columns = {
            "stdio": measure(over_stdio(SERVE), sent, at),
            "http": measure(over_http(SERVE), sent, at),
            "empty": measure(over_stdio(empty), echoes, at),
        }
    lines = zip(
        ["idle", *(f"{number:,} calls" for number in at)], *(cells for cells, _ in columns.values()), strict=True
    )
    print(table(["rss / pss, MB", *columns], lines))
    print("over HTTP, all index catalogues built in the process: {:.1f} / {:.1f}".format(*first_use()))
    print(f"answered with an error: {', '.join(f'{name} {errors}' for name, (_, errors) in columns.items())}")


if __name__ == "__main__":
    command_line(__doc__, main)
