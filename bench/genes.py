"""Genes: is each found in the pathways that have it, by every name, and are its orthologs those that are published?

    python bench/genes.py lookup BASE_URL UPSTREAM [--genes 400]
    python bench/genes.py names BASE_URL UPSTREAM [--genes N]
    python bench/genes.py orthologs FOLDER

BASE_URL: where the upstreams (or their stand-ins) are. UPSTREAM: the folder of their data. A pathway contains a gene
when a row's mapped column or curated identifier (WPn-datanodes.tsv) is one of the gene's identifiers, or a gene-like
node's label (WPn.gpml) is its symbol: tables leave out RNA, complexes and nodes without identifier. Which identifiers
are of one gene says HGNC's file.

- `lookup`: pairs of gene and pathway, by symbol and identifiers, at both depths of the catalogue. Labels that are
  another name of a gene are asked by `names`. For scale: the reference clients' substring match on the index file.
- `names`: for every approved protein-coding symbol that some pathway contains, each of its aliases and previous symbols
  that HGNC lists for no other gene, on a synchronised catalogue. `lost`: pathways of the symbol's answer that the
  name's lacks; `false`: pathways of the name's answer in which neither the gene is drawn nor the name as a label.
  `shared` names are of several genes as they are written, and are not asked; a name that is read as `family` or as
  `several` genes gets an error that lists them.
- `orthologs`: all pairs against the files in FOLDER (`hgnc_complete_set.txt.gz` and `Mus_musculus.gene_info.gz`, of the
  releases that the catalogues of BIOFACTS_CACHE_DIR were built from), and lists of the mouse against their human ones.
"""

import csv
import gzip
import io
import json
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from _shared import command_line, settings, spread, synchronise, table, tell
from _truth import Gene, NamedGene, PathwaysOfGenes, choose, named_genes, of_whole_genes, pathways_of_genes

from biofacts.application.lists.enrichment import EnrichPathways
from biofacts.application.pathways.reverse_lookup import PathwaysAnswer, ReverseLookup
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.text import fold
from biofacts.ports.genes import GeneSource

# Genes by symbol and identifiers


_BY = {"index": "biofacts, at once", "full": "biofacts, synchronised", "substring": "JSON files, substring"}
KINDS = ("symbol", "ncbigene", "ensembl", "uniprot", "all")


def substring(rows: Sequence[Mapping[str, str]], kind: str, value: str) -> set[str]:
    field = {"symbol": "hgnc"}.get(kind, kind)
    return {row["id"] for row in rows if value in row[field].casefold()}


async def lookup(base: str, upstream: Path, *, genes: int = 400) -> None:
    drawn = pathways_of_genes(upstream / "wikipathways" / "assets.zip")
    truth = of_whole_genes(drawn, upstream, choose(drawn, genes))
    asked = list(truth)
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            print(f"{'depth':<10} {'kind':<9} {'genes':>6} {'pairs':>7} {'lost':>5} {'false':>6}")
            await synchronise(container, "genes")
            await measure(container.use_cases().pathways_of_gene, "index", asked, truth)
            await synchronise(container, "wikipathways")
            await measure(container.use_cases().pathways_of_gene, "full", asked, truth)
            fetched = await container.wikipathways_client().fetch("json/findPathwaysByXref.json")
    rows = json.loads(fetched.body)["pathwayInfo"]
    compare("substring", "all", asked, truth, {gene: substring(rows, *gene) for gene in asked})


async def measure(ask: ReverseLookup, depth: str, genes: Sequence[Gene], truth: PathwaysOfGenes) -> None:
    found: PathwaysOfGenes = {}
    for kind, value in genes:
        gene = GeneName.parse(f"symbol:{value}" if kind == "symbol" else f"{kind}:{value}")
        try:
            answer = await ask.window(gene, None, Window(limit=100_000))
        except AmbiguousQuery:
            continue
        assert answer is not None
        found[kind, value] = {item.id.removeprefix("WP:") for item in answer.hits.items}
    for kind in KINDS:
        compare(depth, kind, [gene for gene in found if kind in (gene[0], "all")], truth, found)


def compare(depth: str, kind: str, genes: Sequence[Gene], truth: PathwaysOfGenes, found: PathwaysOfGenes) -> None:
    pairs = sum(len(truth[gene]) for gene in genes)
    lost = sum(len(truth[gene] - found[gene]) for gene in genes)
    false = sum(len(found[gene] - truth[gene]) for gene in genes)
    print(f"{depth:<10} {kind:<9} {len(genes):>6} {pairs:>7} {lost:>5} {false:>6}")
    if kind == "all":
        tell(f"gene lookup: {depth}", pairs, pairs - lost, false, _BY[depth])


# Genes by every name


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


async def names(base: str, upstream: Path, *, genes: int | None = None) -> None:
    known = list(named_genes(upstream))
    borne = bearers(known)
    drawn = pathways_of_genes(upstream / "wikipathways" / "assets.zip")
    outcomes: list[Outcome] = []
    folded = asked = 0
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            await synchronise(container, "wikipathways")
            await synchronise(container, "genes")
            lookup = container.use_cases().pathways_of_gene
            for gene in [one for one in known if one.coding and drawn.get(("symbol", one.symbol.casefold()))][:genes]:
                _, right = await pathways(lookup, gene.symbol)
                for name in gene.names:
                    if len(name) < 2 or name.isdecimal():
                        continue  # too short; or a number, which is one of NCBI Gene's
                    if len(borne[name.casefold()]) > 1:
                        outcomes.append(Outcome("shared"))
                        continue
                    asked += 1
                    folded += len(borne[f"~{fold.compact(name)}"]) > 1
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


# Orthologs


MOUSE, RAT = "Mus musculus", "Rattus norvegicus"
_TOP = 5
_Pairs = Mapping[str, set[str]]

SIGNATURES: Mapping[str, str] = {
    "interferon": "Stat1 Stat2 Irf7 Irf9 Isg15 Ifit1 Ifit2 Ifit3 Mx1 Oas2 Bst2 Ddx58 Ifih1 Ifi35 Psmb8 Tap1 Xaf1",
    "hypoxia": (
        "Hif1a Vegfa Slc2a1 Pgk1 Ldha Pdk1 Ca9 Bnip3 Egln1 Egln3 Ddit4 Adm Hk2 Aldoa Eno1 Pfkl Tpi1 Epo "
        "Angptl4"
    ),
    "p53": (
        "Trp53 Cdkn1a Mdm2 Bax Bbc3 Pmaip1 Gadd45a Sesn1 Sesn2 Ccng1 Fas Tnfrsf10b Zmat3 Rrm2b Perp Apaf1 "
        "Casp8 Bid"
    ),
    "OXPHOS": (
        "Ndufa1 Ndufa2 Ndufb3 Ndufs1 Ndufs2 Ndufv1 Sdha Sdhb Uqcrc1 Uqcrc2 Uqcrfs1 Cox4i1 Cox5a Cox6c Atp5a1 "
        "Atp5b Cycs"
    ),
    "EMT": (
        "Cdh1 Cdh2 Vim Fn1 Snai1 Snai2 Zeb1 Zeb2 Twist1 Tgfb1 Mmp2 Mmp9 Col1a1 Col3a1 Sparc Itgb1 Acta2 "
        "Tgfbr1"
    ),
    "cholesterol": (
        "Hmgcr Hmgcs1 Sqle Lss Cyp51 Dhcr7 Dhcr24 Fdft1 Fdps Idi1 Mvd Mvk Nsdhl Sc5d Ebp Pmvk Srebf2 Ldlr "
        "Insig1"
    ),
    "UPR": (
        "Atf4 Atf6 Xbp1 Ern1 Eif2ak3 Hspa5 Ddit3 Dnajb9 Dnajc3 Edem1 Herpud1 Hsp90b1 Calr Pdia4 Sel1l Trib3 "
        "Eif2s1 Asns"
    ),
    "TGF-beta": (
        "Tgfb1 Tgfb2 Tgfbr1 Tgfbr2 Smad2 Smad3 Smad4 Smad6 Smad7 Skil Ski Serpine1 Smurf1 Smurf2 Zfyve9 Bambi "
        "Ltbp1 Id1"
    ),
    "NF-kB": (
        "Nfkb1 Nfkb2 Rela Relb Nfkbia Tnf Il1b Il6 Ikbkb Ikbkg Chuk Traf2 Traf6 Tnfaip3 Birc3 Ccl2 Cxcl1 "
        "Icam1 Ptgs2"
    ),
    "cell cycle": (
        "Cdk1 Cdk2 Cdk4 Cdk6 Ccnb1 Ccnd1 Ccne1 Ccna2 E2f1 Rb1 Mcm2 Mcm3 Mcm5 Pcna Plk1 Bub1 Aurkb Cdc20 "
        "Cdc25a Wee1"
    ),
}  # fmt: skip
"""Well-known members of the hallmarks, by the symbols of the mouse."""


def published(folder: Path) -> tuple[_Pairs, _Pairs, Mapping[str, str]]:
    """Return the pairs that the files state (human to mouse, human to rat), and the mouse genes by symbol."""
    mice, symbols = dict[str, str](), dict[str, str]()
    with gzip.open(folder / "Mus_musculus.gene_info.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if cells[0] == "10090":
                symbols[cells[2]] = f"NCBIGene:{cells[1]}"
                mice |= {one[4:]: f"NCBIGene:{cells[1]}" for one in cells[5].split("|") if one.startswith("MGI:")}
    to_mouse, to_rat = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    unknown = set[str]()
    with gzip.open(folder / "hgnc_complete_set.txt.gz") as body:
        for row in csv.DictReader(io.TextIOWrapper(body, "utf-8", newline=""), delimiter="\t"):
            for one in row["mgd_id"].split("|"):
                if re.fullmatch(r"MGI:\d+", one):
                    to_mouse[row["hgnc_id"]].add(mice.get(one, one))
                    unknown |= {one} - mice.keys()
            for one in filter(None, row["rgd_id"].split("|")):
                to_rat[row["hgnc_id"]].add(one)
    print(f"{len(unknown)} ids of MGI that HGNC states are of no gene of NCBI's file")
    return to_mouse, to_rat, symbols


def inverted(pairs: _Pairs) -> _Pairs:
    """Return the pairs the other way round."""
    back = defaultdict[str, set[str]](set)
    for one, others in pairs.items():
        for other in others:
            back[other].add(one)
    return back


def say(subject: str, **figures: object) -> None:
    """Print figures of a subject."""
    print(f"{subject}: {', '.join(f'{name} {figure}' for name, figure in figures.items())}")


async def compared(genes: GeneSource, organism: str, wanted: _Pairs) -> None:
    """Compare all pairs with an organism, there and back, and count them."""
    back = inverted(wanted)
    started = time.perf_counter()
    for ids, to, expected in ((wanted, organism, wanted), (back, HUMAN, back)):
        found = (await genes.orthologs([*ids], to)).found
        ours = {(gene, one.id) for gene, several in found.items() for one in several}
        theirs = {(gene, one) for gene, several in expected.items() for one in several}
        subject = f"orthologs: {organism if to == HUMAN else HUMAN} to {to}"
        tell(subject, len(theirs), len(ours & theirs), len(ours - theirs))
        say(subject, pairs=len(theirs), equal=len(ours & theirs), wrong=len(ours - theirs))
    several = Counter((len(others) > 1, any(len(back[one]) > 1 for one in others)) for others in wanted.values())
    say(f"human genes with orthologs in {organism}", all=len(wanted), one_to_one=several[False, False],
         one_to_many=several[True, False], many_to_one=several[False, True], many_to_many=several[True, True],
         seconds=round(time.perf_counter() - started, 1))  # fmt: skip


async def signatures(enrich: EnrichPathways, to_human: _Pairs, mice: Mapping[str, str]) -> None:
    """Compare the first pathways of each list of the mouse with those of the human genes that the files state."""
    for name, listed in SIGNATURES.items():
        symbols = listed.split()
        people = [human for one in symbols for human in to_human.get(mice.get(one, ""), ())]
        ours, theirs = await enrich(symbols, organism=MOUSE, to_organism=HUMAN), await enrich(people)
        first, other = [[one.id for one in page.items[:_TOP]] for page in (ours, theirs)]
        same = len({*first} & {*other})
        tell("orthologs: first pathways of signatures", _TOP, same, _TOP - same)
        say(name, names=len(symbols), counted=ours.resolved, human=theirs.resolved, same_of_first=f"{same}/{_TOP}",
            same_first=first[0] == other[0], title=ours.items[0].title, p=f"{ours.items[0].p_value:.1e}",
            p_human=f"{theirs.items[0].p_value:.1e}")  # fmt: skip
        for why, lost in (("ambiguous", [one.input for one in ours.ambiguous]), ("no ortholog", ours.without_ortholog),
                          ("not found", ours.not_found)):  # fmt: skip
            if lost:
                print(f"  {why}: {', '.join(lost)}")


async def orthologs(folder: Path) -> None:
    """Compare everything."""
    to_mouse, to_rat, mice = published(folder)
    async with running(Settings.from_environment(), long_lived=False) as container:
        genes = container.genes()
        await compared(genes, MOUSE, to_mouse)
        await compared(genes, RAT, to_rat)
        await signatures(container.use_cases(whole=True).enrich_pathways, inverted(to_mouse), mice)


if __name__ == "__main__":
    command_line(__doc__, lookup, names, orthologs)
