"""The contract of sources of compounds' pictures on the PubChem that the environment names.

There is nothing to run where none is named, or where it has no pictures, as the stand-in has none.
"""

import os
from collections.abc import AsyncGenerator

import httpx
import pytest

from biofacts.adapters.http.pubchem.response_formats import size
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.ports.compounds import DepictionSource
from tests.contract.depictions import DepictionSourceContract

pytestmark = pytest.mark.live

_BASE = os.environ.get("BIOFACTS_PUBCHEM_URL", "").rstrip("/")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(pubchem_url=_BASE, cache_dir=tmp_path_factory.mktemp("live"))


def _has_pictures() -> bool:
    try:
        return (
            bool(_BASE) and size(httpx.get(f"{_BASE}/rest/pug/compound/cid/2244/PNG", timeout=10).content) is not None
        )
    except httpx.HTTPError:
        return False


if _has_pictures():

    class TestPubChemDepictions(DepictionSourceContract):
        @pytest.fixture
        async def source(self, settings: Settings) -> AsyncGenerator[DepictionSource]:
            async with running(settings) as container:
                yield container.depictions()

        async def test_offline_what_was_kept_answers(self, source: DepictionSource, settings: Settings) -> None:
            fetched = await source.get(CompoundId("2244"))
            offline = Settings(pubchem_url=_BASE, cache_dir=settings.cache_dir, source="offline")
            async with running(offline) as container:
                kept = await container.depictions().get(CompoundId("2244"))

            assert fetched is not None
            assert kept is not None
            assert kept.png == fetched.png
