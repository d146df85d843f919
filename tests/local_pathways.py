"""Local pathways over a replayed upstream."""

import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import anyio
import msgspec

from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue
from biofacts.adapters.local.pathways.archive import Archive, TextIndexUpdates
from biofacts.adapters.local.pathways.derived_catalogues import CompoundNodes
from biofacts.adapters.local.pathways.edges import LocalPathwayEdges
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.synchronisation import SyncPathways
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.pathways.index_files import ListedPathway, MappedPathway
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pathways.references import Term
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.record_store import RecordStore
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import unseen
from tests.containers import WatchedJobs, with_parts
from tests.replaying import Upstream
from tests.words import no_genes, no_proteins, thesaurus

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Parts(NamedTuple):
    """Local pathways and everything they stand on."""

    source: LocalPathways
    sync: SyncPathways
    archive: Archive
    enrichment: TextIndexUpdates
    text: LocalCatalogue[ListedPathway]
    xref: LocalCatalogue[MappedPathway]
    ontology: LocalCatalogue[Term]
    client: WikiPathwaysClient
    store: SqliteCatalogueStore
    records: RecordStore
    jobs: WatchedJobs
    upstream: Upstream
    compounds: CompoundNodes
    edges: LocalPathwayEdges

    async def age(self, *names: str, to: datetime = LONG_AGO) -> None:
        """Make catalogues look as if the upstream had confirmed them long ago."""
        await aged(self.store, *names, to=to)


async def aged(store: CatalogueStore, *names: str, to: datetime = LONG_AGO) -> None:
    for name in names:
        catalogue = await store.newest(name)
        assert catalogue is not None
        await store.confirm(name, msgspec.structs.replace(catalogue.info, checked=to))


async def search(parts: Parts, query: str, organism: str | None = None) -> Hits[PathwayCandidate]:
    hits = await parts.source.search(Query(text=query, organism=organism), Window(limit=100))
    assert hits is not None
    return hits


@asynccontextmanager
async def wikipathways(
    upstream: Upstream, folder: Path | None, *, offline: bool = False, complete: bool = False
) -> AsyncGenerator[Parts]:
    """Pathways over a replayed upstream; with `folder` None everything lives in memory."""
    store, jobs = SqliteCatalogueStore(folder), WatchedJobs()
    settings = Settings(source="offline" if offline else "live", complete=complete, cache_dir=folder)
    local = container = with_parts(
        Container(settings=settings), disk=store, jobs=jobs, human_genes=no_genes(store, jobs),
        targets_proteins=no_proteins(store, jobs), wikipathways_http=upstream.client(), archive_http=upstream.client(),
        ontology_http=upstream.client(),
    )  # fmt: skip
    text, terms, diseases = local.text(), local.pathway_terms(), local.disease_terms()
    ontologies = (terms, diseases)
    with_parts(local, thesaurus=thesaurus(store, jobs, text, *ontologies, terms=ontologies))
    client = container.wikipathways_client()
    async with store, client, container.archive_client(), container.ontology_client(), jobs:
        yield Parts(
            local.pathways(), local.sync_pathways(), local.archive(), local.enrichment(), text, local.xref(), terms,
            client, store, container.records(), jobs, upstream, local.compound_nodes(),
            local.edges(),
        )  # fmt: skip


def synchronised_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Synchronise with an upstream of these files: a folder for `synchronised`, for all tests of a module.

    To synchronise anew for each test takes ten times as long as to copy what came of it.
    """

    async def bring() -> None:
        async with wikipathways(Upstream(files), folder) as parts:
            await parts.sync.sync(unseen)
            await parts.ontology.build()
            await parts.compounds.update()

    anyio.run(bring)
    return folder


@asynccontextmanager
async def synchronised(folder: Path, files: Mapping[str, bytes], copy: Path) -> AsyncGenerator[Parts]:
    """Pathways that have been synchronised, in a copy of `folder` of their own."""
    shutil.copytree(folder, copy, dirs_exist_ok=True)
    async with wikipathways(Upstream(files), copy) as parts:
        yield parts
