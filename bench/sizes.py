"""What things weigh: catalogues, what a client reads at its start, answers, and the memory of a server that lives long.

    python bench/sizes.py tools [--calls 100]
    python bench/sizes.py pathways
    python bench/sizes.py memory [--calls 1000 2000 5000 10000]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline.

- `tools`: before, some two hundred questions fill the cache of compounds from the stand-in that BIOFACTS_PUBCHEM_URL
  names. An answer is its JSON, counted once (a result carries it as text and as structured content); tokens are bytes
  / 4. `an item`: tokens of a candidate in a list, median. Lists have the default page size of 50.
- `pathways`: what the answers about every pathway weigh, and what asking for less saves. `around` asks for the first
  gene or protein of each pathway.
- `memory`: of a server over stdio, idle and after thousands of mixed calls. The tools take turns, each with other
  arguments (of compounds there are a hundred). `rss`: resident megabytes; `pss`: those that are shared with other
  processes counted in part. `empty`: a low-level `mcp` server whose one tool echoes, called as often.
"""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import anyio
import msgspec
from _questions import Questions, mixed, questions, warm
from _shared import SERVE, Session, column, command_line, empty_server, present, quantile, resident, table

from biofacts.adapters.local.catalogue_entries.pathways import GPML
from biofacts.adapters.mcp.server_texts import instructions
from biofacts.adapters.mcp.tool_schemas import tool_entry
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.pathways.pathway import PathwayComponents

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
    tools = [tool_entry(tool).model_dump(by_alias=True, exclude_none=True, mode="json") for tool in TOOLS.values()]
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
    ("components, full", COMPONENTS, {}),
    ("components, full, whole", COMPONENTS, {"whole": True}),
    ("components, brief", COMPONENTS, {"detail": "brief"}),
    ("components, brief, interactions", COMPONENTS, {"detail": "brief", "parts": ["interactions"]}),
)


async def answered(container: Container, tool: str, **given: object) -> Any:
    outcome = await call(TOOLS[tool], container.use_cases(), given)
    if isinstance(outcome, ErrorEnvelope):
        raise SystemExit(f"{tool} {given}: {outcome.error.message}")
    return outcome


def first(drawn: PathwayComponents) -> str | None:
    return next((node.id for node in (*drawn.genes, *drawn.proteins)), None)


async def measured(settings: Settings, pathways: Sequence[str]) -> list[list[object]]:
    sizes: dict[str, list[int]] = {}
    async with running(settings, long_lived=False) as container:
        for curie in pathways:
            for name, tool, given in VARIANTS:
                outcome = await answered(container, tool, pathway_id=curie, **given)
                sizes.setdefault(name, []).append(len(msgspec.json.encode(outcome)))
                if name == "components, full, whole" and (seed := first(outcome)):
                    for detail in ("full", "brief"):
                        near = await answered(container, tool, pathway_id=curie, around=seed, detail=detail)
                        sizes.setdefault(f"components, around, {detail}", []).append(len(msgspec.json.encode(near)))
    return [[name, *spread(several)] for name, several in sizes.items()]


def spread(sizes: Sequence[int]) -> list[object]:
    marks = (quantile(sizes, 0.5), quantile(sizes, 0.9), max(sizes))
    return [len(sizes), *(f"{mark:,.0f}" for mark in marks), sum(size > LARGEST for size in sizes)]


def pathways() -> None:
    """Weigh every pathway in every detail."""
    settings, folder = present()
    every = [f"WP:{key}" for key in column(folder, GPML, "SELECT key FROM entries ORDER BY document")]
    print(table(PATHWAY_HEAD, anyio.run(measured, settings, every)))


# Memory


CHECKPOINTS = (1000, 2000, 5000, 10_000)


def weighed(command: Sequence[str], calls: Sequence[tuple[str, Mapping[str, object]]], at: Sequence[int]) -> list[str]:
    """RSS and PSS of a server, idle and after so many calls. Raises: SystemExit when one is answered with an error."""
    session = Session(command)
    cells = ["{:.1f} / {:.1f}".format(*resident(session.pid))]
    for number, (tool, arguments) in enumerate(calls[: max(at)], start=1):
        session.call(tool, arguments)
        if number in at:
            cells.append("{:.1f} / {:.1f}".format(*resident(session.pid)))
    session.close()
    return cells


def memory(*, calls: Sequence[int] = CHECKPOINTS) -> None:
    """Weigh a server that lives long."""
    at = sorted(calls)
    settings, folder = present()
    asked = questions(folder, max(at) // 10)
    warm(settings, asked)
    echoes = [("echo", {"answer": {"number": number}}) for number in range(max(at))]
    with empty_server() as empty:
        columns = weighed(SERVE, mixed(asked), at), weighed(empty, echoes, at)
    print(
        table(
            ["rss / pss, MB", "ours", "empty"], zip(["idle", *(f"{one:,} calls" for one in at)], *columns, strict=True)
        )
    )


if __name__ == "__main__":
    command_line(__doc__, tools, pathways, memory)
