"""Lookups by gene and compound: the pathways that contain one, and all genes or compounds of an organism's pathways."""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import NamedTuple, TypeAlias

import anyio.lowlevel

from biofacts.adapters.local.catalogue_entries.pathways import (
    GPML,
    NODES,
    TEXT,
    XREF,
    all_nodes,
    decode_genes_drawn,
    decode_listed,
    decode_references,
    decode_summary,
    label_terms,
    mapped_terms,
    node_label_term,
    node_of_pathway_term,
    node_terms,
    nodes_of,
    skeleton_term,
    title_word_term,
)
from biofacts.adapters.local.catalogues.refreshed_catalogue import OpenCatalogue, version_of
from biofacts.adapters.local.pathways.identifier_search import CarrierSearch, OpenedCatalogues
from biofacts.domain.genes.names import alias_term, identifier_terms
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.identifiers_in_text import CHEMICALS
from biofacts.domain.pathways.compound_nodes import (
    CompoundNode,
    Identity,
    identity,
    inchikeys,
    skeleton,
    tied,
    usual_label,
)
from biofacts.domain.pathways.drawn_nodes import GenesInPathway
from biofacts.domain.pathways.index_files import PathwaySummary
from biofacts.domain.pathways.pathway import MatchedOn
from biofacts.domain.pathways.references import reference_terms
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, CatalogueStore
from biofacts.ports.pathways import (
    CompoundPathway,
    CompoundPathways,
    CompoundsDrawn,
    DrawnCompound,
    GenePathway,
    NodesOfCompounds,
    SoughtCompound,
    SoughtGene,
)

Carrying: TypeAlias = Callable[[Sequence[str]], Awaitable[set[str]]]
"""A function that returns the ids of the pathways that have any of the exact terms."""

_EXACT: MatchedOn = "identifier"
_FORM: MatchedOn = "same skeleton"
_LABEL: MatchedOn = "label"


class CompoundCarriers:
    """The search for pathways by compound: by identifier, and by the nodes of drawn compounds if they are available."""

    def __init__(self, carriers: CarrierSearch, store: CatalogueStore) -> None:
        self._carriers = carriers
        self._store = store

    async def find(
        self, compound: SoughtCompound, text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> CompoundPathways:
        """Return the pathways that contain a compound. `opened`: the catalogues used for earlier pages, if any.

        Raises: RateLimited, UpstreamError.
        """
        indexes = await self._carriers.opened(CHEMICALS, text, opened)
        nodes = indexes.others[NODES].catalogue if NODES in indexes.others else None
        carrying = _without_drawings(indexes, nodes)
        who, named = await _identity(compound, nodes)
        exact = await _exact(who, carrying, nodes)
        forms = await carrying([skeleton_term(block) for block in sorted({*map(skeleton, who.keys)})]) - exact
        labelled = await _labelled(compound.label, who, indexes.listing, nodes) - exact - forms
        everywhere = exact | forms | labelled
        organisms = (await indexes.listing.categories(everywhere)).items()
        summaries = await indexes.listing.summaries([*everywhere])
        matched: Sequence[tuple[AbstractSet[str], MatchedOn]] = ((exact, _EXACT), (forms, _FORM), (labelled, _LABEL))
        return CompoundPathways(
            pathways=[
                CompoundPathway(key, organism, on) for keys, on in matched for key, organism in organisms if key in keys
            ],
            candidate=lambda key: decode_summary(summaries[key]).candidate(key, 1.0, _EXACT),
            references=tuple(sorted(who.references)),
            name=named,
            complete=nodes is not None and nodes.info.complete,
            missing=indexes.missing,
            version=version_of(indexes.catalogues.items()),
            provenance=indexes.provenance,
        )

    async def drawn(
        self, organism: str, text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> CompoundsDrawn:
        """Return the pathways of an organism, and the nodes of at least all compounds in them. `opened`: see `find`."""
        indexes = await self._carriers.opened(CHEMICALS, text, opened)
        pathways = await of_organism(organism, [indexes.listing])
        nodes = indexes.others[NODES].catalogue if NODES in indexes.others else None
        if nodes is not None:
            compounds = await all_nodes(nodes)
        else:
            compounds = await _mapped_nodes(pathways, [other.catalogue for other in indexes.others.values()])
        return CompoundsDrawn(
            pathways=[(key, pathways[key].title) for key in sorted(pathways, key=lambda key: pathways[key].order(key))],
            nodes=compounds,
            complete=nodes is not None and nodes.info.complete,
            version=version_of(indexes.catalogues.items()),
            provenance=indexes.provenance,
        )

    async def nodes(
        self, identifiers: Iterable[KeyedId], pathway: str | None, called: Iterable[str]
    ) -> NodesOfCompounds:
        """Return the compound nodes with any of these identifiers or names, and those of a pathway, if available."""
        if (catalogue := await self._store.newest(NODES)) is None:
            return NodesOfCompounds(complete=False, version="")
        own = [*([node_of_pathway_term(pathway)] if pathway else []), *map(node_label_term, called)]
        return NodesOfCompounds(
            nodes=await nodes_of(catalogue, [*node_terms(sorted({*identifiers})), *own]),
            complete=catalogue.info.complete,
            version=version_of([(NODES, catalogue)]),
        )

    async def drawn_as(self, name: str) -> Sequence[DrawnCompound]:
        """Return the compounds that are drawn with this label, the most frequent first."""
        if (catalogue := await self._store.newest(NODES)) is None:
            return ()
        keys: defaultdict[str, Counter[str]] = defaultdict(Counter)
        nodes = await nodes_of(catalogue, [node_label_term(name)])
        for node in nodes:
            for key in inchikeys(node.references):
                keys[skeleton(key)][key] += len(node.pathways)
        of_keys = node_terms(("inchikey", key) for counts in keys.values() for key in sorted(counts))
        everywhere = await nodes_of(catalogue, of_keys)
        labelled = sum(len(node.pathways) for node in nodes)
        compounds = [
            DrawnCompound(
                inchikey=min(counts, key=lambda key: (-counts[key], not key.endswith("-N"), key)),  # neutral first
                name=_usual_label(everywhere, {*counts}) or name,
                pathways=counts.total(),
                labelled=labelled,
            )
            for counts in keys.values()
        ]
        return sorted(compounds, key=lambda compound: (-compound.pathways, compound.inchikey))


async def _mapped_nodes(pathways: Iterable[str], mapped: Iterable[Catalogue]) -> list[CompoundNode]:
    """Build a node for each InChIKey in the xref index, as a substitute for drawn nodes."""
    carried: defaultdict[str, list[str]] = defaultdict(list)
    for catalogue in mapped:
        for pathway in pathways:
            for key in inchikeys(decode_references(await catalogue.record(pathway))):
                carried[key].append(pathway)
    return [CompoundNode("", (("inchikey", key),), tuple(carriers)) for key, carriers in carried.items()]


def _without_drawings(indexes: OpenedCatalogues, nodes: Catalogue | None) -> Carrying:
    """Return a search by exact terms. It skips the text index if the nodes were built from the same drawings."""
    is_said_twice = nodes is not None and nodes.info.enriched_by == indexes.listing.info.enriched_by
    catalogues = [
        catalogue for catalogue in indexes.catalogues.values() if not (is_said_twice and catalogue is indexes.listing)
    ]

    async def carrying(terms: Sequence[str]) -> set[str]:
        return {key for catalogue in catalogues for key in await catalogue.keys(terms)} if terms else set()

    return carrying


async def _identity(compound: SoughtCompound, nodes: Catalogue | None) -> tuple[Identity, str | None]:
    """Return the identity of a compound, and its most frequent label."""
    if nodes is None:
        return identity(
            compound.in_query, compound.in_records, inchikeys([*compound.in_query, *compound.in_records]), ()
        ), None
    named = [("inchikey", key) for key in sorted(inchikeys([*compound.in_query, *compound.in_records]))]
    drawn = await nodes_of(nodes, node_terms([*compound.in_query, *named]))
    keys = tied([*compound.in_query, *named], drawn)
    if not keys and compound.in_records:
        keys = tied(compound.in_records, await nodes_of(nodes, node_terms(compound.in_records)))
    if not named:
        drawn += await nodes_of(nodes, node_terms(("inchikey", key) for key in sorted(keys)))
    return identity(compound.in_query, compound.in_records, keys, drawn), _usual_label(drawn, keys)


def _usual_label(nodes: Iterable[CompoundNode], keys: AbstractSet[str]) -> str | None:
    """Return the most frequent label of the nodes that have one of the InChIKeys, or of all nodes if none has one."""
    several = [*nodes]
    sure = [node for node in several if not keys.isdisjoint(inchikeys(node.references))]
    return usual_label(sure or several)


async def _exact(who: Identity, carrying: Carrying, nodes: Catalogue | None) -> set[str]:
    pathways = await carrying(reference_terms(who.sure))
    others = reference_terms(who.others)
    elsewhere = await carrying(others) - pathways
    if nodes is None or not others:
        return pathways | elsewhere
    for node in await nodes_of(nodes, node_terms(who.others)):
        if who.is_in(node):
            pathways |= {*node.pathways}
    # A pathway without any node in the catalogue may be newer than the catalogue.
    return pathways | ((rest := elsewhere - pathways) - {*await nodes.categories(rest)})


async def _labelled(label: str | None, who: Identity, text: Catalogue, nodes: Catalogue | None) -> set[str]:
    """Return the pathways with a label. If the compound has an InChIKey, nodes that have one are ignored."""
    if not label:
        return set()
    written = {*await text.keys(label_terms(label))}
    if nodes is None:
        return written
    drawn = {
        key
        for node in await nodes_of(nodes, [node_label_term(label)])
        if not who.keys or not inchikeys(node.references)
        for key in node.pathways
    }
    return drawn | (written - {*await nodes.categories(written)})


# The genes in all pathways of an organism, from the same catalogues as the pathways of a gene


async def genes_drawn(
    organism: str,
    *,
    listings: Sequence[Catalogue],
    mapped: Catalogue,
    labels: Catalogue | None,
    archive: Catalogue | None,
) -> Sequence[GenesInPathway]:
    """Return the exact terms of the genes in each pathway of an organism. See `PathwaySource.genes_drawn`.

    `listings`: the catalogues that list pathways, in order of precedence. `mapped`, `labels`, `archive`: the catalogues
    of identifiers, labels and drawings. Labels are used only for pathways without a drawing.
    """
    pathways = await of_organism(organism, listings)
    genes: list[GenesInPathway] = []

    @cache  # most identifiers recur in several pathways
    def terms_of(pair: KeyedId) -> tuple[str, ...]:
        return identifier_terms([pair])

    for key in sorted(pathways, key=lambda key: pathways[key].order(key)):
        # There may be a thousand pathways: let other calls run, and a cancellation take effect.
        await anyio.lowlevel.checkpoint()
        drawing = await archive.record(key) if archive else None
        row = await labels.record(key) if labels and drawing is None else None
        stored = await mapped.record(key)
        genes.append(
            GenesInPathway(
                local_id=key,
                title=pathways[key].title,
                terms={term for pair in decode_references(stored) for term in terms_of(pair)}.union(
                    decode_genes_drawn(drawing).gene_terms if drawing else ()
                ),
                labels=decode_listed(row).labels if row else (),
            )
        )
    return genes


async def of_organism(organism: str, listings: Sequence[Catalogue]) -> dict[str, PathwaySummary]:
    """Return an organism's pathways by id. If several catalogues list a pathway, the first one counts."""
    seen: set[str] = set()
    pathways: dict[str, PathwaySummary] = {}
    for catalogue in listings:
        others = {key: of for key, of in (await catalogue.categories()).items() if key not in seen}
        seen |= others.keys()
        summaries = await catalogue.summaries([key for key, of in others.items() if of == organism])
        pathways |= {key: decode_summary(summary) for key, summary in summaries.items()}
    return pathways


class GeneIndexes(NamedTuple):
    """The catalogues that are searched for a gene.

    `mapped`: identifiers mapped by WikiPathways. `labels`: the text index, which has the labels of nodes; required for
    a symbol, otherwise used if available. `archive`: all drawings, if available.
    """

    mapped: OpenCatalogue
    labels: Catalogue | None
    archive: Catalogue | None

    @property
    def version(self) -> str:
        named = ((XREF, self.mapped.catalogue), (TEXT, self.labels), (GPML, self.archive))
        return version_of((name, catalogue) for name, catalogue in named if catalogue is not None)

    @property
    def is_complete(self) -> bool:
        """True if all drawings are available."""
        return self.archive is not None and self.archive.info.complete

    @property
    def listings(self) -> Sequence[Catalogue]:
        """The catalogues that list pathways: if available, the text index alone, since it lists no deleted pathways."""
        if self.labels is not None:
            return [self.labels]
        return [self.mapped.catalogue, *([self.archive] if self.archive is not None else [])]


async def pathways_with_gene(gene: SoughtGene, indexes: GeneIndexes) -> Sequence[GenePathway]:
    """Return the pathways that contain a gene, in the order of each listing.

    They match by mapped identifier, by drawn identifier, or by label. Drawings show which labels belong to genes. The
    labels in the text index count only for pathways without a drawing, and only in the usual spellings of a symbol:
    cAMP is not the gene CAMP.
    """
    mapped, labels, archive = indexes
    wanted = {*await mapped.catalogue.keys(mapped_terms(gene.terms))}
    if archive is not None:
        wanted |= {*await archive.keys([*gene.terms, *([alias_term(gene.alias)] if gene.alias else [])])}
    titled = set[str]()
    if labels is not None and gene.symbol:
        titled = {*await labels.keys([title_word_term(fold.compact(gene.symbol))])}
        others = {*await labels.keys(label_terms(gene.symbol))} - wanted
        wanted |= others - (await archive.categories(others)).keys() if archive is not None and others else others
    organisms: dict[str, str] = {}
    for catalogue in indexes.listings:
        organisms |= await catalogue.categories(wanted - organisms.keys())
    return [GenePathway(key, organism, key in titled) for key, organism in organisms.items()]
