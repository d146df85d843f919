"""Textbook questions about what acts on what: which answers the drawings give, which they lack, and how fast.

    BIOFACTS_SOURCE=offline uv run python bench/textbook.py neighbours
    BIOFACTS_SOURCE=offline uv run python bench/textbook.py paths

Asks the catalogues that the environment names (BIOFACTS_CACHE_DIR). What is expected was written down from textbooks,
before any answer was looked at. Of neighbours that are missing, the table has the number of human pathways that draw
both: 0 if no drawing could say so. Of paths, `passed`: the nodes between that any of the first twenty passes; `whole`:
those that one pathway draws alone.
"""

import time
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from _shared import command_line, table, tell

from biofacts.adapters.library.facts import AsyncFacts
from biofacts.application.compounds.name_resolution import CompoundNameResolver
from biofacts.application.pathways.find_paths import FindPaths, PathPage
from biofacts.application.pathways.graph_names import GraphNames
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import json_size
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.edges.edge import Sign
from biofacts.domain.edges.neighbours import Direction, End, Neighbour
from biofacts.domain.identifiers.organisms import HUMAN

# Neighbours


class Neighbours(NamedTuple):
    """A node, a direction, and its neighbours by textbooks; `sign`: of all of them.

    `catalysed_by`: genes of which at least one acts on a conversion of the node.
    """

    node: str
    direction: Direction
    expected: Sequence[str]
    sign: Sign | None = None
    catalysed_by: Sequence[str] = ()


def _n(node: str, direction: Direction, expected: str, sign: Sign | None = None, by: str = "") -> Neighbours:
    return Neighbours(node, direction, expected.split("; "), sign, by.split())


NEIGHBOURS = (
    _n("NFKB1", "upstream", "IKBKB; IKBKG; CHUK; NFKBIA; RELA"),
    _n("NFKB1", "downstream", "IL6; TNF; IL1B; CXCL8; CCL2; PTGS2; ICAM1"),
    _n("TP53", "upstream", "ATM; ATR; CHEK1; CHEK2; MDM2; MDM4"),
    _n("TP53", "upstream", "MDM2; MDM4", sign="-"),
    _n("TP53", "downstream", "CDKN1A; BAX; MDM2; GADD45A; BBC3; PMAIP1; FAS"),
    _n("MTOR", "upstream", "AKT1; RHEB; AKT1S1; RPTOR; RICTOR"),
    _n("MTOR", "downstream", "RPS6KB1; EIF4EBP1; ULK1; HIF1A"),
    _n("HIF1A", "upstream", "EGLN1; VHL; HIF1AN; MTOR; ARNT"),
    _n("HIF1A", "downstream", "VEGFA; SLC2A1; EPO; LDHA; PDK1"),
    _n("CASP3", "upstream", "CASP9; CASP8; CASP10; XIAP; GZMB"),
    _n("CASP3", "downstream", "PARP1; DFFA; CASP6"),
    _n("INS", "upstream", "PDX1; NEUROD1; MAFA"),
    _n("INS", "downstream", "INSR"),
    _n("INSR", "downstream", "IRS1; IRS2; SHC1; GRB10"),
    _n("EGFR", "upstream", "EGF; TGFA; AREG; HBEGF; CBL"),
    _n("EGFR", "downstream", "GRB2; SHC1; STAT3; PLCG1; PIK3CA"),
    _n("STAT3", "upstream", "JAK1; JAK2; IL6ST; TYK2"),
    _n("CTNNB1", "upstream", "GSK3B; APC; AXIN1", sign="-"),
    _n("CTNNB1", "downstream", "TCF7L2; LEF1; MYC; CCND1"),
    _n("SMAD3", "upstream", "TGFBR1; SMAD7; TGFBR2"),
    _n("MAP2K1", "upstream", "RAF1; BRAF"),
    _n("MAP2K1", "downstream", "MAPK1; MAPK3", sign="+"),
    _n("MAPK1", "downstream", "ELK1; RPS6KA1; MYC; FOS"),
    _n("AKT1", "upstream", "PDPK1; PIK3CA; PTEN; MTOR"),
    _n("AKT1", "downstream", "GSK3B; FOXO1; FOXO3; BAD; TSC2; MDM2; MTOR"),
    _n("BCL2", "upstream", "BAD; BCL2L11; TP53"),
    _n("RB1", "upstream", "CDK4; CDK6; CCND1; CDK2"),
    _n("CDKN1A", "downstream", "CDK2; CDK4; CCNE1; PCNA", sign="-"),
    _n("TNF", "downstream", "TNFRSF1A; TNFRSF1B"),
    _n("NOTCH1", "upstream", "DLL1; JAG1; ADAM17; PSEN1"),
    _n("SMO", "upstream", "PTCH1", sign="-"),
    _n("VEGFA", "downstream", "KDR; FLT1"),
    _n("SREBF2", "downstream", "HMGCR; LDLR"),
    _n("NFE2L2", "upstream", "KEAP1", sign="-"),
    _n("NFE2L2", "downstream", "HMOX1; NQO1; GCLC"),
    _n("oxaloacetate", "downstream", "citrate; phosphoenolpyruvate; malate; aspartate", by="CS PCK1 GOT1"),
    _n("isocitrate", "downstream", "alpha-ketoglutarate", by="IDH1 IDH2 IDH3A"),
    _n("alpha-ketoglutarate", "downstream", "succinyl-CoA; glutamate", by="OGDH DLST DLD"),
    _n("succinate", "downstream", "fumarate", by="SDHA SDHB SDHC SDHD"),
    _n("fumarate", "downstream", "malate", by="FH"),
    _n("malate", "downstream", "oxaloacetate", by="MDH1 MDH2"),
    _n("glucose", "downstream", "glucose 6-phosphate", by="HK1 HK2 GCK"),
    _n("fructose 6-phosphate", "downstream", "fructose 1,6-bisphosphate", by="PFKL PFKM PFKP"),
    _n("phosphoenolpyruvate", "downstream", "pyruvate", by="PKM PKLR"),
    _n("pyruvate", "downstream", "lactate; acetyl-CoA; oxaloacetate", by="LDHA PDHA1 PC"),
    _n("phenylalanine", "downstream", "tyrosine", by="PAH"),
)


class Bench:
    """The questions, asked of the catalogues."""

    def __init__(self, container: Container) -> None:
        self._facts = AsyncFacts(container.use_cases(whole=True))
        self._tools = AsyncFacts(container.use_cases())
        resolver = CompoundNameResolver(
            container.pathways(), container.ligands(), container.compounds(), tool=next_calls.NEIGHBOURS, argument="id"
        )
        self._names = GraphNames(
            container.genes(), container.pathways(), container.edges(), resolver, tool=next_calls.NEIGHBOURS
        )

    async def ask(self, question: Neighbours) -> tuple[int, Sequence[str], float]:
        """Return how many neighbours and enzymes were expected, those that are missing, and the seconds."""
        began = time.perf_counter()
        listed = await self._facts.neighbours(
            question.node, direction=question.direction, sign=question.sign, organism=HUMAN, page_size=100
        )
        seconds = time.perf_counter() - began
        found = [one async for one in listed]
        missing = [name for name in question.expected if not await self._is_in(name, found)]
        acting = {actor.id for one in found for actor in one.acted_on_by}
        enzymes = [await self._meant(name) for name in question.catalysed_by]
        if enzymes and not any(ids & acting for ids in enzymes):
            missing.append(f"enzyme {'/'.join(question.catalysed_by)}")
        return len(question.expected) + bool(enzymes), missing, seconds

    async def _is_in(self, name: str, found: Iterable[Neighbour]) -> bool:
        ids = await self._meant(name)
        return any(ids & _ids(one.other) for one in found)

    async def _meant(self, name: str) -> frozenset[str]:
        """Return the nodes of a name, or of all its meanings."""
        try:
            return (await self._names.nodes(name, HUMAN)).ids
        except AmbiguousQuery as error:
            return frozenset[str]().union(*[await self._meant(one.id) for one in error.candidates])

    async def drawn_together(self, one: str, other: str) -> Sequence[str]:
        """Return the human pathways that draw both names."""
        places = [await self._pathways(name) for name in (one, other.removeprefix("enzyme ").partition("/")[0])]
        return sorted(places[0] & places[1])

    async def _pathways(self, name: str) -> set[str]:
        try:
            if (await self._names.nodes(name, HUMAN)).kind == COMPOUND:
                return {one.id async for one in await self._facts.pathways_for_compound(name, organism=HUMAN)}
            return {one.id async for one in await self._facts.pathways_for_gene(name, organism=HUMAN)}
        except AmbiguousQuery as error:
            return set[str]().union(*[await self._pathways(one.id) for one in error.candidates])

    async def pages(self) -> tuple[int, str]:
        """Return the bytes of the largest first page of all questions, and its node."""
        sizes = [
            (json_size((await self._tools.neighbours(one.node, direction=one.direction)).answer), one.node)
            for one in NEIGHBOURS
        ]
        return max(sizes)


def _ids(end: End) -> set[str]:
    return {end.id, *end.id.removeprefix("complex:").split("+")}


async def neighbours() -> None:
    """Ask what acts on a node, and on what it acts."""
    async with running(Settings.from_environment(), long_lived=False) as container:
        bench = Bench(container)
        expected, absent, undrawn, times = 0, 0, 0, list[float]()
        for question in NEIGHBOURS:
            number, missing, seconds = await bench.ask(question)
            expected, absent = expected + number, absent + len(missing)
            times.append(seconds)
            print(f"{question.node} {question.direction} {question.sign or ''}: {number - len(missing)} of {number}")
            for name in missing:
                together = await bench.drawn_together(question.node, name)
                undrawn += not together
                print(f"  missing {name}: both are in {len(together)} pathways {' '.join(together[:5])}")
        size, node = await bench.pages()
    tell("neighbours: textbook", expected, expected - absent, 0)
    print(f"{expected - absent} of {expected} are found; of the {absent} missing, no pathway draws {undrawn} together")
    print(f"first page: median {median(times) * 1000:.1f} ms, largest default page {size} bytes ({node})")


# Paths


_REPEATS = 5


class Ends(NamedTuple):
    """Two ends, nodes between them by textbooks, and the sign of the effect."""

    source: str
    target: str
    between: Sequence[str]
    sign: Sign | None = None
    max_length: int = 4


def _e(source: str, target: str, between: str, sign: Sign | None = None, max_length: int = 4) -> Ends:
    return Ends(source, target, between.split(), sign, max_length)


ENDS = (
    _e("EGFR", "MYC", "MAPK1 MAPK3 STAT3 AKT1", "+"),
    _e("TNF", "NFKB1", "TNFRSF1A TRADD TRAF2 IKBKB", "+"),
    _e("INS", "AKT1", "INSR IRS1 PIK3CA", "+"),
    _e("TP53", "CASP3", "BAX CYCS APAF1 CASP9", "+"),
    _e("TP53", "CDK2", "CDKN1A", "-"),
    _e("WNT3A", "CTNNB1", "FZD1 LRP6 DVL1 GSK3B", "+"),
    _e("IL6", "STAT3", "IL6R IL6ST JAK1 JAK2", "+"),
    _e("TGFB1", "SMAD2", "TGFBR1 TGFBR2", "+"),
    _e("FASLG", "CASP3", "FAS FADD CASP8", "+"),
    _e("glucose", "pyruvate", "glucose-6-phosphate fructose-6-phosphate phosphoenolpyruvate", None, 6),
)


async def paths() -> None:
    """Ask what lies between two nodes."""
    async with running(Settings.from_environment(), long_lived=False) as container:
        find = container.use_cases().find_paths
        edges = container.edges()
        began = time.perf_counter()
        known = await edges.network()
        print(f"network of {len(known.network)} nodes: {time.perf_counter() - began:.1f} s")
        rows = [await _row(find, one) for one in ENDS]
    columns = ("source", "target", "paths", "shortest", "sign", "passed", "of", "whole", "first ms", "ms", "first path")
    print(table(columns, rows, words=2))


async def _row(find: FindPaths, asked: Ends) -> Sequence[object]:
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
    command_line(__doc__, neighbours, paths)
