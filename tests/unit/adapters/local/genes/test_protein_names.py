"""Names of human proteins: which gene they lead to, where they come from, and what is left when they do not come."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from biofacts.adapters.http.ncbi_gene import NcbiGeneClient
from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.adapters.local.genes.protein_names import PROTEIN_NAMES, HumanProteinNames, index_protein_names
from biofacts.adapters.memory.catalogue import MemoryCatalogueStore
from biofacts.adapters.memory.publications import MemoryFile
from biofacts.adapters.memory.sample import DAY, sample_protein_names
from biofacts.adapters.sqlite.release_store import SqliteCatalogueStore
from biofacts.domain.genes.names import ProteinNames
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.publications import PublishedFile
from tests.containers import WatchedJobs
from tests.genes import published
from tests.replaying import Upstream

Store = Callable[[], AbstractAsyncContextManager[CatalogueStore]]
KINASE = "HGNC:8975"
ROWS = (
    ProteinNames(gene="HGNC:15598", names=("HEPC", "hepcidin", "liver-expressed antimicrobial peptide 1")),
    ProteinNames(gene="HGNC:8975", names=("PI3K", "p110-alpha", "ptdIns-3-kinase subunit p110-alpha", "?")),
    ProteinNames(gene="HGNC:8976", names=("PI3K", "p110-beta")),
)


@asynccontextmanager
async def in_memory() -> AsyncGenerator[CatalogueStore]:
    yield MemoryCatalogueStore()


@pytest.fixture(params=[in_memory, lambda: SqliteCatalogueStore(None)], ids=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest) -> AsyncGenerator[CatalogueStore]:
    async with request.param() as store:
        yield store


@asynccontextmanager
async def names(file: PublishedFile[ProteinNames], store: CatalogueStore) -> AsyncGenerator[HumanProteinNames]:
    """Names out of a file that is at hand."""
    async with WatchedJobs() as jobs:
        catalogue = LocalCatalogue(PROTEIN_NAMES, file, index_protein_names, store=store, jobs=jobs)
        await catalogue.open()
        yield HumanProteinNames(catalogue)


def file_of(*rows: ProteinNames) -> MemoryFile[ProteinNames]:
    return MemoryFile("test", "names", rows, release="1", day=DAY)


async def test_a_name_leads_to_its_gene_in_any_spelling(store: CatalogueStore) -> None:
    asked = ["Hepcidin", "p110α", "p110-beta", "liver expressed antimicrobial peptide-1"]
    async with names(file_of(*ROWS), store) as protein_names:
        found = await protein_names.genes_of(asked)

    assert found == dict(zip(asked, ["HGNC:15598", KINASE, "HGNC:8976", "HGNC:15598"], strict=True))


async def test_a_name_of_several_genes_and_a_name_of_none_lead_nowhere(store: CatalogueStore) -> None:
    async with names(file_of(*ROWS), store) as protein_names:
        assert await protein_names.genes_of(["PI3K", "podocin", "", "?"]) == {}


async def test_nothing_waits_for_names_that_are_not_there(store: CatalogueStore) -> None:
    async with WatchedJobs() as jobs:
        catalogue = LocalCatalogue(PROTEIN_NAMES, file_of(*ROWS), index_protein_names, store=store, jobs=jobs)
        protein_names = HumanProteinNames(catalogue)
        before = await protein_names.genes_of(["hepcidin"])
        await jobs.settled()
        after = await protein_names.genes_of(["hepcidin"])

    assert (before, after) == ({}, {"hepcidin": "HGNC:15598"})


async def test_the_sample_and_the_file_of_ncbi_say_the_same(store: CatalogueStore) -> None:
    async with NcbiGeneClient(Upstream(published()).client()) as client, names(client.proteins, store) as replayed:
        from_file = await replayed.genes_of(["p110 alpha", "PHS-2"])
    async with names(sample_protein_names(), MemoryCatalogueStore()) as sample:
        from_sample = await sample.genes_of(["p110 alpha", "PHS-2"])

    assert from_file == from_sample == {"p110 alpha": KINASE, "PHS-2": "HGNC:9605"}
