"""The contract of ligands on the fake and on the client over replayed files."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.adapters.http.gtopdb_ligands import GtoPdbLigands
from biofacts.adapters.memory.guide import sample_guide
from biofacts.adapters.memory.ligands import MemoryLigands
from biofacts.ports.ligands import LigandSource
from tests.contract.ligands import LigandSourceContract
from tests.gtopdb import Wire, client_over


class TestMemoryLigands(LigandSourceContract):
    @pytest.fixture
    def source(self) -> LigandSource:
        return MemoryLigands(sample_guide())


class TestGtoPdbLigands(LigandSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[LigandSource]:
        async with client_over(Wire()) as client:
            yield GtoPdbLigands(client)
