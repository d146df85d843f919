"""Pathways of WikiPathways, answered from its two index files, its drawings and the Pathway Ontology."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from biofacts.adapters.local.about_organism import about_organism
from biofacts.adapters.local.archive import Archive
from biofacts.adapters.local.carriers import CarrierSearch
from biofacts.adapters.local.credits import cited_by_title, credit_hits, credited
from biofacts.adapters.local.drawn_pathways import DrawnPathways
from biofacts.adapters.local.enrichment import Enrichment
from biofacts.adapters.local.freshness import LocalCatalogue, OpenCatalogue, reopened, version_of
from biofacts.adapters.local.genes_drawn import genes_drawn
from biofacts.adapters.local.jobs import Jobs
from biofacts.adapters.local.listing import preload_of, ranked
from biofacts.adapters.local.pathway_entries import (
    GPML,
    TEXT,
    XREF,
    decode_drawing,
    decode_references,
    decode_summary,
    label_terms,
    title_word_term,
)
from biofacts.adapters.local.thesaurus import Thesaurus
from biofacts.domain import organisms, wording
from biofacts.domain.cross_references import valid
from biofacts.domain.drawing import Drawing
from biofacts.domain.genes.drawn import GenesInPathway
from biofacts.domain.genes.names import alias_term
from biofacts.domain.listed_pathway import ListedPathway, MappedPathway
from biofacts.domain.ontology import Term
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pathway import (
    PATHWAY,
    ComponentsDetail,
    Detail,
    MatchedOn,
    Pathway,
    PathwayCandidate,
    PathwayComponents,
    PathwayId,
)
from biofacts.domain.search.index import Field
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Hit
from biofacts.ports.joins import Bearer, Identifier
from biofacts.ports.pathways import GeneListing, GenePathway, GenePathways, PathwaySource, SoughtGene
from biofacts.ports.sources import Query

_MATCHED_ON: Mapping[Field, MatchedOn] = {
    Field.TITLE: "title",
    Field.NAME: "synonym",
    Field.TERM: "ontology term",
    Field.CATEGORY_NAMES: "organism",
    Field.TEXT: "description",
    Field.LABEL: "data node",
}
_CALLED = frozenset({Field.TITLE, Field.NAME, Field.TERM})
"""Where a pathway says what it is about."""
_SURELY = 0.9
"""From which score on a pathway is about what was asked for."""


class _GeneIndexes(NamedTuple):
    """Where genes are looked for.

    `mapped`: identifiers that upstream mapped. `labels`: the text index, which holds the labels of nodes; for a symbol,
    or when it is there. `archive`: all drawings, when they are there.
    """

    mapped: OpenCatalogue
    labels: Catalogue | None
    archive: Catalogue | None

    @property
    def version(self) -> str:
        named = ((XREF, self.mapped.catalogue), (TEXT, self.labels), (GPML, self.archive))
        return version_of((name, catalogue) for name, catalogue in named if catalogue is not None)

    @property
    def listings(self) -> Sequence[Catalogue]:
        """Which catalogues say what there is: the text index, since what it no longer lists has been deleted."""
        if self.labels is not None:
            return [self.labels]
        return [self.mapped.catalogue, *([self.archive] if self.archive is not None else [])]


class LocalPathways(PathwaySource):
    """Pathways by words, by identifier and by gene.

    A first search waits for the text index alone, a first gene lookup for the xref index, a symbol for both.
    """

    def __init__(
        self,
        *,
        text: LocalCatalogue[ListedPathway],
        xref: LocalCatalogue[MappedPathway],
        ontology: LocalCatalogue[Term],
        drawn: DrawnPathways,
        thesaurus: Thesaurus,
        archive: Archive,
        carriers: CarrierSearch,
        enrichment: Enrichment,
        store: CatalogueStore,
        jobs: Jobs,
    ) -> None:
        self._thesaurus = thesaurus
        self._archive = archive
        self._carriers = carriers
        self._enrichment = enrichment
        self._text = text
        self._xref = xref
        self._ontology = ontology
        self._drawn = drawn
        self._store = store
        self._jobs = jobs

    # Search

    async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
        opened = None
        if window.version is None:
            text = await self._text.open()
        else:
            opened = await reopened(self._store, window.version)
            if opened is None or TEXT not in opened:
                return None
            text = opened[TEXT]
        await self._complete(text)
        if (carrying := await self._carriers.search(query, window, text, opened)) is not None:
            return carrying
        if (citing := await cited_by_title(query.text, text.catalogue)) is not None:
            return await credit_hits(citing, query, window, text, version_of([(TEXT, text.catalogue)]))
        return await self._worded(query, window, text, opened)

    async def _complete(self, text: OpenCatalogue) -> None:
        """Begin, behind the answer, what later questions need."""
        self._ontology.prefetch(needed=not text.fetched)  # a first search at the terminal waits for nothing more
        self._xref.prefetch()
        self._jobs.prefetch(preload_of(TEXT), text.catalogue.preload)
        await self._archive.complete()
        await self._enrichment.follow()

    async def _worded(
        self, query: Query, window: Window, text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> Hits[PathwayCandidate]:
        query, read_as = await _with_organism(query, text.catalogue)
        found, version = await self._thesaurus.search(query, window, TEXT, text.catalogue, opened, terms=True)
        is_doubtful = not found.total or found.unknown or found.corrected
        if is_doubtful and (credit := await credited(query.text, text.catalogue)) is not None:
            return await credit_hits(credit, query, window, text, version)
        if not found.total:
            read_as = await about_organism(text.catalogue, query.organism) or read_as
        return ranked(
            found,
            window,
            _candidate,
            kind=PATHWAY,
            version=version,
            provenance=text.provenance(PATHWAY.service),
            guidance=read_as,
        )

    async def knows(self, name: str) -> bool:
        if (text := await self._text.present()) is None:
            return False
        found = await text.search(name, offset=0, limit=1)
        return any(hit.score >= _SURELY and not hit.unmatched and hit.field in _CALLED for hit in found.hits)

    # Genes

    async def prepare_genes(self) -> None:
        if await self._xref.present() is None:
            await self._xref.open()

    async def with_gene(self, gene: SoughtGene, version: str | None) -> GenePathways | None:
        indexes = await self._indexes(version, labelled=bool(gene.symbol))
        if indexes is None:
            return None
        containing = await _containing(gene, indexes)
        in_title = set[str]()
        if indexes.labels is not None and gene.symbol:
            in_title = {*await indexes.labels.keys([title_word_term(fold.compact(gene.symbol))])}
        return GenePathways(
            pathways=[GenePathway(key, organism, key in in_title) for key, organism in containing.items()],
            complete=indexes.archive is not None,
            version=indexes.version,
            provenance=indexes.mapped.provenance(PATHWAY.service),
        )

    async def gene_listing(self, version: str | None) -> GeneListing | None:
        if (indexes := await self._indexes(version, labelled=True)) is None:
            return None
        return GeneListing(
            complete=indexes.archive is not None,
            version=indexes.version,
            provenance=indexes.mapped.provenance(PATHWAY.service),
        )

    async def genes_drawn(self, organism: str, version: str) -> Sequence[GenesInPathway] | None:
        if (indexes := await self._reopened_for_genes(version)) is None:
            return None
        mapped, labels, archive = indexes
        return await genes_drawn(
            organism, listings=indexes.listings, mapped=mapped.catalogue, labels=labels, archive=archive
        )

    async def candidates(self, local_ids: Sequence[str], version: str) -> Sequence[PathwayCandidate] | None:
        if (indexes := await self._reopened_for_genes(version)) is None:
            return None
        summaries: dict[str, bytes] = {}
        for catalogue in indexes.listings:
            summaries = {**await catalogue.summaries(local_ids), **summaries}
        return [decode_summary(summaries[key]).candidate(key, 1.0, "gene") for key in local_ids]

    async def _indexes(self, version: str | None, *, labelled: bool) -> _GeneIndexes | None:
        """Where genes are looked for. `labelled`: labels cannot be done without."""
        if version is not None:
            return await self._reopened_for_genes(version)
        mapped = await self._xref.open()
        await self._archive.complete()
        labels = (await self._text.open()).catalogue if labelled else await self._text.present()
        self._text.prefetch()
        return _GeneIndexes(mapped, labels, await self._store.newest(GPML))

    async def _reopened_for_genes(self, version: str) -> _GeneIndexes | None:
        opened = await reopened(self._store, version)
        if opened is None or XREF not in opened:
            return None
        labels, archive = (opened[name].catalogue if name in opened else None for name in (TEXT, GPML))
        return _GeneIndexes(opened[XREF], labels, archive)

    # Records

    async def get(self, identifier: PathwayId, detail: Detail = "full") -> Pathway | None:
        record = await self._drawn.record(identifier, detail)
        self._text.prefetch()
        self._xref.prefetch()
        return record

    async def carried(self, identifier: PathwayId) -> Bearer[PathwayCandidate] | None:
        xref, archive = await self._xref.open(), await self._store.newest(GPML)
        key = identifier.local
        listing = await self._text.present() or xref.catalogue
        if (summary := (await listing.summaries([key])).get(key)) is None:
            return None
        identifiers = {*decode_references(await xref.catalogue.record(key))}
        if archive is not None and (stored := await archive.record(key)):
            identifiers |= {*_drawn_identifiers(decode_drawing(stored))}
        return Bearer(decode_summary(summary).candidate(key, 1.0, "gene").slim(), frozenset(identifiers))

    async def components(self, identifier: PathwayId, detail: ComponentsDetail = "full") -> PathwayComponents | None:
        return await self._drawn.components(identifier, detail)


def _drawn_identifiers(drawing: Drawing) -> Iterator[Identifier]:
    """What nodes carry; genes' labels as symbols, too, as `with_gene` has it."""
    yield from valid(drawing.references)
    for node in (*drawing.components.genes, *drawing.components.proteins):
        yield "hgnc_symbol", node.label
        yield "hgnc_symbol", node.label.upper()


async def _with_organism(query: Query, text: Catalogue) -> tuple[Query, str | None]:
    """A query whose words name an organism with that as its filter, and what to say of it.

    As they are where a title has all of the words: `Escherichia coli infection` is a topic.
    """
    named = None if query.organism else organisms.named_in(query.text)
    if named is None:
        return query, None
    written, organism, rest = named
    words = fold.without_stop_words(fold.tokens(query.text))
    titled = {*await text.keys([title_word_term(words[0])])}
    for word in words[1:]:
        titled &= {*await text.keys([title_word_term(word)])}
    if titled:
        return query, None
    return Query(text=rest, organism=organism), wording.organism_in_query(written, organism)


async def _containing(gene: SoughtGene, indexes: _GeneIndexes) -> Mapping[str, str]:
    """Every pathway in which the gene is drawn, with its organism.

    By mapped identifiers, by curated ones, and by label. The archive knows which labels are genes. A label of the text
    index counts only for drawings that the archive does not have, and as symbols are written: cAMP is no gene CAMP.
    """
    mapped, labels, archive = indexes
    found = {*await mapped.catalogue.keys(gene.terms)}
    if archive is not None:
        found |= {*await archive.keys([*gene.terms, *([alias_term(gene.alias)] if gene.alias else [])])}
    if labels is not None and gene.symbol:
        labelled = {*await labels.keys(label_terms(gene.symbol))}
        labelled -= found
        found |= labelled - {*await archive.categories(labelled)} if archive and labelled else labelled
    by_key: dict[str, str] = {}
    for catalogue in indexes.listings:
        by_key |= await catalogue.categories(found - by_key.keys())
    return by_key


def _candidate(hit: Hit) -> PathwayCandidate:
    matched_on = "synonym" if hit.by_synonym else _MATCHED_ON[hit.field]
    return decode_summary(hit.summary).candidate(hit.key, hit.score, matched_on)
