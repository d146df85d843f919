"""How true the gene lookup is: gene-pathway pairs lost and false, at both depths of the catalogue.

    python bench/gene_lookup.py BASE_URL UPSTREAM [--genes 400]

BASE_URL: where the upstreams (or their stand-ins) are: BASE_URL/wikipathways, /wikipathways-data, /obo. UPSTREAM: the
folder of their data, with the node tables (WPn-datanodes.tsv) and drawings (WPn.gpml) that are the truth: a pathway
contains a gene when a row's mapped column or curated identifier is one of the gene's identifiers, or a gene-like
node's label is its symbol (drawings count too, since the tables leave out RNA, complexes and nodes without
identifier). Which identifiers are of one gene says HGNC's file. Labels that are another name of a gene are asked by
`gene_names.py`. Beside ours, for scale: the substring match of the reference clients on the index file.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
from _shared import settings, synchronise, tell
from _truth import Gene, PathwaysOfGenes, choose, of_whole_genes, pathways_of_genes

from biofacts.application.pathways.reverse_lookup import ReverseLookup
from biofacts.composition.container import running
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.names import GeneName

_BY = {"index": "biofacts, at once", "full": "biofacts, synchronised", "substring": "JSON files, substring"}
KINDS = ("symbol", "ncbigene", "ensembl", "uniprot", "all")


def substring(rows: Sequence[Mapping[str, str]], kind: str, value: str) -> set[str]:
    field = {"symbol": "hgnc"}.get(kind, kind)
    return {row["id"] for row in rows if value in row[field].casefold()}


async def main(base: str, upstream: Path, number: int) -> None:
    drawn = pathways_of_genes(upstream / "wikipathways" / "assets.zip")
    truth = of_whole_genes(drawn, upstream, choose(drawn, number))
    genes = list(truth)
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            print(f"{'depth':<10} {'kind':<9} {'genes':>6} {'pairs':>7} {'lost':>5} {'false':>6}")
            await synchronise(container, "genes")
            await measure(container.use_cases().pathways_of_gene, "index", genes, truth)
            await synchronise(container, "wikipathways")
            await measure(container.use_cases().pathways_of_gene, "full", genes, truth)
            fetched = await container.wikipathways.client().fetch("json/findPathwaysByXref.json")
    rows = json.loads(fetched.body)["pathwayInfo"]
    compare("substring", "all", genes, truth, {gene: substring(rows, *gene) for gene in genes})


async def measure(lookup: ReverseLookup, depth: str, genes: Sequence[Gene], truth: PathwaysOfGenes) -> None:
    found: PathwaysOfGenes = {}
    for kind, value in genes:
        gene = GeneName.parse(f"symbol:{value}" if kind == "symbol" else f"{kind}:{value}")
        try:
            answer = await lookup.window(gene, None, Window(limit=100_000))
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("upstream", type=Path)
    parser.add_argument("--genes", type=int, default=400, help="genes of each kind")
    known = parser.parse_args()
    anyio.run(main, known.base_url.rstrip("/"), known.upstream, known.genes)
