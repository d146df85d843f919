"""What the use cases ask of a source of genes."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from biofacts.domain.gene import Gene, GeneCandidate, GeneId
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.names import GeneName
from biofacts.ports.joins import JoinSource
from biofacts.ports.sources import RecordSource, SearchSource


class NamedGenes(msgspec.Struct, frozen=True, kw_only=True):
    """The genes to which a name's terms lead.

    `of_organism`: of the organism that was asked for, or that the name tells, else human ones; `elsewhere`: of the
    other organisms whose names are at hand. `of_protein`: where no gene is called so, those of the protein that is.
    `lacking`: a sentence about names that could not be had, or not in time. `version`: of the catalogues that took
    part, as `Hits.version`.
    """

    of_organism: Sequence[GeneFacts] = ()
    elsewhere: Sequence[GeneFacts] = ()
    of_protein: Sequence[GeneFacts] = ()
    lacking: str | None = None
    version: str = ""


class DrawnGene(msgspec.Struct, frozen=True):
    """A gene, and exact terms under which a drawing may carry it."""

    id: str
    symbol: str
    terms: Sequence[str]


class GeneSource(SearchSource[GeneCandidate], RecordSource[GeneId, Gene], JoinSource[GeneCandidate], Protocol):
    """Genes by words, by identifier, and by what they are called."""

    async def named(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        """Every gene, and every member of a family, that bears a name.

        `patient`: wait for names that are not at hand; otherwise for a few seconds only, and go on behind the answer.
        `version`: of a listing, as its cursor has it. None when that is no longer kept.
        """
        ...

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        """Every exact term under which a drawing may carry a gene.

        Its symbol, the identifiers that it shares with no other gene, and those of the one gene that is called so in
        each other organism whose names are at hand.
        """
        ...

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        """Every gene of an organism that a drawing may carry under some of these exact terms, with those; by its id.

        As `drawn_as` of each, without what genes of other organisms are drawn as: what lists are compared with does not
        depend on whose names are at hand. Empty where the organism's are not.
        """
        ...
