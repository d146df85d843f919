"""How far a score may be trusted: first hits of search_pathways by their score, and the share of right ones.

    python bench/calibration.py BASE_URL [--cache FOLDER] [--full] [--misses]

Asked are, through the use case and with the catalogues that a first call brings: the questions of `search_quality.py`;
titles of the same processes as other databases write them (`titles_elsewhere.json`: its answers are patterns of titles,
written by reading them); nonsense, and questions whose meaning no pathway has (`no_pathway.json`), to which no
answer is right. A score is absolute: it should be high only where the answer is right.
"""

import argparse
import json
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import anyio
import msgspec
from _catalogue import synchronise
from _standin import settings
from _table import spread, table
from _verdicts import tell

from biofacts.adapters.local.entries.pathways import ONTOLOGY
from biofacts.composition.container import running
from biofacts.domain.pathways.pathway import PathwayCandidate

BENCH = Path(__file__).parent
BINS = (0.9, 0.7, 0.5, 0.3, 0.0)
"""Their lower bounds; lists without a hit have a bin of their own."""
SURE = 0.7
"""What no wrong first answer should reach."""


class Asked(msgspec.Struct):
    """A question. `right`: the numbers of the pathways that answer it, or `titles`: a pattern of their titles."""

    query: str
    group: str
    organism: str | None = None
    right: list[str] = []
    titles: str | None = None

    def is_answered_by(self, one: PathwayCandidate) -> bool:
        return one.id.removeprefix("WP:") in self.right or bool(self.titles and re.search(self.titles, one.title))


def questions() -> list[Asked]:
    """All sets, each in a group of its own."""
    terms = json.loads((BENCH / "pathway_terms.json").read_text())
    elsewhere = json.loads((BENCH / "titles_elsewhere.json").read_text())
    none = json.loads((BENCH / "no_pathway.json").read_text())
    return [
        *(Asked(one["query"], "of old", one.get("organism"), one["right"]) for one in terms),
        *(Asked(one["query"], "titles elsewhere", titles=one["titles"]) for one in elsewhere),
        *(Asked(one["query"], one["group"]) for one in none),
    ]


class Answered(NamedTuple):
    """A question and its answer."""

    asked: Asked
    found: Sequence[PathwayCandidate]
    seconds: float

    @property
    def place(self) -> int | None:
        """The place of the first right one (1 first)."""
        return next((n for n, one in enumerate(self.found, start=1) if self.asked.is_answered_by(one)), None)

    @property
    def score(self) -> float | None:
        return self.found[0].score if self.found else None


def by_group(answers: Sequence[Answered]) -> Iterator[tuple[str, ...]]:
    groups = dict.fromkeys(one.asked.group for one in answers)
    for group in groups:
        some = [one for one in answers if one.asked.group == group]
        places = [one.place for one in some]
        sure = sum((one.score or 0) >= SURE for one in some)
        share = [sum(place is not None and place <= most for place in places) / len(some) for most in (1, 5)]
        empty = sum(not one.found for one in some)
        tell_group(group, some)
        yield group, str(len(some)), f"{share[0]:.1%}", f"{share[1]:.1%}", str(empty), str(sure)


def tell_group(group: str, some: Sequence[Answered]) -> None:
    """Right is a first answer that is; where nothing is right, an empty list."""
    empty = sum(not one.found for one in some)
    if any(one.asked.right or one.asked.titles for one in some):
        right = sum(one.place == 1 for one in some)
        tell(f"calibration: {group}", len(some), right, len(some) - right - empty)
    else:
        tell(f"calibration: {group}", len(some), empty, len(some) - empty)


def by_score(answers: Sequence[Answered]) -> Iterator[tuple[str, ...]]:
    above = 2.0
    for lowest in BINS:
        some = [one for one in answers if one.score is not None and lowest <= one.score < above]
        right = sum(one.place == 1 for one in some)
        tell(f"score {lowest:.1f} and above", len(some), right, len(some) - right)
        yield f"{lowest:.1f} and above", str(len(some)), str(right), f"{right / len(some):.0%}" if some else ""
        above = lowest
    yield "empty", str(sum(not one.found for one in answers)), "0", ""


async def main(base: str, folder: Path, *, full: bool, misses: bool) -> None:
    answers: list[Answered] = []
    async with running(settings(base, folder)) as container:
        search = container.use_cases().resolve_pathways
        await search("glycolysis")
        for part in ("genes", "wikipathways") if full else ("genes",):
            await synchronise(container, part)
        while await container.store().newest(ONTOLOGY) is None:  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.1)  # it comes behind the answer
        for asked in questions():
            start = time.perf_counter()
            page = await search(asked.query, organism=asked.organism, slim=False)
            answers.append(Answered(asked, page.items, time.perf_counter() - start))
    for one in answers if misses else ():
        if (one.place != 1 and (one.found or one.asked.right or one.asked.titles)) or (one.score or 1) < 0.5:
            shown = [f"{hit.score} {hit.id} {hit.title} {hit.matched_on} -{hit.unmatched}" for hit in one.found[:3]]
            print(f"{one.asked.group}: {one.asked.query!r} ({one.place}): {shown}")
    print(table(("group", "asked", "top-1", "top-5", "empty", f"at {SURE}"), list(by_group(answers))))
    print(table(("score of the first hit", "hits", "right", "share"), list(by_score(answers))))
    print(f"a search: {spread([one.seconds for one in answers])}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("--cache", type=Path, help="a cache folder to build upon; a fresh one without")
    parser.add_argument("--full", action="store_true", help="synchronise first: search reads every drawing")
    parser.add_argument("--misses", action="store_true", help="print every wrong first answer")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as fresh:
        cache = given.cache or Path(fresh)
        anyio.run(lambda: main(given.base_url.rstrip("/"), cache, full=given.full, misses=given.misses))
