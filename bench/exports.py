"""What is exported, read back by others, and held against the raw files: gene sets, tables of links, the data set.

    uv run --group bench python bench/exports.py gene-sets UPSTREAM [--shown 5]
    uv run --group bench python bench/exports.py links UPSTREAM
    uv run --group bench --with mlcroissant python bench/exports.py dataset [FOLDER]

Exports from the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised and offline. UPSTREAM: the folder of
the upstreams' data. Which genes and ligands belong to what is read from them by `joins.py`; of pathways only human ones
count.

- `gene-sets`: the pairs of gene and pathway in the file with symbols; the same sets by Entrez, Ensembl and UniProt,
  which must be those columns of HGNC's file; metabolites, which must be those of the drawing and of its table of nodes.
  gseapy tests and ranks with the file. Foreign genes are nodes with an isoform (P02545-6), or with an accession of
  UniProt under another database's name; foreign metabolites are nodes without such an identifier, whose compound has it
  in another pathway. Lost are those in a row of the table that a tab within a cell shifts.
- `links`: the tables by DuckDB and by polars. Foreign pairs of gene and pathway are accessions in drawings that
  `joins.py` does not read.
- `dataset`: mlcroissant checks its description and every record, DuckDB joins its tables. FOLDER: of `biofacts export
  dataset`; without one, it is exported first.
"""

import csv
import io
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import anyio
import duckdb
import polars
from _guide import rows
from _shared import command_line, present, table, tell
from _truth import nodes_drawn, of_archive
from joins import Pairs, Truth

from biofacts.datasets import export_dataset, export_gmt, opened
from biofacts.domain.links.export_formats import (
    GENE_PATHWAY,
    LIGAND_COMPOUND,
    LIGAND_TARGET,
    TARGET_GENE,
    MemberIdentifier,
)

Pair = tuple[str, str]


def flat(pairs: Pairs) -> set[Pair]:
    """The ids at both ends."""
    return {(start, end) for (_, start), ends in pairs.items() for _, end in ends}


def human(truth: Truth) -> set[Pair]:
    """Genes and human pathways."""
    return {pair for pair in flat(truth.gene_pathways) if pair[1] in truth.human}


def differing(ours: Set[Pair], right: Set[Pair]) -> tuple[int, int, int, int]:
    """How many pairs are right and ours, and how many are lost and foreign."""
    return len(right), len(ours), len(right - ours), len(ours - right)


# Gene sets, as files of GMT


_COLUMNS: Mapping[MemberIdentifier, str] = {"entrez": "ncbigene", "ensembl": "ensembl", "uniprot": "uniprot"}


def sets_of(path: Path) -> set[Pair]:
    """Members and pathways, as fgsea (`gmtPathways`) and clusterProfiler (`read.gmt.wp`) split the lines."""
    found = dict[str, list[str]]()
    for row in path.read_text(encoding="utf-8").splitlines():
        name, _, *members = row.split("\t")
        _, _, local_id, _ = name.split("%")
        assert members, row
        assert len({*members} - {""}) == len(members), row
        assert local_id not in found, row
        found[local_id] = members
    return {(member, f"WP:{local_id}") for local_id, members in found.items() for member in members}


def metabolites(upstream: Path) -> Mapping[str, set[Pair]]:
    """The identifiers of two databases that drawings and their tables have, and their pathways."""
    found = defaultdict[str, set[Pair]](set)
    for local_id, is_drawing, body in of_archive(upstream):
        for sort, value in _drawn(body) if is_drawing else _mapped(body):
            found[sort].add((value, f"WP:{local_id}"))
    return found


def _drawn(body: bytes) -> Iterator[Pair]:
    for node in nodes_drawn(body):
        if node.database == "ChEBI" and (digits := re.fullmatch(r"(?:CHEBI:)?(\d+)", node.identifier)):
            yield "chebi", f"CHEBI:{digits[1]}"
        if node.database in ("PubChem-compound", "PubChem") and node.identifier.isdecimal():
            yield "cid", node.identifier


def _mapped(body: bytes) -> Iterator[Pair]:
    for row in csv.reader(io.StringIO(body.decode()), delimiter="\t"):
        for token in ";".join(row[2:]).split(";"):
            prefix, _, value = token.strip().rpartition(":")
            if prefix.casefold().startswith("chebi") and value.isdecimal():
                yield "chebi", f"CHEBI:{value}"
            elif prefix.casefold() == "pubchem.compound" and value.isdecimal():
                yield "cid", value


def as_gseapy_reads(path: Path) -> None:
    if find_spec("gseapy") is None:
        print("gseapy is not installed: the file is not read by it")
        return
    import gseapy
    import pandas as pd

    sets = gseapy.read_gmt(str(path))
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
    truth = Truth(upstream)
    right = human(truth)
    by_id, by_symbol = ({getattr(one, key): one for one in truth.genes} for key in ("id", "symbol"))
    with tempfile.TemporaryDirectory(prefix="sets-") as folder:
        ours = dict[str, set[Pair]]()
        for sort in ("symbol", *_COLUMNS, "chebi", "cid"):
            path = Path(folder) / f"{sort}.gmt"
            print(export_gmt(path, id=sort))
            ours[sort] = sets_of(path)
        found = {(by_symbol[symbol].id, pathway) for symbol, pathway in ours["symbol"]}
        rows = [("symbol", *differing(found, right))]
        for what, pairs in (("foreign", found - right), ("lost", right - found)):
            print("\n".join(f"  {what}: {way} {one} {by_id[one].symbol}" for one, way in sorted(pairs)[:shown]))
        for sort, kind in _COLUMNS.items():
            values = {
                (value, pathway)
                for symbol, pathway in ours["symbol"]
                for key, value in by_symbol[symbol].keys
                if key == kind
            }
            rows.append((sort, *differing({(one.casefold(), pathway) for one, pathway in ours[sort]}, values)))
        for database, drawn in metabolites(upstream).items():
            rows.append((database, *differing(ours[database], {pair for pair in drawn if pair[1] in truth.human})))
        print(table(("identifiers", "pairs: raw", "ours", "lost", "foreign"), rows))
        tell("genes of sets", len(right), len(found & right), len(found - right))
        as_gseapy_reads(Path(folder) / "symbol.gmt")


# Tables of links


async def export(folder: Path) -> None:
    async with opened(present().settings) as datasets:
        await datasets.links()(folder)


def links(upstream: Path) -> None:
    """Hold the exported join tables against an independent join of the raw files."""
    truth = Truth(upstream)
    expected = {
        TARGET_GENE: flat(truth.target_genes),
        GENE_PATHWAY: human(truth),
        LIGAND_TARGET: flat(truth.ligand_targets),
        LIGAND_COMPOUND: flat(truth.ligand_compounds),
    }
    lines: list[tuple[object, ...]] = []
    with tempfile.TemporaryDirectory(prefix="links-") as folder:
        anyio.run(export, Path(folder))
        for link_table, right in expected.items():
            path = Path(folder) / f"{link_table.name}.parquet"
            start, end = (f"{kind}_id" for kind in link_table.name.split("-"))
            counted, frame = duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall()[0][0], polars.read_parquet(path)
            found = set(frame.select(start, end).iter_rows())
            lines.append((link_table.name, counted, frame.height, *differing(found, right)))
    raw = sum(1 for row in rows(upstream, "interactions.csv") if row["Target ID"] or row["Target Ligand ID"])
    print(table(("table", "rows: DuckDB", "polars", "pairs: raw", "ours", "lost", "foreign"), lines))
    print(f"interactions in the raw file with a target: {raw}")


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
    import mlcroissant

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
