"""A crowd: 200 mixed calls at once on a cold cache, on asyncio and on trio, judged by the stand-in's log.

    python bench/crowd.py BASE_URL

Each identical request must be made once, no second may see more than the budget, and every call must come back.
"""

import argparse
import collections
import tempfile
import time
from pathlib import Path

import anyio
import httpx
from pathways import settings

from biofacts.application.envelope import ErrorEnvelope
from biofacts.application.tools import TOOLS, call
from biofacts.container import running

CALLS = [
    ("search_pathways", {"query": "glycolysis"}),
    ("search_pathways", {"query": "NF-kB", "organism": "Homo sapiens"}),
    ("get_pathway", {"pathway_id": "WP:WP534"}),
    ("get_pathway_components", {"pathway_id": "WP:WP534"}),
    ("get_pathway_components", {"pathway_id": "WP:WP254"}),
    ("get_pathways_for_gene", {"gene_id": "TP53"}),
    ("get_pathways_for_gene", {"gene_id": "ncbigene:672"}),
    ("get_pathway", {"pathway_id": "WP:WP99999"}),
]


async def crowd(base: str) -> None:
    answers: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, Path(folder))) as container:
            use_cases = container.use_cases()

            async def ask(tool: str, arguments: dict[str, object]) -> None:
                outcome = await call(TOOLS[tool], use_cases, arguments)
                answers[outcome.error.code if isinstance(outcome, ErrorEnvelope) else "success"] += 1

            with anyio.fail_after(120):
                async with anyio.create_task_group() as tasks:
                    for number in range(200):
                        tasks.start_soon(ask, *CALLS[number % len(CALLS)])
    print(f"  answers {dict(answers)}")


def main(base: str) -> None:
    for backend in ("asyncio", "trio"):
        time.sleep(1.1)
        httpx.delete(f"{base}/_log")
        started = time.perf_counter()
        print(backend)
        anyio.run(crowd, base, backend=backend)
        log = httpx.get(f"{base}/_log").json()
        paths = collections.Counter(request["path"] for request in log["requests"])
        doubled = {path: number for path, number in paths.items() if number > 1}
        print(f"  {time.perf_counter() - started:.1f} s, {len(log['requests'])} requests, doubled: {doubled or 'none'}")
        statuses = sorted({request["status"] for request in log["requests"]})
        print(f"  at most per second {log['peak_per_second']}, statuses {statuses}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    main(parser.parse_args().base_url.rstrip("/"))
