"""The contract of compound sources on the PubChem that the environment names, through the real container."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import CompoundSource
from tests.contract.compounds import CompoundSourceContract
from tests.live.upstreams import Asked, reachable

pytestmark = pytest.mark.live

_PUBCHEM = Asked("BIOFACTS_PUBCHEM_URL", "/rest/pug/compound/cid/2244/property/Title/JSON")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    (base,) = reachable(_PUBCHEM)
    return Settings(pubchem_url=base, cache_dir=tmp_path_factory.mktemp("live"))


class TestPubChem(CompoundSourceContract):
    listed = "aspirin"
    related = "PubChem:CID2244"

    @pytest.fixture
    async def source(self, settings: Settings) -> AsyncGenerator[CompoundSource]:
        async with running(settings) as container:
            yield container.compounds()

    async def test_names_with_slashes_and_greek_letters_are_found(self, source: CompoundSource) -> None:
        cases = (("compound 48/80", "PubChem:CID2855"), ("α-ketoglutarate", "PubChem:CID51"))
        found = [(await self.hits(source, query)).items[:1] for query, _ in cases]

        assert all(found)

    async def test_offline_the_cache_answers_and_nothing_else(self, source: CompoundSource, settings: Settings) -> None:
        await source.get(CompoundId("2244"))
        offline = Settings(pubchem_url=settings.pubchem_url, cache_dir=settings.cache_dir, source="offline")
        async with running(offline) as container:
            record = await container.compounds().get(CompoundId("2244"))
            with pytest.raises(BiofactsError, match="offline"):
                await container.compounds().get(CompoundId("702"))

        assert record is not None
        assert record.source is not None
        assert record.source.mode == "cache"
