"""Elsewhere: look a name that was not found up in other kinds, and suggest the call that finds it there."""

from collections.abc import Sequence
from typing import NamedTuple

from biofacts.domain.answers import scores, wording
from biofacts.domain.answers.advice import Advice, NextCall, joined
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.genes.gene import GENE
from biofacts.domain.identifiers.databases import Reference
from biofacts.domain.pathways.pathway import PATHWAY
from biofacts.domain.pharmacology import indications
from biofacts.domain.pharmacology.ligand import LIGAND
from biofacts.domain.search import query_language
from biofacts.ports.sources import NameSource, Query


class Known(NamedTuple):
    """A kind and the source that knows its names."""

    kind: Kind
    source: NameSource


class Elsewhere:
    """Looks whole names up in the local sources of other kinds; nothing is fetched."""

    def __init__(self, known: Sequence[Known]) -> None:
        self._known = known

    def remark(self, text: str, best: float) -> Advice | None:
        """Return a remark on the language of a query, found or not. `best`: the score of the first candidate."""
        is_doubtful = best < scores.DOUBTFUL and query_language.seems_foreign(text)
        return Advice.of(wording.ENGLISH_ONLY) if is_doubtful or query_language.has_foreign_letters(text) else None

    async def advice(self, kind: Kind, asked: Query, reference: Reference | None = None) -> Advice | None:
        """Return advice on a query that found nothing of a kind."""
        text = asked.text
        parts: list[Advice | str] = []
        if kind is LIGAND and indications.asked_for(text):
            parts.append(wording.NO_INDICATIONS)
        if reference is not None:
            if reference.own or not reference.finds(kind):
                parts.append(wording.of_another_kind(text, kind, reference.calls(kind)))
        elif ways := await self.ways(kind, text):
            parts.append(wording.known_elsewhere(text, ways))
        if reference is None and query_language.seems_foreign(text):
            parts.append(wording.ENGLISH_ONLY)
        return joined(*parts)

    async def ways(self, kind: Kind, name: str) -> list[tuple[Kind, NextCall]]:
        """Return the other kinds that know a name, with the call that finds it, for a caller who wants `kind`."""
        known = [other for other, source in self._known if other is not kind and await source.knows(name)]
        # Somebody who searches pathways for a gene wants the pathways of the gene, not its record.
        if kind is PATHWAY and GENE in known:
            others = [(other, wording.search(other, name)) for other in known if other is not GENE]
            return [(GENE, wording.pathways_of(name)), *others]
        return [(other, wording.search(other, name)) for other in known]


NOWHERE = Elsewhere(())
"""An `Elsewhere` without other kinds."""
