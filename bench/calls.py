"""Every tool's use case on a present catalogue, without a protocol: a hundred different calls each.

    python bench/calls.py [--warm] [--broadest]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline. --warm:
first ask the stand-in that BIOFACTS_PUBCHEM_URL names for every compound that the benchmarks ask for, since compounds
have no catalogue, only a cache. --broadest: the slowest calls that are known, each in a process's life once.
"""

import argparse
import time
from collections.abc import Mapping

import anyio
import msgspec
from _catalogue import Present, column, present
from _questions import questions, warm
from _table import spread

from biofacts.adapters.local.entries.pathways import GPML
from biofacts.application.tools.envelope import ErrorEnvelope
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running
from biofacts.composition.settings import Settings

EACH, WARM_UP = 100, 3
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


async def timed(use_cases: UseCases, tool: str, arguments: Mapping[str, object]) -> tuple[float, object]:
    started = time.perf_counter()
    outcome = await call(TOOLS[tool], use_cases, arguments)
    return time.perf_counter() - started, outcome


async def every_tool(catalogue: Present) -> None:
    """The first calls of a tool, for which imports and pages of the catalogue are cold, do not count."""
    async with running(catalogue.settings) as container:
        use_cases = container.use_cases()
        for tool, calls in questions(catalogue.folder, EACH).items():
            outcomes = [await timed(use_cases, tool, arguments) for arguments in calls][WARM_UP:]
            failed = sum(isinstance(outcome, ErrorEnvelope) for _, outcome in outcomes)
            times = spread(took for took, _ in outcomes)
            print(f"{tool:<24} {times}   ({len(outcomes)} calls, {failed} failed)")
        by_size = column(
            catalogue.folder, GPML, "SELECT key FROM entries JOIN records USING (document) ORDER BY length(body)"
        )
        for word, key in (("median", by_size[len(by_size) // 2]), ("largest", by_size[-1])):
            again = [await timed(use_cases, "get_pathway_components", {"pathway_id": f"WP:{key}"}) for _ in range(20)]
            size = len(msgspec.json.encode(again[0][1]))
            print(f"{'components of the ' + word:<24} {spread(took for took, _ in again)}   ({size} bytes)")


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


def main(*, warm_first: bool, only_broadest: bool) -> None:
    catalogue = present()
    if warm_first:
        warm(catalogue.settings, questions(catalogue.folder, EACH))
    if only_broadest:
        anyio.run(broadest, catalogue.settings)
    else:
        anyio.run(every_tool, catalogue)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("--broadest", action="store_true")
    known = parser.parse_args()
    main(warm_first=known.warm, only_broadest=known.broadest)
