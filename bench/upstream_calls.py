"""Calls that ask an upstream, or its stand-in: times and requests, cold and warm, and what many at once do to a budget.

    python bench/upstream_calls.py compounds BASE_URL
    python bench/upstream_calls.py crowd BASE_URL

BASE_URL: where the stand-ins of the upstreams are, whose log is read, and cleared first.

- `compounds`: the stand-in served with `--strict --latency 0.2`. BIOFACTS_UPSTREAM_DIR: the folder of its data, whose
  names are asked for.
- `crowd`: 200 mixed calls at once on a cold cache, on asyncio and on trio. Some forty different calls, each five or six
  times: identical requests must be made once, no second and no minute may see more than an upstream's budget, and every
  call must come back, none much later than the others.
"""

import os
import random
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import anyio
from _shared import Log, command_line, settings, spread, table
from _truth import compound_rows

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container, running

Call = tuple[str, Mapping[str, object]]

CALLS: Sequence[Call] = [
    *(("search_pathways", {"query": query}) for query in ("glycolysis", "NF-kB", "insulin", "apotosis")),
    ("search_pathways", {"query": "apoptosis", "organism": "Mus musculus"}),
    *(("get_pathway", {"pathway_id": f"WP:WP{number}"}) for number in (534, 254, 99999)),
    *(("get_pathway_components", {"pathway_id": f"WP:WP{number}"}) for number in (534, 254, 179)),
    *(("get_pathways_for_gene", {"gene_id": gene}) for gene in ("TP53", "ncbigene:672", "P04637")),
    *(("search_compounds", {"query": query}) for query in ("aspirin", "ibuprofen", "caffeine", "50-78-2")),
    *(("get_compound", {"pubchem_id": f"PubChem:CID{number}"}) for number in (2244, 3672, 2519, 702, 5950, 1983)),
    *(("search_ligands", {"query": query}) for query in ("ibuprofen", "beta blocker", "NSAID", "5-HT")),
    *(("get_ligand", {"iuphar_id": f"IUPHAR:{number}"}) for number in (2713, 4139, 5)),
    *(("search_targets", {"query": query}) for query in ("DRD2", "dopamine receptor", "GPCR")),
    *(("get_target", {"iuphar_id": f"IUPHAR:{number}"}) for number in (214, 215)),
    *(("get_interactions", {"target_id": f"IUPHAR:{number}"}) for number in (214, 215)),
    *(("search_genes", {"query": query}) for query in ("HER2", "interleukin 6")),
    *(("get_gene", {"gene_id": f"HGNC:{number}"}) for number in (11998, 3430)),
]
_CROWD = 200

_BUDGETS: Mapping[str, tuple[int, int]] = defaultdict(lambda: (1, 60), pubchem=(5, 400))
"""How many requests an upstream bears in a second, and in a minute."""


class Budget(NamedTuple):
    """What a host was asked by the stand-in's log, at most in a second and in a minute."""

    host: str
    requests: int
    refused: int
    in_a_second: int
    in_a_minute: int

    @property
    def is_kept(self) -> bool:
        a_second, a_minute = _BUDGETS[self.host]
        return self.in_a_second <= a_second and self.in_a_minute <= a_minute and not self.refused

    @property
    def row(self) -> Sequence[object]:
        a_second, a_minute = _BUDGETS[self.host]
        told = f"{self.in_a_second} of {a_second}", f"{self.in_a_minute} of {a_minute}"
        return self.host, self.requests, *told, self.refused, "kept" if self.is_kept else "EXCEEDED"


BUDGET_HEAD = ("upstream", "requests", "in a second", "in a minute", "refused", "")


def budgets(requests: Sequence[Mapping[str, Any]]) -> Iterator[Budget]:
    """Judge a log, host by host. A second lasts 0.95 s: requests that leave a second apart may arrive a bit closer."""

    def most(times: Sequence[float], window: float) -> int:
        return max(sum(at <= other < at + window for other in times) for at in times)

    for host, number in sorted(Counter(str(one["host"]) for one in requests).items()):
        of_host = [one for one in requests if one["host"] == host]
        times = [float(one["at"]) for one in of_host]
        refused = sum(one["status"] in (429, 503) for one in of_host)
        yield Budget(host, number, refused, most(times, 0.95), most(times, 60))


class Asked(NamedTuple):
    """A call's outcome (an error's code, else `success`), and its seconds."""

    tool: str
    outcome: str
    seconds: float


async def ask(container: Container, one: Call) -> Asked:
    started = time.perf_counter()
    answer = await call(TOOLS[one[0]], container.use_cases(), one[1])
    outcome = answer.error.code if isinstance(answer, ErrorEnvelope) else "success"
    return Asked(one[0], outcome, time.perf_counter() - started)


async def at_once(container: Container, calls: Sequence[Call]) -> list[Asked]:
    """Make all calls. Raises: TimeoutError after two minutes."""
    found: list[Asked] = []

    async def add(one: Call) -> None:
        found.append(await ask(container, one))

    with anyio.fail_after(120):
        async with anyio.create_task_group() as tasks:
            for one in calls:
                tasks.start_soon(add, one)
    return found


# Compounds


_NAMES, _RECORDS, _AT_ONCE = 100, 20, 50
_SEED = 20261120


def _sample() -> tuple[list[str], list[int]]:
    upstream = Path(os.environ.get("BIOFACTS_UPSTREAM_DIR") or Path(__file__).parents[2] / "shared" / "upstream")
    rows = compound_rows(upstream)
    chosen = random.Random(_SEED)
    names = sorted({name for row in rows for name in (row["title"], *row["synonyms"])})
    return chosen.sample(names, _NAMES), [row["cid"] for row in chosen.sample(rows, _RECORDS + _AT_ONCE + 10)]


async def in_turn(container: Container, log: Log, label: str, calls: Sequence[Call]) -> Sequence[object]:
    """A row of the first table."""
    asked: list[Asked] = []
    requests: list[int] = []
    for one in calls:
        log.clear()
        asked.append(await ask(container, one))
        requests.append(len(log.requests()))
    failed = sum(one.outcome != "success" for one in asked)
    numbers = f"{statistics.mean(requests):.1f} / {max(requests)}"
    return label, len(asked), spread(one.seconds for one in asked), numbers, failed


async def compounds(base: str) -> None:
    """Run everything on an empty cache folder."""
    log = Log(base)
    names, cids = _sample()
    searches: list[Call] = [("search_compounds", {"query": name}) for name in names]
    misspelt: list[Call] = [
        ("search_compounds", {"query": name[:-2] + name[-1]}) for name in names if name.isalpha() and len(name) > 7
    ]
    gets: list[Call] = [("get_compound", {"pubchem_id": f"PubChem:CID{cid}"}) for cid in cids]
    halves: list[Call] = [("search_compounds", {"query": name[: len(name) // 2]}) for name in names[:20]]
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base.rstrip("/"), folder)) as container:
            lines = [
                await in_turn(container, log, label, calls)
                for label, calls in (
                    ("search, cold", searches), ("search, warm", searches), ("misspelt, cold", misspelt),
                    ("get, cold", gets[:_RECORDS]), ("get, warm", gets[:_RECORDS]),
                )
            ]  # fmt: skip
            print(table(("in turn", "calls", "seconds", "requests, mean / max", "failed"), lines))
            lines = []
            for label, calls in (
                (f"{_AT_ONCE} lookups", gets[_RECORDS : _RECORDS + _AT_ONCE]),
                ("20 searches, 10 lookups", [*halves, *gets[_RECORDS + _AT_ONCE :]]),
            ):
                log.clear()
                asked = await at_once(container, calls)
                failed = sum(one.outcome != "success" for one in asked)
                seconds = f"{max(one.seconds for one in asked):.1f}"
                lines += [(label, seconds, failed, *one.row) for one in budgets(log.requests())]
            print(table(("at once", "seconds", "failed", *BUDGET_HEAD), lines))


# A crowd


async def _crowded(base: str) -> list[Asked]:
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            return await at_once(container, [CALLS[number % len(CALLS)] for number in range(_CROWD)])


def crowd(base: str) -> None:
    """Make 200 calls at once."""
    print(f"{_CROWD} calls at once, {len(CALLS)} different ones")
    log = Log(base)
    for backend in ("asyncio", "trio"):
        time.sleep(1.1)
        log.clear()
        asked = anyio.run(_crowded, base, backend=backend)
        requests = log.requests()
        gets = Counter(str(one["path"]) for one in requests if one["method"] == "GET")
        doubled = {path: number for path, number in gets.items() if number > 1}
        print(f"\n{backend}: answers {dict(Counter(one.outcome for one in asked))}; doubled: {doubled or 'none'}")
        took = {tool: [one.seconds for one in asked if one.tool == tool] for tool in {one.tool for one in asked}}
        slowest_last = sorted(took.items(), key=lambda one: max(one[1]))
        lines = [(tool, len(of), f"{min(of):.2f}", f"{max(of):.2f}") for tool, of in slowest_last]
        print(table(("tool", "calls", "first after s", "last after s"), lines))
        print(table(BUDGET_HEAD, [one.row for one in budgets(requests)]))


if __name__ == "__main__":
    command_line(__doc__, compounds, crowd)
