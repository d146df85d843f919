"""Catalogues derived from other catalogues: related pathways, the number of drugs per pathway, and drawn compounds.

Pathways are related if one is drawn in the other, or if they share genes. Drugs are counted in advance, since counting
those on the targets of one pathway takes several times as long as reading its record.

Drawn compounds come from all drawings and from the identifiers that nodes map to. The mappings are published as one
release, and as a table per pathway. Tables are fetched one by one for the few pathways that the release lacks. Without
the release, all tables are fetched, which takes half an hour.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

import anyio.from_thread
import anyio.lowlevel
import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import (
    GPML,
    NODES,
    TEXT,
    XREF,
    decode_drawing,
    decode_summary,
    index_nodes,
)
from biofacts.adapters.local.catalogue_entries.pharmacology import INTERACTIONS, LIGAND_IDS, LIGANDS, TARGETS
from biofacts.adapters.local.catalogues.refreshed_catalogue import DerivedCatalogue, LocalCache, LocalCatalogue
from biofacts.adapters.local.pathways.drawings import NodeMappings
from biofacts.adapters.local.pathways.pathways_of_genes_and_compounds import genes_drawn
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.genes.names import gene_term
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.limits import freshness
from biofacts.domain.pathways.drawn_nodes import DrawnGenes, GenesInPathway, Overlap, overlaps, unnamed_genes
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import Drawing
from biofacts.domain.pathways.references import reference_terms
from biofacts.ports.catalogue import Catalogue, Content, Entry, ReleaseInfo
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import DrugCounts, RelatedPathway, Relation
from biofacts.ports.published_files import MappedDrawing
from biofacts.ports.synchronisation import Progress, unseen

_log = logging.getLogger(__name__)

RELATED = "wikipathways-related"
"""The name of the catalogue of related pathways, which has an entry for each pathway with relations."""


Relations = list[Relation]


class Related(DerivedCatalogue):
    """The catalogue of related pathways."""

    name, work, built_from = RELATED, "linking pathways", (GPML, TEXT, XREF)

    async def of(self, local_id: str, listing: Catalogue) -> tuple[Sequence[RelatedPathway], Catalogue | None]:
        """Return the related pathways that exist in a listing, and the catalogue, which may be None; see `open`."""
        catalogue = await self.open()
        stored = await catalogue.record(local_id) if catalogue else None
        relations = msgspec.msgpack.decode(stored, type=Relations) if stored else []
        summaries = await listing.summaries([relation.local_id for relation in relations])
        candidates = {
            key: decode_summary(summary).candidate(key, 1.0, "identifier") for key, summary in summaries.items()
        }
        return [
            (candidates[relation.local_id], relation) for relation in relations if relation.local_id in candidates
        ], catalogue

    async def entries(self, first: Catalogue) -> Iterator[Entry] | None:
        text, mapped = [await self._cache.store.newest(name) for name in (TEXT, XREF)]
        if not (text and mapped):
            return None
        by_pathway = await _drawn(text)
        for organism in await text.category_sizes():
            pathways = await genes_drawn(organism, listings=[text], mapped=mapped, labels=text, archive=first)
            await self._count(organism, pathways, by_pathway)
        return _entries(by_pathway)

    async def _count(
        self, organism: str, pathways: Sequence[GenesInPathway], by_pathway: dict[str, dict[str, Relation]]
    ) -> None:
        """Add the relations between the pathways of an organism that share genes."""
        drawn = await anyio.to_thread.run_sync(DrawnGenes, pathways)
        terms = {*drawn.terms, *(gene_term("symbol", label) for label in drawn.labels)}
        genes = await self._genes.all_drawn_as(terms, organism)

        def pairs() -> Sequence[Overlap]:
            places: Sequence[Collection[int]] = [drawn.of(gene.terms, gene.symbol) for gene in genes]
            return [*overlaps(places or unnamed_genes(drawn))]

        for pair in await anyio.to_thread.run_sync(pairs):
            pathway, other = pathways[pair.first].local_id, pathways[pair.second].local_id
            _add(by_pathway, pathway, Relation(other, shared=pair.shared, either=pair.either))
            _add(by_pathway, other, Relation(pathway, shared=pair.shared, either=pair.either))


async def _drawn(text: Catalogue) -> dict[str, dict[str, Relation]]:
    """Return the relations of pathways that are drawn in others, in both directions, by pathway and other pathway."""
    by_pathway: dict[str, dict[str, Relation]] = {}
    for key in await text.all_keys():
        for drawing in await text.keys(reference_terms([("wikipathways", key)])):
            if drawing != key:
                _add(by_pathway, key, Relation(drawing, draws=True))
                _add(by_pathway, drawing, Relation(key, is_drawn_in=True))
    return by_pathway


def _add(by_pathway: dict[str, dict[str, Relation]], key: str, relation: Relation) -> None:
    others = by_pathway.setdefault(key, {})
    before = others.get(relation.local_id)
    others[relation.local_id] = before.joined(relation) if before else relation


def _entries(by_pathway: Mapping[str, Mapping[str, Relation]]) -> Iterator[Entry]:
    for key, others in by_pathway.items():
        relations = sorted(others.values(), key=lambda relation: relation.order)
        yield Entry(key=key, record=msgspec.msgpack.encode(relations))


# The number of drugs on the targets of each pathway


class CountedDrugs(DerivedCatalogue, DrugCounts):
    """The numbers of targets and drugs per pathway. `count`: a function that counts them for a pathway (`Joins.drugs`).

    This catalogue is built only by `biofacts sync`, since counting for all pathways takes too long for a call. Without
    it, or as soon as one of the catalogues in `built_from` is newer, each call counts for itself.
    """

    name, work = "wikipathways-drugs", "counting drugs"
    built_from = (GPML, TEXT, XREF, TARGETS, LIGANDS, LIGAND_IDS, INTERACTIONS)

    def __init__(
        self, genes: GeneSource, cache: LocalCache, count: Callable[[PathwayId], Awaitable[tuple[int, int]]]
    ) -> None:
        super().__init__(genes, cache)
        self._count = count

    async def of(self, pathway: PathwayId, version: str) -> tuple[int, int] | None:
        catalogue = await self.present()
        # Compared as sets, since the two versions may list their catalogues in different orders.
        if catalogue is None or {*catalogue.info.enriched_by.split()} != {*version.split()}:
            return None
        stored = await catalogue.record(pathway.local)
        return msgspec.msgpack.decode(stored, type=tuple[int, int]) if stored else None

    async def entries(self, first: Catalogue) -> Iterable[Entry] | None:
        if None in [await self._cache.store.newest(name) for name in self.built_from]:
            return None
        entries: list[Entry] = []
        for key in await first.all_keys():
            # There may be a thousand pathways: let other calls run, and a cancellation take effect.
            await anyio.lowlevel.checkpoint()
            numbers = await self._count(PathwayId.parse(f"WP:{key}"))
            entries.append(Entry(key=key, record=msgspec.msgpack.encode(numbers)))
        return entries


# Drawn compounds


# A pause costs little: drawings and mappings are published only once a month.
_PAUSE_AFTER_FAILURE = timedelta(hours=1)
_MOST_FAILURES = 3
"""The number of consecutive failures after which no further table is requested."""


class CompoundNodes:
    """The catalogue of drawn compounds, rebuilt when drawings or mappings are newer."""

    def __init__(self, mappings: NodeMappings, release: LocalCatalogue[MappedDrawing], cache: LocalCache) -> None:
        self._mappings = mappings
        self._release = release
        self._cache = cache
        self._tried: datetime | None = None

    async def present(self) -> Catalogue | None:
        return await self._cache.store.newest(NODES)

    async def complete(self) -> None:
        """Start rebuilding the catalogue in the background, if it is missing or due and all drawings are available."""
        if not self._cache.completes or self._cache.is_recent(self._tried, _PAUSE_AFTER_FAILURE):
            return
        drawings, catalogue = await self._cache.store.newest(GPML), await self.present()
        if drawings is None or (catalogue is not None and await self._is_new(catalogue, drawings)):
            return
        self._tried = self._cache.clock()
        self._cache.jobs.start("completing the compounds", self._complete, needed=False)

    async def _is_new(self, catalogue: Catalogue, drawings: Catalogue) -> bool:
        """Return True if the catalogue uses these drawings and the newest mappings, and is at most a month old."""
        release = await self._release.present()
        return (
            catalogue.info.enriched_by == drawings.version
            and self._cache.is_recent(catalogue.info.checked, freshness.RELEASE)
            and (release is None or catalogue.info.retrieved >= release.info.retrieved)
        )

    async def _complete(self) -> None:
        try:
            await self._release.refresh()
        except BiofactsError as error:
            _log.warning("the mappings are fetched table by table: %s", error.message)
        await self.update()

    async def update(self, progress: Progress = unseen) -> Sequence[str]:
        """Fetch the missing tables and publish the catalogue; return the skipped pathways, each with the reason.

        Without drawings, this does nothing. Raises: UpstreamError if the drawings turn out to be damaged.
        """
        async with self._cache.store.building(NODES):
            if (drawings := await self._cache.store.newest(GPML)) is None:
                return ()
            skipped = await self._fetch(await self._unmapped(drawings), progress)
            catalogue = await self.present()
            if skipped or catalogue is None or not await self._is_new(catalogue, drawings):
                await self._publish(drawings, is_whole=not skipped)
            return skipped

    async def _unmapped(self, drawings: Catalogue) -> Sequence[str]:
        """Return the pathways whose nodes are not mapped in the release."""
        release = await self._release.present()
        mapped = {*await release.all_keys()} if release else set[str]()
        return [key for key in await drawings.all_keys() if key not in mapped]

    async def _fetch(self, wanted: Sequence[str], progress: Progress) -> Sequence[str]:
        skipped: list[str] = []
        in_a_row = 0
        for number, local_id in enumerate(wanted):
            progress("tables of nodes", number, len(wanted))
            try:
                await self._mappings.bring(PathwayId(local_id[2:]), freshness.RELEASE)
                in_a_row = 0
            except BiofactsError as error:
                skipped.append(f"{local_id}: {error.message}")
                in_a_row += 1
            if in_a_row == _MOST_FAILURES:
                break
        if wanted:
            progress("tables of nodes", len(wanted), len(wanted))
        return skipped

    async def _publish(self, drawings: Catalogue, *, is_whole: bool) -> None:
        """Publish the catalogue. An incomplete one counts as old, so that the next check tries again."""

        def drawn() -> Iterator[tuple[Drawing, Sequence[MappedNode]]]:
            for key, drawing in _drawings(drawings):
                rows = anyio.from_thread.run(self._mappings.stored, PathwayId(key[2:]))
                yield drawing, rows or ()

        now = self._cache.clock()
        # The time makes each build a release of its own: mappings may have changed while the drawings have not.
        content = f"{drawings.version} {now.isoformat()}"
        info = ReleaseInfo(
            release=drawings.info.release,
            retrieved=now,
            checked=now if is_whole else now - freshness.RELEASE,
            digest=hashlib.blake2b(content.encode(), digest_size=8).hexdigest(),
            mode="snapshot",
            enriched_by=drawings.version,
            complete=is_whole and drawings.info.complete,
        )
        await self._cache.store.publish(NODES, Content(info=info, entries=index_nodes(drawn()), patient=True))


def _drawings(catalogue: Catalogue) -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings, one at a time, in a worker thread."""
    for key in anyio.from_thread.run(catalogue.all_keys):
        if stored := anyio.from_thread.run(catalogue.record, key):
            yield key, decode_drawing(stored)
