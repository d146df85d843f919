"""Pathways against an upstream: the first search, the next ones, a synchronisation, and every pathway there is.

    python bench/pathways.py BASE_URL [--log]

BASE_URL: where the upstreams (or their stand-ins) are: BASE_URL/wikipathways, /wikipathways-data, /obo. With --log the
stand-in's request log is read at BASE_URL/_log, and cleared first.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import anyio
import msgspec
from _shared import Log, environment, settings, spread, synchronise

from biofacts.adapters.local.entries.pathways import TEXT
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running

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


def main(base: str, *, log: bool) -> None:
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("--log", action="store_true")
    known = parser.parse_args()
    main(known.base_url.rstrip("/"), log=known.log)
