"""Workers that answer in the process of the test, from the sample; they remember what they were asked."""

from collections.abc import Collection, Sequence

import anyio.lowlevel
import msgspec

from biofacts.application.lists.resolve_many import AnswerNames
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.lists.annotation import Answer, ColumnQuery
from biofacts.domain.lists.resolution import failed
from biofacts.ports.lists import Answering, AnsweringError


class SampleAnswering(Answering):
    """`unreachable`: names that fail for the moment. `enough`: after so many names nobody answers any more."""

    def __init__(self, sample: Container, *, workers: int = 2) -> None:
        use_cases = sample.use_cases()
        self._resolve, self._find_links = use_cases.resolve_many, use_cases.find_links
        self.workers = workers
        self.unreachable: set[str] = set()
        self.enough = 1_000_000
        self.versions = "1"
        self.asked: list[str] = []
        self.prepared: list[tuple[ColumnQuery, set[str]]] = []

    async def prepare(self, question: ColumnQuery, organisms: Collection[str]) -> str:
        self.prepared.append((question, {*organisms}))
        return self.versions

    async def answer(self, question: ColumnQuery, names: Sequence[str], versions: str) -> Sequence[bytes]:
        assert versions == self.versions
        if len(self.asked) + len(names) > self.enough:
            raise AnsweringError("A worker process has ended.")
        self.asked += names
        await anyio.lowlevel.checkpoint()
        answers = await AnswerNames(self._resolve, self._find_links, question)(names)
        unreachable = Answer.of(failed("", UpstreamError.of("PubChem", "it cannot be reached")))
        return [
            msgspec.msgpack.encode(unreachable if name in self.unreachable else answer)
            for name, answer in zip(names, answers, strict=True)
        ]

    def taken(self) -> list[str]:
        """What was asked since the last time."""
        asked, self.asked = self.asked, []
        return asked
