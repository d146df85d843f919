"""Genes: is each found in the pathways that have it, by every name, and are its orthologs those that are published?

    python bench/genes.py lookup BASE_URL UPSTREAM [--genes 400]
    python bench/genes.py names BASE_URL UPSTREAM [--genes N]
    python bench/genes.py orthologs UPSTREAM

BASE_URL: where the upstreams (or their stand-ins) are. UPSTREAM: the folder of their data. A pathway contains a gene
when a row's mapped column or curated identifier (WPn-datanodes.tsv) is one of the gene's identifiers, or a gene-like
node's label (WPn.gpml) is its symbol: tables leave out RNA, complexes and nodes without identifier. Which identifiers
are of one gene says HGNC's file.

- `lookup`: pairs of gene and pathway, by symbol and identifiers, at both depths of the catalogue. Labels that are
  another name of a gene are asked by `names`.
- `names`: for every approved protein-coding symbol that some pathway contains, each of its aliases and previous symbols
  that HGNC lists for no other gene, on a synchronised catalogue. `lost`: pathways of the symbol's answer that the
  name's lacks; `false`: pathways of the name's answer in which neither the gene is drawn nor the name as a label.
  `shared` names are of several genes as they are written, and are not asked; a name that is read as `family` or as
  `several` genes gets an error that lists them.
- `orthologs`: all pairs against the files of HGNC and NCBI from which the catalogues of BIOFACTS_CACHE_DIR were built,
  there and back.
"""

import csv
import gzip
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from _shared import command_line, settings, spread, synchronise, table, tell
from _truth import Gene, NamedGene, PathwaysOfGenes, choose, named_genes, of_whole_genes, pathways_of_genes

from biofacts.application.pathways.reverse_lookup import PathwaysAnswer, ReverseLookup
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.text import fold
from biofacts.ports.genes import GeneSource


async def pathways(lookup: ReverseLookup, name: str) -> tuple[PathwaysAnswer, set[str]]:
    """The whole answer, and its pathways. Raises: AmbiguousQuery."""
    answer = await lookup.window(GeneName.parse(name), None, Window(limit=100_000))
    assert answer is not None
    return answer, {item.id.removeprefix("WP:") for item in answer.hits.items}


@asynccontextmanager
async def synchronised(base: str, *names: str) -> AsyncGenerator[Container]:
    """A container with a cache folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            for name in names:
                await synchronise(container, name)
            yield container


# Genes by symbol and identifiers


_BY = {"index": "biofacts, at once", "full": "biofacts, synchronised"}
Row = tuple[str, str, int, int, int, int]


async def lookup(base: str, upstream: Path, *, genes: int = 400) -> None:
    """Ask for genes by symbol and identifiers."""
    drawn = pathways_of_genes(upstream)
    truth = of_whole_genes(drawn, upstream, choose(drawn, genes))
    rows: list[Row] = []
    async with synchronised(base, "genes") as container:
        ask = container.use_cases().pathways_of_gene
        rows += compared("index", truth, await found(ask, truth))
        await synchronise(container, "wikipathways")
        rows += compared("full", truth, await found(ask, truth))
    print(table(("depth", "kind", "genes", "pairs", "lost", "false"), rows, words=2))


async def found(ask: ReverseLookup, genes: PathwaysOfGenes) -> PathwaysOfGenes:
    answers: PathwaysOfGenes = {}
    for kind, value in genes:
        try:
            _, answers[kind, value] = await pathways(ask, f"{kind}:{value}")
        except AmbiguousQuery:
            continue
    return answers


def compared(depth: str, truth: PathwaysOfGenes, answers: PathwaysOfGenes) -> Iterator[Row]:
    """A row for each kind of identifier, and one for all."""
    for kind in ("symbol", "ncbigene", "ensembl", "uniprot", "all"):
        genes: list[Gene] = [gene for gene in answers if kind in (gene[0], "all")]
        pairs = sum(len(truth[gene]) for gene in genes)
        lost = sum(len(truth[gene] - answers[gene]) for gene in genes)
        false = sum(len(answers[gene] - truth[gene]) for gene in genes)
        yield depth, kind, len(genes), pairs, lost, false
    tell(f"gene lookup: {depth}", pairs, pairs - lost, false, _BY[depth])


# Genes by every name


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


async def ask(lookup: ReverseLookup, gene: NamedGene, name: str, right: set[str], drawn: PathwaysOfGenes) -> Outcome:
    start = time.perf_counter()
    try:
        answer, found = await pathways(lookup, name)
    except AmbiguousQuery as error:
        return Outcome("family" if "family" in error.message else "several")
    seconds = time.perf_counter() - start
    if answer.read_as is None and name.casefold() != gene.symbol.casefold():
        return Outcome("unknown", len(right - found), len(found - right))
    false = found - right - drawn.get(("symbol", name.casefold()), set())
    return Outcome("asked", len(right - found), len(false), seconds)


async def names(base: str, upstream: Path, *, genes: int | None = None) -> None:
    """Ask for genes by every name."""
    known = list(named_genes(upstream))
    borne, drawn = bearers(known), pathways_of_genes(upstream)
    outcomes: list[Outcome] = []
    folded = 0
    async with synchronised(base, "wikipathways", "genes") as container:
        lookup = container.use_cases().pathways_of_gene
        for gene in [one for one in known if one.coding and drawn.get(("symbol", one.symbol.casefold()))][:genes]:
            _, right = await pathways(lookup, gene.symbol)
            for name in gene.names:
                if len(name) < 2 or name.isdecimal():
                    continue  # too short; or a number, which is one of NCBI Gene's
                if len(borne[name.casefold()]) > 1:
                    outcomes.append(Outcome("shared"))
                    continue
                folded += len(borne[f"~{fold.compact(name)}"]) > 1
                outcomes.append(await ask(lookup, gene, name, right, drawn))
    of = {kind: [one for one in outcomes if one.kind == kind] for kind in
          ("asked", "unknown", "several", "family", "shared")}  # fmt: skip
    rows = [(kind, len(some), sum(o.lost for o in some), sum(o.false for o in some)) for kind, some in of.items()]
    print(table(("outcome", "names", "lost", "false"), rows))
    asked, found = len(outcomes) - len(of["shared"]), sum(not one.lost and not one.false for one in of["asked"])
    tell("gene names", asked, found, len(of["asked"]) - found)
    print(f"folded, {folded} of {asked} names would be of several genes; as written, they are of one")
    print(f"a call, every pathway in one answer: {spread(one.seconds for one in of['asked'])}")


# Orthologs


MOUSE, RAT = "Mus musculus", "Rattus norvegicus"
_Pairs = Mapping[str, set[str]]


def published(upstream: Path) -> tuple[_Pairs, _Pairs]:
    """Return the pairs that the files state: human to mouse, human to rat."""
    mice = dict[str, str]()
    with gzip.open(upstream / "genes" / "Mus_musculus.gene_info.gz", "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            own = [one for one in row["dbXrefs"].split("|") if one.startswith("MGI:") and row["#tax_id"] == "10090"]
            mice |= {one.removeprefix("MGI:"): f"NCBIGene:{row['GeneID']}" for one in own}
    known = [*named_genes(upstream)]
    stated = {gene.id: [one for one in gene.mouse if one.startswith("MGI:")] for gene in known}
    to_mouse = {gene: {mice.get(one, one) for one in ids} for gene, ids in stated.items() if ids}
    unknown = {one for found in to_mouse.values() for one in found if one.startswith("MGI:")}
    print(f"{len(unknown)} ids of MGI that HGNC states are of no gene of NCBI's file")
    return to_mouse, {gene.id: {*gene.rat} for gene in known if gene.rat}


async def equal(genes: GeneSource, organism: str, wanted: _Pairs) -> None:
    """Compare all pairs with an organism, there and back, and count them."""
    back = defaultdict[str, set[str]](set)
    for one, others in wanted.items():
        for other in others:
            back[other].add(one)
    started = time.perf_counter()
    for start, to, expected in ((HUMAN, organism, wanted), (organism, HUMAN, back)):
        answers = (await genes.orthologs([*expected], to)).by_gene
        ours = {(gene, one.id) for gene, several in answers.items() for one in several}
        theirs = {(gene, one) for gene, several in expected.items() for one in several}
        tell(f"orthologs: {start} to {to}", len(theirs), len(ours & theirs), len(ours - theirs))
        print(
            f"orthologs: {start} to {to}: pairs {len(theirs)}, equal {len(ours & theirs)}, wrong {len(ours - theirs)}"
        )
    words = {(False, False): "one to one", (True, False): "one to many", (False, True): "many to one",
             (True, True): "many to many"}  # fmt: skip
    several = Counter(words[len(others) > 1, any(len(back[one]) > 1 for one in others)] for others in wanted.values())
    print(f"human genes with orthologs: {len(wanted)}; {dict(several)}; {time.perf_counter() - started:.1f} s")


async def orthologs(upstream: Path) -> None:
    """Compare all pairs of orthologs."""
    to_mouse, to_rat = published(upstream)
    async with running(Settings.from_environment(), long_lived=False) as container:
        await equal(container.genes(), MOUSE, to_mouse)
        await equal(container.genes(), RAT, to_rat)


if __name__ == "__main__":
    command_line(__doc__, lookup, names, orthologs)
