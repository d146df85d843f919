"""Every benchmark in turn, with the stand-in and the synchronised catalogue that they need.

    uv run --group bench python bench/all.py UPSTREAM [--write docs/maintainers/performance.md] [--only NAME ...]

UPSTREAM: the folder of the stand-in (serve.py) and its data. All tables are printed; --write renews in that file the
fenced block that follows each command (what is written round them stays), appends a section for each command that is
not in it, and says in the paragraph that begins `Measured on` when and on which machine. A script that fails is
reported, its old block stays, and the exit code is 1.
"""

import os
import platform
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import httpx
from _shared import command_line, environment, standin

ROOT = Path(__file__).parent.parent
HEAD = """# Performance and quality

Measured on ?, with the command above each table. BASE_URL is a stand-in for the upstreams. It answers after 0.2 s and
refuses requests beyond the rate limits. UPSTREAM is the folder with its data. Machines are
noisy: compare ratios, not milliseconds.
"""


class Bench(NamedTuple):
    """A section of the tables."""

    title: str
    command: str

    @property
    def script(self) -> Path:
        return ROOT / self.command.split()[1]


BENCHES = (
    Bench("Pathways: quality of the search", "python bench/pathway_search.py quality UPSTREAM"),
    Bench("Pathways: search with and without the drawings", "python bench/pathway_search.py depth UPSTREAM"),
    Bench("A crowd of 200 mixed calls on a cold cache", "python bench/upstream_calls.py crowd BASE_URL"),
    Bench("Pathways: gene lookup", "python bench/genes.py lookup BASE_URL UPSTREAM"),
    Bench("Genes by every name", "python bench/genes.py names BASE_URL UPSTREAM"),
    Bench("Compounds", "python bench/upstream_calls.py compounds BASE_URL"),
    Bench("Ligands and targets", "python bench/gtopdb_quality.py UPSTREAM --sample 500"),
    Bench("The joins between the kinds", "python bench/joins.py UPSTREAM"),
    Bench("The joins exported as tables", "python bench/exports.py links UPSTREAM"),
    Bench("Tables of names", "python bench/annotate.py UPSTREAM"),
    Bench("Research questions over MCP", "python bench/questions_of_science.py UPSTREAM"),
    Bench("Every tool with filled catalogues", "python bench/calls.py --warm"),
    Bench("Start, calls, memory", "python bench/start.py stdio"),
    Bench("Memory of a long-running server", "python bench/sizes.py memory"),
    Bench("Sizes", "python bench/sizes.py tools"),
    Bench("Pathways: sizes of answers", "python bench/sizes.py pathways"),
    Bench("Growth", "python bench/growth.py UPSTREAM"),
)


def machine() -> str:
    """The date, and what the numbers were measured on."""
    cpu = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d} on {platform.node()} ({os.cpu_count()} cores,"
        f" {cpu[1] if cpu else platform.machine()}, {memory:.0f} GB), {platform.system()},"
        f" {platform.python_implementation()} {platform.python_version()}"
    )


def run(bench: Bench, base: str, upstream: Path, given: Mapping[str, str]) -> str | None:
    """What a script prints; None, with the end of what it said, when it fails."""
    httpx.post(f"{base}/_faults", json=[])
    time.sleep(1.1)  # the script before may just have used up the budget
    words = bench.command.replace("BASE_URL", base).replace("UPSTREAM", str(upstream)).split()[1:]
    print(f"\n$ {bench.command}", flush=True)
    started = time.perf_counter()
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=given, capture_output=True, text=True)
    output = "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())
    print(output)
    print(f"({time.perf_counter() - started:.0f} s)", flush=True)
    if done.returncode:
        print(f"failed with {done.returncode}: {done.stderr.strip()[-2000:]}", flush=True)
        return None
    return output


def renewed(text: str, bench: Bench, output: str) -> str:
    """The text with the output in the block that follows the command, or in a section of its own at the end."""
    fenced = re.compile(re.escape(bench.command) + r"`(?:(?!\n## ).)*?\n```text\n(.*?)\n```", re.S)
    if found := fenced.search(text):
        return text[: found.start(1)] + output + text[found.end(1) :]
    return f"{text.rstrip()}\n\n## {bench.title}\n\n`{bench.command}`\n\n```text\n{output}\n```\n"


def dated(text: str) -> str:
    """The text with this machine and day in the paragraph that begins `Measured on`."""

    def paragraph(found: re.Match[str]) -> str:
        words = re.sub(r"^Measured on .*?, with", lambda _: f"Measured on {machine()}, with", found[0], flags=re.S)
        return textwrap.fill(" ".join(words.split()), 120, break_long_words=False, break_on_hyphens=False)

    return re.sub(
        r"^Measured on (?:.+\n?)+?(?=\n|\Z)", lambda found: paragraph(found) + "\n", text, count=1, flags=re.M
    )


def main(upstream: Path, *, write: Path | None = None, only: Sequence[str] = ()) -> int:
    failed: list[str] = []
    text = write.read_text() if write and write.exists() else HEAD
    chosen = [
        bench
        for bench in BENCHES
        if bench.script.exists() and (not only or {bench.script.stem, *bench.command.split()} & {*only})
    ]
    with standin(upstream, "--strict", "--latency", "0.2") as base, tempfile.TemporaryDirectory() as cache:
        given = {**environment(base, Path(cache)), "BIOFACTS_UPSTREAM_DIR": str(upstream)}
        if subprocess.run([sys.executable, "-m", "biofacts", "sync"], env=given, stderr=subprocess.DEVNULL).returncode:
            failed.append("biofacts sync")
        for bench in chosen:
            output = run(bench, base, upstream, given)
            if output is None:
                failed.append(bench.command)
            else:
                text = renewed(text, bench, output)
                if write:
                    write.write_text(dated(text))
    print(f"\n{len(chosen)} benchmarks, failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    command_line(__doc__, main)
