"""Calls that ask an upstream, or its stand-in: times and requests, cold and warm, and what many at once do to a budget.

    python bench/upstream_calls.py pathways BASE_URL [--log]
    python bench/upstream_calls.py compounds BASE_URL

BASE_URL: where the upstreams (or their stand-ins) are.

- `pathways`: the first search, the next ones, a synchronisation, and every pathway there is. With --log the stand-in's
  request log is read at BASE_URL/_log, and cleared first.
- `compounds`: the stand-in served with `--strict --latency 0.2`. BIOFACTS_UPSTREAM_DIR: the folder of its data, whose
  names are asked for.
"""

import gzip
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import anyio
import msgspec
from _shared import Log, command_line, environment, quantile, settings, spread, synchronise, table

from biofacts.adapters.local.entries.pathways import TEXT
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running

# Pathways


QUERIES = [term["query"] for term in json.loads((Path(__file__).parent / "pathway_terms.json").read_text())]
OWN = {
    "kegg_pathway",
    "reactome",
    "gene_ontology",
    "pathway_ontology",
    "disease_ontology",
    "cell_ontology",
    "wikipathways",
}
GENES = ("TP53", "BRCA1", "EGFR", "ncbigene:7157", "ENSG00000141510", "P04637", "AKT1", "HLA-A")


def row(what: str, figures: str) -> None:
    print(f"{what:<40} {figures}", flush=True)


def measured(times: Sequence[float]) -> str:
    return f"{spread(times)}   ({len(times)} calls)"


async def ask(use_cases: UseCases, tool: str, **arguments: object) -> Any:
    return await call(TOOLS[tool], use_cases, arguments)


async def timed(use_cases: UseCases, tool: str, **arguments: object) -> float:
    started = time.perf_counter()
    if isinstance(outcome := await ask(use_cases, tool, **arguments), ErrorEnvelope):
        raise SystemExit(f"failed: {outcome.error}")
    return time.perf_counter() - started


async def first_and_next(base: str) -> None:
    """The first search of a server with an empty cache, five times; then the same server's next calls."""
    firsts = []
    for _ in range(5):
        await anyio.sleep(1.1)  # each has a cache folder of its own, and so a budget of its own
        with tempfile.TemporaryDirectory() as folder:
            async with running(settings(base, folder)) as container:
                firsts.append(await timed(container.use_cases(), "search_pathways", query="glycolysis"))
    row("first search, empty cache (use case)", measured(firsts))
    await anyio.sleep(1.1)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "biofacts", "search", "pathways", "glycolysis", "--organism", "Homo sapiens"]
        started = time.perf_counter()
        subprocess.run(command, env=environment(base, folder), check=True, stdout=subprocess.DEVNULL)
        took = (time.perf_counter() - started) * 1e3
        row("first search, empty cache (command line)", f"{took:.0f} ms with its start")


def sync_command(base: str, folder: str) -> None:
    """Synchronise in a process of its own, so that its peak memory is its own."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "biofacts", "sync", "wikipathways"], env=environment(base, folder), check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    took = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    size = sum(path.stat().st_size for path in Path(folder).rglob("*.sqlite")) / 1e6
    row("sync", f"{took:.1f} s with downloads, peak memory {peak:.0f} MB, {size:.1f} MB on disk")


async def build(base: str, folder: str) -> None:
    """How long the catalogues take to build, downloads left out."""
    async with running(settings(base, folder)) as container:
        marks: dict[str, list[float]] = {}

        def told(stage: str, done: int, total: int | None) -> None:
            marks.setdefault(stage, []).append(time.perf_counter())

        await synchronise(container, "wikipathways", told)
        row("all drawings read and indexed", f"{marks['drawings'][-1] - marks['archive'][-1]:.1f} s after download")


async def every_pathway(base: str, folder: str) -> None:
    """Every pathway, from the snapshot alone (no upstream is asked in offline mode)."""
    async with running(settings("http://127.0.0.1:9", folder, "offline")) as container:
        use_cases = container.use_cases()
        searches = [await timed(use_cases, "search_pathways", query=query) for query in QUERIES]
        row("search_pathways, present catalogue", measured(searches))
        lookups = [await timed(use_cases, "get_pathways_for_gene", gene_id=gene) for _ in range(25) for gene in GENES]
        row("get_pathways_for_gene", measured(lookups))
        listing = await container.store().newest(TEXT)
        assert listing is not None
        ids = await all_ids(use_cases, await listing.category_sizes())
        records = [await timed(use_cases, "get_pathway", pathway_id=id) for id in ids]
        row("get_pathway, every one", measured(records))
        parts = [await timed(use_cases, "get_pathway_components", pathway_id=id) for id in ids]
        row("get_pathway_components, every one", measured(parts))
        found = [msgspec.to_builtins(await ask(use_cases, "get_pathway", pathway_id=id)) for id in ids[::10]]
        row("tokens (bytes / 4) of a record", f"median {median(map(tokens, found))}")
        bare = [record | {"cross_references": own_references(record)} for record in found]
        row("  without its gene and compound lists", f"median {median(map(tokens, bare))}")
        page = await ask(use_cases, "search_pathways", query="signaling", page_size=100)
        row("  of a slim candidate", f"median {median(map(tokens, page.items))}")


def tokens(value: object) -> int:
    return len(msgspec.json.encode(value)) // 4


def own_references(record: Mapping[str, Any]) -> dict[str, object]:
    return {key: value for key, value in record.get("cross_references", {}).items() if key in OWN}


async def all_ids(use_cases: UseCases, organisms: Mapping[str, int]) -> list[str]:
    """Every id, by walking each organism's listing to its end; complains when one is lost or doubled."""
    ids: list[str] = []
    for organism, number in organisms.items():
        found: list[str] = []
        cursor = None
        while True:
            page = await ask(
                use_cases,
                "search_pathways",
                query=organism,
                organism=organism,
                page_size=100,
                **({"cursor": cursor} if cursor else {}),
            )
            found += [item.id for item in page.items]
            if (cursor := page.pagination.cursor) is None:
                break
        if len(set(found)) != number or len(found) != number:
            print(f"  {organism}: {len(found)} listed, {len(set(found))} different, {number} in the catalogue")
        ids += found
    row("walked every organism's listing", f"{len(ids)} ids, {len(set(ids))} different")
    return sorted(set(ids), key=lambda id: int(re.sub(r"\D", "", id)))


def read_log(base: str) -> None:
    log = Log(base).read()
    statuses = sorted({request["status"] for request in log["requests"]})
    row(
        "requests by the stand-in's log",
        f"{len(log['requests'])}, at most per second {log['peak_per_second']}, {statuses}",
    )


def pathways(base: str, *, log: bool = False) -> None:
    """Search, synchronise and read pathways."""
    if log:
        Log(base).clear()
    anyio.run(first_and_next, base)
    time.sleep(1.1)
    with tempfile.TemporaryDirectory() as folder:
        sync_command(base, folder)
        if log:
            read_log(base)
        anyio.run(build, base, folder)
        anyio.run(every_pathway, base, folder)


# Compounds


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


async def compounds(base: str) -> None:
    """Run everything on an empty cache folder."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(base.rstrip("/"), Path(folder))
        await bench.run()
    print(table(("measure", "value"), bench.rows, words=2))


if __name__ == "__main__":
    command_line(__doc__, pathways, compounds)
