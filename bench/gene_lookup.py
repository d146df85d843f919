"""How true the gene lookup is: gene-pathway pairs lost and false, at both depths of the catalogue.

    python bench/gene_lookup.py BASE_URL ASSETS_ZIP [--genes 400]

BASE_URL: where the upstreams (or their stand-ins) are: BASE_URL/wikipathways, /wikipathways-data, /obo. ASSETS_ZIP: the
node tables (WPn-datanodes.tsv) and drawings (WPn.gpml), which are the truth: a pathway contains a gene when a row's
mapped column or curated identifier is that gene, or a gene-like node's label is its symbol (drawings count too, since
the tables leave out RNA, complexes and nodes without identifier). Beside ours, for scale: the substring match of the
reference clients on the index file.
"""

import argparse
import csv
import io
import json
import random
import re
import tempfile
import zipfile
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

import anyio

from biofacts.container import running
from biofacts.domain.identifiers import GeneId
from biofacts.domain.paging import Window
from biofacts.settings import Settings

SEED = 20261120
COLUMNS = {"Ensembl": "ensembl", "NCBI gene": "ncbigene", "HGNC": "symbol", "UniProt": "uniprot"}
PREFIXES = {"ensembl": "ensembl", "ncbigene": "ncbigene", "hgnc.symbol": "symbol", "uniprot": "uniprot"}
DATABASES = {"Ensembl": "ensembl", "Entrez Gene": "ncbigene", "HGNC": "symbol", "Uniprot-TrEMBL": "uniprot"}
GENE_LIKE = {"GeneProduct", "Protein", "Rna", "RNA", "Complex", "", "Unknown"}
Truth = dict[tuple[str, str], set[str]]


def add(truth: Truth, kind: str, value: str, pathway: str) -> None:
    if value:
        truth[kind, value.casefold()].add(pathway)


def read_table(truth: Truth, pathway: str, table: str) -> None:
    """Every token of a row counts by its own prefix, so that a row shifted by a tab still says what it says."""
    for row in csv.reader(io.StringIO(table), delimiter="\t"):
        label, kind = [*row, "", ""][:2]
        if row[:1] == ["Label"]:
            continue
        if kind in ("GeneProduct", "Protein"):
            add(truth, "symbol", " ".join(label.split()), pathway)
        for cell in row[2:3] + row[4:]:
            for token in cell.split(";"):
                prefix, _, value = token.strip().partition(":")
                if prefix in PREFIXES:
                    add(truth, PREFIXES[prefix], value, pathway)


def read_drawing(truth: Truth, pathway: str, drawing: bytes) -> None:
    for node in ElementTree.fromstring(drawing).iter("{http://pathvisio.org/GPML/2013a}DataNode"):
        if node.get("Type", "") not in GENE_LIKE:
            continue
        add(truth, "symbol", " ".join(node.get("TextLabel", "").split()), pathway)
        xref = node.find("{http://pathvisio.org/GPML/2013a}Xref")
        if xref is not None and (kind := DATABASES.get(xref.get("Database", ""))):
            add(truth, kind, xref.get("ID", "").strip(), pathway)


def read_truth(assets: Path) -> Truth:
    truth: Truth = defaultdict(set)
    with zipfile.ZipFile(assets) as opened:
        for name in opened.namelist():
            if found := re.fullmatch(r".*/(WP\d+)/\1(-datanodes\.tsv|\.gpml)", name):
                if found[2] == ".gpml":
                    read_drawing(truth, found[1], opened.read(name))
                else:
                    read_table(truth, found[1], opened.read(name).decode())
    return truth


def choose(truth: Truth, number: int) -> list[tuple[str, str]]:
    """As many genes of each kind, drawn with a fixed seed, among those that look like what their kind should be."""
    shapes = {
        "ensembl": r"ens[a-z]*g\d{11}",
        "ncbigene": r"\d+",
        "symbol": r"[a-z][a-z0-9-]{2,9}",
        "uniprot": r"[a-z0-9]{6,10}",
    }
    draw = random.Random(SEED)
    chosen: list[tuple[str, str]] = []
    for kind, shape in shapes.items():
        known = sorted(gene for gene in truth if gene[0] == kind and re.fullmatch(shape, gene[1]))
        chosen += draw.sample(known, min(number, len(known)))
    return chosen


def substring(rows: list[dict[str, str]], kind: str, value: str) -> set[str]:
    field = {"symbol": "hgnc"}.get(kind, kind)
    return {row["id"] for row in rows if value in row[field].casefold()}


async def main(base: str, assets: Path, number: int) -> None:
    truth = read_truth(assets)
    genes = choose(truth, number)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            wikipathways_url=f"{base}/wikipathways",
            wikipathways_data_url=f"{base}/wikipathways-data",
            ontology_url=f"{base}/obo",
            cache_dir=Path(folder),
        )
        async with running(settings) as container:
            print(f"{'depth':<10} {'kind':<9} {'genes':>6} {'pairs':>7} {'lost':>5} {'false':>6}")
            for depth in ("index", "full"):
                if depth == "full":
                    await container.wikipathways_archive().sync(lambda stage, done, total: None)
                await measure(container.wikipathways(), depth, genes, truth)
            fetched = await container.wikipathways().fetch("json/findPathwaysByXref.json")
    rows = json.loads(fetched.body)["pathwayInfo"]
    compare("substring", "all", genes, truth, {gene: substring(rows, *gene) for gene in genes})


async def measure(client, depth: str, genes: list[tuple[str, str]], truth: Truth) -> None:
    found = {}
    for kind, value in genes:
        gene = GeneId.parse(value if kind == "symbol" else f"{kind}:{value}")
        hits = await client.with_gene(gene, None, Window(limit=100_000))
        found[kind, value] = {item.id.removeprefix("WP:") for item in hits.items}
    for kind in ("symbol", "ncbigene", "ensembl", "uniprot", "all"):
        compare(depth, kind, [gene for gene in genes if kind in (gene[0], "all")], truth, found)


def compare(
    depth: str, kind: str, genes: list[tuple[str, str]], truth: Truth, found: dict[tuple[str, str], set[str]]
) -> None:
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
