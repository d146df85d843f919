"""The contract of ligands on the sample, and on the Guide's replayed files over SQLite and over memory."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.composition.container import Container
from biofacts.ports.pharmacology import LigandSource
from tests.contract.joins import FirstEmpty
from tests.contract.ligands import LigandSourceContract
from tests.gtopdb import Wire, guide_over
from tests.memory_catalogue import MemoryCatalogueStore


class TestSample(LigandSourceContract):
    @pytest.fixture
    def source(self, sample: Container) -> LigandSource:
        return sample.ligands()


class TestOverSqlite(FirstEmpty, LigandSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[LigandSource]:
        async with guide_over(Wire()) as guide:
            yield LocalLigands(guide)


class TestOverMemory(FirstEmpty, LigandSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[LigandSource]:
        async with guide_over(Wire(), store=MemoryCatalogueStore()) as guide:
            yield LocalLigands(guide)
