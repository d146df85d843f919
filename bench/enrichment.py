"""Gene lists: p-values and ranking against scipy and gseapy, genes against single calls, and how long lists take.

    uv run --with scipy --with gseapy python bench/enrichment.py

Asks the catalogues that the environment names (BIOFACTS_CACHE_DIR, BIOFACTS_SOURCE=offline). What is not installed is
left out, and said.
"""

import argparse
import math
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import anyio
import msgspec
from _shared import tell

from biofacts.application.lists.enrichment import Enrichment
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.enrichment import adjusted, tail

LISTS, GENES = 500, 300
_SAME = 1e-9
"""So far, relatively, two p-values may be apart that are the same."""


def random_sizes(number: int) -> list[tuple[int, int, int, int]]:
    """Overlap, pathway, list and background: everyday ones, and extremes."""
    rng, found = random.Random(13), list[tuple[int, int, int, int]]()
    while len(found) < number:
        background = rng.choice([rng.randint(20, 500), rng.randint(5_000, 25_000)])
        pathway = rng.randint(1, min(background, rng.choice([10, 100, 700])))
        listed = rng.randint(1, min(background, rng.choice([5, 50, 1_000, 5_000])))
        fewest, most = max(0, pathway + listed - background), min(pathway, listed)
        overlap = rng.choice([fewest, most, rng.randint(fewest, most), round(pathway * listed / background)])
        found.append((min(max(overlap, fewest), most), pathway, listed, background))
    return found


def against_scipy() -> None:
    """The tail over random lists, and the adjusted values of as many random lists of p-values."""
    if find_spec("scipy") is None:
        print("scipy is not installed: p-values are not compared")
        return
    from scipy.stats import false_discovery_control, hypergeom  # type: ignore[import-not-found]

    worst, where, compared, close = 0.0, (0, 0, 0, 0), 0, 0
    for overlap, pathway, listed, background in random_sizes(LISTS):
        ours = tail(overlap, pathway, listed, background)
        theirs = float(hypergeom.sf(overlap - 1, background, pathway, listed))
        if theirs < 1e-290:  # beyond what floats of scipy's sums hold
            continue
        compared += 1
        close += (off := abs(ours - theirs) / theirs) < _SAME
        if off > worst:
            worst, where = off, (overlap, pathway, listed, background)
    tell("p-values", compared, close, compared - close)
    rng, far = random.Random(14), 0.0
    for _ in range(LISTS):
        p_values = [rng.random() ** rng.choice([1, 4, 20]) for _ in range(rng.randint(1, 600))]
        theirs = false_discovery_control(p_values)
        far = max(far, *(abs(a - b) / b for a, b in zip(adjusted(p_values, len(p_values)), theirs, strict=True) if b))
    print(f"p-values of {LISTS} lists: at most {worst:.1e} from scipy's, relative (at {where})")
    print(f"adjusted p-values of {LISTS} lists: at most {far:.1e} from scipy's, relative")


async def sets_of(use_cases: UseCases) -> tuple[Mapping[str, Sequence[str]], list[str]]:
    """The genes of every human pathway, and all of them, by the call for one gene."""
    asked = ["TP53", "MDM2", "CDK1"]
    page = await use_cases.enrich_pathways(asked)
    known = await use_cases.enrich_pathways._genes.open(HUMAN, asked, None)
    assert known is not None
    universe = known.universe
    sets: defaultdict[str, list[str]] = defaultdict(list)
    for gene, places in universe.places.items():
        for place in places:
            sets[f"WP:{universe.pathways[place][0]}"].append(universe.names[gene])
    assert page.background.size == len(universe.places)
    return sets, sorted(universe.names[gene] for gene in universe.places)


async def against_single_calls(use_cases: UseCases, sets: Mapping[str, Sequence[str]], genes: Sequence[str]) -> None:
    """A gene is in a set where the call for one gene lists the pathway."""
    wrong = []
    for gene in random.Random(15).sample(genes, min(GENES, len(genes))):
        there = {pathway for pathway, members in sets.items() if gene in members}
        listed, cursor = set[str](), None
        while True:
            page = await use_cases.pathways_of_gene(gene, organism=HUMAN, cursor=cursor, page_size=100, slim=True)
            listed |= {one.id for one in page.items}
            if (cursor := page.pagination.cursor) is None:
                break
        if listed != there:
            wrong.append((gene, listed ^ there))
    tell("places of genes", GENES, GENES - len(wrong), len(wrong))
    print(f"genes that are drawn elsewhere than get_pathways_for_gene says: {len(wrong)} of {GENES} {wrong[:3]}")


async def against_gseapy(use_cases: UseCases, sets: Mapping[str, Sequence[str]], genes: Sequence[str]) -> None:
    """The ranking, p-values and adjusted ones of one list, over the same sets."""
    if find_spec("gseapy") is None:
        print("gseapy is not installed: the ranking is not compared")
        return
    import gseapy  # type: ignore[import-not-found]

    seeds = random.Random(16).sample(sorted(sets), 5)
    chosen = sorted({gene for key in seeds for gene in sets[key][:25]} | {*genes[:200]})
    theirs: Any = gseapy.enrich(gene_list=chosen, gene_sets=dict(sets), background=[*genes], outdir=None).results
    rows = {row["Term"]: row["P-value"] for _, row in theirs.iterrows()}
    ours: dict[str, float] = {}
    cursor: str | None = None
    while True:
        page = await use_cases.enrich_pathways(chosen, page_size=100, cursor=cursor)
        ours |= {one.id: one.p_value for one in page.items}
        if (cursor := page.pagination.cursor) is None:
            break
    off = max(abs(math.log(ours[key] / rows[key])) for key in rows if rows[key] > 0)
    ranked = [sorted(ours, key=lambda key: (of[key], key))[:50] for of in (ours, rows)]
    same = sum(a == b for a, b in zip(*ranked, strict=True))
    print(
        f"gseapy: {len(rows)} pathways beside our {len(ours)}, p-values at most {off:.1e} apart, {same} of 50 in place"
    )


async def times(use_cases: UseCases, genes: Sequence[str], rounds: int) -> None:
    """Lists of several lengths; resolve_many with 200 genes."""
    for number in (25, 200, 1_000, 5_000):
        chosen = random.Random(number).sample(genes, min(number, len(genes)))
        took, page = list[float](), None
        for _ in range(rounds):
            began = time.process_time()
            page = await use_cases.enrich_pathways(chosen)
            took.append(time.process_time() - began)
        assert isinstance(page, Enrichment)
        size = len(msgspec.json.encode(page))
        print(f"enrich_pathways, {len(chosen)} genes: {statistics.median(took):.3f} s of the processor, {size} bytes")
    took = []
    for _ in range(rounds):
        began = time.process_time()
        await use_cases.resolve_many(random.Random(1).sample(genes, 200), "gene")
        took.append(time.process_time() - began)
    print(f"resolve_many, 200 genes: {statistics.median(took):.3f} s of the processor")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    against_scipy()
    async with running(Settings.from_environment()) as container:
        use_cases = container.use_cases()
        began = time.process_time()
        sets, genes = await sets_of(use_cases)
        print(f"the first list of a process: {time.process_time() - began:.2f} s of the processor")
        print(f"{len(genes)} genes in {len(sets)} human pathways")
        await against_single_calls(use_cases, sets, genes)
        await against_gseapy(use_cases, sets, genes)
        await times(use_cases, genes, given.rounds)


if __name__ == "__main__":
    anyio.run(main)
