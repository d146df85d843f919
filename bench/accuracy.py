"""How right the answers are, beside what else there is: one page, from the benchmarks that count right and wrong.

    uv run --group bench python bench/accuracy.py UPSTREAM [--texts FILE ...] [--cache FOLDER] [--write FILE]
        [--kept FOLDER]

UPSTREAM: the folder of the stand-in (serve.py) and its data. --texts: names with the identifiers that they mean, in
the form of `grounding.py`, such as BioRED's. --cache: one that has been synchronised from the same data (`biofacts
sync`); without it one is made, which takes two minutes. The page is printed, or written to FILE
(docs/maintainers/accuracy.md); then the tables of README.md, docs/accuracy.md and
docs/score.md are renewed, too. A benchmark that fails ends the run, and nothing is written: a page has all its figures.
--kept: a folder for what each benchmark has told, which is not run again when the command is repeated. All of it takes
half an hour.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from _accuracy_page import page, with_scores, with_summary
from _shared import TO, Verdict, command_line, environment, standin, told

from biofacts.ports.catalogue import CatalogueStatus

ROOT = Path(__file__).parent.parent
COMMANDS = (
    "bench/rivals.py UPSTREAM --questions 100",
    "bench/grounding.py TEXTS --upstream UPSTREAM --beside",
    "bench/calibration.py UPSTREAM TEXTS",
    "bench/genes.py lookup BASE_URL UPSTREAM",
    "bench/genes.py names BASE_URL UPSTREAM",
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


def asked(base: str, upstream: Path, texts: Sequence[Path], given: Mapping[str, str], kept: Path) -> list[Verdict]:
    """What all benchmarks tell, each of which has a file of its own."""
    found: list[Verdict] = []
    for command in COMMANDS:
        file = kept / f"{re.sub(r'[^a-z0-9]+', '-', command.lower())}.jsonl"
        if not file.exists():
            part = file.with_suffix(".part")
            part.unlink(missing_ok=True)
            places = {"BASE_URL": [base], "UPSTREAM": [str(upstream)], "TEXTS": [*map(str, texts)]}
            words = [one for word in command.split() for one in places.get(word, [word])]
            run(words, {**given, TO: str(part)})
            part.replace(file)
        found += told(file)
    return found


def made(upstream: Path, texts: Sequence[Path], cache: Path | None, kept: Path | None) -> tuple[str, list[Verdict]]:
    """The page, and what it is made of."""
    with standin(upstream) as base, tempfile.TemporaryDirectory() as folder:
        given = {**environment(base, cache or Path(folder, "cache")), "BIOFACTS_UPSTREAM_DIR": str(upstream)}
        if cache is None:
            for wanted in ([], ["compounds"]):
                run(["-m", "biofacts", "sync", *wanted], given)
        given |= {"BIOFACTS_SOURCE": "offline"}
        place = kept or Path(folder, "kept")
        place.mkdir(parents=True, exist_ok=True)
        verdicts = asked(base, upstream, texts, given, place)
        return page(verdicts, f"{datetime.now(UTC):%Y-%m-%d}", releases(given)), verdicts


def main(
    upstream: Path,
    *,
    texts: Sequence[Path] = (),
    cache: Path | None = None,
    kept: Path | None = None,
    write: Path | None = None,
) -> None:
    written, verdicts = made(upstream, texts, cache, kept)
    if write:
        write.write_text(written, encoding="utf-8")
        for name, renew in (
            ("docs/score.md", with_scores),
            ("docs/accuracy.md", with_summary),
            ("README.md", with_summary),
        ):
            other = ROOT / name
            other.write_text(renew(other.read_text("utf-8"), verdicts), encoding="utf-8")
    else:
        print(written)


if __name__ == "__main__":
    command_line(__doc__, main)
