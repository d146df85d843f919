"""Every tool's use case on a present catalogue, without a protocol: a hundred different calls each.

    python bench/calls.py [--warm] [--broadest]

Uses the catalogue that the environment's BIOFACTS_* settings point to; it must be there: run `biofacts sync` first.
--warm: first ask the live source once for every compound that the benchmarks ask for (start.py needs that, too), since
compounds have no catalogue, only a cache. --broadest: the slowest calls that are known, each in a process's life once.
"""

import argparse
import time
from collections.abc import Mapping, Sequence

import anyio
import msgspec
from questions import questions

from biofacts.application.envelope import ErrorEnvelope
from biofacts.application.tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.container import running
from biofacts.settings import Settings

BROADEST = (
    ("search_pathways", {"query": "apoptossis"}),
    ("search_ligands", {"query": "imatinibb"}),
    ("search_targets", {"query": "dopaminne"}),
    ("search_ligands", {"query": "kinase inhibitor"}),
    ("search_ligands", {"query": "enzyme inhibitor"}),
    ("search_ligands", {"query": "GPCR agonist"}),
    ("search_ligands", {"query": "receptor antagonist"}),
    ("search_targets", {"query": "enzyme"}),
    ("search_targets", {"query": "GPCR"}),
    ("get_pathways_for_gene", {"gene_id": "AKT1"}),
    ("search_pathways", {"query": "what happens to glucose in a cell when there is no oxygen"}),
)


def quantiles(times: Sequence[float]) -> str:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"p50 {ordered[len(ordered) // 2] * 1e3:7.2f} ms   p95 {p95 * 1e3:7.2f} ms   max {ordered[-1] * 1e3:7.2f} ms"


async def timed(use_cases: UseCases, tool: str, arguments: Mapping[str, object]) -> tuple[float, object]:
    started = time.perf_counter()
    outcome = await call(TOOLS[tool], use_cases, arguments)
    return time.perf_counter() - started, outcome


async def warm(settings: Settings) -> None:
    """Fill the cache with the compounds."""
    asked = questions()
    async with running(settings) as container:
        for tool in ("search_compounds", "get_compound"):
            for arguments in asked[tool]:
                _, outcome = await timed(container.use_cases(), tool, arguments)
                if isinstance(outcome, ErrorEnvelope):
                    print(f"{tool} {arguments}: {outcome.error.message}")


async def every_tool(settings: Settings) -> None:
    """A first round, in which imports and pages of the catalogue are cold, does not count."""
    asked = questions()
    async with running(settings) as container:
        use_cases = container.use_cases()
        for tool, calls in asked.items():
            for arguments in calls[:3]:
                await timed(use_cases, tool, arguments)
            times: list[float] = []
            failed = 0
            for arguments in calls[3:]:
                took, outcome = await timed(use_cases, tool, arguments)
                times.append(took)
                failed += isinstance(outcome, ErrorEnvelope)
            print(f"{tool:<24} {quantiles(times)}   ({len(times)} calls, {failed} failed)")
        store, sizes = container.store(), dict[str, int]()
        archive = await store.newest("wikipathways-gpml")
        listing = await store.newest("wikipathways-text")
        if archive is None or listing is None:
            return
        for organism in await listing.category_sizes():
            found = await listing.search(organism, offset=0, limit=2000, facet=organism)
            sizes |= {one.key: len(await archive.record(one.key) or b"") for one in found.found}
        for word, key in (
            ("median", sorted(sizes, key=sizes.__getitem__)[len(sizes) // 2]),
            ("largest", max(sizes, key=sizes.__getitem__)),
        ):
            calls = [await timed(use_cases, "get_pathway_components", {"pathway_id": f"WP:{key}"}) for _ in range(20)]
            size = len(msgspec.json.encode(calls[0][1]))
            print(f"{'components of the ' + word:<24} {quantiles([took for took, _ in calls])}   ({size} bytes)")


async def broadest(settings: Settings) -> None:
    """The first call of a life, where whatever is read once is read."""
    for tool, arguments in BROADEST:
        async with running(settings) as container:
            use_cases = container.use_cases()
            await timed(use_cases, "search_pathways", {"query": "glycolysis"})
            await timed(use_cases, "search_ligands", {"query": "ibuprofen"})
            await timed(use_cases, "search_targets", {"query": "DRD2"})
            await anyio.sleep(0.3)  # what is prepared behind the answers is there
            first, _ = await timed(use_cases, tool, arguments)
            again, _ = await timed(use_cases, tool, arguments)
            words = " ".join(str(value) for value in arguments.values())
            print(f"{tool + ': ' + words:<78} first {first * 1e3:7.2f} ms   again {again * 1e3:7.2f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("--broadest", action="store_true")
    known = parser.parse_args()
    given = Settings.from_environment()
    if known.warm:
        anyio.run(warm, given)
    offline = msgspec.structs.replace(given, source="offline")
    anyio.run(broadest if known.broadest else every_tool, offline)
