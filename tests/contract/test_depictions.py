"""The contract of sources of compounds' pictures: in memory, over a replayed PubChem, and with what is kept of it."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from biofacts.adapters.local.compounds.cached_records import CachedDepictions
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.adapters.sqlite.records_and_budgets import SqliteRecordStore
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds.compound import Depiction
from biofacts.ports.compounds import DepictionSource
from tests.contract.depictions import DepictionSourceContract
from tests.memory_compounds import MemoryDepictions
from tests.png import png
from tests.pubchem import PubChem, depictions


class TestMemoryDepictions(DepictionSourceContract):
    @pytest.fixture
    async def source(self) -> DepictionSource:
        pictures = {2244: (50, 40), 3672: (60, 60)}
        drawn = [
            Depiction(id=f"PubChem:CID{number}", width=wide, height=high, png=png(wide, high))
            for number, (wide, high) in pictures.items()
        ]
        return MemoryDepictions(drawn, Provenance(name="PubChem", mode="snapshot"))


class TestPubChemDepictions(DepictionSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[DepictionSource]:
        async with depictions(PubChem()) as source:
            yield source


class TestKeptDepictions(DepictionSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[DepictionSource]:
        async with depictions(PubChem()) as source:
            yield CachedDepictions(source, MemoryRecordStore())


class TestDepictionsOnDisk(DepictionSourceContract):
    @pytest.fixture
    async def source(self, tmp_path: Path) -> AsyncGenerator[DepictionSource]:
        async with depictions(PubChem(), tmp_path / "pubchem.sqlite") as source:
            yield CachedDepictions(source, SqliteRecordStore(tmp_path / "compounds.sqlite"))
