"""The exported data set read by others: mlcroissant checks its description and every record, DuckDB joins its tables.

    uv run --group bench --with mlcroissant python bench/dataset.py [FOLDER]

FOLDER: of `biofacts export dataset`; without one, the data set is exported from the catalogue that BIOFACTS_CACHE_DIR
leads to, wholly synchronised and offline.
"""

import sys
import tempfile
import time
from pathlib import Path

import duckdb
import mlcroissant  # type: ignore[import-not-found]
from _shared import table

from biofacts.datasets import export_dataset

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


def main(folder: Path) -> None:
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
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory(prefix="dataset-") as made:
            print(export_dataset(made))
            main(Path(made))
