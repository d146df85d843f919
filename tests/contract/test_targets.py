"""The contract of targets on the fake and on the client over replayed files."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.adapters.http.gtopdb_targets import GtoPdbTargets
from biofacts.adapters.memory.guide import sample_guide
from biofacts.adapters.memory.targets import MemoryTargets
from biofacts.ports.targets import TargetSource
from tests.contract.targets import TargetSourceContract
from tests.gtopdb import Wire, client_over


class TestMemoryTargets(TargetSourceContract):
    @pytest.fixture
    def source(self) -> TargetSource:
        return MemoryTargets(sample_guide())


class TestGtoPdbTargets(TargetSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[TargetSource]:
        async with client_over(Wire()) as client:
            yield GtoPdbTargets(client)
