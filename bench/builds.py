"""What building the large catalogues of genes takes: processor time, memory, and the size of the file.

    python bench/builds.py UPSTREAM [--beside TREE] [--rounds 5]

UPSTREAM: the folder of the stand-in's data. The files of HGNC and of the mouse are read, indexed and published into an
empty folder, each in a process of its own; what that starts counts as well, its start included. TREE is another
checkout with a `.venv` of its own, which does the same in turn. Shown are the least time of the rounds, and the most
memory that one process took.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from _shared import inherited, table

HERE = Path(__file__).parents[1]
FILES = {"hgnc": "hgnc_complete_set.txt.gz", "mouse": "Mus_musculus.gene_info.gz"}

# What both trees run; the older one may not know of processes that build.
_BUILD = """
import gzip, inspect, json, resource, sys, time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
import anyio
from biofacts.adapters.http import hgnc as complete_set
from biofacts.adapters.http import ncbi_gene as gene_info
from biofacts.adapters.local.entries.genes import index_genes
from biofacts.adapters.sqlite.release_store import SqliteCatalogueStore
from biofacts.ports.catalogue import Content, ReleaseInfo

kind, path, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
body = path.read_bytes()
if kind == "hgnc":
    body, read = gzip.decompress(body), complete_set.read_genes
else:
    several = "taxa" in inspect.signature(gene_info.read_genes).parameters  # an older tree knows one alone
    own = {"taxa": {10090}} if several else {"taxon": 10090}
    read = partial(gene_info.read_genes, organism="Mus musculus", **own)
info = ReleaseInfo(release="bench", retrieved=datetime.now(UTC), checked=datetime.now(UTC))
try:
    from biofacts.adapters.http.client import ParsedRows
    from biofacts.adapters.local.catalogues.local_catalogue import Entries
    content = Content(info=info, entries=Entries(ParsedRows(read, body), index_genes, 0), patient=True, portable=True)
except ImportError:
    content = Content(info=info, entries=index_genes(read(body)).entries, patient=True)

def spent():
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used), max(one.ru_maxrss for one in used) / 1024

async def main():
    async with SqliteCatalogueStore(folder) as store:
        await store.publish(kind, content)
        return (await store.describe(kind)).bytes

before, started = spent()[0], time.perf_counter()
size = anyio.run(main)
after, peak = spent()
print(json.dumps([after - before, time.perf_counter() - started, peak, size / 1e6]))
"""


def built(tree: Path, kind: str, path: Path) -> list[float]:
    """Seconds of the processor and of the clock, megabytes of memory and of the file."""
    python = sys.executable if tree == HERE else str(tree / ".venv" / "bin" / "python")
    with tempfile.TemporaryDirectory() as folder:
        command = (python, "-c", _BUILD, kind, str(path), folder)
        done = subprocess.run(command, cwd=tree, env=inherited(), capture_output=True, text=True, check=True)
    return [float(one) for one in json.loads(done.stdout)]


def main(upstream: Path, beside: Path | None, rounds: int) -> None:
    trees = [HERE, *([beside] if beside else [])]
    rows: list[list[object]] = []
    for kind, name in FILES.items():
        runs = [[built(tree, kind, upstream / "genes" / name) for tree in trees] for _ in range(rounds)]
        for place, tree in enumerate(trees):
            processor, clock, peak, size = zip(*(run[place] for run in runs), strict=True)
            ratio = statistics.median(run[place][0] / run[-1][0] for run in runs)
            figures = [
                f"{min(processor):.2f}",
                f"{min(clock):.2f}",
                f"{max(peak):.0f}",
                f"{max(size):.1f}",
                f"{ratio:.2f}",
            ]
            rows.append([kind, tree.name, *figures])
    print(table(["catalogue", "tree", "processor s", "clock s", "peak MB", "file MB", "of the last"], rows, words=2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("upstream", type=Path)
    parser.add_argument("--beside", type=Path, help="another tree")
    parser.add_argument("--rounds", type=int, default=5)
    known = parser.parse_args()
    main(known.upstream.resolve(), known.beside and known.beside.resolve(), known.rounds)
