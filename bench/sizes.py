"""What things weigh: the catalogues on disk, what a client reads at its start, and the answers of all ten tools.

    python bench/sizes.py [--calls 100]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline; before,
some two hundred questions fill the cache of compounds from the stand-in that BIOFACTS_PUBCHEM_URL names. An answer is
its JSON, counted once (a result carries it as text and as structured content); tokens are bytes / 4. `an item`: tokens
of a candidate in a list, median. Lists have the default page size of 50.
"""

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence

import anyio
import msgspec
from _questions import Questions, questions, warm
from _shared import present, quantile, table

from biofacts.adapters.mcp.server import listed
from biofacts.adapters.mcp.server_texts import instructions
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running
from biofacts.composition.settings import Settings

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


def main(number: int) -> None:
    settings, folder = present()
    calls = questions(folder, number)
    warm(settings, calls)
    print(table(HEAD, [*catalogues(), *at_the_start(), *anyio.run(answers, settings, calls)]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=100, help="of each tool")
    main(parser.parse_args().calls)
