"""Every tool's use case on a present catalogue, without a protocol: a hundred different calls each.

    python bench/calls.py [--warm]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline. --warm:
first ask the stand-in that BIOFACTS_PUBCHEM_URL names for every compound that the benchmarks ask for, since compounds
have no catalogue, only a cache.
"""

import time
from collections.abc import Mapping

import anyio
from _questions import questions
from _questions import warm as fill
from _shared import Present, command_line, present, spread

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running

EACH, WARM_UP = 100, 3


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


def main(*, warm: bool = False) -> None:
    catalogue = present()
    if warm:
        fill(catalogue.settings, questions(catalogue.folder, EACH))
    anyio.run(every_tool, catalogue)


if __name__ == "__main__":
    command_line(__doc__, main)
