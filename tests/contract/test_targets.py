"""The contract of targets on the sample, and on the Guide's replayed files over SQLite and over memory."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.composition.container import Container
from biofacts.ports.pharmacology import TargetSource
from tests.contract.joins import FirstEmpty
from tests.contract.targets import TargetSourceContract
from tests.gtopdb import Wire, guide_over
from tests.memory_catalogue import MemoryCatalogueStore


class TestSample(TargetSourceContract):
    @pytest.fixture
    def source(self, sample: Container) -> TargetSource:
        return sample.targets()


class TestOverSqlite(FirstEmpty, TargetSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[TargetSource]:
        async with guide_over(Wire()) as guide:
            yield LocalTargets(guide)


class TestOverMemory(FirstEmpty, TargetSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[TargetSource]:
        async with guide_over(Wire(), store=MemoryCatalogueStore()) as guide:
            yield LocalTargets(guide)
