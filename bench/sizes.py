"""What things weigh: catalogues, what a client reads at its start, answers, and the memory of a server that lives long.

    python bench/sizes.py tools [--calls 100]
    python bench/sizes.py pathways UPSTREAM
    python bench/sizes.py memory [--calls 1000 2000 5000 10000]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline.

- `tools`: before, some two hundred questions fill the cache of compounds from the stand-in that BIOFACTS_PUBCHEM_URL
  names. An answer is its JSON, counted once (a result carries it as text and as structured content); tokens are bytes
  / 4. `an item`: tokens of a candidate in a list, median. Lists have the default page size of 50.
- `pathways`: what the answers about every pathway weigh, and what asking for less saves. The tables of data nodes are
  read from UPSTREAM, the folder of the stand-in's data. `around` asks for the first gene or protein of each pathway,
  `MDM2 in WP707` is one question: what does MDM2 do to TP53?
- `memory`: of a server, idle and after thousands of mixed calls, over stdio and over HTTP. The tools take turns, each
  with other arguments (of compounds there are a hundred). `rss`: resident megabytes; `pss`: those that are shared with
  other processes counted in part. `empty`: a low-level `mcp` server whose one tool echoes, called as often. The line
  below the table is about a server that had no catalogue, and fetched and built those that need no `sync`.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import httpx
import msgspec
from _questions import Questions, mixed, questions, warm
from _shared import (
    SERVE,
    HttpServer,
    Session,
    column,
    command_line,
    empty_server,
    inherited,
    present,
    quantile,
    resident,
    table,
)
from dependency_injector import providers

from biofacts.adapters.http.wikipathways import index_files
from biofacts.adapters.local.entries.pathways import GPML
from biofacts.adapters.mcp.server import listed
from biofacts.adapters.mcp.server_texts import instructions
from biofacts.adapters.memory.stores import MemoryRecordStore
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.ports.publications import DrawingSource, FetchedDrawing, FetchedMappings, Unchanged

HEAD = ("", "asked", "bytes", "p95", "tokens", "p95", "an item")
SLIM = ("search_pathways", "get_pathways_for_gene")

Row = list[object]


def catalogues() -> Iterator[Row]:
    told = subprocess.run(
        [sys.executable, "-m", "biofacts", "status", "--json"], check=True, stdout=subprocess.PIPE
    ).stdout
    sizes = {one["name"]: one.get("bytes", 0) for one in json.loads(told)}
    for name, size in {**sizes, "all catalogues": sum(sizes.values())}.items():
        yield [f"file: {name}", None, f"{size:,}", None, None, None, None]


def at_the_start() -> Iterator[Row]:
    tools = [listed(tool).model_dump(by_alias=True, exclude_none=True, mode="json") for tool in TOOLS.values()]
    for name, text in (
        ("tools/list", json.dumps({"tools": tools}, separators=(",", ":"))),
        ("instructions", instructions(TOOLS)),
    ):
        size = len(text.encode())
        yield [name, None, f"{size:,}", None, size // 4, None, None]


def variants(calls: Questions) -> Iterator[tuple[str, str, Sequence[Mapping[str, object]]]]:
    for tool, asked in calls.items():
        if tool in SLIM:
            yield f"{tool}, slim", tool, [{**one, "slim": True} for one in asked]
            yield f"{tool}, full", tool, [{**one, "slim": False} for one in asked]
        else:
            yield tool, tool, asked


async def answers(settings: Settings, calls: Questions) -> list[Row]:
    rows: list[Row] = []
    async with running(settings) as container:
        for name, tool, asked in variants(calls):
            sizes: list[int] = []
            items: list[float] = []
            for arguments in asked:
                outcome = await call(TOOLS[tool], container.use_cases(), arguments)
                if isinstance(outcome, ErrorEnvelope):
                    continue
                sizes.append(len(msgspec.json.encode(outcome)))
                items += [len(msgspec.json.encode(item)) / 4 for item in getattr(outcome, "items", ())]
            median, p95 = int(statistics.median(sizes)), int(quantile(sizes, 0.95))
            item = f"{statistics.median(items):.0f}" if items else None
            rows.append([name, len(sizes), f"{median:,}", f"{p95:,}", median // 4, p95 // 4, item])
    return rows


def tools(*, calls: int = 100) -> None:
    """Weigh catalogues, what a client reads at its start, and answers."""
    settings, folder = present()
    asked = questions(folder, calls)
    warm(settings, asked)
    print(table(HEAD, [*catalogues(), *at_the_start(), *anyio.run(answers, settings, asked)]))


# Pathways


PATHWAY_HEAD = ("answer", "asked", "p50", "p90", "max", "over 60 kB")
LARGEST = 60_000
RECORD, COMPONENTS = "get_pathway", "get_pathway_components"
VARIANTS: Sequence[tuple[str, str, Mapping[str, object]]] = (
    ("get_pathway, brief", RECORD, {"detail": "brief"}),
    ("get_pathway, full", RECORD, {}),
    ("get_pathway, all", RECORD, {"detail": "all"}),
    ("components, full", COMPONENTS, {}),
    ("components, full, whole", COMPONENTS, {"whole": True}),
    ("components, all, whole", COMPONENTS, {"detail": "all", "whole": True}),
    ("components, brief", COMPONENTS, {"detail": "brief"}),
    ("components, brief, interactions", COMPONENTS, {"detail": "brief", "parts": ["interactions"]}),
)


class Mirror(DrawingSource):
    """The tables of data nodes as they lie in the mirror; its drawings are in the catalogue."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedDrawing | Unchanged | None:
        return None

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedMappings | Unchanged | None:
        name = f"wikipathways-assets/pathways/{pathway.local}/{pathway.local}-datanodes.tsv"
        return FetchedMappings(nodes=index_files.read(self._zip.read(name)), validator="", retrieved=datetime.now(UTC))


async def answered(container: Container, tool: str, **given: object) -> Any:
    outcome = await call(TOOLS[tool], container.use_cases(), given)
    if isinstance(outcome, ErrorEnvelope):
        raise SystemExit(f"{tool} {given}: {outcome.error.message}")
    return outcome


def first(drawn: PathwayComponents) -> str | None:
    return next((node.id for node in (*drawn.genes, *drawn.proteins)), None)


async def measured(upstream: Path, settings: Settings, pathways: Sequence[str]) -> list[list[object]]:
    container = Container(settings=settings)  # nothing of it is opened: no job runs behind the answers
    inside: Any = container
    inside.published_drawings.override(providers.Object(Mirror(upstream / "wikipathways" / "assets.zip")))
    inside.records.override(providers.Object(MemoryRecordStore()))
    sizes: dict[str, list[int]] = {}
    for curie in pathways:
        for name, tool, given in VARIANTS:
            outcome = await answered(container, tool, pathway_id=curie, **given)
            sizes.setdefault(name, []).append(len(msgspec.json.encode(outcome)))
            if name == "components, full, whole" and (seed := first(outcome)):
                for detail in ("full", "brief"):
                    near = await answered(container, tool, pathway_id=curie, around=seed, detail=detail)
                    sizes.setdefault(f"components, around, {detail}", []).append(len(msgspec.json.encode(near)))
    mdm2 = await answered(container, COMPONENTS, pathway_id="WP:WP707", around="MDM2", detail="brief")
    rows = [[name, *spread(several)] for name, several in sizes.items()]
    return [*rows, ["components, MDM2 in WP707, brief", *spread([len(msgspec.json.encode(mdm2))])]]


def spread(sizes: Sequence[int]) -> list[object]:
    marks = (quantile(sizes, 0.5), quantile(sizes, 0.9), max(sizes))
    return [len(sizes), *(f"{mark:,.0f}" for mark in marks), sum(size > LARGEST for size in sizes)]


def pathways(upstream: Path) -> None:
    """Weigh every pathway in every detail."""
    _, folder = present()
    settings = Settings.from_environment(os.environ)
    every = [f"WP:{key}" for key in column(folder, GPML, "SELECT key FROM entries ORDER BY document")]
    print(table(PATHWAY_HEAD, anyio.run(measured, upstream, settings, every)))


# Memory


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


def weighed(opened: AbstractContextManager[Server], calls: Iterable[Call], at: Sequence[int]) -> tuple[list[str], int]:
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


def memory(*, calls: Sequence[int] = CHECKPOINTS) -> None:
    """Weigh a server that lives long."""
    at = sorted(calls)
    settings, folder = present()
    asked = questions(folder, max(at) // 10)
    warm(settings, asked)
    sent = mixed(asked)
    echoes: list[Call] = [("echo", {"answer": {"number": number}}) for number in range(max(at))]
    with empty_server() as empty:
        columns = {
            "stdio": weighed(over_stdio(SERVE), sent, at),
            "http": weighed(over_http(SERVE), sent, at),
            "empty": weighed(over_stdio(empty), echoes, at),
        }
    lines = zip(
        ["idle", *(f"{number:,} calls" for number in at)], *(cells for cells, _ in columns.values()), strict=True
    )
    print(table(["rss / pss, MB", *columns], lines))
    print("over HTTP, all index catalogues built in the process: {:.1f} / {:.1f}".format(*first_use()))
    print(f"answered with an error: {', '.join(f'{name} {errors}' for name, (_, errors) in columns.items())}")


if __name__ == "__main__":
    command_line(__doc__, tools, pathways, memory)
