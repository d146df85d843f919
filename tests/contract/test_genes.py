"""The contract of genes on the sample, and on the replayed files of HGNC and NCBI Gene over SQLite and over memory."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.composition.container import Container
from biofacts.ports.genes import GenesByTerm, GeneSource
from tests.contract.genes import GenesByTermContract, GeneSourceContract
from tests.contract.joins import FirstEmpty
from tests.genes import replayed
from tests.memory_catalogue import MemoryCatalogueStore


class TestSample(GeneSourceContract):
    @pytest.fixture
    def source(self, sample: Container) -> GeneSource:
        return sample.genes()


class TestSampleByTerm(GenesByTermContract):
    @pytest.fixture
    async def genes(self, sample: Container) -> GenesByTerm:
        await sample.genes().with_identifiers([])
        return sample.gene_identifiers()


class TestOverSqlite(FirstEmpty, GeneSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[GeneSource]:
        async with SqliteCatalogueStore(None) as store, replayed(store) as genes:
            yield genes


class TestOverMemory(FirstEmpty, GeneSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[GeneSource]:
        async with replayed(MemoryCatalogueStore()) as genes:
            yield genes
