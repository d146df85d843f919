"""The contract of compound sources on the sample, and on PubChem's adapter over a replayed upstream."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from biofacts.adapters.local.compounds.source import LocalCompounds
from biofacts.adapters.sample.upstreams import DAY, MemoryCompounds, sample_compounds
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.compounds.compound import Compound
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.catalogue import ReleaseInfo
from biofacts.ports.compounds import CompoundSource
from tests.contract.compounds import CompoundSourceContract
from tests.memory_compounds import MemoryCompoundNamesStore
from tests.pubchem import PubChem, RecordedPubChem, pubchem


class TestSampleCompounds(CompoundSourceContract):
    listed = "acid"
    related = "PubChem:CID54670067"

    @pytest.fixture
    async def source(self) -> AsyncGenerator[CompoundSource]:
        async with SqliteCatalogueStore(None) as store:
            yield sample_compounds(store)


class TestPubChemOnDisk(CompoundSourceContract):
    @pytest.fixture
    async def source(self, tmp_path: Path) -> AsyncGenerator[CompoundSource]:
        async with pubchem(PubChem(), tmp_path / "pubchem.sqlite") as client:
            yield client


class TestPubChemInMemory(CompoundSourceContract):
    @pytest.fixture
    async def source(self) -> AsyncGenerator[CompoundSource]:
        async with pubchem(PubChem()) as client:
            yield client


class TestPubChemWithRecordedHeaders(CompoundSourceContract):
    @pytest.fixture
    async def source(self, tmp_path: Path) -> AsyncGenerator[CompoundSource]:
        async with pubchem(RecordedPubChem(), tmp_path / "pubchem.sqlite") as client:
            yield client

    async def test_recorded_pages_give_names_and_identifiers(self, source: CompoundSource) -> None:
        found = [await source.get(CompoundId(number)) for number in ("7840", "5742", "8037")]

        assert [(one.name, one.synonyms[:3], one.cross_references) for one in found if one] == [
            (
                "1-Bromopropane", ("N-Propyl bromide", "Propyl bromide", "Propane, 1-bromo-"),
                {"cas": "106-94-5", "wikidata": "Q161589"},
            ),
            (
                "Guanidine hydrochloride", ("Guanidinium chloride", "guanidine HCl", "Guanidine, monohydrochloride"),
                {"cas": "50-01-1", "wikidata": "Q415903", "unii": "3YQC9ZY4YB"},
            ),
            (
                "N,N,N',N'-Tetramethylethylenediamine", ("Temed", "TMEDA", "Tetramethylethylenediamine"),
                {"cas": "110-18-9"},
            ),
        ]  # fmt: skip


class TestLocalCompoundsWithoutNames(CompoundSourceContract):
    @pytest.fixture
    async def source(self, tmp_path: Path) -> AsyncGenerator[CompoundSource]:
        async with pubchem(PubChem()) as client:
            yield LocalCompounds(client, MemoryCompoundNamesStore(tmp_path))


async def test_a_compound_without_references_has_none_in_memory_either() -> None:
    bare = Compound(id="PubChem:CID1", name="Bare", url="https://pubchem.ncbi.nlm.nih.gov/compound/1")
    async with SqliteCatalogueStore(None) as store:
        source = MemoryCompounds([bare], ReleaseInfo(release="1", retrieved=DAY, checked=DAY), store)
        hits = await TestSampleCompounds().hits(source, "bare")

    assert [item.id for item in hits.items] == ["PubChem:CID1"]
