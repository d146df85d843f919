"""The contract of interactions on the sample, and on the Guide's replayed files over SQLite and over memory."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.adapters.local.pharmacology.guide import LocalInteractions
from biofacts.composition.container import Container
from biofacts.ports.pharmacology import InteractionSource
from tests.contract.interactions import InteractionSourceContract
from tests.contract.joins import FirstEmpty
from tests.gtopdb import Wire, guide_over
from tests.memory_catalogue import MemoryCatalogueStore


class TestSample(InteractionSourceContract):
    @pytest.fixture
    def source(self, sample: Container) -> InteractionSource:
        return sample.interactions()


class TestOverSqlite(FirstEmpty, InteractionSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[InteractionSource]:
        async with guide_over(Wire()) as guide:
            yield LocalInteractions(guide)


class TestOverMemory(FirstEmpty, InteractionSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[InteractionSource]:
        async with guide_over(Wire(), store=MemoryCatalogueStore()) as guide:
            yield LocalInteractions(guide)
