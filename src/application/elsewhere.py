"""Elsewhere: what a name that was not found may be instead, and which call finds it there."""

from collections.abc import Sequence
from typing import NamedTuple

from biofacts.domain import wording
from biofacts.domain.advice import Advice, NextCall, joined
from biofacts.domain.gene import GENE
from biofacts.domain.identity import Reference
from biofacts.domain.kinds import Kind
from biofacts.domain.ligand import LIGAND
from biofacts.domain.pathway import PATHWAY
from biofacts.domain.pharmacology import indications
from biofacts.domain.text import language
from biofacts.ports.sources import NameSource, Query

_DOUBTFUL = 0.5
"""An answer with a smaller score may rest on a word that only looks English."""


class Known(NamedTuple):
    """A kind, and who knows its names."""

    kind: Kind
    source: NameSource


class Elsewhere:
    """Asks the other kinds' sources for a whole name, by what is at hand: nothing is fetched for it."""

    def __init__(self, known: Sequence[Known]) -> None:
        self._known = known

    def remark(self, text: str, best: float) -> Advice | None:
        """What is said of a query whatever was found. `best`: the score of the first answer."""
        is_doubtful = best < _DOUBTFUL and language.seems_foreign(text)
        return Advice.of(wording.ENGLISH_ONLY) if is_doubtful or language.has_foreign_letters(text) else None

    async def advice(self, kind: Kind, asked: Query, reference: Reference | None = None) -> Advice | None:
        """What to say of a query for which nothing of a kind was found."""
        text = asked.text
        parts: list[Advice | str] = []
        if kind is LIGAND and indications.asked_for(text):
            parts.append(wording.NO_INDICATIONS)
        if reference is not None:
            if reference.own or not reference.finds(kind):
                parts.append(wording.of_another_kind(text, kind, reference.calls(kind)))
        elif ways := await self.ways(kind, text):
            parts.append(wording.known_elsewhere(text, ways))
        if reference is None and language.seems_foreign(text):
            parts.append(wording.ENGLISH_ONLY)
        return joined(*parts)

    async def ways(self, kind: Kind, name: str) -> list[tuple[Kind, NextCall]]:
        """The other kinds that know the name, each with the call that finds it, for somebody who asked for `kind`."""
        known = [other for other, source in self._known if other is not kind and await source.knows(name)]
        if kind is PATHWAY and GENE in known:
            others = [(other, wording.search(other, name)) for other in known if other is not GENE]
            return [(GENE, wording.pathways_of(name)), *others]
        return [(other, wording.search(other, name)) for other in known]


NOWHERE = Elsewhere(())
"""Knows nothing of other kinds."""
