"""Every hint and every guidance, followed literally, from every way of being wrong: does it end at what was meant?

    python bench/hints.py [BASE_URL]

The ways and what they mean are those of the suite (tests/follow.py). What answers is the source that the environment's
BIOFACTS_* settings point to, or a stand-in at BASE_URL with a cache folder of its own; `BIOFACTS_SOURCE=sample` works
as well.
"""

import collections
import tempfile

import anyio
from _shared import command_line, settings, table

from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.ports.synchronisation import unseen
from tests import follow


async def measure(chosen: Settings) -> None:
    asked: collections.Counter[str] = collections.Counter()
    right: collections.Counter[str] = collections.Counter()
    calls: collections.Counter[str] = collections.Counter()
    misses: list[tuple[follow.Wrong, follow.Walk]] = []
    async with running(chosen) as container:
        for synchroniser in container.synchronisers():
            if synchroniser.name != "wikipathways" and chosen.source == "live":  # what a first hour brings by itself
                await synchroniser.sync(unseen)
        use_cases = container.use_cases()
        for wrong in follow.wrongs():
            walked = await follow.walk(use_cases, wrong.tool, wrong.given)
            asked[wrong.way] += 1
            calls[wrong.way] += len(walked.steps)
            if follow.is_right(wrong, walked):
                right[wrong.way] += 1
            else:
                misses.append((wrong, walked))
    rows = [(way, number, right[way], calls[way], number) for way, number in asked.most_common()]
    rows.append(("all", asked.total(), right.total(), calls.total(), asked.total()))
    head = ("way of being wrong", "calls", "ends at what was meant", "calls in all, mean")
    print(table(head, [(way, number, good, f"{made / of:.1f}") for way, number, good, made, of in rows]))
    for wrong, walked in misses:
        print(f"\n{wrong.way}: {wrong.tool} {wrong.given}\n  {[tuple(step) for step in walked.steps]}")


def main(base: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(measure, settings(base, folder) if base else Settings.from_environment())


if __name__ == "__main__":
    command_line(__doc__, main)
