"""The catalogue of the interactions in all drawings, with an entry for each drawing, and the lookups in it.

It is built from the local drawings, the mappings of their nodes and the available names of genes, without a request.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from functools import partial

import anyio
import anyio.from_thread
import anyio.to_thread

from biofacts.adapters.local.catalogue_entries.edges import (
    EDGES,
    Remarks,
    UnpackedEdges,
    compound_entry,
    compound_terms,
    compounds_of,
    doubtful_entry,
    drawing_entry,
    is_drawing,
)
from biofacts.adapters.local.catalogue_entries.pathways import GPML, NODES, all_nodes, decode_components
from biofacts.adapters.local.catalogues.refreshed_catalogue import (
    DerivedCatalogue,
    LocalCache,
    LocalCatalogue,
    OpenCatalogue,
    reopened,
    version_of,
)
from biofacts.adapters.local.pathways.archive import Archive
from biofacts.adapters.local.pathways.derived_catalogues import CompoundNodes
from biofacts.adapters.local.pathways.drawings import MAPPINGS, NodeMappings
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.records import Provenance
from biofacts.domain.edges.drawn_edges import drawn_edges
from biofacts.domain.edges.edge import CompoundIds, DrawnEdge, GeneIds, LineKey, NodeIdentities, gene_terms
from biofacts.domain.edges.shortest_paths import Network
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways import label_disagreements
from biofacts.domain.pathways.compound_nodes import CompoundNode
from biofacts.domain.pathways.index_files import ListedPathway, MappedNode, Mappings
from biofacts.domain.pathways.label_disagreements import KnownGenes
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.ports.catalogue import Catalogue, Entry
from biofacts.ports.genes import GenesByTerm, GeneSource
from biofacts.ports.pathways import DrawnNetwork, EdgesFound, PathwayEdges

_MOST_UNPACKED = 20_000
"""The maximum number of interactions unpacked in memory; each takes about 300 bytes, and a drawing has about 45."""


class EdgeCatalogue(DerivedCatalogue):
    """The catalogue of the interactions drawn in pathways."""

    name, work, built_from = EDGES, "reading interactions", (GPML, NODES, MAPPINGS)

    def __init__(self, genes: GeneSource, by_term: GenesByTerm, mappings: NodeMappings, cache: LocalCache) -> None:
        super().__init__(genes, cache)
        self._by_term = by_term
        self._mappings = mappings

    async def open(self) -> Catalogue | None:
        """Return the newest release (see `DerivedCatalogue.open`); None also if it is not built in time."""
        with anyio.move_on_after(time_limits.NAMES_NEEDED):
            return await super().open()
        return None

    async def entries(self, first: Catalogue) -> Iterator[Entry]:
        drawn, nodes = _AllDrawings(first, self._mappings), await self._cache.store.newest(NODES)
        terms = await anyio.to_thread.run_sync(drawn.gene_terms)
        identities = _Identities(
            {organism: await self._genes_drawn(organism, of) for organism, of in terms.items()},
            await all_nodes(nodes) if nodes else (),
            KnownGenes({organism: await self._genes_with(organism, of) for organism, of in terms.items()}),
        )
        return _entries(drawn, identities)

    async def _genes_drawn(self, organism: str, terms: Collection[str]) -> GeneIds:
        genes = await self._genes.all_drawn_as(terms, organism)
        return GeneIds(organism, ((gene.id, gene.symbol, gene.terms) for gene in genes))

    async def _genes_with(self, organism: str, terms: Collection[str]) -> Sequence[GeneFacts]:
        """Return the genes with one of these terms. A symbol matches any name of a gene, since it may be a label."""
        wanted = [f"name:{term.removeprefix('symbol:')}" if term.startswith("symbol:") else term for term in terms]
        return (await self._by_term.with_terms(wanted, [organism])).get(organism, ())


class _AllDrawings:
    """All drawings with the mappings of their nodes, read in a worker thread."""

    def __init__(self, archive: Catalogue, mappings: NodeMappings) -> None:
        self._archive = archive
        self._mappings = mappings

    def __iter__(self) -> Iterator[tuple[PathwayComponents, Mappings]]:
        for key in anyio.from_thread.run(self._archive.all_keys):
            if stored := anyio.from_thread.run(self._archive.record, key):
                yield decode_components(stored).components, Mappings(self._mapped(key))

    def _mapped(self, key: str) -> Sequence[MappedNode]:
        return anyio.from_thread.run(self._mappings.stored, PathwayId(key[2:])) or ()

    def gene_terms(self) -> Mapping[str, Collection[str]]:
        """Return the exact terms of the genes in all drawings, by organism."""
        terms: defaultdict[str, set[str]] = defaultdict(set)
        for drawn, mappings in self:
            terms[drawn.organism].update(term for node in drawn.nodes for term in gene_terms(node, mappings.of(node)))
        return terms


class _Identities:
    """Maps drawn nodes to compounds and to genes of the drawing's organism."""

    def __init__(self, genes: Mapping[str, GeneIds], compounds: Collection[CompoundNode], named: KnownGenes) -> None:
        self.compounds = CompoundIds(compounds)
        self._named = named
        self._of = {organism: NodeIdentities(of, self.compounds) for organism, of in genes.items()}

    def edges(self, drawn: PathwayComponents, mappings: Mappings) -> Sequence[DrawnEdge]:
        """Return the interactions of a drawing."""
        if not drawn.interactions:
            return ()
        of = self._of[drawn.organism]
        nodes = {node.id: of.node(node, mappings.of(node), drawn.id) for node in drawn.nodes}
        return [*drawn_edges(drawn, nodes)]

    def doubtful(self, drawn: PathwayComponents, mappings: Mappings) -> Mapping[str, str]:
        """Return the remarks on the doubtful genes of a drawing, by gene id."""
        nodes = ((node, gene_terms(node, mappings.of(node))) for node in drawn.nodes)
        return label_disagreements.doubtful_genes(nodes, drawn.organism, self._named)


def _entries(drawn: _AllDrawings, identities: _Identities) -> Iterator[Entry]:
    doubtful: defaultdict[str, Remarks] = defaultdict(dict)
    for components, mappings in drawn:
        if edges := identities.edges(components, mappings):
            yield drawing_entry(edges)
        for gene, remark in identities.doubtful(components, mappings).items():
            doubtful[gene][components.id.removeprefix("WP:")] = remark
    for compound, others in identities.compounds.others.items():
        yield compound_entry(compound, others)
    for gene, remarks in doubtful.items():
        yield doubtful_entry(gene, remarks)


class LocalPathwayEdges(PathwayEdges):
    """The lookups of interactions. Drawings are fetched in the background if they are missing or due."""

    def __init__(
        self,
        edges: EdgeCatalogue,
        text: LocalCatalogue[ListedPathway],
        archive: Archive,
        compounds: CompoundNodes,
        cache: LocalCache,
    ) -> None:
        self._edges = edges
        self._text = text
        self._archive = archive
        self._compounds = compounds
        self._cache = cache
        self._unpacked = Recent[tuple[str, str], UnpackedEdges](_MOST_UNPACKED, len)
        self._network: DrawnNetwork | None = None

    async def compounds(self, identifiers: Collection[str]) -> frozenset[str]:
        if (catalogue := await self._opened(None)) is None:
            return frozenset()
        return compounds_of(await catalogue.keys(compound_terms(identifiers)))

    async def touching(self, nodes: Collection[str], version: str | None = None) -> EdgesFound | None:
        catalogue = await self._opened(version)
        if catalogue is None and version is not None:
            return None
        if catalogue is None:
            return EdgesFound(complete=False, version="", provenance=await self._without_drawings())
        interactions: list[DrawnEdge] = []
        acting: dict[LineKey, Sequence[DrawnEdge]] = {}
        drawings = await self._drawings(await catalogue.keys(sorted(nodes)), catalogue)
        for key in sorted(drawings, key=lambda key: int(key[2:])):
            edges = sorted(drawings[key].touching(nodes), key=lambda edge: edge.line)
            interactions += edges
            touched = drawings[key].acting({edge.line for edge in edges})
            acting |= {(edges[0].pathway, line): several for line, several in touched.items()}
        return EdgesFound(
            edges=interactions,
            acting=acting,
            complete=catalogue.info.complete,
            version=version_of([(EDGES, catalogue)]),
            provenance=OpenCatalogue(catalogue).provenance(PATHWAY.service),
        )

    async def network(self) -> DrawnNetwork:
        if (catalogue := await self._opened(None)) is None:
            provenance = await self._without_drawings()
            return DrawnNetwork(network=Network(()), complete=False, version="", provenance=provenance)
        version = version_of([(EDGES, catalogue)])
        if self._network is None or self._network.version != version:
            self._network = DrawnNetwork(
                network=await self._cache.jobs.share(f"joining {version}", partial(_network, catalogue)),
                complete=catalogue.info.complete,
                version=version,
                provenance=OpenCatalogue(catalogue).provenance(PATHWAY.service),
            )
        return self._network

    async def _without_drawings(self) -> Provenance:
        return (await self._text.open()).provenance(PATHWAY.service)

    async def lines(self, keys: Collection[LineKey], version: str | None = None) -> Sequence[DrawnEdge]:
        if (catalogue := await self._opened(version)) is None:
            return ()
        wanted: defaultdict[str, set[str]] = defaultdict(set)
        for pathway, line in keys:
            wanted[pathway.removeprefix("WP:")].add(line)
        drawings = await self._drawings([*wanted], catalogue)
        return [edge for key, unpacked in drawings.items() for edge in unpacked.of_lines(wanted[key])]

    async def every(self) -> AsyncIterator[Sequence[DrawnEdge]]:
        if (catalogue := await self._opened(None)) is None:
            return
        for key in filter(is_drawing, await catalogue.all_keys()):
            if (stored := await catalogue.record(key)) is not None:
                yield UnpackedEdges(stored).all()

    async def _opened(self, version: str | None) -> Catalogue | None:
        if version is not None:
            opened = await reopened(self._cache.store, version)
            return opened[EDGES].catalogue if opened and EDGES in opened else None
        await self._archive.complete()
        await self._compounds.complete()
        return await self._edges.open()

    async def _drawings(self, keys: Sequence[str], catalogue: Catalogue) -> Mapping[str, UnpackedEdges]:
        """Return the interactions of each drawing. The most recent ones stay in memory."""
        unread = [key for key in keys if (catalogue.version, key) not in self._unpacked]
        unpacked = {key: UnpackedEdges(record) for key, record in (await catalogue.records(unread)).items()}
        drawings = {
            key: edges for key in keys if (edges := unpacked.get(key) or self._unpacked.get((catalogue.version, key)))
        }
        for key, edges in unpacked.items():
            self._unpacked[catalogue.version, key] = edges
        return drawings


async def _network(catalogue: Catalogue) -> Network:
    """Build the network of all interactions in a worker thread, which takes seconds."""

    def edges(records: Mapping[str, bytes]) -> Iterator[DrawnEdge]:
        for record in records.values():
            yield from UnpackedEdges(record).all()

    records = await catalogue.records([key for key in await catalogue.all_keys() if is_drawing(key)])
    return await anyio.to_thread.run_sync(lambda: Network(edges(records)))
