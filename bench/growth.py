"""How the catalogues grow with the data: build time, peak memory, size and search times at once, twice, four times.

    python bench/growth.py UPSTREAM [--times 1 2 4] [--calls 200]

UPSTREAM: the folder of the upstreams' data; nothing is fetched. The rows are multiplied with fresh identifiers (of
GPML the files), all else stays, so that every word has as many times the hits while the vocabulary stays. Each build
runs in a process of its own: the peak is that process's, with what it imports (`peak MB`) and without (`grown MB`: the
file itself, the rows and the database, which is built in memory). The searches, too, have a process for each size.
`CPU s` is the time that a build works, which a busy machine lengthens less than `build s`; the times of searches are of
the processor, too.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
from _multiplied import CATALOGUES
from _questions import questions
from _shared import command_line, content, quantile, table

from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.ports.catalogue import ReleaseInfo

WARM_UP = 5
ASKED = (
    "search_pathways", "get_pathways_for_gene", "search_ligands", "search_targets", "get_pathway",
    "get_pathway_components", "get_ligand", "get_target",
)  # fmt: skip


# In a process of its own


def peak() -> float:
    """Megabytes at the most, from /proc: `ru_maxrss` would begin with what the parent process had at the fork."""
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024


async def build(name: str, file: Path, folder: Path) -> dict[str, float]:
    before = peak()
    now = datetime.now(UTC)
    info = ReleaseInfo(release="growth", retrieved=now, checked=now, mode="snapshot")
    started, worked = time.perf_counter(), time.process_time()
    async with SqliteCatalogueStore(folder) as store:
        await store.publish(name, content(CATALOGUES[name].indexed(file.read_bytes()), info))
        seconds, cpu = time.perf_counter() - started, time.process_time() - worked
        status = await store.describe(name)
    return {
        "seconds": seconds,
        "cpu": cpu,
        "peak": peak(),
        "grown": peak() - before,
        "megabytes": (status.bytes or 0) / 1e6,
    }


async def ask(folder: Path, asked: Path) -> dict[str, list[float]]:
    """The processor's times of every call, each asked once."""
    times: dict[str, list[float]] = {}
    async with running(Settings(cache_dir=folder, source="offline")) as container:
        use_cases = container.use_cases()
        for tool, calls in json.loads(asked.read_text()).items():
            for number, arguments in enumerate(calls):
                started = time.process_time()
                outcome = await call(TOOLS[tool], use_cases, arguments)
                took = time.process_time() - started
                if isinstance(outcome, ErrorEnvelope):
                    raise SystemExit(f"{tool} {arguments}: {outcome.error.message}")
                if number >= WARM_UP:
                    times.setdefault(tool, []).append(took)
    return times


def apart(*arguments: object) -> Any:
    """One job of this script in a process of its own."""
    command = [sys.executable, __file__, *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


# Together


def growth(values: Sequence[float]) -> list[str]:
    """Each value, and how many times the first one the last one is."""
    return [*(f"{value:.2f}" for value in values), f"{values[-1] / values[0]:.1f}x" if values[0] else "-"]


def built(upstream: Path, folder: Path, times: Sequence[int]) -> Iterable[list[str]]:
    for name, made in CATALOGUES.items():
        figures: list[dict[str, float]] = []
        body = (upstream / made.path).read_bytes()
        for number in times:
            file = folder / "data"
            file.write_bytes(made.multiplied(body, number))
            figures.append(apart("build", name, file, folder / str(number)))
            file.unlink()
        for measure, unit in (
            ("seconds", "build s"),
            ("cpu", "CPU s"),
            ("peak", "peak MB"),
            ("grown", "grown MB"),
            ("megabytes", "file MB"),
        ):
            yield [name, unit, *growth([one[measure] for one in figures])]


def asked(folder: Path, times: Sequence[int], number: int) -> Iterable[list[str]]:
    calls = questions(folder / str(times[0]), number + WARM_UP)
    path = folder / "calls.json"
    path.write_text(json.dumps({tool: calls[tool] for tool in ASKED}))
    figures = [apart("ask", folder / str(number), path) for number in times]
    for tool in ASKED:
        for share in (0.5, 0.95):
            yield [tool, f"p{share * 100:.0f} ms", *growth([quantile(one[tool], share) * 1e3 for one in figures])]


def main(upstream: Path, *, times: Sequence[int] = (1, 2, 4), calls: int = 200) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [*built(upstream, Path(folder), times), *asked(Path(folder), times, calls)]
    print(table(["", "", *(f"{one}x" for one in times), "growth"], rows, words=2))


if __name__ == "__main__":
    if sys.argv[1:2] == ["build"]:
        print(json.dumps(anyio.run(build, sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))))
    elif sys.argv[1:2] == ["ask"]:
        print(json.dumps(anyio.run(ask, Path(sys.argv[2]), Path(sys.argv[3]))))
    else:
        command_line(__doc__, main)
