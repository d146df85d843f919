"""Names of human proteins: which gene they lead to, where they come from, and what is left when they do not come."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from biofacts.adapters.http.ncbi_gene import NcbiGeneClient
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue
from biofacts.adapters.local.genes.name_reader import PROTEIN_NAMES, genes_of, index_protein_names
from biofacts.adapters.sample.upstreams import DAY
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.genes.names import ProteinNames
from biofacts.ports.catalogue import Catalogue, CatalogueStore
from biofacts.ports.published_files import PublishedFile
from tests.containers import WatchedJobs, cache_of
from tests.genes import published
from tests.memory_catalogue import MemoryCatalogueStore
from tests.memory_files import MemoryFile
from tests.replaying import Upstream

Store = Callable[[], AbstractAsyncContextManager[CatalogueStore]]
KINASE, HEPCIDIN = "HGNC:8975", "HGNC:15598"
ROWS = (
    ProteinNames(gene=HEPCIDIN, names=("HEPC", "hepcidin", "liver-expressed antimicrobial peptide 1")),
    ProteinNames(gene=KINASE, names=("PI3K", "p110-alpha", "ptdIns-3-kinase subunit p110-alpha", "?")),
    ProteinNames(gene="HGNC:8976", names=("PI3K", "p110-beta", "KD", "membrane protein")),
)


@asynccontextmanager
async def in_memory() -> AsyncGenerator[CatalogueStore]:
    yield MemoryCatalogueStore()


@pytest.fixture(params=[in_memory, lambda: SqliteCatalogueStore(None)], ids=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest) -> AsyncGenerator[CatalogueStore]:
    async with request.param() as store:
        yield store


@asynccontextmanager
async def names(file: PublishedFile[ProteinNames], store: CatalogueStore) -> AsyncGenerator[Catalogue]:
    """Names out of a file that is at hand."""
    async with WatchedJobs() as jobs:
        catalogue = LocalCatalogue(PROTEIN_NAMES, file, index_protein_names, cache_of(store, jobs))
        yield (await catalogue.open()).catalogue


def file_of(*rows: ProteinNames) -> MemoryFile[ProteinNames]:
    return MemoryFile("test", "names", rows, release="1", day=DAY)


@pytest.mark.parametrize(
    ("name", "genes"),
    [
        ("Hepcidin", (HEPCIDIN,)),
        ("liver expressed antimicrobial peptide-1", (HEPCIDIN,)),
        ("p110α", (KINASE,)),
        ("p110-beta", ("HGNC:8976",)),
        ("PI3K", (KINASE, "HGNC:8976")),
        ("p110a", (KINASE,)),
        ("p110γ", ()),
        ("podocin", ()),
        ("KD", ()),
        ("membrane protein", ()),
        ("", ()),
        ("?", ()),
    ],
)
async def test_a_name_leads_to_its_genes_in_any_spelling(
    store: CatalogueStore, name: str, genes: Sequence[str]
) -> None:
    async with names(file_of(*ROWS), store) as catalogue:
        assert (*await genes_of(name, catalogue),) == genes


async def test_names_of_the_file_of_ncbi_lead_to_genes_of_hgnc(store: CatalogueStore) -> None:
    asked = ["p110 alpha", "PHS-2"]
    async with NcbiGeneClient(Upstream(published()).client()) as client, names(client.proteins, store) as replayed:
        found = [[*await genes_of(name, replayed)] for name in asked]

    assert found == [[KINASE], ["HGNC:9605"]]
