"""Textbook questions about neighbours: which of the expected ones the drawings give, and which they lack.

    BIOFACTS_SOURCE=offline uv run python bench/neighbours.py

Asks the catalogues that the environment names (BIOFACTS_CACHE_DIR). The expected neighbours were written down from
textbooks, before any answer was looked at. Of what is missing, the table has the number of human pathways that draw
both: 0 if no drawing could say so.
"""

import time
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

import anyio
from _shared import tell

from biofacts.adapters.library.facts import AsyncFacts
from biofacts.application.compounds.name_resolution import CompoundNameResolver
from biofacts.application.pathways.graph_names import GraphNames
from biofacts.application.pathways.neighbours import TOOL
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.advice import json_size
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.edges.edge import Sign
from biofacts.domain.edges.neighbours import Direction, End, Neighbour
from biofacts.domain.identifiers.organisms import HUMAN


class Question(NamedTuple):
    """A node, a direction, and its neighbours by textbooks; `sign`: of all of them.

    `catalysed_by`: genes of which at least one acts on a conversion of the node.
    """

    node: str
    direction: Direction
    expected: Sequence[str]
    sign: Sign | None = None
    catalysed_by: Sequence[str] = ()


def _q(node: str, direction: Direction, expected: str, sign: Sign | None = None, by: str = "") -> Question:
    return Question(node, direction, expected.split("; "), sign, by.split())


QUESTIONS = (
    _q("NFKB1", "upstream", "IKBKB; IKBKG; CHUK; NFKBIA; RELA"),
    _q("NFKB1", "downstream", "IL6; TNF; IL1B; CXCL8; CCL2; PTGS2; ICAM1"),
    _q("TP53", "upstream", "ATM; ATR; CHEK1; CHEK2; MDM2; MDM4"),
    _q("TP53", "upstream", "MDM2; MDM4", sign="-"),
    _q("TP53", "downstream", "CDKN1A; BAX; MDM2; GADD45A; BBC3; PMAIP1; FAS"),
    _q("MTOR", "upstream", "AKT1; RHEB; AKT1S1; RPTOR; RICTOR"),
    _q("MTOR", "downstream", "RPS6KB1; EIF4EBP1; ULK1; HIF1A"),
    _q("HIF1A", "upstream", "EGLN1; VHL; HIF1AN; MTOR; ARNT"),
    _q("HIF1A", "downstream", "VEGFA; SLC2A1; EPO; LDHA; PDK1"),
    _q("CASP3", "upstream", "CASP9; CASP8; CASP10; XIAP; GZMB"),
    _q("CASP3", "downstream", "PARP1; DFFA; CASP6"),
    _q("INS", "upstream", "PDX1; NEUROD1; MAFA"),
    _q("INS", "downstream", "INSR"),
    _q("INSR", "downstream", "IRS1; IRS2; SHC1; GRB10"),
    _q("EGFR", "upstream", "EGF; TGFA; AREG; HBEGF; CBL"),
    _q("EGFR", "downstream", "GRB2; SHC1; STAT3; PLCG1; PIK3CA"),
    _q("STAT3", "upstream", "JAK1; JAK2; IL6ST; TYK2"),
    _q("CTNNB1", "upstream", "GSK3B; APC; AXIN1", sign="-"),
    _q("CTNNB1", "downstream", "TCF7L2; LEF1; MYC; CCND1"),
    _q("SMAD3", "upstream", "TGFBR1; SMAD7; TGFBR2"),
    _q("MAP2K1", "upstream", "RAF1; BRAF"),
    _q("MAP2K1", "downstream", "MAPK1; MAPK3", sign="+"),
    _q("MAPK1", "downstream", "ELK1; RPS6KA1; MYC; FOS"),
    _q("AKT1", "upstream", "PDPK1; PIK3CA; PTEN; MTOR"),
    _q("AKT1", "downstream", "GSK3B; FOXO1; FOXO3; BAD; TSC2; MDM2; MTOR"),
    _q("BCL2", "upstream", "BAD; BCL2L11; TP53"),
    _q("RB1", "upstream", "CDK4; CDK6; CCND1; CDK2"),
    _q("CDKN1A", "downstream", "CDK2; CDK4; CCNE1; PCNA", sign="-"),
    _q("TNF", "downstream", "TNFRSF1A; TNFRSF1B"),
    _q("NOTCH1", "upstream", "DLL1; JAG1; ADAM17; PSEN1"),
    _q("SMO", "upstream", "PTCH1", sign="-"),
    _q("VEGFA", "downstream", "KDR; FLT1"),
    _q("SREBF2", "downstream", "HMGCR; LDLR"),
    _q("NFE2L2", "upstream", "KEAP1", sign="-"),
    _q("NFE2L2", "downstream", "HMOX1; NQO1; GCLC"),
    _q("oxaloacetate", "downstream", "citrate; phosphoenolpyruvate; malate; aspartate", by="CS PCK1 GOT1"),
    _q("isocitrate", "downstream", "alpha-ketoglutarate", by="IDH1 IDH2 IDH3A"),
    _q("alpha-ketoglutarate", "downstream", "succinyl-CoA; glutamate", by="OGDH DLST DLD"),
    _q("succinate", "downstream", "fumarate", by="SDHA SDHB SDHC SDHD"),
    _q("fumarate", "downstream", "malate", by="FH"),
    _q("malate", "downstream", "oxaloacetate", by="MDH1 MDH2"),
    _q("glucose", "downstream", "glucose 6-phosphate", by="HK1 HK2 GCK"),
    _q("fructose 6-phosphate", "downstream", "fructose 1,6-bisphosphate", by="PFKL PFKM PFKP"),
    _q("phosphoenolpyruvate", "downstream", "pyruvate", by="PKM PKLR"),
    _q("pyruvate", "downstream", "lactate; acetyl-CoA; oxaloacetate", by="LDHA PDHA1 PC"),
    _q("phenylalanine", "downstream", "tyrosine", by="PAH"),
)


class Bench:
    """The questions, asked of the catalogues."""

    def __init__(self, container: Container) -> None:
        self._facts = AsyncFacts(container.use_cases(whole=True))
        self._tools = AsyncFacts(container.use_cases())
        resolver = CompoundNameResolver(
            container.pathways(), container.ligands(), container.compounds(), tool=TOOL, argument="id"
        )
        self._names = GraphNames(container.genes(), container.pathways(), container.edges(), resolver, tool=TOOL)

    async def ask(self, question: Question) -> tuple[int, Sequence[str], float]:
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
            for one in QUESTIONS
        ]
        return max(sizes)


def _ids(end: End) -> set[str]:
    return {end.id, *end.id.removeprefix("complex:").split("+")}


async def main() -> None:
    """Ask everything."""
    async with running(Settings.from_environment(), long_lived=False) as container:
        bench = Bench(container)
        expected, absent, undrawn, times = 0, 0, 0, list[float]()
        for question in QUESTIONS:
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


if __name__ == "__main__":
    anyio.run(main)
