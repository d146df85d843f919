"""Texts with the identifiers that they mean (a gold standard), and what biofacts makes of them."""

from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import _shared  # noqa: F401 - with it, the suite can be imported
import msgspec

from biofacts.application.lists.resolve_many import MOST
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.lists.resolution import MOST_OPTIONS, AnyCandidate, Resolution
from tests.containers import unlimited

OUTCOMES = ("right", "offered", "ambiguous", "wrong", "not_found", "error")
LISTED = 5
"""How many candidates of a search are looked at."""
DOUBTED = 0.5
"""A score that no candidate should have for a name that nobody bears."""


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """A text and the CURIEs of which any is right; without one, right is to find nothing.

    `n`: how often a corpus has it; `contested`: nobody can know which of them it means, so that right is to say that it
    is ambiguous, or, without any, not to resolve it.
    """

    text: str
    expected: tuple[str, ...]
    kind: KindName
    organism: str | None = None
    n: int = 1
    contested: bool = False

    def judged(self, curie: str | None) -> bool | None:
        """True for the right CURIE, or for none where there is none; None for none where there is one."""
        if curie is None:
            return None if self.expected else True
        return curie in self.expected and not self.contested


class Answer(NamedTuple):
    """What `resolve_many` and the search of the text's kind say; `found`: the first candidates."""

    asked: Text
    resolution: Resolution
    found: Sequence[AnyCandidate]

    @property
    def place(self) -> int | None:
        """The place of the first right candidate of the search (1 first)."""
        return next((n for n, one in enumerate(self.found, start=1) if one.id in self.asked.expected), None)

    @property
    def outcome(self) -> str:
        """One of `OUTCOMES`.

        `offered`: ambiguous, and the right one is a candidate, or some of those that a contested name means. `wrong` is
        also to offer anything at `DOUBTED` where there is nothing.
        """
        asked, one = self.asked, self.resolution
        hits = {other.id for other in (one.option, *one.candidates)} & {*asked.expected}
        if one.status == "resolved":
            return "right" if asked.judged(one.id) else "wrong"
        if one.status == "ambiguous" and hits:
            whole = len(hits) >= min(len(asked.expected), MOST_OPTIONS)
            return "right" if asked.contested and whole else "offered"
        if not asked.expected and one.status != "error":
            best = max((other.score or 0.0 for other in one.candidates), default=0.0)
            return "wrong" if best >= DOUBTED and not asked.contested else "right"
        return one.status


def of_file(path: Path) -> list[Text]:
    """The texts of a JSON file. Raises: msgspec.ValidationError for a file of another form."""
    return msgspec.json.decode(path.read_bytes(), type=list[Text])


@asynccontextmanager
async def asking() -> AsyncGenerator[UseCases]:
    """The use cases on the catalogues of the environment.

    Compounds have none: a stand-in of PubChem is asked although all else is offline, and no request waits for its turn.
    """
    settings = Settings.from_environment()
    container = Container(settings=settings)
    if settings.pubchem_url != Settings().pubchem_url:
        container = unlimited(Container(settings=msgspec.structs.replace(settings, source="live")))
    async with opened(container):
        yield container.use_cases()


async def answers(use_cases: UseCases, texts: Iterable[Text]) -> list[Answer]:
    """What is answered to each text, as if it were asked alone."""
    found: list[Answer] = []
    for (kind, organism), group in _by_question(texts).items():
        for some in (group[start : start + MOST] for start in range(0, len(group), MOST)):
            resolved: dict[Text, Resolution] = {}
            waiting = list(some)
            while waiting:  # as its errors ask for, as long as that helps
                told = await use_cases.resolve_many([one.text for one in waiting], kind, organism=organism)
                resolved |= zip(waiting, told.items, strict=True)
                failed = [one for one in waiting if resolved[one].status == "error"]
                waiting = failed if len(failed) < len(waiting) else []
            found += [Answer(one, resolved[one], await searched(use_cases, one)) for one in some]
    return found


async def searched(use_cases: UseCases, asked: Text) -> Sequence[AnyCandidate]:
    """The first candidates of the search; none where it fails, which is the resolution's error, too."""
    try:
        return await use_cases.searches[asked.kind].top(asked.text, asked.organism, LISTED)
    except BiofactsError:
        return ()


def _by_question(texts: Iterable[Text]) -> Mapping[tuple[KindName, str | None], list[Text]]:
    groups: dict[tuple[KindName, str | None], list[Text]] = {}
    for one in texts:
        groups.setdefault((one.kind, one.organism), []).append(one)
    return groups


class Counts(NamedTuple):
    """What came of a set of texts. `weight`: how often a corpus has those that are resolved rightly."""

    asked: int
    first: int
    listed: int
    outcomes: Mapping[str, int]
    mentions: int
    weight: int

    @classmethod
    def of(cls, some: Sequence[Answer]) -> "Counts":
        outcomes = dict.fromkeys(OUTCOMES, 0)
        for one in some:
            outcomes[one.outcome] += 1
        return cls(
            asked=len(some),
            first=sum(one.place == 1 for one in some),
            listed=sum(one.place is not None for one in some),
            outcomes=outcomes,
            mentions=sum(one.asked.n for one in some),
            weight=sum(one.asked.n for one in some if one.outcome == "right"),
        )

    @property
    def cells(self) -> Iterator[str]:
        """The cells of `HEAD` but the first."""
        told = self.outcomes
        yield str(self.asked)
        for part in (self.first, self.listed, told["right"]):
            yield share(part, self.asked)
        yield f"{told['offered'] + told['ambiguous']} ({told['offered']})"
        yield f"{told['wrong']} ({share(told['wrong'], self.asked)})"
        yield share(told["not_found"], self.asked)
        yield str(told["error"] or "")
        yield share(told["right"], told["right"] + told["wrong"])
        yield share(self.weight, self.mentions) if self.mentions != self.asked else ""


HEAD = (
    "texts", "n", "top-1", "top-5", "right", "ambiguous (offered)", "wrong (%)", "not found", "error", "precision",
    "right by mentions",
)  # fmt: skip


def share(part: int, whole: int) -> str:
    """In percent."""
    return f"{100 * part / whole:.1f}" if whole else "-"
