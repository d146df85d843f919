"""Tables of names annotated: rows a second by one worker and by two, memory, and whether the bytes are always the same.

    python bench/annotate.py UPSTREAM [--rows 100000] [--singles 10000]

Asks the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised and offline. UPSTREAM: the folder of the
upstreams' data. The names of a table are drawn from it: of genes symbols, aliases, full names and identifiers, of the
others names; one in thirty is no name. What a name costs of processors says more than seconds where others work on
the machine, too; it has the start of all processes in it. Memory: the most that a process had, of all that ran.
"""

import csv
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import anyio
from _guide import rows
from _shared import command_line, present, table
from _truth import index_rows, named_genes

from biofacts.composition.container import running
from biofacts.domain.genes.names import GeneName
from biofacts.domain.lists.annotation import Answer

NOTHING = ("nosuchgene{}", "xyzzy {}", "unknown sample {}", "")


def names_of(kind: str, upstream: Path) -> list[str]:
    """Every name of a kind that the files have, once."""
    match kind:
        case "gene":
            found = (
                each
                for one in named_genes(upstream)
                for each in (one.symbol, *one.names, one.name, one.id)
                if GeneName.read(each).organism is None  # others' names are not in the catalogue
            )
        case "ligand":
            found = (row["Name"] for row in rows(upstream, "ligands.csv"))
        case "target":
            found = (row["Target name"] for row in rows(upstream, "targets_and_families.csv"))
        case _:
            found = (row["name"] for row in index_rows(upstream, "findPathwaysByText"))
    return [*dict.fromkeys(found)]


def write_table(path: Path, names: Sequence[str], number: int, seed: int = 1) -> None:
    """So many rows: every name once as far as they go, then again by chance; shuffled."""
    chance = random.Random(seed)
    taken = chance.sample(names, min(number, len(names)))
    taken += chance.choices(names, k=number - len(taken))
    for place in range(0, number, 30):
        taken[place] = NOTHING[place // 30 % len(NOTHING)].format(place)
    chance.shuffle(taken)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["sample", "what", "value"])
        writer.writerows([f"S{number}", name, f"{number * 0.5:.3f}"] for number, name in enumerate(taken))


class Ran(NamedTuple):
    """A run: how long it took, how much of processors, and the most memory of the parent and of a worker, in MB."""

    seconds: float
    processor: float
    parent: float
    worker: float


def command(source: Path, kind: str, out: Path, workers: int) -> list[str]:
    given = ["--column", "what", "--kind", kind, "--out", str(out), "--workers", str(workers), "--json"]
    return [sys.executable, "-m", "biofacts", "annotate", str(source), *given]


def annotated(source: Path, kind: str, out: Path, workers: int) -> Ran:
    began, used = time.perf_counter(), processor()
    with subprocess.Popen(command(source, kind, out, workers), stdout=subprocess.DEVNULL) as process:
        found = watched(process, lambda: (process.pid, *children(process.pid)))
    if process.returncode:
        raise SystemExit(f"{source} was not annotated: exit code {process.returncode}")
    most = {pid: usage.memory for pid, usage in found.items()}
    seconds = time.perf_counter() - began
    return Ran(seconds, processor() - used, most.pop(process.pid, 0.0), max(most.values(), default=0.0))


def processor() -> float:
    """Seconds that all processes have used that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Usage(NamedTuple):
    """Seconds of a processor, and the most memory, in MB."""

    processor: float
    memory: float


def watched(process: subprocess.Popen[bytes], pids: Callable[[], Iterable[int]]) -> Mapping[int, Usage]:
    """What processes have used when they were last seen, until one has ended."""
    found: dict[int, Usage] = {}
    while process.poll() is None:
        time.sleep(0.1)
        for pid in pids():
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                _, _, most = Path(f"/proc/{pid}/status").read_text().partition("VmHWM:")
            except OSError:  # it has just ended
                continue
            if most:
                ticks = int(fields[11]) + int(fields[12])
                found[pid] = Usage(ticks / os.sysconf("SC_CLK_TCK"), int(most.split()[0]) / 1024)
    return found


def children(parent: int) -> list[int]:
    try:
        return [*map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())]
    except OSError:
        return []


def distinct(source: Path) -> int:
    with source.open(newline="", encoding="utf-8") as file:
        return len({row["what"].strip() for row in csv.DictReader(file)})


async def one_by_one(annotated_table: Path, kind: str, most: int) -> str:
    """The decisions of the table beside those of the single call."""
    with annotated_table.open(newline="", encoding="utf-8") as file:
        lines = {line["what"].strip(): line for line in csv.DictReader(file)}
    chosen = random.Random(2).sample(sorted(lines), min(most, len(lines)))
    different = 0
    async with running(present().settings) as container:
        resolve = container.use_cases().resolve_many
        for name in chosen:
            (one,) = (await resolve([name], kind)).items  # type: ignore[arg-type]
            answer = Answer.of(one)
            told = [answer.status, answer.id, answer.name, answer.score, answer.read_as, answer.why]
            cells = ["" if cell is None else str(cell) for cell in told] + ["|".join(answer.candidates)]
            columns = ("status", "id", "name", "score", "read_as", "why", "candidates")
            different += cells != [lines[name][column] for column in columns]
    return f"{len(chosen)} names of {kind}s by single calls: {different} differ"


def main(upstream: Path, *, rows: int = 100_000, singles: int = 10_000) -> None:
    os.environ["BIOFACTS_SOURCE"] = "offline"
    folder = Path(tempfile.mkdtemp(prefix="annotate-"))
    lines: list[list[object]] = []
    remarks: list[str] = []
    tables = [
        ("gene", rows),
        ("gene, repeated", rows),
        ("ligand", rows // 4),
        ("target", rows // 10),
        ("pathway", rows // 20),
    ]
    try:
        for name, size in tables:
            kind = name.partition(",")[0]
            source = folder / f"{name.replace(', ', '-')}.csv"
            names = names_of(kind, upstream)
            write_table(source, names[: size // 20] if "repeated" in name else names, size)
            outs = [folder / f"{source.stem}.{workers}.csv" for workers in (1, 2)]
            ran = [annotated(source, kind, out, workers) for workers, out in enumerate(outs, start=1)]
            rates = [f"{size / one.seconds:.0f}" for one in ran]
            different = distinct(source)
            memory = [f"{max(one.parent for one in ran):.0f}", f"{max(one.worker for one in ran):.0f}"]
            costs = [f"{one.processor * 1e3 / different:.2f}" for one in ran]
            lines.append([name, size, different, *rates, *costs, *memory])
            same = outs[0].read_bytes() == outs[1].read_bytes()
            remarks.append(f"{name}: one worker and two: {'same bytes' if same else 'DIFFERENT BYTES'}")
            remarks.append(anyio.run(one_by_one, outs[0], kind, singles // len(tables)))
    finally:
        shutil.rmtree(folder)
    head = ("names", "rows", "distinct", "rows/s 1", "rows/s 2", "CPU ms/name 1", "2", "parent MB", "worker MB")
    print(table(head, lines))
    print("\n".join(remarks))


if __name__ == "__main__":
    command_line(__doc__, main)
