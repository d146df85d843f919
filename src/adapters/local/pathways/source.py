"""The source of pathways: WikiPathways' index files, its drawings, and the ontologies with which it tags pathways."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from biofacts.adapters.local.catalogue_entries.edges import EDGES, remarks_on
from biofacts.adapters.local.catalogue_entries.pathways import (
    GPML,
    NODES,
    TEXT,
    XREF,
    decode_drawing,
    decode_listed,
    decode_references,
    decode_summary,
)
from biofacts.adapters.local.catalogues.refreshed_catalogue import (
    LocalCache,
    LocalCatalogue,
    OpenCatalogue,
    presence_of,
    reopened,
    version_of,
)
from biofacts.adapters.local.pathways.archive import Archive, TextIndexUpdates
from biofacts.adapters.local.pathways.derived_catalogues import RELATED, CompoundNodes, Related
from biofacts.adapters.local.pathways.filtered_lists import (
    Communities,
    changed,
    community_named,
    complete_list,
    of_community,
    of_organism_alone,
    with_organism,
)
from biofacts.adapters.local.pathways.identifier_search import (
    CarrierSearch,
    about_organism,
    author_called,
    cited_by_title,
    credit_hits,
    credited,
    guessed_author,
)
from biofacts.adapters.local.pathways.pathways_of_genes_and_compounds import (
    CompoundCarriers,
    GeneIndexes,
    genes_drawn,
    pathways_with_gene,
)
from biofacts.adapters.local.pathways.single_pathways import DrawnPathways
from biofacts.adapters.local.search.lists_and_completions import preload_of, ranked, with_own_letters
from biofacts.adapters.local.search.thesaurus import Thesaurus
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice_and_phrasing import joined
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.genes.names import IDENTIFIERS
from biofacts.domain.identifiers.cross_references import KeyedId, is_valid, valid
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.drawn_nodes import GenesInPathway
from biofacts.domain.pathways.index_files import ListedPathway, MappedPathway
from biofacts.domain.pathways.pathway import Detail, Drawing, MatchedOn, Pathway, PathwayCandidate, PathwayComponents
from biofacts.domain.pathways.references import Term
from biofacts.domain.search.index import Field
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, Hit
from biofacts.ports.pathways import (
    CarriedBy,
    CommunityList,
    CompoundPathways,
    CompoundsDrawn,
    DrawnCompound,
    DrawnDiagram,
    FromCatalogues,
    GenePathways,
    NodesOfCompounds,
    PathwaySource,
    RelatedPathways,
    SoughtCompound,
    SoughtGene,
)
from biofacts.ports.sources import Presence, Query

_MATCHED_ON: Mapping[Field, MatchedOn] = {
    Field.TITLE: "title", Field.NAME: "synonym", Field.TERM: "ontology term", Field.CATEGORY_NAMES: "organism",
    Field.TEXT: "description", Field.LABEL: "data node",
}  # fmt: skip
_CALLED = frozenset({Field.TITLE, Field.NAME, Field.TERM})
"""The fields that state the topic of a pathway."""
_OF_GENES = IDENTIFIERS | {"hgnc_symbol"}


class LocalPathways(PathwaySource):
    """The source of pathways, looked up by words, identifier, gene or compound.

    The first search waits only for the text index, the first lookup by a gene's identifier only for the xref index, and
    the first lookup by a gene's symbol for both.
    """

    def __init__(
        self,
        *,
        text: LocalCatalogue[ListedPathway],
        xref: LocalCatalogue[MappedPathway],
        ontologies: Sequence[LocalCatalogue[Term]],
        drawn: DrawnPathways,
        thesaurus: Thesaurus,
        archive: Archive,
        carriers: CarrierSearch,
        compounds: CompoundNodes,
        communities: Communities,
        related: Related,
        enrichment: TextIndexUpdates,
        cache: LocalCache,
    ) -> None:
        self._thesaurus = thesaurus
        self._archive = archive
        self._carriers = carriers
        self._compounds = compounds
        self._communities = communities
        self._related = related
        self._drawn_compounds = CompoundCarriers(carriers, cache.store)
        self._enrichment = enrichment
        self._text = text
        self._xref = xref
        self._ontologies = ontologies
        self._drawn = drawn
        self._cache = cache
        self._organisms: tuple[str, Collection[str]] = "", ()

    # Search

    async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
        opened = None
        if window.version is None:
            text = await self._text.open()
        else:
            opened = await reopened(self._cache.store, window.version)
            if opened is None or TEXT not in opened:
                return None
            text = opened[TEXT]
        await self._complete(text)
        written, query = query.text, await community_named(query, self._communities, opened, text.catalogue)
        if query.changed_since is None and query.community is None:
            return await self._hits(query, window, text, opened)
        hits = await self._hits(query, window.whole, text, opened)
        if query.community is not None:
            hits = await of_community(query.community, hits, await self._communities.open(opened))
            if written and not query.text:
                read_as = pathway_remarks.community_in_query(written, query.community)
                hits = msgspec.structs.replace(hits, guidance=joined(read_as, hits.guidance))
        if query.changed_since is not None:
            hits = await changed(query.changed_since, hits, text)
        return hits.limited(window)

    async def _organisms_of(self, text: Catalogue) -> Collection[str]:
        if self._organisms[0] != text.version:
            self._organisms = text.version, await text.category_sizes()
        return self._organisms[1]

    async def _hits(
        self, query: Query, window: Window, text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> Hits[PathwayCandidate]:
        query, read_as = of_organism_alone(query, await self._organisms_of(text.catalogue))
        if not query.text:
            return await complete_list(query, window, text, read_as)
        if (carrying := await self._carriers.search(query, window, text, opened)) is not None:
            return carrying
        if (citing := await cited_by_title(query.text, text.catalogue)) is not None:
            return await credit_hits(citing, query, window, text, version_of([(TEXT, text.catalogue)]))
        return await self._by_words(query, window, text, opened)

    async def _complete(self, text: OpenCatalogue) -> None:
        """Start fetching, in the background, the catalogues that later calls need."""
        for ontology in self._ontologies:
            ontology.prefetch(needed=not text.fetched)  # a first search in the terminal waits for the index alone
        self._xref.prefetch()
        await self._archive.complete()
        await self._enrichment.follow()

    async def _by_words(
        self, query: Query, window: Window, text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> Hits[PathwayCandidate]:
        query, read_as = await with_organism(query, text.catalogue)
        ranking, version = await self._thesaurus.search(query, window, TEXT, text.catalogue, opened, terms=True)
        is_doubtful = bool(not ranking.total or ranking.unknown or ranking.corrected)
        credit = await credited(query.text, text.catalogue) if is_doubtful else None
        credit = credit or await guessed_author(query.text, text.catalogue, is_doubtful=is_doubtful)
        if credit is None and (user := await author_called(query.text, text.catalogue)):
            first, _ = await self._thesaurus.search(query, Window(limit=1), TEXT, text.catalogue, opened, terms=True)
            is_topic = any(hit.field in _CALLED for hit in first.hits)
            if not is_topic and user.quality == scores.EXACT:
                credit = user
            # `Thomas` may be a plain word, so texts with the word are listed, with a remark on the author.
            elif not is_topic:
                read_as = pathway_remarks.also_an_author(query.text, len(user.keys))
        if credit:
            credited_hits = await credit_hits(credit, query, window, text, version)
            if credited_hits.total:  # else all are of other organisms
                return credited_hits
        elsewhere = None
        if not ranking.total and query.organism:
            every = msgspec.structs.replace(query, organism=None)
            others, _ = await self._thesaurus.search(every, Window(limit=1), TEXT, text.catalogue, opened, terms=True)
            elsewhere = pathway_remarks.in_other_organisms(query.text) if others.total else None
            if query.organism not in await self._organisms_of(text.catalogue):
                read_as = await about_organism(text.catalogue, query.organism)
        ranking = with_own_letters(query.text, ranking, lambda hit: decode_summary(hit.summary).title)
        # Preloaded no earlier, since its imports would delay the first answer of a process.
        self._cache.jobs.prefetch(preload_of(TEXT), text.catalogue.preload)
        hits = ranked(
            ranking,
            window,
            _candidate,
            kind=PATHWAY,
            version=version,
            provenance=text.provenance(PATHWAY.service),
            guidance=read_as,
            organism=query.organism,
        )
        return msgspec.structs.replace(hits, advice=elsewhere)

    async def knows(self, name: str) -> bool:
        if (text := await self._text.present()) is None:
            return False
        ranking = await text.search(name, offset=0, limit=1)
        if any(hit.score >= scores.TRUSTED and not hit.unmatched and hit.field in _CALLED for hit in ranking.hits):
            return True
        # `sickle cell anemia` is in no title, but it is a synonym of a disease that is.
        by_name = await self._thesaurus.search_named(name, text) if " " in name else None
        return by_name is not None and any(
            hit.score > scores.PART_OF_A_NAME and not hit.unmatched and hit.field in _CALLED for hit in by_name.hits
        )

    # Genes

    async def prepare_genes(self) -> None:
        if await self._xref.present() is None:
            await self._xref.open()
        self._text.prefetch()

    async def with_gene(self, gene: SoughtGene, version: str | None) -> GenePathways | None:
        indexes = await self._indexes(version, labelled=bool(gene.symbol))
        if indexes is None:
            return None
        compared = await self._cache.store.newest(EDGES)

        async def candidates(keys: Sequence[str]) -> Sequence[PathwayCandidate]:
            stored = {key: summary for of in indexes.listings for key, summary in (await of.summaries(keys)).items()}
            return [decode_summary(stored[key]).candidate(key, 1.0, "gene") for key in keys]

        return GenePathways(
            pathways=await pathways_with_gene(gene, indexes),
            remarks=await remarks_on(gene.terms, compared) if compared else {},
            candidates=candidates,
            complete=indexes.is_complete,
            version=indexes.version,
            provenance=indexes.mapped.provenance(PATHWAY.service),
        )

    async def gene_listing(self, version: str | None) -> FromCatalogues | None:
        if (indexes := await self._indexes(version, labelled=True)) is None:
            return None
        return FromCatalogues(
            complete=indexes.is_complete, version=indexes.version, provenance=indexes.mapped.provenance(PATHWAY.service)
        )

    async def genes_drawn(self, organism: str, version: str) -> Sequence[GenesInPathway] | None:
        if (indexes := await self._reopened_for_genes(version)) is None:
            return None
        mapped, labels, archive = indexes
        return await genes_drawn(
            organism, listings=indexes.listings, mapped=mapped.catalogue, labels=labels, archive=archive
        )

    async def _indexes(self, version: str | None, *, labelled: bool) -> GeneIndexes | None:
        """Open the catalogues that are searched for a gene. `labelled`: True if labels of nodes are required."""
        if version is not None:
            return await self._reopened_for_genes(version)
        mapped = await self._xref.open()
        await self._archive.complete()
        labels = (await self._text.open()).catalogue if labelled else await self._text.present()
        self._text.prefetch()
        return GeneIndexes(mapped, labels, await self._cache.store.newest(GPML))

    async def _reopened_for_genes(self, version: str) -> GeneIndexes | None:
        opened = await reopened(self._cache.store, version)
        if opened is None or XREF not in opened:
            return None
        labels, archive = (opened[name].catalogue if name in opened else None for name in (TEXT, GPML))
        return GeneIndexes(opened[XREF], labels, archive)

    # Compounds

    async def with_compound(self, compound: SoughtCompound, version: str | None) -> CompoundPathways | None:
        if (listed := await self._compound_listing(version)) is None:
            return None
        return await self._drawn_compounds.find(compound, *listed)

    async def compounds_drawn(self, organism: str, version: str | None) -> CompoundsDrawn | None:
        if (listed := await self._compound_listing(version)) is None:
            return None
        return await self._drawn_compounds.drawn(organism, *listed)

    async def compound_nodes(
        self, identifiers: Collection[KeyedId], *, of: PathwayId | None = None, called: Collection[str] = ()
    ) -> NodesOfCompounds:
        await self._compound_listing(None)
        return await self._drawn_compounds.nodes(identifiers, of.local if of else None, called)

    async def _compound_listing(
        self, version: str | None
    ) -> tuple[OpenCatalogue, Mapping[str, OpenCatalogue] | None] | None:
        """Return the text index, and for a given version all its catalogues; None if the version has been deleted."""
        opened = None
        if version is None:
            text = await self._text.open()
            await self._archive.complete()
            await self._compounds.complete()
            await self._enrichment.follow()
        else:
            opened = await reopened(self._cache.store, version)
            if opened is None or TEXT not in opened:
                return None
            text = opened[TEXT]
        return text, opened

    async def drawn_as(self, name: str) -> Sequence[DrawnCompound]:
        return await self._drawn_compounds.drawn_as(name)

    # Records

    async def get(self, identifier: PathwayId, detail: Detail = "full") -> Pathway | None:
        record = await self._drawn.record(identifier, detail)
        self._text.prefetch()
        self._xref.prefetch()
        return record

    def prefetch(self) -> None:
        for catalogue in (self._xref, self._text):
            catalogue.prefetch(needed=True)

    async def at_hand(self) -> Presence:
        needed = {XREF: await self._xref.present(), TEXT: await self._text.present()}
        archive = await self._cache.store.newest(GPML)
        settled: list[object] = [catalogue.settled(needed[catalogue.name]) for catalogue in (self._xref, self._text)]
        nodes = await self._cache.store.newest(NODES)
        related = await self._related.present()
        settled += [archive and archive.info, nodes and nodes.info, related.info if related else RELATED]
        return presence_of(needed, [*settled, await self._communities.settled()], {GPML: archive})

    async def carried(self, identifier: PathwayId) -> CarriedBy | None:
        xref, archive = await self._xref.open(), await self._cache.store.newest(GPML)
        key = identifier.local
        text = await self._text.present()
        listing = text or xref.catalogue
        if (summary := (await listing.summaries([key])).get(key)) is None:
            return None
        identifiers = {*decode_references(await xref.catalogue.record(key))}
        if archive is not None and (stored := await archive.record(key)):
            identifiers |= {*_drawn_identifiers(decode_drawing(stored))}
        elif text is not None and (stored := await text.record(key)):
            identifiers |= {
                ("hgnc_symbol", symbol) for label in decode_listed(stored).labels if (symbol := _symbol(label))
            }
        return CarriedBy(
            decode_summary(summary).candidate(key, 1.0, "gene").slim(),
            frozenset(identifiers),
            complete=archive is not None and archive.info.complete,
            version=GeneIndexes(xref, text, archive).version,
            provenance=xref.provenance(PATHWAY.service),
        )

    async def related(self, identifier: PathwayId) -> RelatedPathways:
        text = await self._text.open()
        pathways, related = await self._related.of(identifier.local, text.catalogue)
        catalogues = [(TEXT, text.catalogue), *([(RELATED, related)] if related else [])]
        return RelatedPathways(
            pathways=pathways,
            complete=related is not None and related.info.complete,
            version=version_of(catalogues),
            provenance=text.provenance(PATHWAY.service),
        )

    async def communities(self) -> CommunityList | None:
        return await self._communities.all()

    async def candidates(self, local_ids: Sequence[str]) -> Sequence[PathwayCandidate]:
        text = (await self._text.open()).catalogue
        summaries = await text.summaries([*await text.categories(local_ids)])
        return [decode_summary(summary).candidate(key, 1.0, "identifier").slim() for key, summary in summaries.items()]

    async def components(self, identifier: PathwayId, detail: Detail = "full") -> PathwayComponents | None:
        return await self._drawn.components(identifier, detail)

    async def file(self, identifier: PathwayId) -> bytes | None:
        return await self._drawn.file(identifier)

    async def diagram(self, identifier: PathwayId) -> DrawnDiagram | None:
        return await self._drawn.diagram(identifier)


def _drawn_identifiers(drawing: Drawing) -> Iterator[KeyedId]:
    """Yield the identifiers of a drawing's nodes: for genes, only those that `with_gene` uses, symbols in capitals."""
    yield from (reference for reference in valid(drawing.references) if reference[0] not in _OF_GENES)
    for term in drawing.gene_terms:
        key, _, value = term.partition(":")
        if key == "symbol":
            yield "hgnc_symbol", value.upper()
        elif key in _OF_GENES:
            yield key, value


def _symbol(label: str) -> str | None:
    """Return the symbol that a label may be, in capitals if spelled as in `label_terms`; None if it cannot be one."""
    if not is_valid("hgnc_symbol", label):
        return None
    return label.upper() if fold.is_in_usual_case(label) else label


def _candidate(hit: Hit) -> PathwayCandidate:
    matched_on = "synonym" if hit.by_synonym else _MATCHED_ON[hit.field]
    return decode_summary(hit.summary).candidate(hit.key, hit.score, matched_on)
