"""Local pathways over a replayed upstream."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from dependency_injector import providers

from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue
from biofacts.adapters.local.pathways.archive import Archive
from biofacts.adapters.local.pathways.compound_nodes import CompoundNodes
from biofacts.adapters.local.pathways.edges import LocalPathwayEdges
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.pathways.text_index import TextIndexUpdates
from biofacts.adapters.local.synchronisation import SyncPathways
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings
from biofacts.domain.pathways.index_files import ListedPathway, MappedPathway
from biofacts.domain.pathways.references import Term
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.record_store import RecordStore
from tests.containers import WatchedJobs, untyped
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


@asynccontextmanager
async def wikipathways(
    upstream: Upstream, folder: Path | None, *, offline: bool = False, complete: bool = False
) -> AsyncGenerator[Parts]:
    """Pathways over a replayed upstream; with `folder` None everything lives in memory."""
    store, jobs = SqliteCatalogueStore(folder), WatchedJobs()
    settings = Settings(source="offline" if offline else "live", complete=complete, cache_dir=folder)
    container = untyped(Container(settings=settings))
    container.core.disk.override(providers.Object(store))
    container.core.jobs.override(providers.Object(jobs))
    for http in (container.wikipathways.http, container.wikipathways.data_http, container.ontology.http):
        http.override(providers.Factory(upstream.client))
    local = container
    local.human_genes.override(providers.Object(no_genes(store, jobs)))
    local.targets_proteins.override(providers.Object(no_proteins(store, jobs)))
    text, terms, diseases = local.text(), local.pathway_terms(), local.disease_terms()
    ontologies = (terms, diseases)
    local.thesaurus.override(providers.Object(thesaurus(store, jobs, text, *ontologies, terms=ontologies)))
    client = container.wikipathways.client()
    async with store, client, container.wikipathways.zips(), container.ontology.client(), jobs:
        yield Parts(
            local.pathways(), local.sync_pathways(), local.archive(), local.enrichment(), text, local.xref(), terms,
            client, store, container.core.records(), jobs, upstream, local.compound_nodes(),
            local.edges(),
        )  # fmt: skip
