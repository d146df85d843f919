"""Local pathways over a replayed upstream."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from biofacts.adapters.http.pathway_ontology.client import OntologyClient
from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.http.wikipathways.archive import WikiPathwaysArchive
from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.adapters.local.entries import pathways as entries
from biofacts.adapters.local.pathways.archive import Archive
from biofacts.adapters.local.pathways.by_identifier import CarrierSearch
from biofacts.adapters.local.pathways.components import DrawnPathways
from biofacts.adapters.local.pathways.compound_nodes import CompoundNodes
from biofacts.adapters.local.pathways.drawings import Drawings
from biofacts.adapters.local.pathways.node_mappings import MAPPINGS, NodeMappings, index_mappings
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.pathways.text_index import EnrichedListing, Enrichment
from biofacts.adapters.local.synchronisation import SyncPathways
from biofacts.adapters.memory.record_store import MemoryRecordStore
from biofacts.adapters.sqlite.record_store import SqliteRecordStore
from biofacts.adapters.sqlite.release_store import SqliteCatalogueStore
from biofacts.domain.pathways.index_files import ListedPathway, MappedPathway
from biofacts.domain.pathways.ontology import Term
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.record_store import RecordStore
from tests.containers import WatchedJobs
from tests.replaying import Upstream
from tests.words import no_identifiers, thesaurus

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Parts(NamedTuple):
    """Local pathways and everything they stand on."""

    source: LocalPathways
    sync: SyncPathways
    archive: Archive
    enrichment: Enrichment
    text: LocalCatalogue[ListedPathway]
    xref: LocalCatalogue[MappedPathway]
    ontology: LocalCatalogue[Term]
    client: WikiPathwaysClient
    store: SqliteCatalogueStore
    records: RecordStore
    jobs: WatchedJobs
    upstream: Upstream
    compounds: CompoundNodes

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
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(SqliteCatalogueStore(folder))
        records = SqliteRecordStore(folder / "records.sqlite") if folder else MemoryRecordStore()
        jobs = WatchedJobs()
        client = await stack.enter_async_context(WikiPathwaysClient(upstream.client()))
        ontology = await stack.enter_async_context(OntologyClient(upstream.client()))
        zips = await stack.enter_async_context(WikiPathwaysArchive(upstream.client()))
        text = LocalCatalogue(
            entries.TEXT, client.text, EnrichedListing(store), store=store, jobs=jobs, offline=offline
        )
        enrichment = Enrichment(text, store=store, jobs=jobs)
        xref = LocalCatalogue(entries.XREF, client.xref, entries.index_mapped, store=store, jobs=jobs, offline=offline)
        terms = LocalCatalogue(
            entries.ONTOLOGY, ontology.terms, entries.index_terms, store=store, jobs=jobs, offline=offline
        )
        literature = LocalCatalogue(
            entries.LITERATURE, client.literature, entries.index_cited, store=store, jobs=jobs, offline=offline
        )
        drawings = Drawings(client, store=store, records=records, jobs=jobs, offline=offline)
        drawn = Archive(
            zips, drawings, enrichment, store=store, records=records, jobs=jobs, offline=offline, complete=complete
        )
        mappings = NodeMappings(client, store=store, records=records, jobs=jobs, offline=offline)
        released = LocalCatalogue(MAPPINGS, zips.mappings, index_mappings, store=store, jobs=jobs, offline=offline)
        compounds = CompoundNodes(mappings, released, store=store, jobs=jobs, offline=offline, complete=complete)
        source = LocalPathways(
            text=text,
            xref=xref,
            ontology=terms,
            drawn=DrawnPathways(
                drawings=drawings,
                xref=xref,
                ontology=terms,
                mappings=mappings,
                genes=no_identifiers(store, jobs),
                reader=gpml_diagram.read,
            ),
            thesaurus=thesaurus(store, jobs, text, terms, terms=terms),
            archive=drawn,
            carriers=CarrierSearch(enrichment, xref=xref, ontology=terms, literature=literature, store=store),
            compounds=compounds,
            enrichment=enrichment,
            store=store,
            jobs=jobs,
        )
        sync = SyncPathways(
            drawn, enrichment, compounds, text=text, mappings=released, others=(xref, terms, literature), store=store
        )
        await stack.enter_async_context(jobs)
        yield Parts(
            source, sync, drawn, enrichment, text, xref, terms, client, store, records, jobs, upstream, compounds
        )
