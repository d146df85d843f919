"""How well the Guide to PHARMACOLOGY is searched: every name, synonym, INN and gene symbol asked as a query.

    python bench/gtopdb_quality.py UPSTREAM [--sample N] [--misses KIND]

UPSTREAM: the folder of the upstreams' data, from which the names are read. Asked is the catalogue that
BIOFACTS_CACHE_DIR leads to, offline. The whole names are all asked; the variants (typos, case, hyphens, Greek letters)
are a sample of N names each, chosen with a fixed seed. An answer is right when it is the entity whose name was asked;
where several entities carry the name (in the same folded spelling), any of them is.
"""

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from _gold_sets import VARIANTS
from _shared import Ranks, command_line, present, spread, table, tell
from _truth import guide, names_of_ligand, names_of_target

from biofacts.adapters.local.catalogue_entries.pharmacology import LIGANDS
from biofacts.composition.container import running
from biofacts.domain.answers.pages import Window
from biofacts.domain.text import fold
from biofacts.ports.sources import Query, SearchSource

Named = tuple[str, str, str]
"""The kind of a name, the name, and the number of who has it."""


class Asker:
    """Ask one kind, and keep the times, the ranks and what was missed."""

    def __init__(self, kind: str, source: SearchSource[Any], names: Iterable[Named], shown: Mapping[str, str]) -> None:
        self._kind, self._source, self._shown = kind, source, shown
        self._names = [row for row in names if 2 <= len(row[1]) <= 500]
        self._holders: defaultdict[str, set[str]] = defaultdict(set)
        for _, name, number in self._names:
            self._holders[fold.compact(name)].add(number)
        self.times: list[float] = []
        self.ranks: defaultdict[str, Ranks] = defaultdict(lambda: Ranks(3))
        self.misses: defaultdict[str, list[str]] = defaultdict(list)

    async def ask(self, group: str, query: str, right: set[str]) -> None:
        started = time.perf_counter()
        hits = await self._source.search(Query(text=query), Window(limit=10))
        self.times.append(time.perf_counter() - started)
        assert hits is not None
        found = [one.id.partition(":")[2] for one in hits.items]
        if self.ranks[group].add(found, right) != 1:
            wanted, got = ([f"{one} {self._shown[one]}" for one in some] for some in (sorted(right)[:2], found[:3]))
            self.misses[group].append(f"    {query!r}: wanted {wanted}; got {got}")

    async def whole_names(self) -> None:
        for group, name, _ in dict.fromkeys(self._names):
            await self.ask(group, name, self._holders[fold.compact(name)])

    async def variants(self, change: Callable[[str, random.Random], str | None], chance: random.Random, n: int) -> None:
        chosen = self._names.copy()
        chance.shuffle(chosen)
        varied = ((change(name, chance), name) for _, name, _ in chosen)
        for query, name in [(query, name) for query, name in varied if query and len(query) >= 2][:n]:
            right = self._holders[fold.compact(name)] | self._holders.get(fold.compact(query), set())
            await self.ask(f"{self._kind}: {change.__name__} (sample)", query, right)


async def main(upstream: Path, *, sample: int = 1000, misses: str = "") -> None:
    ligands, targets = guide(upstream)
    async with running(present(LIGANDS).settings) as container:
        askers = [
            Asker(
                "target", container.targets(),
                ((*pair, one.number) for one in targets for pair in names_of_target(one)),
                {one.number: one.name for one in targets},
            ),
            Asker(
                "ligand", container.ligands(),
                ((*pair, one.number) for one in ligands for pair in names_of_ligand(one)),
                {one.number: one.name for one in ligands},
            ),
        ]  # fmt: skip
        for asker in askers:
            chance = random.Random(4)
            await asker.whole_names()
            for change in VARIANTS:
                await asker.variants(change, chance, sample)
    ranks = {name: ranks for asker in askers for name, ranks in asker.ranks.items()}
    print(table(("group", *Ranks.head(3)), [(name, *ranks[name].row) for name in sorted(ranks)]))
    for asker in askers:
        for group in asker.misses if misses else ():
            print("\n".join([f"{group}:", *asker.misses[group][:40]]) if misses in group else "", end="")
    print(f"time per query: {spread([took for asker in askers for took in asker.times])}")
    for kind in ("ligand", "target"):
        said(f"{kind} names", [of for name, of in ranks.items() if name.startswith(kind) and "(sample)" not in name])
    for change in VARIANTS:
        said(f"guide names: {change.__name__}", [of for name, of in ranks.items() if f": {change.__name__} (" in name])


def said(subject: str, several: Iterable[Ranks]) -> None:
    asked, first, empty = map(sum, zip(*((one.asked, one.first, one.empty) for one in several), strict=True))
    tell(subject, asked, first, asked - first - empty)


if __name__ == "__main__":
    command_line(__doc__, main)
