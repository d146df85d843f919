"""PubChem's names in bulk: what bringing them takes, what they weigh, and how fast a name is found.

    python bench/bulk_names.py [--names 20000000] [--folder FOLDER]

Makes so many names, a third of them titles, in PubChem's form, serves them on this machine, and brings them as
`biofacts sync pubchem` does, in a process of its own. Then names are looked up that are there and that are not. The
names are made up: systematic ones, code numbers and trivial ones; nearly each is of one compound, as in the filtered
synonyms of PubChem (a name of several costs a title for each). FOLDER, which is the platform's folder for temporary
files unless another one is given, needs some 100 bytes a name; everything that comes into it is removed.
"""

import gzip
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import anyio
from _shared import command_line, inherited, quantile, table

from biofacts.adapters.sqlite.compound_names import FOLDER, SqliteCompoundNamesStore
from biofacts.domain.compounds.queries import NamedNumber


class Files(SimpleHTTPRequestHandler):
    """A folder over HTTP, as PubChem's bulk files are."""

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def served(folder: Path) -> Generator[str]:
    """The address under which the files of a folder are."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


TITLES, SYNONYMS = 120e6, 250e6
"""How many PubChem has, about."""

LOOKUPS = 20_000
_ROOTS = ["phenyl", "methyl", "propyl", "pyridin", "chloro", "fluoro", "oxo", "hydroxy", "amino", "benzyl", "thiazol"]
_ENDS = ["propanoic acid", "acetamide", "pyrimidine", "benzoate", "1H-indole", "piperidine", "sulfonamide", "urea"]
_SYLLABLES = ["ra", "mo", "xi", "ta", "lo", "ni", "pra", "vir", "zo", "ke", "mab", "sti", "fen", "du", "cal", "be"]

# What a process of its own does: the command, with a clock at each stage.
_BRING = """
import json, resource, time
import anyio
from biofacts.composition.container import running
from biofacts.composition.settings import Settings

async def main():
    began, seconds = time.perf_counter(), {}
    def progress(stage, done, total):
        seconds[stage] = time.perf_counter() - began
    async with running(Settings.from_environment(), long_lived=False) as container:
        [synchroniser] = container.on_request()
        done = await synchroniser.sync(progress, [])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = {"seconds": seconds, "total": time.perf_counter() - began, "processor": time.process_time()}
    print(json.dumps({**told, "peak": peak, "names": done.records}))

anyio.run(main)
"""


def made_up(random: random.Random) -> str:
    """A name."""
    kind = random.random()
    if kind < 0.45:
        parts = (f"{random.randrange(1, 9)}-{random.choice(_ROOTS)}" for _ in range(random.randrange(3, 5)))
        return f"{random.randrange(1, 6)}-[{'-'.join(parts)}]-N-{random.choice(_ROOTS)}-{random.choice(_ENDS)}"
    if kind < 0.85:
        return random.choice(["SCHEMBL", "ZINC", "AKOS", "MFCD", "DTXSID"]) + str(random.randrange(10**8))
    return "".join(random.choice(_SYLLABLES) for _ in range(random.randrange(5, 9))) + random.choice(
        ["", " acid", "ol"]
    )


def named(count: int, each: int, seed: int) -> Iterator[NamedNumber]:
    """So many names, `each` of one compound, by ascending number; the same again for the same seed."""
    chance = random.Random(seed)
    for place in range(count):
        yield place // each + 1, made_up(chance)


def write(path: Path, lines: Iterator[str]) -> None:
    with gzip.open(path, "wt", compresslevel=5) as file:
        file.writelines(lines)


def make(folder: Path, names: int) -> int:
    """The files. Returns: their bytes."""
    extras = folder / "Compound" / "Extras"
    extras.mkdir(parents=True)
    titles = names // 3
    write(extras / "CID-Title.gz", (f"{number}\t{name}\n" for number, name in named(titles, 1, 1)))
    write(extras / "CID-Synonym-filtered.gz", (f"{number}\t{name}\n" for number, name in named(names - titles, 2, 2)))
    return sum(path.stat().st_size for path in extras.iterdir())


def bring(url: str, cache: Path) -> dict[str, Any]:
    """What bringing the names took."""
    environment = {**inherited(), "BIOFACTS_PUBCHEM_BULK_URL": url, "BIOFACTS_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", _BRING]
    took: dict[str, Any] = json.loads(
        subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    )
    return took


async def look_up(cache: Path, names: int) -> tuple[list[float], list[float], int]:
    """Seconds for names that are there and for such that are not, and how many of the first were not found."""
    wanted, chance, lost = names - names // 3, random.Random(4), 0
    picked = {*chance.sample(range(wanted), LOOKUPS)}
    there = [one for place, one in enumerate(named(wanted, 2, 2)) if place in picked]
    chance.shuffle(there)
    found, missed = list[float](), list[float]()
    async with SqliteCompoundNamesStore(cache / FOLDER) as store:
        index = await store.newest()
        assert index is not None
        for number, name in there:
            began = time.perf_counter()
            bearers = await index.called(name)
            found.append(time.perf_counter() - began)
            lost += number not in [one.number for one in bearers]
            began = time.perf_counter()
            await index.called(f"{name} that is not there")
            missed.append(time.perf_counter() - began)
    return found, missed, lost


def main(*, names: int = 20000000, folder: str | None = None) -> int:
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        files, cache = Path(temporary) / "files", Path(temporary) / "cache"
        began = time.perf_counter()
        packed = make(files, names)
        print(f"{names:,} names made in {time.perf_counter() - began:.0f} s: {packed / 1e6:.0f} MB of gzip")
        with served(files) as url:
            told = bring(url, cache)
        [index] = (cache / FOLDER).glob("*.sqlite")
        found, missed, lost = anyio.run(look_up, cache, names)
        report(told, packed, index.stat().st_size, found, missed, lost)
    return 1 if lost else 0


def report(told: dict[str, Any], packed: int, size: int, found: list[float], missed: list[float], lost: int) -> None:
    total, names, peak = told["total"], told["names"], told["peak"]
    scale = (TITLES + SYNONYMS) / names
    rows = [
        ("names in the index", f"{names:,}", f"{TITLES + SYNONYMS:,.0f}"),
        ("files, MB", f"{packed / 1e6:,.0f}", "3,000"),
        ("seconds", f"{total:,.0f}", f"{total * scale:,.0f} ({total * scale / 60:.0f} min)"),
        ("microseconds of a processor a name", f"{told['processor'] / names * 1e6:.1f}", "the same"),
        ("index, MB", f"{size / 1e6:,.0f}", f"{size * scale / 1e6:,.0f}"),
        ("bytes a name", f"{size / names:.1f}", "the same"),
        ("peak memory, MB", f"{peak:,.0f}", ""),
        *(
            (f"lookup of {what}, ms: {mark}", f"{quantile(times, share) * 1e3:.3f}", "one page more")
            for what, times in (("a name", found), ("no name", missed))
            for mark, share in (("p50", 0.5), ("p95", 0.95))
        ),
        ("names not found again", str(lost), ""),
    ]
    print(table(("", "measured", "PubChem, extrapolated"), rows))
    print("until the end of each stage, seconds:", json.dumps(told["seconds"]))


if __name__ == "__main__":
    command_line(__doc__, main)
