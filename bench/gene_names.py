"""Genes by every name they have: is the answer by name the answer by symbol?

    python bench/gene_names.py BASE_URL UPSTREAM [--genes N]

For every approved protein-coding symbol that some pathway contains, each of its aliases and previous symbols that HGNC
lists for no other gene is asked of get_pathways_for_gene on a synchronised catalogue. `lost`: pathways of the symbol's
answer that the name's answer lacks; `false`: pathways of the name's answer in which neither the gene is drawn nor the
name as a label. `shared` names are of several genes as they are written, and are not asked; a name that is read as
`family` or as `several` genes gets an error that lists them. BASE_URL: where the stand-ins are; UPSTREAM: the folder of
their data.
"""

import argparse
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import anyio
from _shared import settings, spread, synchronise, table, tell
from _truth import NamedGene, PathwaysOfGenes, named_genes, pathways_of_genes

from biofacts.application.pathways.reverse_lookup import PathwaysAnswer, ReverseLookup
from biofacts.composition.container import running
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.names import GeneName
from biofacts.domain.text import fold

EVERYTHING = Window(limit=100_000)


class Outcome(NamedTuple):
    """What became of a name."""

    kind: str
    lost: int = 0
    false: int = 0
    seconds: float = 0.0


def bearers(known: Sequence[NamedGene]) -> Mapping[str, set[str]]:
    """Which genes bear each name, as it is written (in one case), and as it is folded (behind a `~`)."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for gene in known:
        for name in (gene.symbol, *gene.names):
            found[name.casefold()].add(gene.id)
            found[f"~{fold.compact(name)}"].add(gene.id)
    return found


async def pathways(lookup: ReverseLookup, name: str) -> tuple[PathwaysAnswer | None, set[str]]:
    answer = await lookup.window(GeneName.parse(name), None, EVERYTHING)
    assert answer is not None
    return answer, {item.id.removeprefix("WP:") for item in answer.hits.items}


async def ask(lookup: ReverseLookup, gene: NamedGene, name: str, right: set[str], drawn: PathwaysOfGenes) -> Outcome:
    start = time.perf_counter()
    try:
        answer, found = await pathways(lookup, name)
    except AmbiguousQuery as error:
        return Outcome("family" if "family" in error.message else "several")
    seconds = time.perf_counter() - start
    assert answer is not None
    if answer.read_as is None and name.casefold() != gene.symbol.casefold():
        return Outcome("unknown", len(right - found), len(found - right))
    false = found - right - drawn.get(("symbol", name.casefold()), set())
    return Outcome("asked", len(right - found), len(false), seconds)


async def main(base: str, upstream: Path, most: int | None) -> None:
    known = list(named_genes(upstream))
    names = bearers(known)
    drawn = pathways_of_genes(upstream / "wikipathways" / "assets.zip")
    outcomes: list[Outcome] = []
    folded = asked = 0
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            await synchronise(container, "wikipathways")
            await synchronise(container, "genes")
            lookup = container.use_cases().pathways_of_gene
            for gene in [one for one in known if one.coding and drawn.get(("symbol", one.symbol.casefold()))][:most]:
                _, right = await pathways(lookup, gene.symbol)
                for name in gene.names:
                    if len(name) < 2 or name.isdecimal():
                        continue  # too short; or a number, which is one of NCBI Gene's
                    if len(names[name.casefold()]) > 1:
                        outcomes.append(Outcome("shared"))
                        continue
                    asked += 1
                    folded += len(names[f"~{fold.compact(name)}"]) > 1
                    outcomes.append(await ask(lookup, gene, name, right, drawn))
    counted = Counter(one.kind for one in outcomes)
    times = [one.seconds for one in outcomes if one.kind == "asked"]
    print(table(
        ("outcome", "names", "lost", "false"),
        [
            (kind, counted[kind], sum(o.lost for o in outcomes if o.kind == kind),
             sum(o.false for o in outcomes if o.kind == kind))
            for kind in ("asked", "unknown", "several", "family", "shared")
        ],
    ))  # fmt: skip
    right = sum(one.kind == "asked" and not one.lost and not one.false for one in outcomes)
    tell("gene names", asked, right, counted["asked"] - right)
    print(f"folded, {folded} of {asked} names would be of several genes; as written, they are of one")
    print(f"a call, every pathway in one answer: {spread(times)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("upstream", type=Path)
    parser.add_argument("--genes", type=int, help="only so many genes")
    given = parser.parse_args()
    anyio.run(main, given.base_url.rstrip("/"), given.upstream, given.genes)
