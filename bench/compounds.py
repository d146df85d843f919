"""Compounds against the stand-in: times and requests of calls, cold and warm, and what many at once do to the budget.

    python bench/compounds.py BASE_URL

BASE_URL: a stand-in of the upstreams, served with `--strict --latency 0.2`. BIOFACTS_UPSTREAM_DIR: the folder of its
data, whose names are asked for.
"""

import argparse
import gzip
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
from _shared import Log, quantile, settings, table

from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running

_UPSTREAM = Path(os.environ.get("BIOFACTS_UPSTREAM_DIR") or Path(__file__).parents[2] / "shared" / "upstream")
_DATA = _UPSTREAM / "pubchem" / "standin.json.gz"
_NAMES, _RECORDS, _AT_ONCE = 100, 20, 50
_SEED = 20261120


def _sample() -> tuple[list[str], list[int]]:
    rows = json.loads(gzip.decompress(_DATA.read_bytes()))
    chosen = random.Random(_SEED)
    names = sorted({name for row in rows for name in (row["title"], *row["synonyms"])})
    return chosen.sample(names, _NAMES), [row["cid"] for row in chosen.sample(rows, _RECORDS + _AT_ONCE + 10)]


def _peak(requests: list[dict[str, Any]], seconds: float) -> int:
    times = sorted(entry["at"] for entry in requests)
    return max((sum(1 for other in times[i:] if other < at + seconds) for i, at in enumerate(times)), default=0)


class Bench:
    """One run."""

    def __init__(self, base: str, folder: Path) -> None:
        self.log = Log(base)
        self.settings = settings(base, folder)
        self.rows: list[tuple[str, str]] = []

    def requests(self) -> list[dict[str, Any]]:
        return [entry for entry in self.log.requests() if entry["host"] == "pubchem"]

    def say(self, measure: str, value: object) -> None:
        self.rows.append((measure, str(value)))

    async def each(self, label: str, calls: list[Callable[[], Awaitable[object]]], *, warm: bool = False) -> None:
        times: list[float] = []
        requests: list[int] = []
        for one in calls:
            self.log.clear()
            started = time.perf_counter()
            outcome = await one()
            times.append(time.perf_counter() - started)
            requests.append(len(self.requests()))
            if isinstance(outcome, ErrorEnvelope):
                self.say(f"{label}: failed", outcome.error.message)
        self.say(
            f"{label}: p50 / p95 / max",
            " / ".join(
                f"{value * 1000:.1f} ms" if warm else f"{value:.2f} s"
                for value in (statistics.median(times), quantile(times, 0.95), max(times))
            ),
        )
        self.say(f"{label}: requests, mean / max", f"{statistics.mean(requests):.1f} / {max(requests)}")

    async def at_once(self, label: str, calls: list[Callable[[], Awaitable[object]]]) -> None:
        self.log.clear()
        started = time.perf_counter()
        failures: list[str] = []

        async def run(one: Callable[[], Awaitable[object]]) -> None:
            outcome = await one()
            if isinstance(outcome, ErrorEnvelope):
                failures.append(outcome.error.message)

        async with anyio.create_task_group() as tasks:
            for one in calls:
                tasks.start_soon(run, one)
        seconds = time.perf_counter() - started
        log = self.requests()
        span = max(entry["at"] for entry in log) - min(entry["at"] for entry in log)
        self.say(f"{label}: seconds, requests", f"{seconds:.1f}, {len(log)}")
        self.say(f"{label}: rate", f"{(len(log) - 1) / span:.2f} a second")
        self.say(f"{label}: peak in 1 s / in 60 s", f"{_peak(log, 1.0)} / {_peak(log, 60.0)}")
        self.say(f"{label}: 503 / failed calls", f"{sum(e['status'] == 503 for e in log)} / {len(failures)}")

    async def run(self) -> None:
        names, cids = _sample()
        async with running(self.settings) as container:
            use = container.use_cases()

            def search(name: str) -> Callable[[], Awaitable[object]]:
                return lambda: call(TOOLS["search_compounds"], use, {"query": name})

            def get(cid: int) -> Callable[[], Awaitable[object]]:
                return lambda: call(TOOLS["get_compound"], use, {"pubchem_id": f"PubChem:CID{cid}"})

            await self.each("search, cold", [search(name) for name in names])
            await self.each("search, warm", [search(name) for name in names], warm=True)
            misspelled = [name[:-2] + name[-1] for name in names if name.isalpha() and len(name) > 7]
            await self.each("misspelled, cold", [search(name) for name in misspelled])
            first, at_once, mixed = cids[:_RECORDS], cids[_RECORDS : _RECORDS + _AT_ONCE], cids[_RECORDS + _AT_ONCE :]
            await self.each("get, cold", [get(cid) for cid in first])
            await self.each("get, warm", [get(cid) for cid in first], warm=True)
            await self.at_once(f"{_AT_ONCE} lookups at once", [get(cid) for cid in at_once])
            await self.at_once(
                "20 searches, 10 lookups at once",
                [*(search(name[: len(name) // 2]) for name in names[:20]), *(get(cid) for cid in mixed)],
            )


async def main(base: str) -> None:
    """Run everything on an empty cache folder."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(base.rstrip("/"), Path(folder))
        await bench.run()
    print(table(("measure", "value"), bench.rows, words=2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    anyio.run(main, parser.parse_args().base_url)
