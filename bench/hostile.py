"""Hostile input in bulk: every tool with generated argument sets, every answer checked against its published schema.

    python bench/hostile.py [--examples 10000] [--catalogue] [--tool NAME ...]

The strategies and the checks are those of the suite (tests/hostile.py). What answers is the real adapters over
replayed upstreams; with --catalogue the catalogue that the environment's BIOFACTS_* settings point to (run
`biofacts sync` first; nothing is fetched, and PubChem stays replayed). The last column is texts of a megabyte.
"""

import argparse
import collections
import gc
import resource
import statistics
import sys
import time
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import anyio
import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent))  # the strategies are the suite's

from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from tests import hostile


@asynccontextmanager
async def catalogue() -> AsyncGenerator[UseCases]:
    settings = msgspec.structs.replace(Settings.from_environment(), source="offline")
    async with hostile.replayed() as replayed, running(settings) as container:
        yield msgspec.structs.replace(
            container.use_cases(),
            resolve_compounds=replayed.resolve_compounds,
            lookup_compound=replayed.lookup_compound,
        )


def peak() -> float:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def asked(
    tool: str, use_cases: UseCases, given: Iterable[dict[str, object]]
) -> tuple[list[float], collections.Counter[str]]:
    """Milliseconds of each call, and the kinds of the answers."""
    times: list[float] = []
    kinds: collections.Counter[str] = collections.Counter()
    for arguments in given:
        started = time.perf_counter()
        outcome = await call(TOOLS[tool], use_cases, arguments)
        times.append((time.perf_counter() - started) * 1000)
        kinds[hostile.check(tool, outcome)] += 1
    return times, kinds


async def measure(tool: str, examples: int, *, real: bool) -> None:
    given = hostile.examples(tool, examples)
    async with catalogue() if real else hostile.replayed() as use_cases:
        await asked(tool, use_cases, hostile.examples(tool, 20))  # what is opened and imported once
        gc.collect()
        before = peak()
        times, kinds = await asked(tool, use_cases, given)
        grown = peak() - before
        huge, _ = await asked(tool, use_cases, hostile.megabytes(tool))
    cuts = statistics.quantiles(times, n=100)
    print(
        f"| {tool} | {len(times)} | {', '.join(f'{kind} {number}' for kind, number in kinds.most_common())} "
        f"| {cuts[49]:.2f} | {cuts[94]:.2f} | {max(times):.1f} | {grown:.0f} | {max(huge):.1f} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=10_000)
    parser.add_argument("--catalogue", action="store_true")
    parser.add_argument("--tool", action="append", choices=list(TOOLS))
    asking = parser.parse_args()
    gc.enable()
    print("| tool | examples | answers | p50 ms | p95 ms | max ms | peak memory + MB | 1 MB text, max ms |")
    print("|---|---|---|---|---|---|---|---|")
    for tool in asking.tool or TOOLS:
        anyio.run(partial(measure, tool, asking.examples, real=asking.catalogue))


if __name__ == "__main__":
    main()
