"""The interface for sources of genes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts, Ortholog
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.curies import GeneId
from biofacts.ports.sources import JoinSource, RecordSource, SearchSource


class NamedGenes(msgspec.Struct, frozen=True, kw_only=True):
    """The genes that match the terms of a name.

    `of_organism`: genes of the organism in the query or the one that the name implies, else human genes. `of_protein`:
    if no gene has the name, the genes of the protein that does. `lacking`: a sentence about names that could not be
    fetched, or not in time. `version`: the catalogues that were used, in the form of `Hits.version`. `reading`: how the
    name is read, if that has been computed: as a gene of the organism, or else as the ortholog of a human gene, or else
    as a human gene. It does not depend on which other organisms' names are in the cache.
    """

    of_organism: Sequence[GeneFacts] = ()
    of_protein: Sequence[GeneFacts] = ()
    lacking: str | None = None
    version: str = ""
    reading: Reading | None = None


class DrawnGene(msgspec.Struct, frozen=True):
    """A gene, and the exact terms under which a drawing may contain it."""

    id: str
    symbol: str
    terms: Sequence[str]


class OrthologsFound(msgspec.Struct, frozen=True, kw_only=True):
    """Orthologs in one organism, sorted by symbol, by the ids of the genes that have any.

    `by`: the source that states them, with its release. `lacking`: a sentence if the names of the organism are not
    available, so that orthologs have the ids of its database. `version`: as in `NamedGenes`.
    """

    found: Mapping[str, Sequence[Ortholog]]
    by: str = ""
    lacking: str | None = None
    version: str = ""


class GenesByTerm(Protocol):
    """Looks up the cached facts of genes by exact terms."""

    async def with_terms(
        self, terms: Sequence[str], organisms: Collection[str] | None = None
    ) -> Mapping[str, Sequence[GeneFacts]]:
        """Return the genes with one of these exact terms, by organism. Nothing is fetched for it.

        `organisms`: only these. Organisms whose genes are not in the cache are missing in the answer.
        Raises: UpstreamError if the cache is damaged.
        """
        ...


class GeneSource(SearchSource[GeneCandidate], RecordSource[GeneId, Gene], JoinSource[GeneCandidate], Protocol):
    """Looks up genes by words, by identifier, and by name."""

    async def named(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        """Return every gene, and every member of a gene family, that has a name.

        `patient`: wait until names that are not in the cache are loaded; otherwise wait a few seconds only, and go on
        loading in the background. `version`: the version of a listing, from its cursor. Returns None if that has been
        deleted.
        """
        ...

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        """Return every exact term under which a drawing may contain a gene.

        These are its symbol and the identifiers that it shares with no other gene.
        """
        ...

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        """Return the genes of an organism that drawings may contain under some of these exact terms, sorted by id.

        Returns nothing if the names of the organism are not in the cache.
        """
        ...

    async def orthologs(
        self, genes: Collection[str], organism: str, *, version: str | None = None, patient: bool = True
    ) -> OrthologsFound:
        """Return all orthologs that genes of other organisms have in human, mouse or rat.

        `genes`: ids of HGNC, NCBI Gene, MGI or RGD. `patient`: wait for the names of the organism. `version`: as in
        `named`. Raises: RateLimited, UpstreamError.
        """
        ...
