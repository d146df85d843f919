"""Gene lists: p-values, rankings and ranked lists against scipy and gseapy, genes against single calls, and times.

    uv run --group bench --with scipy python bench/enrichment.py

Asks the catalogues that the environment names (BIOFACTS_CACHE_DIR, BIOFACTS_SOURCE=offline). What is not installed is
left out, and said.
"""

import math
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from _guide import walk
from _shared import command_line, tell

from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.application.lists.resolve_many import unheard
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.enrichment_statistics import LARGEST_SET, SMALLEST_SET, adjusted, tail
from biofacts.domain.lists.ranked_lists import PERMUTATIONS, leading_edge, ranking

LISTS, GENES, RANKED = 500, 300, 20_000
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
    from scipy.stats import false_discovery_control, hypergeom

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
    known = await use_cases.enrich_pathways._genes.open(HUMAN, None, asked, None)
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
        walked = await walk(use_cases, "get_pathways_for_gene", {"gene_id": gene, "organism": HUMAN, "slim": True})
        listed = {str(one["id"]) for one in walked.items}
        if listed != there:
            wrong.append((gene, listed ^ there))
    tell("places of genes", GENES, GENES - len(wrong), len(wrong))
    print(f"genes that are drawn elsewhere than get_pathways_for_gene says: {len(wrong)} of {GENES} {wrong[:3]}")


async def against_gseapy(use_cases: UseCases, sets: Mapping[str, Sequence[str]], genes: Sequence[str]) -> None:
    """The ranking, p-values and adjusted ones of one list, over the same sets."""
    if find_spec("gseapy") is None:
        print("gseapy is not installed: the ranking is not compared")
        return
    import gseapy

    seeds = random.Random(16).sample(sorted(sets), 5)
    chosen = sorted({gene for key in seeds for gene in sets[key][:25]} | {*genes[:200]})
    tested = {key: [*members] for key, members in sets.items() if SMALLEST_SET <= len({*members}) <= LARGEST_SET}
    theirs: Any = gseapy.enrich(gene_list=chosen, gene_sets=tested, background=[*genes], outdir=None).results
    rows = {row["Term"]: row["P-value"] for _, row in theirs.iterrows()}
    walked = await walk(use_cases, "enrich_pathways", {"genes": chosen})
    ours: dict[str, float] = {one["id"]: one["p_value"] for one in walked.items}
    off = max(abs(math.log(ours[key] / rows[key])) for key in rows if rows[key] > 0)
    ranked = [sorted(ours, key=lambda key: (of[key], key))[:50] for of in (ours, rows)]
    same = sum(a == b for a, b in zip(*ranked, strict=True))
    print(
        f"gseapy: {len(rows)} pathways beside our {len(ours)}, p-values at most {off:.1e} apart, {same} of 50 in place"
    )


async def times(use_cases: UseCases, genes: Sequence[str], rounds: int) -> None:
    """Lists of several lengths."""
    for number in (25, 200, 1_000, 5_000):
        chosen, took = random.Random(number).sample(genes, min(number, len(genes))), list[float]()
        for _ in range(rounds):
            began = time.process_time()
            await use_cases.enrich_pathways(chosen)
            took.append(time.process_time() - began)
        print(f"enrich_pathways, {len(chosen)} genes: {statistics.median(took):.3f} s of the processor")


def ranked_genes(sets: Mapping[str, Sequence[str]], genes: Sequence[str]) -> Mapping[str, float]:
    """Random scores of 20,000 genes, in which a dozen pathways rise and ten fall."""
    rng = random.Random(17)
    others = [f"UNDRAWN{number}" for number in range(RANKED - len(genes))]
    scores = {gene: rng.gauss(0, 1) for gene in (*genes, *others)}
    for number, key in enumerate(rng.sample(sorted(sets), 22)):
        for gene in sets[key]:
            scores[gene] += 0.8 if number < 12 else -0.8
    return scores


async def against_prerank(sets: Mapping[str, Sequence[str]], genes: Sequence[str]) -> None:
    """Ranked lists row by row: scores and leading edges are the same, the rest as far apart as two seeds of gseapy."""
    scores = ranked_genes(sets, genes)
    order = ranking(scores.items(), {})
    place = {gene: number for number, gene in enumerate(order.ids)}
    tested = {key: sorted(place[gene] for gene in {*sets[key]}) for key in sets}
    tested = {key: places for key, places in tested.items() if SMALLEST_SET <= len(places) <= LARGEST_SET}
    began = time.process_time()
    found = await NumpySetScorer().score(
        order.scores, [*tested.values()], permutations=PERMUTATIONS, seed=0, advance=unheard
    )
    took = time.process_time() - began
    ours = dict(zip(tested, found, strict=True))
    print(
        f"ranked list of {len(scores)} genes, {len(tested)} pathways, {PERMUTATIONS} permutations: {took:.1f} s of the"
        " processor"
    )
    if find_spec("gseapy") is None:
        print("gseapy is not installed: ranked lists are not compared")
        return
    import gseapy
    import pandas as pd

    table = pd.DataFrame({"gene": order.ids, "score": order.scores})
    began = time.process_time()
    theirs, again = (
        gseapy.prerank(
            rnk=table.copy(), gene_sets=dict(sets), min_size=SMALLEST_SET, max_size=LARGEST_SET,
            permutation_num=PERMUTATIONS, seed=seed, threads=1, outdir=None, no_plot=True,
        ).res2d.set_index("Term")
        for seed in (1, 2)
    )  # fmt: skip
    print(f"gseapy, as many: {(time.process_time() - began) / 2:.1f} s of the processor")
    off = max(abs(one.es - theirs.loc[key, "ES"]) for key, one in ours.items())
    edges = {key: ";".join(order.ids[at] for at in leading_edge(tested[key], one)) for key, one in ours.items()}
    same = sum(edge == theirs.loc[key, "Lead_genes"] for key, edge in edges.items())
    tell("leading edges of a ranked list", len(ours), same, len(ours) - same)
    print(f"scores: at most {off:.1e} from gseapy's; {same} of {len(ours)} leading edges are the same")
    for name, column in (("nes", "NES"), ("p_value", "NOM p-val"), ("q_value", "FDR q-val")):
        apart = [abs(getattr(one, name) - theirs.loc[key, column]) for key, one in ours.items()]
        noise = [abs(theirs.loc[key, column] - again.loc[key, column]) for key in ours]
        print(
            f"{name}: {statistics.mean(apart):.4f} from gseapy's on average, at most {max(apart):.3f}; two seeds of"
            f" gseapy: {statistics.mean(noise):.4f}, at most {max(noise):.3f}"
        )


async def main(*, rounds: int = 3) -> None:
    against_scipy()
    async with running(Settings.from_environment()) as container:
        use_cases = container.use_cases()
        began = time.process_time()
        sets, genes = await sets_of(use_cases)
        print(f"the first list of a process: {time.process_time() - began:.2f} s of the processor")
        print(f"{len(genes)} genes in {len(sets)} human pathways")
        await against_single_calls(use_cases, sets, genes)
        await against_gseapy(use_cases, sets, genes)
        await against_prerank(sets, genes)
        await times(use_cases, genes, rounds)


if __name__ == "__main__":
    command_line(__doc__, main)
