"""How far a score may be trusted: first hits of the searches by kind and score, and the share of right ones.

    python bench/calibration.py UPSTREAM [FILE ...] [--sample N] [--write docs/score.md] [--misses [KIND ...]]

Asked are the catalogues that the environment names (BIOFACTS_CACHE_DIR, after `biofacts sync`), offline, and for
compounds PubChem's stand-in (BIOFACTS_PUBCHEM_URL). Genes, ligands, targets and compounds: the sets of `grounding.py`,
N texts of each (200), read from FILE or made of the data in the folder UPSTREAM. The records' own names are not asked
as they stand there, which would flatter, but with a typing slip, in other capitals, with hyphens for blanks, with Greek
letters, and without one of their words. Pathways: the questions of `pathway_search.py`; titles of the same processes as
other databases write them (`titles_elsewhere.json`: its answers are patterns of titles, written by reading them);
questions whose meaning no pathway has. Every kind: nonsense (`no_pathway.json`), to which no answer is right. A score
is absolute: it should be high only where the answer is right. A bin of fewer than 20 hits is not judged. --write renews
the table of that page.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import anyio
from _accuracy_page import SCORES, with_scores
from _gold import Text, asking, of_file, searched
from _gold_sets import OF_RECORDS, VARIANTS, Bearers, built, changed, part, vocabulary
from _shared import Verdict, command_line, present, table, tell

from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.identifiers.curies import KINDS
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.resolution import AnyCandidate
from biofacts.domain.pathways.pathway import PathwayCandidate

BENCH = Path(__file__).parent
BINS = {0.9: "0.9 and above", 0.7: "0.7 to 0.9", 0.5: "0.5 to 0.7", 0.3: "0.3 to 0.5", 0.0: "below 0.3"}
"""The names of the bins by their lower bounds."""
WANTED = {0.9: 0.95, 0.7: 0.8}
"""The share of first hits that should be right."""
_JUDGED, _BY_CHANCE = 20, 0.02
_AT_ONCE = 8
SURE = 0.7
"""What no wrong first answer should reach."""


class Asked(NamedTuple):
    """A question of one kind. `right`: whether a candidate answers it; None where nothing does."""

    text: Text
    group: str
    right: Callable[[AnyCandidate], bool] | None


def questions(sets: Mapping[str, Sequence[Text]], bearers: Mapping[KindName, Bearers], number: int) -> Iterator[Asked]:
    """All questions, those of a set or of a way of writing in one group."""
    for name, texts in sets.items():
        if not name.startswith(OF_RECORDS):  # what should merely not be resolved may be found
            yield from (_named(text, name) for text in texts if text.expected or not text.contested)
    for kind, known in bearers.items():
        names = [
            one for name, texts in sets.items() if name.startswith(OF_RECORDS) for one in texts if one.kind == kind
        ]
        for change in (*VARIANTS, part):
            yield from (_named(text, f"{kind}: {change.__name__}") for text in changed(names, change, number, known))
    yield from _of_pathways()
    for one in _read("no_pathway"):
        for of in KINDS if one["group"] == "nonsense" else ():
            yield Asked(_text(one["query"], of.name), "nonsense", None)


def _named(text: Text, group: str) -> Asked:
    return Asked(text, group, lambda one: one.id in text.expected)


def _is_one_of(right: Collection[str], found: AnyCandidate) -> bool:
    return found.id in right


def _of_pathways() -> Iterator[Asked]:
    for one in _read("pathway_terms"):
        right = {f"WP:{number}" for number in one["right"]}
        text = _text(one["query"], "pathway", one.get("organism"))
        yield Asked(text, "of old", partial(_is_one_of, right))
    for one in _read("titles_elsewhere"):
        pattern = re.compile(one["titles"])
        yield Asked(_text(one["query"], "pathway"), "titles elsewhere", partial(_is_titled, pattern=pattern))
    for one in _read("no_pathway"):
        if one["group"] != "nonsense":
            yield Asked(_text(one["query"], "pathway"), one["group"], None)


def _is_titled(found: AnyCandidate, pattern: re.Pattern[str]) -> bool:
    return isinstance(found, PathwayCandidate) and bool(pattern.search(found.title))


def _text(query: str, kind: Any, organism: str | None = None) -> Text:
    return Text(text=query, expected=(), kind=kind, organism=organism or (HUMAN if kind == "gene" else None))


def _read(name: str) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads((BENCH / f"{name}.json").read_text())
    return read


class Answered(NamedTuple):
    """A question and its answer."""

    asked: Asked
    found: Sequence[AnyCandidate]

    @property
    def place(self) -> int | None:
        """The place of the first right one (1 first)."""
        right = self.asked.right
        return next((n for n, one in enumerate(self.found, start=1) if right and right(one)), None)

    @property
    def score(self) -> float | None:
        return self.found[0].score if self.found else None


def by_group(answers: Sequence[Answered]) -> Iterator[tuple[str, ...]]:
    for group in dict.fromkeys(one.asked.group for one in answers):
        some = [one for one in answers if one.asked.group == group]
        places = [one.place for one in some]
        sure = sum((one.score or 0) >= SURE and one.place != 1 for one in some)
        share = [sum(place is not None and place <= most for place in places) / len(some) for most in (1, 5)]
        empty = sum(not one.found for one in some)
        tell_group(group, some)
        yield group, str(len(some)), f"{share[0]:.1%}", f"{share[1]:.1%}", str(empty), str(sure)


def tell_group(group: str, some: Sequence[Answered]) -> None:
    """Right is a first answer that is; where nothing is right, an empty list."""
    empty = sum(not one.found for one in some)
    if some[0].asked.right:
        right = sum(one.place == 1 for one in some)
        tell(f"calibration: {group}", len(some), right, len(some) - right - empty)
    else:
        tell(f"calibration: {group}", len(some), empty, len(some) - empty)


class Bin(NamedTuple):
    """First hits of one kind whose score lies in a range. `above`: the share in the bin above."""

    lowest: float
    hits: int
    right: int
    above: float

    @property
    def share(self) -> float:
        return self.right / self.hits if self.hits else 1.0

    @property
    def is_short(self) -> bool:
        """True where fewer are right than should be, or more than in the bin above and by chance."""
        return self.hits >= _JUDGED and not WANTED.get(self.lowest, 0.0) <= self.share <= self.above + _BY_CHANCE

    @property
    def cell(self) -> str:
        return f"{self.share:.0%} of {self.hits:,}" if self.hits else "-"


def bins(answers: Iterable[Answered]) -> list[Bin]:
    found: list[Bin] = []
    scored = [(one.score, one.place == 1) for one in answers if one.score is not None]
    highest, above = 2.0, 1.0
    for lowest in BINS:
        some = [right for score, right in scored if lowest <= score < highest]
        found.append(Bin(lowest, len(some), sum(some), above))
        highest, above = lowest, found[-1].share if len(some) >= _JUDGED else above
    return found


def by_kind(answers: Sequence[Answered]) -> dict[str, list[Bin]]:
    """The bins of each kind, in the order of the kinds."""
    kinds = {kind.name: [one for one in answers if one.asked.text.kind == kind.name] for kind in KINDS}
    return {kind: bins(some) for kind, some in kinds.items()}


async def judge(asked: Sequence[Asked], write: Path | None, misses: Collection[str]) -> None:
    found: dict[int, Answered] = {}
    waiting = enumerate(asked)

    async def work() -> None:
        for number, one in waiting:  # shared by all workers
            found[number] = Answered(one, await searched(use_cases, one.text))

    async with asking() as use_cases, anyio.create_task_group() as tasks:
        for _ in range(_AT_ONCE):
            tasks.start_soon(work)
    answers = [found[number] for number in range(len(asked))]
    for one in answers:
        text = one.asked.text
        if text.kind in misses and one.place != 1 and (one.found or one.asked.right):
            shown = [f"{hit.score:.2f} {hit.id} -{' '.join(hit.unmatched)}" for hit in one.found[:3]]
            print(f"{one.asked.group}: {text.text!r} ({one.place}): {shown}, wanted {text.expected[:3]}")
    print(table(("asked", "texts", "top-1", "top-5", "empty", f"wrong at {SURE}"), list(by_group(answers))))
    kinds = by_kind(answers)
    rows = [(kind, *(one.cell + ("!" if one.is_short else "") for one in some)) for kind, some in kinds.items()]
    print(f"\nright first hits by score; !: under {WANTED}, or more than in the bin above")
    print(table(("kind", *BINS.values()), rows))
    verdicts = [
        Verdict(
            subject=f"{SCORES}{kind}s, {BINS[one.lowest]}", asked=one.hits, right=one.right, wrong=one.hits - one.right
        )
        for kind, some in kinds.items()
        for one in some
    ]
    for verdict in verdicts:
        tell(verdict.subject, verdict.asked, verdict.right, verdict.wrong)
    if write:
        write.write_text(with_scores(write.read_text("utf-8"), verdicts), encoding="utf-8")


def main(
    upstream: Path,
    file: Sequence[Path] = (),
    *,
    sample: int = 200,
    write: Path | None = None,
    misses: Sequence[str] | None = None,
) -> None:
    sets = built(upstream, present().folder, sample) | {one.stem: of_file(one) for one in file}
    shown = () if misses is None else misses or [kind.name for kind in KINDS]
    kinds: tuple[KindName, ...] = ("gene", "ligand", "target", "compound")
    bearers = {kind: Bearers(vocabulary(kind, upstream, present().folder)) for kind in kinds}
    anyio.run(judge, list(questions(sets, bearers, sample)), write, shown)


if __name__ == "__main__":
    command_line(__doc__, main)
