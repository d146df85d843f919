"""Two clients, one greedy: how long the polite one waits, in a plain queue and with clients in turn.

    python bench/fairness.py UPSTREAM [--compounds 150] [--lookups 8]

One client asks for so many compounds at once that nobody has asked for; the other makes single lookups, one after
another, of compounds that are not kept either. `alone`: nobody else calls; `slots more`: the longest wait, less the
mean of `alone`, in slots of a fifth of a second (five requests a second); a lookup takes two. `one queue`: both are
taken for one client, which is what they are where nobody tells them apart.
"""

import argparse
import gzip
import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import anyio
from _shared import settings, standin, table

from biofacts.adapters.http.pubchem.transports import RATES
from biofacts.application.calls.callers import CALLER
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running

_SEED = 20261122
_PAUSE = 0.5
_SLOT = RATES[0].seconds


class Outcome:
    """What the polite client waited for each lookup, and how many calls were refused."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.refused = 0

    def row(self, name: str, alone: float) -> list[object]:
        mean, longest = sum(self.waits) / len(self.waits), max(self.waits)
        return [name, f"{mean:.2f}", f"{longest:.2f}", f"{(longest - alone) / _SLOT:.1f}", self.refused]


async def contest(base: str, cids: Iterator[int], greedy: str, compounds: int, lookups: int) -> Outcome:
    """`greedy`: the key of the greedy client; the polite one's is `polite`."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            use_cases = container.use_cases()

            async def ask(client: str, cid: int) -> float:
                CALLER.set(client)
                started = time.perf_counter()
                told = await call(TOOLS["get_compound"], use_cases, {"pubchem_id": f"PubChem:CID{cid}"})
                outcome.refused += isinstance(told, ErrorEnvelope)
                return time.perf_counter() - started

            await ask("warm", next(cids))  # what the first call of a process costs
            async with anyio.create_task_group() as tasks:
                for _ in range(compounds):
                    tasks.start_soon(ask, greedy, next(cids))
                await anyio.sleep(_PAUSE)
                for _ in range(lookups):
                    outcome.waits.append(await ask("polite", next(cids)))
                    await anyio.sleep(_PAUSE)
                tasks.cancel_scope.cancel()
    return outcome


async def main(upstream: Path, compounds: int, lookups: int) -> None:
    rows = json.loads(gzip.decompress((upstream / "pubchem" / "standin.json.gz").read_bytes()))
    cids = iter(random.Random(_SEED).sample([row["cid"] for row in rows], 2 * compounds + 3 * lookups + 3))
    with standin(upstream, "--latency", "0.05") as base:
        alone = await contest(base, cids, "greedy", 0, lookups)
        queue = await contest(base, cids, "polite", compounds, min(lookups, 2))
        turns = await contest(base, cids, "greedy", compounds, lookups)
    quiet = sum(alone.waits) / len(alone.waits)
    outcomes = {"alone": alone, "one queue": queue, "clients in turn": turns}
    head = ["", "mean s", "longest s", "slots more", "refused"]
    print(table(head, [one.row(name, quiet) for name, one in outcomes.items()]))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("upstream", type=Path)
    arguments.add_argument("--compounds", type=int, default=150)
    arguments.add_argument("--lookups", type=int, default=8)
    asked = arguments.parse_args()
    anyio.run(main, asked.upstream, asked.compounds, asked.lookups)
