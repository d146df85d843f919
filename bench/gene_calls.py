"""`get_pathways_for_gene` on a present catalogue, beside the same of another tree of this repository.

    python bench/gene_calls.py [--beside TREE] [--genes 150] [--walks 5]

Uses the catalogue that the environment's BIOFACTS_* settings point to, offline; TREE is a checkout with a `.venv` of
its own that has synchronised into the same BIOFACTS_CACHE_DIR (each layout lies in a folder of its own). The most often
drawn human genes are asked for by symbol, by symbol in lower case and by HGNC, NCBI Gene and Ensembl identifier. No
gene is asked for twice in a process of either tree: each walk starts both anew, and asks them in turn. The time is the
use case's alone. A ratio is the median over the genes of the ratios of their fastest walks.
"""

import argparse
import json
import math
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from _catalogue import column, present
from _questions import most_often_drawn
from _standin import inherited
from _table import quantile, table

from biofacts.adapters.local.entries.genes import HUMAN_GENES, decode_gene
from biofacts.adapters.sqlite.index import verified
from biofacts.domain.identifiers.cross_references import pairs

FORMS = ("symbol", "lower case", "HGNC", "NCBI Gene", "Ensembl")
WARM_UP = 20
HERE = Path(__file__).parents[1]

# What both trees run; it uses nothing that has changed between them.
_ASKED = """
import gc, json, os, sys, time
import anyio
from biofacts.composition.container import running
from biofacts.composition.settings import Settings

async def main():
    async with running(Settings.from_environment({**os.environ, "BIOFACTS_SOURCE": "offline"})) as container:
        use_cases = container.use_cases()
        for line in sys.stdin:
            asked, found = json.loads(line), None
            gc.disable()
            started = time.perf_counter()
            try:
                found = await use_cases.pathways_of_gene(asked)
            except Exception:
                pass
            took = time.perf_counter() - started
            gc.enable()
            print(json.dumps([took, None if found is None else found.pagination.total_count]), flush=True)

anyio.run(main)
"""


class Asked:
    """A process of a tree that answers one gene after the other."""

    def __init__(self, tree: Path) -> None:
        python = sys.executable if tree == HERE else str(tree / ".venv" / "bin" / "python")
        self._process = subprocess.Popen(
            (python, "-c", _ASKED), cwd=tree, env=inherited(), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def seconds(self, gene: str) -> float:
        """How long the answer took; nan where there was none."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(gene) + "\n")
        self._process.stdin.flush()
        took, total = json.loads(self._process.stdout.readline())
        return float(took) if total else float("nan")


def forms(folder: Path, number: int) -> tuple[Mapping[str, Sequence[str]], Sequence[str]]:
    """Different genes for each form, and some to warm up with."""
    stored = column(folder, HUMAN_GENES, "SELECT summary FROM entries")
    by_symbol = {gene.symbol: gene for one in stored if (gene := decode_gene(verified(one))).protein_coding}
    genes = [by_symbol[symbol] for symbol in most_often_drawn(folder) if symbol in by_symbol]
    warm, genes = genes[-WARM_UP:], genes[: number * len(FORMS)]
    identifiers = {gene.id: {"hgnc": gene.id, **dict(pairs(gene.cross_references))} for gene in genes}

    def written(form: str, place: int) -> str:
        gene = genes[place]
        known = identifiers[gene.id]
        match form:
            case "lower case":
                return gene.symbol.lower()
            case "HGNC":
                return gene.id
            case "NCBI Gene":
                return known.get("entrez", gene.id)
            case "Ensembl":
                return known.get("ensembl_gene", gene.id)
            case _:
                return gene.symbol

    chosen = {
        form: [written(form, at) for at in range(place, len(genes), len(FORMS))] for place, form in enumerate(FORMS)
    }
    return chosen, [gene.symbol for gene in warm]


def figures(times: Sequence[Sequence[float]]) -> list[object]:
    """How many genes every tree found, the times of each tree for them, and the ratio of the first two."""
    found = [row for row in times if not any(map(math.isnan, row))]
    if not found:
        return [0]
    shown = [
        f"{part * 1e3:.3f}" for mine in zip(*found, strict=True) for part in (quantile(mine, 0.5), quantile(mine, 0.95))
    ]
    ratio = [f"{statistics.median(row[0] / row[1] for row in found):.2f}"] if len(found[0]) > 1 else []
    return [len(found), *shown, *ratio]


def main(beside: Path | None, number: int, walks: int) -> None:
    catalogue = present(HUMAN_GENES)
    asked, warm = forms(catalogue.folder, number)
    trees = [HERE, *([beside] if beside else [])]
    best: dict[tuple[Path, str, str], float] = {}
    for _ in range(walks):
        with ExitStack() as running:
            processes = {tree: running.enter_context(Asked(tree)) for tree in trees}
            for gene in warm:
                for process in processes.values():
                    process.seconds(gene)
            for form, genes in asked.items():
                for place, gene in enumerate(genes):
                    for tree in trees if place % 2 else reversed(trees):
                        key = tree, form, gene
                        took = processes[tree].seconds(gene)
                        best[key] = min(best.get(key, took), took)
    rows = [
        [form, *figures([[best[tree, form, gene] for tree in trees] for gene in genes])]
        for form, genes in asked.items()
    ]
    head = ["asked by", "genes", "p50 ms", "p95 ms", *(["beside p50", "p95", "ratio"] if beside else [])]
    print(table(head, rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", type=Path, help="another tree")
    parser.add_argument("--genes", type=int, default=150, help="of each form")
    parser.add_argument("--walks", type=int, default=5)
    known = parser.parse_args()
    main(known.beside and known.beside.resolve(), known.genes, known.walks)
