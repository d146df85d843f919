"""The synchronisation of whole releases into local catalogues, at once or in advance, and the ids of all records.

If a file cannot be fetched, the failure is reported, and the other files are still fetched.
"""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import anyio

from biofacts.adapters.local.catalogue_entries.pathways import GPML, NODES
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import DerivedCatalogue, LocalCatalogue, size
from biofacts.adapters.local.pathways.archive import Archive, TextIndexUpdates
from biofacts.adapters.local.pathways.derived_catalogues import CompoundNodes
from biofacts.adapters.local.pharmacology.guide import Guide
from biofacts.adapters.local.search.thesaurus import AnyCatalogue
from biofacts.domain.answers import records
from biofacts.domain.answers.entity_kinds import GENE, PATHWAY
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.pages import Releases
from biofacts.domain.answers.records import GUIDE, HGNC, iso
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import ProteinNames
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.curies import GeneId, LigandId, PathwayId, TargetId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.export_formats import LICENCES, LinkSource, LinkTable
from biofacts.domain.pathways.index_files import ListedPathway
from biofacts.domain.source_remarks import genes as gene_remarks
from biofacts.ports.catalogue import Catalogue, CatalogueStatus, CatalogueStore
from biofacts.ports.compound_names import SynchroniserOnRequest
from biofacts.ports.exports import RecordIds
from biofacts.ports.published_files import MappedDrawing
from biofacts.ports.synchronisation import (
    CatalogueState,
    Pending,
    Progress,
    Readiness,
    Synchronised,
    Synchroniser,
    unseen,
)

_log = logging.getLogger(__name__)


class _SyncOutcome:
    """The results and the failures of a synchronisation.

    `needed`: the free disk space that it requires, in bytes. Raises: UpstreamError if there is less.
    """

    def __init__(self, source: str, name: str, store: CatalogueStore, needed: int) -> None:
        if store.free is not None and store.free < needed:
            megabytes = f"it needs about {needed // 10**6} MB, and {store.free // 10**6} MB are free"
            raise UpstreamError.no_room(source, megabytes, sync=name)
        self._source = source
        self._store = store
        self._skipped: list[str] = []

    async def bring(self, what: str, work: Callable[[], Awaitable[object]]) -> None:
        """Run a part of the synchronisation, named `what`. A failure is recorded, not raised."""
        try:
            await work()
        except BiofactsError as error:
            self.skip(f"{what}: {error.message}")

    async def bring_each(
        self, progress: Progress, stage: str, parts: Mapping[str, Callable[[], Awaitable[object]]]
    ) -> None:
        """Run parts of the synchronisation one after the other. `parts`: the work of each part, by name."""
        for number, (what, work) in enumerate(parts.items()):
            progress(stage, number, len(parts))
            await self.bring(what, work)
        progress(stage, len(parts), len(parts))

    def skip(self, *reasons: str) -> None:
        """Record the reasons why parts were skipped, each with the name of its part."""
        self._skipped += reasons

    async def result(self, catalogues: Sequence[str], counted: Sequence[str]) -> Synchronised:
        """Return the result. `counted`: the catalogues whose entries count as records; the first names the release."""
        for name in catalogues:
            if why := (await self._store.describe(name)).unkept:
                self.skip(f"{name}: it was downloaded, but could not be stored ({why})")
        releases = [release for name in counted if (release := await self._store.newest(name))]
        return Synchronised(
            source=self._source,
            release=releases[0].info.release if releases else "",
            records=sum([await size(release) for release in releases]),
            skipped=tuple(self._skipped),
        )


def _snapshots(catalogues: Sequence[LocalCatalogue[Any]]) -> Mapping[str, Callable[[], Awaitable[object]]]:
    return {catalogue.name: partial(catalogue.update, "snapshot") for catalogue in catalogues}


class SyncPathways(Synchroniser):
    """The synchronisation of all data about pathways: index files, ontologies, drawings and mappings.

    `text`: the text index, which is enriched from the drawings. `derived`: catalogues that are built from the others.
    The mappings are first, since another process parses them while the archive is fetched. An existing text index is
    updated after the drawings: two new releases in quick succession might delete one that clients are paging through.
    """

    name = "wikipathways"
    # Bytes: all drawings take about 130 MB, and as much again while a new release is built.
    _NEEDED = 300_000_000

    def __init__(
        self,
        archive: Archive,
        enrichment: TextIndexUpdates,
        compounds: CompoundNodes,
        *,
        text: LocalCatalogue[ListedPathway],
        mappings: LocalCatalogue[MappedDrawing],
        others: Sequence[LocalCatalogue[Any]],
        derived: Sequence[DerivedCatalogue],
        store: CatalogueStore,
    ) -> None:
        self._derived = derived
        self._archive = archive
        self._enrichment = enrichment
        self._compounds = compounds
        self._text = text
        self._mappings = mappings
        self._others = others
        self._store = store
        indexes = (catalogue.name for catalogue in (text, *others))
        self.catalogues = (*indexes, GPML, mappings.name, NODES, *(catalogue.name for catalogue in derived))

    async def pending(self) -> Pending | None:
        return await self._archive.pending()

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        outcome = _SyncOutcome(PATHWAY.service, self.name, self._store, self._NEEDED)
        is_present = await self._text.present()
        first = self._others if is_present else (self._text, *self._others)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(outcome.bring, self._mappings.name, partial(self._mappings.update, "snapshot"))
            await outcome.bring_each(progress, "index files", _snapshots(first))
            await outcome.bring(GPML, partial(self._drawings, outcome, progress))
            progress("mappings", 0, 1)
        progress("mappings", 1, 1)
        if is_present:
            await outcome.bring(self._text.name, partial(self._text.update, "snapshot"))
        await outcome.bring(self._text.name, self._enrichment.enrich)
        await outcome.bring(NODES, partial(self._nodes, outcome, progress))
        for catalogue in self._derived:
            await outcome.bring(catalogue.name, catalogue.update)
        return await outcome.result(self.catalogues, [GPML])

    async def _drawings(self, outcome: _SyncOutcome, progress: Progress) -> None:
        outcome.skip(*await self._archive.update(progress))

    async def _nodes(self, outcome: _SyncOutcome, progress: Progress) -> None:
        outcome.skip(*await self._compounds.update(progress))


class SyncGuide(Synchroniser):
    """The synchronisation of all files of the Guide to PHARMACOLOGY."""

    name = "gtopdb"
    _NEEDED = 60_000_000

    def __init__(self, guide: Guide, store: CatalogueStore) -> None:
        self._guide = guide
        self._store = store
        self.catalogues = tuple(catalogue.name for catalogue in guide.catalogues)

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        outcome = _SyncOutcome(records.GUIDE, self.name, self._store, self._NEEDED)
        await outcome.bring_each(progress, "files", _snapshots(self._guide.catalogues))
        return await outcome.result(self.catalogues, [self._guide.ligands.name, self._guide.targets.name])


class SyncGenes(Synchroniser):
    """The synchronisation of human genes and proteins, and of other organisms' genes if requested or already stored."""

    name = "genes"
    _NEEDED = 60_000_000

    def __init__(
        self,
        human: LocalCatalogue[GeneFacts],
        proteins: LocalCatalogue[ProteinNames],
        others: Mapping[str, LocalCatalogue[GeneFacts]],
        derived: Sequence[DerivedCatalogue],
        store: CatalogueStore,
    ) -> None:
        self._derived = derived
        self._human = human
        self._proteins = proteins
        self._others = others
        self._store = store
        self.catalogues = (human.name, proteins.name)
        self.optional = tuple(other.name for other in others.values())

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        outcome = _SyncOutcome(GENE.service, self.name, self._store, self._NEEDED)
        present = [name for name, catalogue in self._others.items() if await catalogue.present()]
        wanted = list(dict.fromkeys([*present, *(name for name in parts if name != HUMAN)]))
        others = {organism: partial(self._catalogue_of, organism) for organism in wanted}
        await outcome.bring_each(progress, "genes", {**_snapshots([self._human, self._proteins]), **others})
        # Related pathways and interactions depend on the names of genes, and are rebuilt after them.
        for catalogue in self._derived:
            await outcome.bring(catalogue.name, catalogue.update)
        counted = [self._human.name, *(self._others[organism].name for organism in wanted if organism in self._others)]
        return await outcome.result([*counted, self._proteins.name], counted)

    async def _catalogue_of(self, organism: str) -> Catalogue:
        if (other := self._others.get(organisms.check(organism) or "")) is None:
            raise UpstreamError.lacking(gene_remarks.no_gene_names(organism))
        return await other.update("snapshot")


@asynccontextmanager
async def synchronised(synchronisers: Sequence[Synchroniser]) -> AsyncGenerator[None]:
    """Synchronise all sources on entry, before the first call; meant for sources that need no network."""
    for synchroniser in synchronisers:
        await synchroniser.sync(unseen)
    yield


# The catalogues that first calls need, fetched by a server in advance: small ones first, one after the other, and
# concurrently those that are built in another process


_PAUSE = 60.0
"""Seconds before a failed fetch is tried again."""


class Preparation:
    """A preparation for first calls. `catalogues`: in the order of fetching. `active`: False if it is switched off."""

    def __init__(self, catalogues: Sequence[LocalCatalogue[Any]], *, jobs: Jobs, active: bool) -> None:
        self._catalogues = catalogues
        self._jobs = jobs
        self.active = active
        self.failures: dict[str, str] = {}
        """The reason why a catalogue could not be fetched, by its name."""

    def begin(self) -> None:
        """Start the preparation in the background, once in the life of the process."""
        if self.active:
            self._jobs.prefetch("preparing for first questions", self._prepare)

    async def bring(self) -> None:
        """Fetch the missing catalogues now. If one fails, the calls that need it will fetch it."""
        for catalogue in self._catalogues:
            await self._fetch(catalogue)

    async def present(self) -> Mapping[str, bool]:
        """Return the availability of each catalogue, by name."""
        return {catalogue.name: await catalogue.present() is not None for catalogue in self._catalogues}

    async def _prepare(self) -> None:
        async with anyio.create_task_group() as tasks:
            for apart in (False, True):
                tasks.start_soon(
                    self._prepare_all, [catalogue for catalogue in self._catalogues if catalogue.portable is apart]
                )

    async def _prepare_all(self, catalogues: Sequence[LocalCatalogue[Any]]) -> None:
        while failed := [catalogue for catalogue in catalogues if not await self._fetch(catalogue, aside=True)]:
            _log.info("not there yet: %s", ", ".join(catalogue.name for catalogue in failed))
            await anyio.sleep(_PAUSE)

    async def _fetch(self, catalogue: LocalCatalogue[Any], *, aside: bool = False) -> bool:
        """Fetch a catalogue if it is missing; return False on failure. `aside`: True to let waiting calls go first."""
        try:
            if aside:
                await self._jobs.quiet()
            if await catalogue.present() is None:  # a catalogue that is available is refreshed by calls
                await catalogue.build()
        except BiofactsError as error:
            _log.warning("%s could not be downloaded: %s", catalogue.name, error.message)
            self.failures[catalogue.name] = error.message
            return False
        self.failures.pop(catalogue.name, None)
        return True


async def readiness(
    ready: bool,
    complete: bool,
    catalogues: Mapping[str, bool],
    sources: Sequence[Synchroniser],
    on_request: Sequence[SynchroniserOnRequest],
    store: CatalogueStore,
    *,
    failures: Mapping[str, str],
    now: datetime,
) -> Readiness:
    """Describe the readiness of a server, with the state of every catalogue.

    `ready`, `complete`, `catalogues`: see `Readiness`. `failures`: the reason of the last failure, by catalogue.
    """
    states: dict[str, tuple[CatalogueState, ...]] = {}
    pending: list[Pending] = []
    for source in sources:
        described = [await store.describe(name) for name in source.catalogues]
        # Optional catalogues are listed only if they have been built.
        described += [status for name in source.optional if (status := await store.describe(name)).provenance]
        states[source.name] = tuple([_state(status, now, failures.get(status.name)) for status in described])
        if (begun := await source.pending()) is not None:
            pending.append(begun)
    for bulk in on_request:
        if (status := await bulk.describe()).provenance is not None:
            states[bulk.name] = (_state(status, now, None),)
    return Readiness(ready=ready, catalogues=catalogues, sources=states, complete=complete, pending=tuple(pending))


def _state(status: CatalogueStatus, now: datetime, failure: str | None) -> CatalogueState:
    if (info := status.provenance) is None:
        return CatalogueState(catalogue=status.name, there=False, building=status.building, failure=failure)
    return CatalogueState(
        catalogue=status.name,
        there=True,
        release=info.release,
        retrieved=iso(info.retrieved),
        age_hours=round((now - info.retrieved) / timedelta(hours=1), 1),
        building=status.building,
    )


# The identifiers of all records


_SERVICES: Mapping[str, str] = {"gtopdb": GUIDE, "hgnc": HGNC, "wikipathways": PATHWAY.service}
"""The service that publishes a catalogue, by the first word of the catalogue's name."""


class LocalRecordIds(RecordIds):
    """The identifiers of all human genes, ligands, targets and pathways."""

    def __init__(
        self, *, human_genes: AnyCatalogue, pathways: AnyCatalogue, guide: Guide, store: CatalogueStore
    ) -> None:
        self._human_genes = human_genes
        self._pathways = pathways
        self._guide = guide
        self._store = store

    async def human_genes(self) -> Sequence[GeneId]:
        return [GeneId.parse(key) for key in await _keys(self._human_genes)]

    async def targets(self) -> Sequence[TargetId]:
        return [TargetId(key) for key in await _keys(self._guide.targets)]

    async def ligands(self) -> Sequence[LigandId]:
        return [LigandId(key) for key in await _keys(self._guide.ligands)]

    async def pathways(self) -> Sequence[PathwayId]:
        return [PathwayId.parse(f"WP:{key}") for key in await _keys(self._pathways)]

    async def sources(self, version: str, table: LinkTable) -> Sequence[LinkSource]:
        sources: list[LinkSource] = []
        for name, release in sorted(Releases.parse(version).versions.items()):
            catalogue = await self._store.release(name, release)
            service = _SERVICES.get(name.partition("-")[0])
            if catalogue is not None and service in table.services:
                info = catalogue.info
                sources.append(
                    LinkSource(
                        service=service, catalogue=name, release=info.release, retrieved=iso(info.retrieved),
                        licence=LICENCES[service],
                    )
                )  # fmt: skip
        return sources


async def _keys(catalogue: AnyCatalogue) -> Sequence[str]:
    return await (await catalogue.open()).catalogue.all_keys()
