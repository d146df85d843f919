"""How true the gene lookup is: gene-pathway pairs lost and false, at both depths of the catalogue.

    python bench/gene_lookup.py BASE_URL ASSETS_ZIP [--genes 400]

BASE_URL: where the upstreams (or their stand-ins) are: BASE_URL/wikipathways, /wikipathways-data, /obo. ASSETS_ZIP: the
node tables (WPn-datanodes.tsv) and drawings (WPn.gpml), which are the truth: a pathway contains a gene when a row's
mapped column or curated identifier is that gene, or a gene-like node's label is its symbol (drawings count too, since
the tables leave out RNA, complexes and nodes without identifier). Beside ours, for scale: the substring match of the
reference clients on the index file.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
from _catalogue import synchronise
from _standin import settings
from _truth import Gene, PathwaysOfGenes, choose, pathways_of_genes

from biofacts.application.reverse_lookup import ReverseLookup
from biofacts.container import running
from biofacts.domain.genes.names import GeneName
from biofacts.domain.paging import Window

KINDS = ("symbol", "ncbigene", "ensembl", "uniprot", "all")


def substring(rows: Sequence[Mapping[str, str]], kind: str, value: str) -> set[str]:
    field = {"symbol": "hgnc"}.get(kind, kind)
    return {row["id"] for row in rows if value in row[field].casefold()}


async def main(base: str, assets: Path, number: int) -> None:
    truth = pathways_of_genes(assets)
    genes = choose(truth, number)
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base, folder)) as container:
            print(f"{'depth':<10} {'kind':<9} {'genes':>6} {'pairs':>7} {'lost':>5} {'false':>6}")
            await measure(container.use_cases().pathways_of_gene, "index", genes, truth)
            await synchronise(container, "wikipathways")
            await measure(container.use_cases().pathways_of_gene, "full", genes, truth)
            fetched = await container.wikipathways.client().fetch("json/findPathwaysByXref.json")
    rows = json.loads(fetched.body)["pathwayInfo"]
    compare("substring", "all", genes, truth, {gene: substring(rows, *gene) for gene in genes})


async def measure(lookup: ReverseLookup, depth: str, genes: Sequence[Gene], truth: PathwaysOfGenes) -> None:
    found: PathwaysOfGenes = {}
    for kind, value in genes:
        gene = GeneName.parse(value if kind == "symbol" else f"{kind}:{value}")
        answer = await lookup.window(gene, None, Window(limit=100_000))
        assert answer is not None
        found[kind, value] = {item.id.removeprefix("WP:") for item in answer.hits.items}
    for kind in KINDS:
        compare(depth, kind, [gene for gene in genes if kind in (gene[0], "all")], truth, found)


def compare(depth: str, kind: str, genes: Sequence[Gene], truth: PathwaysOfGenes, found: PathwaysOfGenes) -> None:
    pairs = sum(len(truth[gene]) for gene in genes)
    lost = sum(len(truth[gene] - found[gene]) for gene in genes)
    false = sum(len(found[gene] - truth[gene]) for gene in genes)
    print(f"{depth:<10} {kind:<9} {len(genes):>6} {pairs:>7} {lost:>5} {false:>6}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("assets_zip", type=Path)
    parser.add_argument("--genes", type=int, default=400, help="genes of each kind")
    known = parser.parse_args()
    anyio.run(main, known.base_url.rstrip("/"), known.assets_zip, known.genes)
