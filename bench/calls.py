"""Every tool's use case on a present catalogue, without a protocol: a hundred different calls each.

    python bench/calls.py [--warm] [--beside TREE]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline. --warm:
first ask the stand-in that BIOFACTS_PUBCHEM_URL names for every compound that the benchmarks ask for, since compounds
have no catalogue, only a cache. --beside: processor time of some calls here and in another checkout with a `.venv` of
its own, in turn; the answers must be the same. `first`: of a process that has answered other calls of the kind;
`again`: the same call once more.
"""

import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
import msgspec
from _questions import questions
from _questions import warm as fill
from _shared import HERE, Present, column, command_line, present, python_of, spread, table

from biofacts.adapters.local.entries.pathways import GPML
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running

EACH, WARM_UP = 100, 3
PATHWAYS = ("WP254", "WP534", "WP1742", "WP2261", "WP4172", "WP4331", "WP673", "WP481")
GENES = ("HGNC:11998", "HGNC:3236", "HGNC:990", "HGNC:391", "HGNC:6", "HGNC:1097", "HGNC:6407", "HGNC:3467")
DOUBTFUL = (
    "zzqqxxyy",
    "COX", "insulin receptr", "growth factor", "apoptossis", "dopaminne", "imatinibb", "beta bloker", "VEGF",
    "acetylcholine receptr", "adrenalin receptor", "potasium channel", "interleukin",
)  # fmt: skip
COMPARED: Mapping[str, Sequence[tuple[str, Mapping[str, object]]]] = {
    "links": [
        *(("links", {"id": f"WP:{one}", "kind": "pathway", "to": "ligand"}) for one in PATHWAYS),
        *(("links", {"id": one, "kind": "gene", "to": "pathway"}) for one in GENES),
    ],
    "get_pathway": [("get_pathway", {"pathway_id": f"WP:{one}"}) for one in PATHWAYS],
    "get_gene": [("get_gene", {"gene_id": one}) for one in GENES],
    "doubtful names": [("resolve_many", {"names": [one], "kind": "any"}) for one in DOUBTFUL],
    "doubtful names, one kind": [
        ("resolve_many", {"names": [one], "kind": kind}) for one in DOUBTFUL for kind in ("target", "ligand")
    ],
}
# What both trees run: methods of the library, since modules have other names in older trees.
_COMPARE = """
import json, sys, time
import anyio, biofacts, msgspec

async def asked(facts, method, arguments):
    try:
        answer = await getattr(facts, method)(**arguments)
    except biofacts.BiofactsError as error:
        return str(error)
    return getattr(answer, "answer", answer)

async def main():
    times, answers = {}, []
    async with biofacts.open_async(source="offline") as facts:
        for kind, calls in json.loads(sys.argv[1]).items():
            await asked(facts, *calls[0])  # imports what calls of the kind need
            await anyio.sleep(0.2)  # what is prepared behind the answer is there
            times[kind] = [[], []]
            for method, arguments in calls[1:]:
                for turn in (0, 1, 1, 1):
                    started = time.process_time()
                    answer = await asked(facts, method, arguments)
                    times[kind][turn].append(time.process_time() - started)
                answers.append(msgspec.json.encode(answer).decode())
    print(json.dumps([times, answers]))

anyio.run(main)
"""


def compared(tree: Path) -> tuple[dict[str, list[list[float]]], list[str]]:
    command = (python_of(tree), "-c", _COMPARE, json.dumps(COMPARED))
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=True)
    times, answers = json.loads(done.stdout)
    return times, answers


def two_trees(other: Path, rounds: int = 5) -> None:
    """The sums of the least times of each call."""
    runs = [(compared(other), compared(HERE)) for _ in range(rounds)]
    rows: list[list[object]] = []
    for kind in COMPARED:
        for turn, word in enumerate(("first", "again")):
            each = [[times[kind][turn] for times, _ in of_tree] for of_tree in zip(*runs, strict=True)]
            before, now = (sum(map(min, zip(*of_runs, strict=True))) / len(of_runs[0]) for of_runs in each)
            rows.append([kind, word, f"{before * 1e3:.2f}", f"{now * 1e3:.2f}", f"{before / now:.1f}"])
    print(table(["calls", "", f"{other.name} ms", f"{HERE.name} ms", "times as fast"], rows, words=2))
    differing = sum(one != another for (_, old), (_, new) in runs for one, another in zip(old, new, strict=True))
    print(f"{differing} of {len(runs) * len(runs[0][0][1])} answers differ")


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
        by_size = column(
            catalogue.folder, GPML, "SELECT key FROM entries JOIN records USING (document) ORDER BY length(body)"
        )
        for word, key in (("median", by_size[len(by_size) // 2]), ("largest", by_size[-1])):
            again = [await timed(use_cases, "get_pathway_components", {"pathway_id": f"WP:{key}"}) for _ in range(20)]
            size = len(msgspec.json.encode(again[0][1]))
            print(f"{'components of the ' + word:<24} {spread(took for took, _ in again)}   ({size} bytes)")


def main(*, warm: bool = False, beside: Path | None = None) -> None:
    catalogue = present()
    if warm:
        fill(catalogue.settings, questions(catalogue.folder, EACH))
    if beside:
        two_trees(beside)
    else:
        anyio.run(every_tool, catalogue)


if __name__ == "__main__":
    command_line(__doc__, main)
