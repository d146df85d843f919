"""How much processor time commands take, beside another tree of biofacts; and what libraries for command lines cost.

    python bench/cli_start.py [--beside PYTHON] [--rounds 15]
    python bench/cli_start.py --libraries

PYTHON is the interpreter of another tree's environment; the two take turns, so that a busy machine slows both; what is
told is the median time on the processor, and the median of the differences. Asked are the catalogues that the
environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline. `--libraries` times the import of each,
less an empty process, in an environment that is made for it.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from _shared import Session, inherited

COMMANDS = {
    "--help": ["--help"],
    "search --help": ["search", "--help"],
    "search pathways": ["search", "pathways", "krebs cycle"],
    "search, all kinds": ["search", "krebs cycle"],
    "get": ["get", "pathway", "WP:WP78"],
    "status": ["status"],
}
LIBRARIES = ("argparse", "rich_argparse", "shtab", "typer", "cyclopts")
_OFFLINE = {**inherited(), "BIOFACTS_SOURCE": "offline"}


def took(command: Sequence[str]) -> float:
    process = subprocess.Popen(command, env=_OFFLINE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime


def served(command: Sequence[str]) -> float:
    started = time.perf_counter()
    session = Session(command)
    session.call("search_pathways", {"query": "insulin signaling"})
    seconds = time.perf_counter() - started
    session.close()
    return seconds


def compare(pythons: Sequence[str], rounds: int) -> None:
    print(f"{'milliseconds':<20}" + "".join(f"{name:>10}" for name in ("this tree", "the other")[: len(pythons)]))
    for name, words in COMMANDS.items():
        row([[took([python, "-m", "biofacts", *words]) for python in pythons] for _ in range(rounds + 1)], name)
    row(
        [[served([python, "-m", "biofacts", "serve"]) for python in pythons] for _ in range(rounds + 1)],
        "serve, first answer",
    )


def row(rounds: Sequence[Sequence[float]], name: str) -> None:
    """The first round does not count: it may have compiled modules."""
    medians = [statistics.median(times) * 1e3 for times in zip(*rounds[1:], strict=True)]
    difference = f"   {statistics.median((a - b) * 1e3 for a, b in rounds[1:]):+.1f}" if len(medians) > 1 else ""
    print(f"{name:<20}" + "".join(f"{median:10.1f}" for median in medians) + difference, flush=True)


def libraries(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        python = f"{folder}/bin/python"
        subprocess.run(["uv", "venv", "--quiet", "--python", sys.executable, folder], check=True)
        packages = ("rich-argparse", "shtab", "typer", "cyclopts")
        subprocess.run(
            ["uv", "pip", "install", "--quiet", "--compile-bytecode", "--python", python, *packages], check=True
        )
        times: dict[str, list[float]] = {name: [] for name in ("", *LIBRARIES)}
        for _ in range(rounds + 1):
            for name, several in times.items():
                several.append(took([python, "-c", f"import {name}" if name else ""]))
    empty = statistics.median(times[""][1:])
    for name in LIBRARIES:
        print(f"import {name:<16}{(statistics.median(times[name][1:]) - empty) * 1e3:8.1f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--libraries", action="store_true")
    known = parser.parse_args()
    if known.libraries:
        libraries(known.rounds)
    else:
        compare([sys.executable, *([known.beside] if known.beside else [])], known.rounds)
