"""What a kept compound costs, beside an echo of the same answer by an empty `mcp` server, over stdio in one run.

    python bench/kept_compounds.py UPSTREAM [--compounds 100] [--walks 4]

The compounds are asked for once from the stand-in in UPSTREAM, then offline. Each answer goes through the echo tool
right after; the ratio is the median of the pairs' ratios. The first walk over the compounds does not count.
"""

import argparse
import gzip
import json
import os
import random
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio
from _session import SERVE, Session, empty_server
from _standin import environment, settings, standin
from _table import spread
from start import walk

from biofacts.application.lists.batch import each
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running

_SEED = 20261122


async def fill(base: str, folder: str, ids: Sequence[str]) -> None:
    async with running(settings(base, folder), long_lived=False) as container:
        use_cases = container.use_cases()

        async def ask(identifier: str) -> None:
            told = await call(TOOLS["get_compound"], use_cases, {"pubchem_id": identifier})
            if isinstance(told, ErrorEnvelope):
                raise SystemExit(f"{identifier}: {told.error.message}")

        await each(ids, ask, seconds=600)


def main(upstream: Path, compounds: int, walks: int) -> None:
    rows = json.loads(gzip.decompress((upstream / "pubchem" / "standin.json.gz").read_bytes()))
    ids = [f"PubChem:CID{row['cid']}" for row in random.Random(_SEED).sample(rows, compounds)]
    with tempfile.TemporaryDirectory() as folder:
        with standin(upstream) as base:
            anyio.run(fill, base, folder, ids)
            os.environ |= environment(base, folder)
        with empty_server() as empty:
            server, echo = Session(SERVE), Session(empty)
            asked = [{"pubchem_id": one} for one in ids]
            pairs = [pair for _ in range(walks) for pair in walk(server, echo, "get_compound", asked)][compounds:]
            server.close()
            echo.close()
    ours, theirs, sizes = zip(*pairs, strict=True)
    print(f"kept compound   {spread(ours)}")
    print(f"echo of it      {spread(theirs)}")
    ratio = statistics.median(x / y for x, y in zip(ours, theirs, strict=True))
    print(f"ratio {ratio:.2f}   answers of {statistics.median(sizes):.0f} bytes")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("upstream", type=Path)
    arguments.add_argument("--compounds", type=int, default=100)
    arguments.add_argument("--walks", type=int, default=4)
    asked = arguments.parse_args()
    main(asked.upstream, asked.compounds, asked.walks)
