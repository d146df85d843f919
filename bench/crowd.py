"""A crowd: 200 mixed calls at once on a cold cache, on asyncio and on trio, judged by the stand-in's log.

    python bench/crowd.py BASE_URL [--organism]

Some forty different calls to all ten tools, each five or six times: identical requests must be made once, no second
and no minute may see more than an upstream's budget, and every call must come back, none much later than the others.
--organism: also for a gene of the mouse, whose file is the largest that one call can ask for.
"""

import collections
import tempfile
import time
from collections.abc import Mapping, Sequence

import anyio
from _shared import Log, command_line, settings

from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running

CALLS: Sequence[tuple[str, Mapping[str, object]]] = [
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
OF_AN_ORGANISM = ("search_genes", {"query": "Trp53", "organism": "Mus musculus"})
CROWD = 200
BUDGETS = {
    "pubchem": (5, 400),
    "wikipathways": (1, 60),
    "wikipathways-data": (1, 60),
    "obo": (1, 60),
    "gtopdb": (1, 60),
    "hgnc": (1, 60),
    "ncbi-gene": (1, 60),
}


async def crowd(base: str, calls: Sequence[tuple[str, Mapping[str, object]]]) -> None:
    answers: collections.Counter[str] = collections.Counter()
    seconds: collections.defaultdict[str, list[float]] = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            use_cases = container.use_cases()

            async def ask(tool: str, arguments: Mapping[str, object]) -> None:
                started = time.perf_counter()
                outcome = await call(TOOLS[tool], use_cases, arguments)
                seconds[tool].append(time.perf_counter() - started)
                answers[outcome.error.code if isinstance(outcome, ErrorEnvelope) else "success"] += 1

            with anyio.fail_after(120):
                async with anyio.create_task_group() as tasks:
                    for number in range(CROWD):
                        tasks.start_soon(ask, *calls[number % len(calls)])
    print(f"  answers {dict(answers)}")
    for tool, took in seconds.items():
        print(f"  {tool:<24} {len(took):>3} calls, first after {min(took):5.2f} s, last after {max(took):5.2f} s")


def most(times: list[float], window: float) -> int:
    """The largest number of requests in any window of that many seconds."""
    return max(sum(at <= other < at + window for other in times) for at in times)


def judge(requests: list[dict[str, object]]) -> None:
    asked = collections.Counter((request["method"], request["path"]) for request in requests)
    doubled = {path: number for (method, path), number in asked.items() if number > 1 and method == "GET"}
    print(f"  {len(requests)} requests, statuses {sorted({str(request['status']) for request in requests})}")
    print(f"  doubled: {doubled or 'none'}")
    for host in sorted({str(request["host"]) for request in requests}):
        times = [float(str(request["at"])) for request in requests if request["host"] == host]
        a_second, a_minute = BUDGETS[host]
        # Two requests that leave a second apart may arrive a little closer: as the stand-in's own judge, 0.95 s.
        in_a_second, in_a_minute = most(times, 0.95), most(times, 60)
        kept = "kept" if in_a_second <= a_second and in_a_minute <= a_minute else "EXCEEDED"
        print(f"  {host:<14} {in_a_second} in a second, {in_a_minute} in a minute of {a_second}, {a_minute}: {kept}")


def main(base: str, *, organism: bool = False) -> None:
    calls = [*CALLS, OF_AN_ORGANISM] if organism else CALLS
    print(f"{CROWD} calls at once, {len(calls)} different ones")
    log = Log(base)
    for backend in ("asyncio", "trio"):
        time.sleep(1.1)
        log.clear()
        print(backend)
        anyio.run(crowd, base, calls, backend=backend)
        judge(log.requests())


if __name__ == "__main__":
    command_line(__doc__, main)
