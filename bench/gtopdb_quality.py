"""How well the Guide to PHARMACOLOGY is searched: every name, synonym, INN and gene symbol asked as a query.

    python bench/gtopdb_quality.py UPSTREAM_DIR [--sample N] [--misses KIND] [--named]

UPSTREAM_DIR holds `gtopdb/DATA` and `gtopdb/reconstructed/DATA`. The whole names are all asked; the variants (typos,
case, hyphens, Greek letters) are a sample of N names each, chosen with a fixed seed. An answer is right when it is the
entity whose name was asked; where several entities carry the name (in the same folded spelling), any of them is.
"""

import random
import resource
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from _gold_sets import VARIANTS
from _shared import command_line, facts, quantile, synchronise, tell
from _truth import names_of_ligand, names_of_target

from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from biofacts.domain.answers.pages import Window
from biofacts.domain.text import fold
from biofacts.ports.sources import Query, SearchSource
from tests.containers import unlimited

NAMED = {
    "ligands": [
        "ibuprofen", "Advil", "acetylsalicylic acid", "paracetamol", "acetaminophen", "NSAID", "COX inhibitor",
        "dopamine agonist", "beta blocker", "statin", "CHEMBL25", "DB00945", "50-78-2", "SSRI", "opioid",
        "proton pump inhibitor", "ACE inhibitor", "antihistamine", "PPAR gamma agonist", "EGFR inhibitor",
    ],
    "targets": [
        "DRD2", "dopamine receptor", "GPCR", "5-HT1A", "COX-2", "EGFR", "mu opioid receptor", "PPAR gamma", "ACE2",
        "hERG", "ion channel", "kinase", "nuclear receptor", "transporter", "P14416", "GABA-A alpha 1", "Nav1.7",
        "beta 2 adrenoceptor", "serotonin transporter", "Htr2a",
    ],
}  # fmt: skip


class Tally:
    def __init__(self) -> None:
        self.asked = self.first = self.third = self.empty = 0
        self.reciprocal = 0.0
        self.misses: list[str] = []

    def add(self, query: str, answers: list[str], right: set[str], name_of: Callable[[str], str]) -> None:
        place = next((place for place, answer in enumerate(answers, start=1) if answer in right), None)
        self.asked += 1
        self.first += place == 1
        self.empty += not answers
        self.third += place is not None and place <= 3
        self.reciprocal += 1 / place if place else 0
        if place != 1:
            wanted = ", ".join(f"{one} {name_of(one)}" for one in sorted(right)[:2])
            self.misses.append(f"{query!r}: wanted {wanted}; got {[f'{one} {name_of(one)}' for one in answers[:3]]}")

    def row(self, name: str) -> str:
        shares = f"{self.first / self.asked:>8.2%} {self.third / self.asked:>8.2%} {self.reciprocal / self.asked:>7.4f}"
        return f"{name:<28} {self.asked:>6} {shares}"


class Files(NetworkTransport):
    """The bulk files of a folder in the place of the network."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folders = (folder / "gtopdb", folder / "gtopdb/reconstructed")

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        for folder in self._folders:
            if (path := folder / request.url.path.lstrip("/")).is_file():
                return httpx.Response(200, content=path.read_bytes())
        return httpx.Response(404)


class Asker:
    """Asks the two sources, and keeps the times."""

    def __init__(self, container: Container) -> None:
        self._sources: Mapping[str, SearchSource[Any]] = {
            "ligands": container.ligands(),
            "targets": container.targets(),
        }
        self.times: list[float] = []

    async def ask(self, kind: str, query: str, limit: int = 10) -> tuple[list[str], list[str], str | None]:
        """The numbers and names of what is found, and what is said of it."""
        started = time.perf_counter()
        hits = await self._sources[kind].search(Query(text=query), Window(limit=limit))
        self.times.append(time.perf_counter() - started)
        assert hits is not None
        return [one.id.partition(":")[2] for one in hits.items], [one.name for one in hits.items], hits.guidance

    def report(self) -> str:
        median, p95, p99 = (quantile(self.times, share) * 1e3 for share in (0.5, 0.95, 0.99))
        slow = sum(one > 0.01 for one in self.times) / len(self.times)
        return (
            f"time per query: median {median:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms, over 10 ms {slow:.2%},"
            f" longest {max(self.times) * 1e3:.1f} ms, of {len(self.times)}"
        )


async def build(container: Container) -> None:
    before = peak()
    marks: list[float] = []
    names = await synchronise(container, "gtopdb", lambda stage, done, total: marks.append(time.perf_counter()))
    for name, (began, ended) in zip(names, pairwise(marks), strict=True):
        print(f"built {name:<20} in {ended - began:5.2f} s")
    print(f"all built in {marks[-1] - marks[0]:.2f} s; peak memory {peak():.0f} MB ({before:.0f} MB before)")


async def ask_named(asker: Asker) -> None:
    for kind, queries in NAMED.items():
        print(f"\n{kind}")
        for query in queries:
            _, answers, said = await asker.ask(kind, query, 100)
            remark = "  [derived]" if said and "derived" in said else ""
            print(f"  {query:<24} {len(answers):>3}  {', '.join(answers[:6])}{remark}")


async def measure(
    asker: Asker, kind: str, asked: list[tuple[str, str, str]], shown: Mapping[str, str], sample: int
) -> dict[str, Tally]:
    """Every name whole, then a sample of each variant."""
    chance = random.Random(4)
    groups: dict[str, Tally] = defaultdict(Tally)
    holders: dict[str, set[str]] = defaultdict(set)
    for _, name, number in asked:
        holders[fold.compact(name)].add(number)
    for group, name, _ in dict.fromkeys(asked):
        answers, _, _ = await asker.ask(kind, name)
        groups[group].add(name, answers, holders[fold.compact(name)], shown.__getitem__)
    for change in VARIANTS:
        chosen = asked.copy()
        chance.shuffle(chosen)
        varied = ((change(name, chance), name) for _, name, _ in chosen)
        for query, name in [(query, name) for query, name in varied if query and len(query) >= 2][:sample]:
            answers, _, _ = await asker.ask(kind, query)
            right = holders[fold.compact(name)] | holders.get(fold.compact(query), set())
            groups[f"{kind[:-1]}: {change.__name__} (sample)"].add(query, answers, right, shown.__getitem__)
    return groups


async def quality(folder: Path, asker: Asker, sample: int, misses: str) -> None:
    asker.times.clear()
    ligands, targets = facts(folder)
    named_targets = [(*pair, one.number) for one in targets for pair in names_of_target(one)]
    named_ligands = [(*pair, one.number) for one in ligands for pair in names_of_ligand(one)]
    groups: dict[str, Tally] = {}
    shown = {"targets": {one.number: one.name for one in targets}, "ligands": {one.number: one.name for one in ligands}}
    for kind, pairs in (("targets", named_targets), ("ligands", named_ligands)):
        asked = [row for row in pairs if 2 <= len(row[1]) <= 500]
        groups |= await measure(asker, kind, asked, shown[kind], sample)
    print(f"\n{'group':<28} {'asked':>6} {'top-1':>8} {'top-3':>8} {'MRR':>7}")
    for name in sorted(groups):
        print(groups[name].row(name))
        if misses and misses in name:
            print("\n".join(f"    {line}" for line in groups[name].misses[:40]))
    print(asker.report())
    whole = [name for name in groups if not name.endswith("(sample)")]
    tell_all("ligand names", [groups[name] for name in whole if name.startswith("ligand")])
    tell_all("target names", [groups[name] for name in whole if name.startswith("target")])
    for change in VARIANTS:
        changed = f"{change.__name__} (sample)"
        tell_all(f"guide names: {change.__name__}", [groups[name] for name in groups if name.endswith(changed)])


def tell_all(subject: str, tallies: Collection[Tally]) -> None:
    asked, first, empty = (sum(getattr(one, field) for one in tallies) for field in ("asked", "first", "empty"))
    tell(subject, asked, first, asked - first - empty)


async def main(folder: Path, *, sample: int = 1000, misses: str = "", named: bool = False) -> None:
    with tempfile.TemporaryDirectory() as cache:
        container = unlimited(Container(settings=Settings(cache_dir=Path(cache))), network=Files(folder))
        async with opened(container):
            await build(container)
            asker = Asker(container)
            await ask_named(asker)
            if not named:
                await quality(Path(cache), asker, sample, misses)


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    command_line(__doc__, main)
