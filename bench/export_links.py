"""The exported join tables read back by DuckDB and by polars, beside an independent join of the raw files.

    python bench/export_links.py UPSTREAM

Exports from the catalogue that BIOFACTS_CACHE_DIR leads to, wholly synchronised and offline. UPSTREAM: the folder of
the upstreams' data. The truth is that of `joins.py`; pairs of genes and pathways are human ones. Foreign pairs of those
are as `joins.py` says: accessions in drawings that it does not read.
"""

import argparse
import resource
import shutil
import tempfile
import time
from pathlib import Path

import anyio
import duckdb
import polars
from _guide import rows
from _shared import present, table
from joins import Pairs, Truth

from biofacts.datasets import exporting
from biofacts.domain.links.tables import GENE_PATHWAY, LIGAND_COMPOUND, LIGAND_TARGET, TARGET_GENE

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
    async with exporting(present().settings) as exporter:
        await exporter(folder)
    return time.perf_counter() - began


def main(upstream: Path) -> None:
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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("upstream", type=Path)
    main(parser.parse_args().upstream)
