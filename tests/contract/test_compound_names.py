"""The contract of stores of names in bulk, on disk and in memory."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.ports.compound_names import CompoundNamesStore
from tests.contract.compound_names import CompoundNamesStoreContract
from tests.memory_compounds import MemoryCompoundNamesStore


class TestSqliteCompoundNames(CompoundNamesStoreContract):
    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncGenerator[CompoundNamesStore]:
        async with SqliteCompoundNamesStore(tmp_path) as store:
            yield store


class TestMemoryCompoundNames(CompoundNamesStoreContract):
    @pytest.fixture
    async def store(self, tmp_path: Path) -> CompoundNamesStore:
        return MemoryCompoundNamesStore(tmp_path)
