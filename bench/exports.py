"""What is exported, read back by others, and held against the raw files: gene sets, tables of links, the data set.

    uv run --group bench python bench/exports.py gene-sets UPSTREAM [--shown 5]
    uv run --group bench python bench/exports.py links UPSTREAM
    uv run --group bench --with mlcroissant python bench/exports.py dataset [FOLDER]

Exports from the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised and offline. UPSTREAM: the folder of
the upstreams' data.

- `gene-sets`: a set is right if it has the genes of HGNC's file whose symbol or own identifier (no other gene has it) a
  gene node of the GPML has, or the table of mapped nodes, or the index of mapped identifiers; pairs are counted by the
  first of these that has them. The same sets by Entrez, Ensembl and UniProt must be those columns of HGNC's file,
  metabolites those of the drawing and of its table of nodes. gseapy tests and ranks with the file. Foreign genes are
  nodes with an isoform (P02545-6), or with an accession of UniProt under another database's name; foreign metabolites
  are nodes without such an identifier, whose compound has it in another pathway. Lost are those in a row of the table
  that a tab within a cell shifts.
- `links`: the tables by DuckDB and by polars. The truth is that of `joins.py`; pairs of genes and pathways are human
  ones. Foreign pairs of those are accessions in drawings that `joins.py` does not read.
- `dataset`: mlcroissant checks its description and every record, DuckDB joins its tables. FOLDER: of `biofacts export
  dataset`; without one, it is exported first.
"""

import csv
import io
import json
import re
import resource
import shutil
import tempfile
import time
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import duckdb
import polars
from _guide import rows
from _shared import command_line, present, table, tell
from _truth import NamedGene, in_drawing, in_table, named_genes
from joins import Pairs, Truth

from biofacts.datasets import export_dataset, export_gmt, opened
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.export_files import MemberIdentifier
from biofacts.domain.links.tables import GENE_PATHWAY, LIGAND_COMPOUND, LIGAND_TARGET, TARGET_GENE

# Gene sets, as files of GMT


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


def lines_of(path: Path) -> list[Line]:
    lines = list[Line]()
    for row in path.read_text(encoding="utf-8").splitlines():
        name, page, *members = row.split("\t")
        title, source, local_id, organism = name.split("%")
        assert members, row
        assert len({*members} - {""}) == len(members), row
        lines.append(Line(title, source, local_id, organism, page, tuple(members)))
    assert len({line.local_id for line in lines}) == len(lines)
    return lines


class DrawnTruth:
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


def against_sources(truth: DrawnTruth, ours: Sets, shown: int) -> None:
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


def against_columns(truth: DrawnTruth, ours: Sets, sort: MemberIdentifier, symbols: Sets) -> list[object]:
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


def gene_sets(upstream: Path, *, shown: int = 5) -> None:
    """Hold the GMT files of all human pathways against the drawings and HGNC's file."""
    truth = DrawnTruth(upstream)
    with tempfile.TemporaryDirectory(prefix="sets-") as folder:
        ours = dict[str, Sets]()
        for sort in (*_COLUMNS, "chebi", "cid"):
            path = Path(folder) / f"{sort}.gmt"
            print(export_gmt(path, id=sort))
            ours[sort] = {line.local_id: {*line.members} for line in lines_of(path)}
        against_sources(truth, ours["symbol"], shown)
        rows = [against_columns(truth, ours[sort], sort, ours["symbol"]) for sort in _COLUMNS]
        for sort, drawn in truth.compounds.items():
            rows.append(compared(sort, ours[sort], {key: of for key, of in drawn.items() if key in truth.human}))
        print(table(("identifiers", "sets", "members", "lost", "foreign"), rows))
        as_gseapy_reads(Path(folder) / "symbol.gmt")


# Tables of links


Pair = tuple[str, str]


def flat(pairs: Pairs) -> set[Pair]:
    return {(start, end) for (_, start), ends in pairs.items() for _, end in ends}


def read(path: Path, start: str, end: str) -> tuple[int, int, set[Pair]]:
    """The number of rows by DuckDB and by polars, and the pairs."""
    counted = duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall()[0][0]
    frame = polars.read_parquet(path)
    return counted, frame.height, set(frame.select(start, end).iter_rows())


async def export(folder: Path) -> float:
    began = time.perf_counter()
    async with opened(present().settings) as datasets:
        await datasets.links()(folder)
    return time.perf_counter() - began


def links(upstream: Path) -> None:
    """Hold the exported join tables against an independent join of the raw files."""
    folder = Path(tempfile.mkdtemp(prefix="links-"))
    try:
        seconds = anyio.run(export, folder)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = sum(path.stat().st_size for path in folder.iterdir())
        truth = Truth(upstream)
        human = set(
            polars.read_parquet(folder / "gene-pathway.parquet").get_column("pathway_id")
        )  # of other organisms the truth has pathways, too
        expected = {
            TARGET_GENE: flat(truth.target_genes),
            GENE_PATHWAY: {pair for pair in flat(truth.gene_pathways) if pair[1] in human},
            LIGAND_TARGET: flat(truth.ligand_targets),
            LIGAND_COMPOUND: flat(truth.ligand_compounds),
        }
        lines: list[list[object]] = []
        for link_table, right in expected.items():
            start, end = (f"{kind}_id" for kind in link_table.name.split("-"))
            counted, height, found = read(folder / f"{link_table.name}.parquet", start, end)
            lines.append(
                [link_table.name, counted, height, len(right), len(found), len(right - found), len(found - right)]
            )
        raw = sum(1 for row in rows(upstream, "interactions.csv") if row["Target ID"] or row["Target Ligand ID"])
    finally:
        shutil.rmtree(folder)
    head = ("table", "rows: DuckDB", "polars", "pairs: raw", "ours", "lost", "foreign")
    print(table(head, lines))
    print(f"interactions in the raw file with a target: {raw}")
    print(f"{seconds:.0f} s, {memory:.0f} MB, {size / 1e6:.1f} MB on disk")


# The data set


_TABLES = ("nodes", "edges", "memberships", "names")
_ENDS = {
    "edges": (("subject_kind", "subject"), ("object_kind", "object")),
    "memberships": (("'pathway'", "pathway"), ("member_kind", "member")),
    "names": (("kind", "id"),),
    "nodes": (),
}


def dangling(folder: Path, name: str) -> int:
    """How many rows speak of what is no node."""
    asked = (
        f"SELECT count(*) FROM '{folder}/{name}.parquet' AS t"
        f" ANTI JOIN '{folder}/nodes.parquet' AS n ON n.kind = {kind} AND n.id = t.{one}"
        for kind, one in ((kind if kind.startswith("'") else f"t.{kind}", one) for kind, one in _ENDS[name])
    )
    return sum(duckdb.sql(one).fetchall()[0][0] for one in asked)


def dataset(folder: Path | None = None) -> None:
    """Read the exported data set as others do."""
    import mlcroissant  # type: ignore[import-not-found]

    if folder is None:
        with tempfile.TemporaryDirectory(prefix="dataset-") as made:
            print(export_dataset(made))
            return dataset(Path(made))
    described = mlcroissant.Dataset(folder / "croissant.json")
    print(f"mlcroissant: {described.metadata.issues.report() or 'no errors, no warnings'}")
    rows = list[list[object]]()
    for name in _TABLES:
        path = folder / f"{name}.parquet"
        counted = duckdb.sql(f"SELECT count(*), count(source), count(licence) FROM '{path}'").fetchall()[0]
        began = time.perf_counter()
        records = sum(1 for _ in described.records(name))
        rows.append([name, *counted, records, dangling(folder, name), f"{path.stat().st_size / 1e6:.1f}",
                     f"{time.perf_counter() - began:.0f}"])  # fmt: skip
    print(table(("table", "rows", "source", "licence", "mlcroissant", "dangling", "MB", "s"), rows))


if __name__ == "__main__":
    command_line(__doc__, gene_sets, links, dataset)
