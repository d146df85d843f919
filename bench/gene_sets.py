"""The GMT files of all human pathways against the drawings and HGNC's file, and read as others read them.

    uv run --with gseapy python bench/gene_sets.py UPSTREAM [--shown 5]

Exports from the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised and offline. UPSTREAM: the folder of
the upstreams' data. A set is right if it has the genes of HGNC's file whose symbol or own identifier (no other gene has
it) a gene node of the GPML has, or the table of mapped nodes, or the index of mapped identifiers; pairs are counted by
the first of these that has them. The same sets by Entrez, Ensembl and UniProt must be those columns of HGNC's file,
metabolites those of the drawing and of its table of nodes. gseapy tests and ranks with the file, if it is installed.

Foreign genes are nodes with an isoform (P02545-6), or with an accession of UniProt under another database's name;
foreign metabolites are nodes without such an identifier, whose compound has it in another pathway. Lost are those in a
row of the table that a tab within a cell shifts.
"""

import argparse
import csv
import io
import json
import re
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from _shared import table, tell
from _truth import NamedGene, in_drawing, in_table, named_genes

from biofacts.datasets import export_gmt
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.member_sets import MemberIdentifier

Sets = Mapping[str, set[str]]
_INDEX = {"hgnc": "symbol", "ncbigene": "ncbigene", "ensembl": "ensembl", "uniprot": "uniprot"}
_COLUMNS: Mapping[MemberIdentifier, str] = {
    "symbol": "symbol", "entrez": "ncbigene", "ensembl": "ensembl", "uniprot": "uniprot"
}  # fmt: skip
_SOURCES = ("drawn", "mapped", "indexed", "foreign", "lost")
_GPML = "{http://pathvisio.org/GPML/2013a}"


class Line(NamedTuple):
    """A line of GMT, as fgsea (`gmtPathways`) and clusterProfiler (`read.gmt.wp`) split it."""

    title: str
    source: str
    local_id: str
    organism: str
    page: str
    members: tuple[str, ...]


def read(path: Path) -> list[Line]:
    lines = list[Line]()
    for row in path.read_text(encoding="utf-8").splitlines():
        name, page, *members = row.split("\t")
        title, source, local_id, organism = name.split("%")
        assert members, row
        assert len({*members} - {""}) == len(members), row
        lines.append(Line(title, source, local_id, organism, page, tuple(members)))
    assert len({line.local_id for line in lines}) == len(lines)
    return lines


class Truth:
    """The genes of human pathways by each source, and the identifiers that drawings and tables have of metabolites."""

    def __init__(self, upstream: Path) -> None:
        self.genes = {gene.id: gene for gene in named_genes(upstream)}
        owners = defaultdict[tuple[str, str], list[NamedGene]](list)
        for gene in self.genes.values():
            for key in dict.fromkeys(gene.keys):
                owners[key].append(gene)
        self._owners = {key: genes[0].id for key, genes in owners.items() if len(genes) == 1}
        self.drawn, self.mapped, self.indexed = (defaultdict[str, set[str]](set) for _ in range(3))
        self.compounds = {sort: defaultdict[str, set[str]](set) for sort in ("chebi", "cid")}
        with zipfile.ZipFile(upstream / "wikipathways" / "assets.zip") as opened:
            for name in opened.namelist():
                if found := re.fullmatch(r".*/(WP\d+)/\1(-datanodes\.tsv|\.gpml)", name):
                    self._take(found[1], opened.read(name), is_drawing=found[2] == ".gpml")
        self.human = {*self._of_organism(upstream)}

    def _take(self, local_id: str, body: bytes, *, is_drawing: bool) -> None:
        of = self.drawn if is_drawing else self.mapped
        for kind, value in in_drawing(body) if is_drawing else in_table(body):
            of[local_id].update(self._gene(kind, value))
        for sort, value in _metabolites_drawn(body) if is_drawing else _metabolites_mapped(body):
            self.compounds[sort][local_id].add(value)

    def _gene(self, kind: str, value: str) -> Iterator[str]:
        # Some drawings call an accession of UniProt an Ensembl identifier, or state a version.
        for key in (kind, value), ("ensembl", value.partition(".")[0]), ("uniprot", value):
            if (kind in (key[0], "ensembl")) and (gene := self._owners.get((key[0], key[1].casefold()))):
                yield gene

    def _of_organism(self, upstream: Path) -> Iterator[str]:
        text = (upstream / "wikipathways" / "json" / "findPathwaysByXref.json").read_text()
        for row in json.loads(text)["pathwayInfo"]:
            for column, kind in _INDEX.items() if row["species"] == HUMAN else ():
                for token in re.split(r"[\s,;|]+", row[column]):
                    self.indexed[row["id"]].update(self._gene(kind, token.rpartition(":")[2]))
            if row["species"] == HUMAN:
                yield row["id"]

    def values(self, gene: str, sort: MemberIdentifier) -> set[str]:
        return {value for key, value in self.genes[gene].keys if key == _COLUMNS[sort]}


def _metabolites_drawn(drawing: bytes) -> Iterator[tuple[str, str]]:
    for node in ElementTree.fromstring(drawing).iter(f"{_GPML}DataNode"):
        xref = node.find(f"{_GPML}Xref")
        database, identifier = ("", "") if xref is None else (xref.get("Database", ""), xref.get("ID", "").strip())
        if database == "ChEBI" and (digits := re.fullmatch(r"(?:CHEBI:)?(\d+)", identifier)):
            yield "chebi", f"CHEBI:{digits[1]}"
        if database in ("PubChem-compound", "PubChem") and identifier.isdecimal():
            yield "cid", identifier


def _metabolites_mapped(body: bytes) -> Iterator[tuple[str, str]]:
    for row in csv.reader(io.StringIO(body.decode()), delimiter="\t"):
        for token in ";".join(row[2:]).split(";"):
            prefix, _, value = token.strip().rpartition(":")
            if prefix.casefold().startswith("chebi") and value.isdecimal():
                yield "chebi", f"CHEBI:{value}"
            elif prefix.casefold() == "pubchem.compound" and value.isdecimal():
                yield "cid", value


def against_sources(truth: Truth, ours: Sets, shown: int) -> None:
    by_id = {gene.symbol: gene.id for gene in truth.genes.values()}
    counts, differing = Counter(dict.fromkeys(_SOURCES, 0)), list[str]()
    for pathway in sorted(truth.human | ours.keys()):
        found = {by_id[symbol] for symbol in ours.get(pathway, ())}
        drawn, mapped = truth.drawn[pathway], truth.mapped[pathway]
        right = drawn | mapped | truth.indexed[pathway]
        counts["drawn"] += len(found & drawn)
        counts["mapped"] += len(found & mapped - drawn)
        counts["indexed"] += len(found & right - mapped - drawn)
        for what, genes in (("foreign", found - right), ("lost", right - found)):
            counts[what] += len(genes)
            differing += [f"  {what}: {pathway} {one} {truth.genes[one].symbol}" for one in sorted(genes)]
    rows = [["genes of sets", sum(map(len, ours.values())), *counts.values()]]
    print(table(("", "pairs", *_SOURCES), rows))
    print("\n".join(differing[:shown]))
    whole = sum(counts.values()) - counts["foreign"]
    tell("genes of sets", whole, whole - counts["lost"], counts["foreign"])


def against_columns(truth: Truth, ours: Sets, sort: MemberIdentifier, symbols: Sets) -> list[object]:
    by_symbol = {gene.symbol: gene.id for gene in truth.genes.values()}
    right = {
        pathway: {value.casefold() for symbol in genes for value in truth.values(by_symbol[symbol], sort)}
        for pathway, genes in symbols.items()
    }
    found = {pathway: {one.casefold() for one in members} for pathway, members in ours.items()}
    return compared(sort, found, right)


def compared(sort: str, ours: Sets, right: Sets) -> list[object]:
    pathways = ours.keys() | right.keys()
    lost, foreign = (
        sum(len(one.get(pathway, set()) - other.get(pathway, set())) for pathway in pathways)
        for one, other in ((right, ours), (ours, right))
    )
    return [sort, len(ours), sum(map(len, ours.values())), lost, foreign]


def as_gseapy_reads(path: Path) -> None:
    if find_spec("gseapy") is None:
        print("gseapy is not installed: the file is not read by it")
        return
    import gseapy  # type: ignore[import-not-found]
    import pandas as pd

    sets: Mapping[str, list[str]] = gseapy.read_gmt(str(path))
    listed = ["TP53", "MDM2", "CASP3", "ATM", "CHEK2", "CDKN1A", "BAX"]
    tested: Any = gseapy.enrich(listed, gene_sets=str(path), outdir=None, no_plot=True).results
    first = tested.sort_values("P-value").iloc[0]
    genes = sorted({gene for members in sets.values() for gene in members})
    scores = pd.Series({gene: 10.0 if gene in listed else -number / len(genes) for number, gene in enumerate(genes)})
    ranked: Any = gseapy.prerank(
        scores.sort_values(ascending=False), gene_sets=str(path), permutation_num=100, outdir=None, seed=1,
        min_size=5, max_size=500, threads=2,
    )  # fmt: skip
    best = ranked.res2d.sort_values("NES", ascending=False).iloc[0]
    print(f"gseapy {gseapy.__version__}: {len(sets)} sets; enrich: {first['Term']} {first['Overlap']}")
    print(f"prerank: {len(ranked.res2d)} sets of 5 to 500; first {best['Term']}, NES {float(best['NES']):.2f}")


def main(upstream: Path, shown: int) -> None:
    truth = Truth(upstream)
    with tempfile.TemporaryDirectory(prefix="sets-") as folder:
        ours = dict[str, Sets]()
        for sort in (*_COLUMNS, "chebi", "cid"):
            path = Path(folder) / f"{sort}.gmt"
            print(export_gmt(path, id=sort))
            ours[sort] = {line.local_id: {*line.members} for line in read(path)}
        against_sources(truth, ours["symbol"], shown)
        rows = [against_columns(truth, ours[sort], sort, ours["symbol"]) for sort in _COLUMNS]
        for sort, drawn in truth.compounds.items():
            rows.append(compared(sort, ours[sort], {key: of for key, of in drawn.items() if key in truth.human}))
        print(table(("identifiers", "sets", "members", "lost", "foreign"), rows))
        as_gseapy_reads(Path(folder) / "symbol.gmt")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("upstream", type=Path)
    parser.add_argument("--shown", type=int, default=5, help="so many differences")
    given = parser.parse_args()
    main(given.upstream, given.shown)
