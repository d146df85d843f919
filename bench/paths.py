"""Textbook paths: the ones that the drawings have, by which of the expected nodes they lead, and how fast.

    BIOFACTS_SOURCE=offline uv run python bench/paths.py

Asks the catalogues that the environment names (BIOFACTS_CACHE_DIR). The nodes between were written down from
textbooks, before any answer was looked at. `passed`: those of them that any of the first twenty paths passes;
`whole`: the paths that one pathway draws alone.
"""

import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import anyio
from _shared import table

from biofacts.application.pathways.find_paths import FindPaths, PathPage
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.edges.edge import Sign
from biofacts.domain.identifiers.organisms import HUMAN

_REPEATS = 5


class Question(NamedTuple):
    """Two ends, nodes between them by textbooks, and the sign of the effect."""

    source: str
    target: str
    between: Sequence[str]
    sign: Sign | None = None
    max_length: int = 4


def _q(source: str, target: str, between: str, sign: Sign | None = None, max_length: int = 4) -> Question:
    return Question(source, target, between.split(), sign, max_length)


QUESTIONS = (
    _q("EGFR", "MYC", "MAPK1 MAPK3 STAT3 AKT1", "+"),
    _q("TNF", "NFKB1", "TNFRSF1A TRADD TRAF2 IKBKB", "+"),
    _q("INS", "AKT1", "INSR IRS1 PIK3CA", "+"),
    _q("TP53", "CASP3", "BAX CYCS APAF1 CASP9", "+"),
    _q("TP53", "CDK2", "CDKN1A", "-"),
    _q("WNT3A", "CTNNB1", "FZD1 LRP6 DVL1 GSK3B", "+"),
    _q("IL6", "STAT3", "IL6R IL6ST JAK1 JAK2", "+"),
    _q("TGFB1", "SMAD2", "TGFBR1 TGFBR2", "+"),
    _q("FASLG", "CASP3", "FAS FADD CASP8", "+"),
    _q("glucose", "pyruvate", "glucose-6-phosphate fructose-6-phosphate phosphoenolpyruvate", None, 6),
)


async def main() -> None:
    async with running(Settings.from_environment(), long_lived=False) as container:
        find = container.use_cases().find_paths
        edges = container.edges()
        began = time.perf_counter()
        known = await edges.network()
        print(f"network of {len(known.network)} nodes: {time.perf_counter() - began:.1f} s")
        rows = [await _row(find, one) for one in QUESTIONS]
    columns = ("source", "target", "paths", "shortest", "sign", "passed", "of", "whole", "first ms", "ms", "first path")
    print(table(columns, rows, words=2))


async def _row(find: FindPaths, asked: Question) -> Sequence[object]:
    times = list[float]()
    page: PathPage | None = None
    for _ in range(_REPEATS):
        began = time.perf_counter()
        page = await find(asked.source, asked.target, max_length=asked.max_length, organism=HUMAN)
        times.append(1000 * (time.perf_counter() - began))
    assert page is not None
    paths = page.items
    labels = {node.label.casefold().replace(" ", "-") for path in paths for node in path.nodes[1:-1]}
    passed = [one for one in asked.between if one.casefold() in labels]
    as_expected = sum(path.sign == asked.sign for path in paths)
    return (
        asked.source, asked.target, f"{len(paths)}{'+' if page.pagination.cursor else ''}",
        paths[0].length if paths else None, f"{as_expected} {asked.sign or 'none'}", len(passed), len(asked.between),
        sum(bool(path.pathways) for path in paths), f"{times[0]:.0f}", f"{median(times):.0f}",
        " ".join(node.label for node in paths[0].nodes) if paths else page.guidance,
    )  # fmt: skip


if __name__ == "__main__":
    anyio.run(main)
