"""Answers to the names of a table: each is resolved as in `resolve_many` and linked as in `find_links`."""

from collections.abc import Sequence

from biofacts.application.links.find_links import FindLinks
from biofacts.application.lists.resolution import MOST, ResolveMany
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.kinds import KindName
from biofacts.domain.lists.annotation import Answer, Question


class AnswerNames:
    """The use case that answers one question about many names."""

    def __init__(self, resolve: ResolveMany, find_links: FindLinks, question: Question) -> None:
        self._resolve = resolve
        self._find_links = find_links
        self._question = question

    async def __call__(self, names: Sequence[str]) -> list[Answer]:
        """Return an answer for each of any number of names. Raises: AmbiguousQuery for an invalid organism."""
        known: dict[str, Answer] = {}
        for start in range(0, len(names), MOST):
            known |= await self._decided(names[start : start + MOST])
        return [known[name] for name in names]

    async def _decided(self, names: Sequence[str]) -> dict[str, Answer]:
        """Resolve a batch; retry names that failed for the moment or were late for as long as others succeed."""
        known: dict[str, Answer] = {}
        waiting = names
        while waiting:
            decided = await self._resolve(waiting, self._question.kind, organism=self._question.organism)
            for name, one in zip(waiting, decided.items, strict=True):
                known[name] = await self._linked(Answer.of(one))
            failed = [name for name in waiting if known[name].is_passing]
            # A round without any success: the failures are reported, and a later run retries them.
            if len(failed) == len(waiting):
                break
            waiting = failed
        return known

    async def _linked(self, answer: Answer) -> Answer:
        if answer.id is None or not self._question.links:
            return answer
        try:
            return answer.linked(tuple([await self._ids(answer.id, to) for to in self._question.links]))
        except BiofactsError as error:
            return answer.failing(error)

    async def _ids(self, identifier: str, to: KindName) -> tuple[str, ...]:
        """Return the ids of all linked entities of a kind."""
        question = self._question
        # A ligand that other ligands act on is listed among the targets; its own kind tells it apart.
        reached = await self._find_links.whole(identifier, question.kind, to, organism=question.organism)
        return tuple(dict.fromkeys(one.id for one in reached.entities if one.kind is None))
