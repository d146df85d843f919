"""How right the answers are, beside what else there is: one page, from the benchmarks that count right and wrong.

    uv run --group bench --with scipy --with gseapy python bench/accuracy.py UPSTREAM [--cache FOLDER] [--write FILE]

UPSTREAM: the folder of the stand-in (serve.py) and its data. FOLDER: a cache that has been synchronised from the same
data, `biofacts sync compounds` included; without it one is made, which takes some twenty minutes. The page is printed,
or written to FILE (docs/accuracy.md). A benchmark that fails ends the run, and nothing is written: a page has all
figures of one run, or is none.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from _accuracy_page import page
from _standin import environment, standin
from _verdicts import TO, told

from biofacts.ports.catalogue import CatalogueStatus

ROOT = Path(__file__).parent.parent
COMMANDS = (
    "bench/rivals.py BASE_URL UPSTREAM --questions 200",
    "bench/calibration.py BASE_URL",
    "bench/gene_lookup.py BASE_URL UPSTREAM",
    "bench/gene_names.py BASE_URL UPSTREAM",
    "bench/written_names.py",
    "bench/gtopdb_quality.py UPSTREAM --sample 500",
    "bench/compound_pathways.py UPSTREAM",
    "bench/mechanisms.py UPSTREAM",
    "bench/classes.py UPSTREAM",
    "bench/records_check.py UPSTREAM",
    "bench/joins.py UPSTREAM",
    "bench/questions_of_science.py UPSTREAM",
    "bench/enrichment.py --rounds 1",
)


def run(command: list[str], given: Mapping[str, str]) -> str:
    """What a script prints. Raises: SystemExit, with the end of what it said, when it fails."""
    started = time.perf_counter()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=given, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stdout[-2000:]}")
    print(f"{' '.join(command)}  ({time.perf_counter() - started:.0f} s)", file=sys.stderr)
    return done.stdout


def releases(given: Mapping[str, str]) -> str:
    """Which releases lie in the cache."""
    listed = msgspec.json.decode(run(["-m", "biofacts", "status", "--json"], given), type=list[CatalogueStatus])
    return ", ".join(f"{one.name} {one.provenance.release}" for one in listed if one.provenance)


def main(upstream: Path, cache: Path | None) -> str:
    """The page."""
    with standin(upstream) as base, tempfile.TemporaryDirectory() as folder:
        verdicts = Path(folder, "verdicts")
        given = {**environment(base, cache or Path(folder, "cache")), "BIOFACTS_UPSTREAM_DIR": str(upstream)}
        if cache is None:
            for wanted in ([], ["compounds"]):
                run(["-m", "biofacts", "sync", *wanted], given)
        given |= {TO: str(verdicts), "BIOFACTS_SOURCE": "offline"}
        data = releases(given)
        for command in COMMANDS:
            run(command.replace("BASE_URL", base).replace("UPSTREAM", str(upstream)).split(), given)
        return page([*told(verdicts)], f"{datetime.now(UTC):%Y-%m-%d}", data)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("upstream", type=Path)
    parser.add_argument("--cache", type=Path, help="a synchronised cache folder")
    parser.add_argument("--write", type=Path, help="the Markdown file")
    known = parser.parse_args()
    written = main(known.upstream.resolve(), known.cache and known.cache.resolve())
    if known.write:
        known.write.write_text(written, encoding="utf-8")
    else:
        print(written)
