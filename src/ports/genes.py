"""The interface for sources of genes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts, Ortholog
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.curies import GeneId
from biofacts.ports.sources import JoinSource, RecordSource, SearchSource


class NamedGenes(msgspec.Struct, frozen=True, kw_only=True):
    """The genes that match the terms of a name.

    `of_organism`: genes of the organism in the query or implied by the name, by default human genes. `of_protein`: if
    no gene has the name, the genes of the protein that has it. `lacking`: a sentence on names that could not be fetched
    in time. `version`: the catalogues that were used, in the form of `Hits.version`. `reading`: the meaning of the
    name, if computed: a gene of the organism, or else the ortholog of a human gene, or else a human gene. It does not
    depend on the other organisms whose names are in the cache.
    """

    of_organism: Sequence[GeneFacts] = ()
    of_protein: Sequence[GeneFacts] = ()
    lacking: str | None = None
    version: str = ""
    reading: Reading | None = None


class DrawnGene(msgspec.Struct, frozen=True):
    """A gene, and the exact terms that identify it in pathway drawings."""

    id: str
    symbol: str
    terms: Sequence[str]


class Orthologs(msgspec.Struct, frozen=True, kw_only=True):
    """Orthologs in one organism (`by_gene`), sorted by symbol, by the id of the gene.

    `by`: the source of the orthologs, with its release. `lacking`: a sentence if the names of the organism are
    unavailable, so that orthologs have only ids of its own database. `version`: as in `NamedGenes`.
    """

    by_gene: Mapping[str, Sequence[Ortholog]]
    by: str = ""
    lacking: str | None = None
    version: str = ""


class GenesByTerm(Protocol):
    """A lookup of the cached facts of genes by exact terms."""

    async def with_terms(
        self, terms: Sequence[str], organisms: Collection[str] | None = None
    ) -> Mapping[str, Sequence[GeneFacts]]:
        """Return the genes with any of these exact terms, by organism, from the cache only.

        `organisms`: the only organisms to search. Organisms whose genes are not in the cache are omitted.
        Raises: UpstreamError if the cache is damaged.
        """
        ...


class GeneSource(SearchSource[GeneCandidate], RecordSource[GeneId, Gene], JoinSource[GeneCandidate], Protocol):
    """A source of genes, looked up by words, by identifier, and by name."""

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        """Return every gene, and every member of a gene family, that has a name.

        `patient`: True to wait until names that are not in the cache are loaded; False to wait only a few seconds, and
        continue loading in the background. `version`: the version of a listing, from its cursor. Returns None if that
        version has been deleted.
        """
        ...

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        """Return every exact term that identifies a gene in pathway drawings.

        These are its symbol and the identifiers that it shares with no other gene.
        """
        ...

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        """Return the genes of an organism that any of these exact terms identify in drawings, sorted by id.

        Returns nothing if the names of the organism are not in the cache.
        """
        ...

    async def orthologs(
        self, genes: Collection[str], organism: str, *, version: str | None = None, patient: bool = True
    ) -> Orthologs:
        """Return all orthologs that genes have in another organism (human, mouse or rat).

        `genes`: ids of HGNC, NCBI Gene, MGI or RGD. `patient`: True to wait for the names of the organism.
        `version`: as in `named`. Raises: RateLimited, UpstreamError.
        """
        ...
