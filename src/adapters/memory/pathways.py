"""Pathways in memory: the fake of the tests, and the built-in sample."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from biofacts.adapters.memory.index import MemoryIndex
from biofacts.domain import organisms
from biofacts.domain.identifiers import GeneId, PathwayId, gene_token
from biofacts.domain.paging import Hits, Window, windowed
from biofacts.domain.pathway import (
    DataNode,
    Interaction,
    MatchedOn,
    Pathway,
    PathwayCandidate,
    PathwayComponents,
    Revision,
)
from biofacts.domain.provenance import Source
from biofacts.domain.search import ranking as search
from biofacts.domain.search.ranking import Field
from biofacts.domain.text import fold as text
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.sources import Query

_VERSION = "sample"
_GENE_KEYS = {
    "entrez": "entrez", "ensembl_gene": "ensembl_gene", "uniprot": "uniprot", "hgnc": "hgnc", "hgnc_symbol": "symbol",
}  # fmt: skip


class SamplePathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway as it is written by hand."""

    id: str
    title: str
    organism: str
    description: str | None = None
    revision: Revision
    cross_references: dict[str, str | tuple[str, ...]] = {}
    synonyms: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    genes: tuple[DataNode, ...] = ()
    proteins: tuple[DataNode, ...] = ()
    metabolites: tuple[DataNode, ...] = ()
    interactions: tuple[Interaction, ...] = ()

    def components(self, source: Source) -> PathwayComponents:
        """What is drawn in it."""
        return PathwayComponents(
            id=self.id, title=self.title, organism=self.organism, genes=self.genes, proteins=self.proteins,
            metabolites=self.metabolites, interactions=self.interactions, source=source,
        )  # fmt: skip

    def record(self, source: Source) -> Pathway:
        """The record without its drawing."""
        return Pathway(
            id=self.id,
            title=self.title,
            organism=self.organism,
            description=self.description,
            revision=self.revision,
            component_counts=self.components(source).counts,
            cross_references=self.cross_references,
            url=f"https://www.wikipathways.org/instance/{self.id.removeprefix('WP:')}",
            source=source,
        )

    def gene_tokens(self) -> set[str]:
        """Every token under which one of its genes or proteins is known."""
        found = set[str]()
        for node in (*self.genes, *self.proteins):
            found.add(gene_token("symbol", node.label))
            for key, values in node.cross_references.items():
                if kind := _GENE_KEYS.get(key):
                    found.update(gene_token(kind, value) for value in ([values] if isinstance(values, str) else values))
        return found

    def texts(self) -> dict[Field, Sequence[str]]:
        """What is searched."""
        return {
            Field.TITLE: [self.title],
            Field.NAME: [self.id.removeprefix("WP:"), *self.synonyms],
            Field.TERM: self.terms,
            Field.FACET: [organisms.all_names(self.organism)],
            Field.TEXT: [self.description or ""],
            Field.LABEL: [node.label for node in (*self.genes, *self.proteins, *self.metabolites)],
        }

    def candidate(self, score: float, matched_on: str) -> PathwayCandidate:
        """The pathway in a list."""
        return PathwayCandidate(
            id=self.id,
            title=self.title,
            organism=self.organism,
            description=text.shorten(self.description) if self.description else None,
            matched_on=msgspec.convert(matched_on, MatchedOn),
            score=score,
        )


class MemoryPathways(PathwaySource):
    """Answers from the pathways it is given."""

    def __init__(self, pathways: Iterable[SamplePathway], source: Source) -> None:
        self._pathways = sorted(pathways, key=lambda p: (*organisms.sort_key(p.organism), p.title.casefold(), p.id))
        self._index = MemoryIndex((p.texts(), organisms.standing(p.organism)) for p in self._pathways)
        self._source = source

    async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
        ranking = search.search(self._index, query.text)
        found = [(self._pathways[match.document - 1], match) for match in ranking.matches]
        chosen = [(pathway, match) for pathway, match in found if query.organism in (None, pathway.organism)]
        best = chosen[0][1].quality if chosen else 1.0
        said = search.Ranking(
            matches=[match for _, match in chosen], unknown=ranking.unknown, corrected=ranking.corrected
        )
        candidates = [pathway.candidate(match.quality / best, match.matched_on) for pathway, match in chosen]
        return self._hits(candidates, window, search.guidance(said, plural="pathways"))

    async def with_gene(self, gene: GeneId, organism: str | None, window: Window) -> Hits[PathwayCandidate] | None:
        containing = [pathway for pathway in self._pathways if pathway.gene_tokens() & set(gene.tokens)]
        chosen = [pathway for pathway in containing if organism in (None, pathway.organism)]
        chosen.sort(key=lambda pathway: _gene_order(gene, pathway))
        guidance = None
        if not chosen:
            elsewhere = ", ".join(dict.fromkeys(pathway.organism for pathway in containing))
            name, where = text.shorten(gene.text, 60), text.shorten(organism or "", 60)
            guidance = (
                f"No pathway of {where} contains '{name}'; there are pathways with it of: {elsewhere}."
                if elsewhere
                else f"No pathway of the sample contains '{name}', in any organism."
            )
        return self._hits([pathway.candidate(1.0, "gene") for pathway in chosen], window, guidance)

    async def get(self, identifier: PathwayId) -> Pathway | None:
        pathway = self._find(identifier)
        return pathway.record(self._source) if pathway else None

    async def components(self, identifier: PathwayId) -> PathwayComponents | None:
        pathway = self._find(identifier)
        return pathway.components(self._source) if pathway else None

    def _find(self, identifier: PathwayId) -> SamplePathway | None:
        return next((pathway for pathway in self._pathways if pathway.id == str(identifier)), None)

    def _hits(
        self, candidates: Sequence[PathwayCandidate], window: Window, guidance: str | None
    ) -> Hits[PathwayCandidate] | None:
        if window.version not in (None, _VERSION):
            return None
        return windowed(candidates, window, version=_VERSION, guidance=guidance, source=self._source)


def _gene_order(gene: GeneId, pathway: SamplePathway) -> tuple[object, ...]:
    """Human first, then by organism; within one, titles that name the gene first; then as they stand."""
    named = gene.symbol is not None and text.names(pathway.title, gene.symbol)
    return *organisms.sort_key(pathway.organism), not named


def sample_pathways() -> MemoryPathways:
    """The built-in sample: a dozen small records of true facts, written by hand."""
    written = Path(__file__).with_suffix(".json").read_bytes()
    source = Source(name="WikiPathways", release="built-in sample", mode="snapshot")
    return MemoryPathways(msgspec.json.decode(written, type=list[SamplePathway]), source)
