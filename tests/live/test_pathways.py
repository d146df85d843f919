"""The contract of pathway sources on the upstreams that the environment names, through the real container."""

import os
from collections.abc import AsyncGenerator

import anyio
import httpx
import pytest

from biofacts.container import running
from biofacts.ports.pathways import PathwaySource
from biofacts.settings import Settings
from tests.contract.pathways import PathwaySourceContract
from tests.support import untyped

pytestmark = pytest.mark.live

_VARIABLES = ("BIOFACTS_WIKIPATHWAYS_URL", "BIOFACTS_WIKIPATHWAYS_DATA_URL", "BIOFACTS_ONTOLOGY_URL")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    if missing := [name for name in _VARIABLES if not os.environ.get(name)]:
        pytest.skip(f"{', '.join(missing)} not set: no upstream to ask")
    given = Settings.from_environment({name: os.environ[name] for name in _VARIABLES})
    try:
        httpx.get(f"{given.wikipathways_url}/json/getCounts.json", timeout=5).raise_for_status()
    except httpx.HTTPError as error:
        pytest.skip(f"{given.wikipathways_url} does not answer: {error}")
    settings = Settings(
        wikipathways_url=given.wikipathways_url,
        wikipathways_data_url=given.wikipathways_data_url,
        ontology_url=given.ontology_url,
        cache_dir=tmp_path_factory.mktemp("live"),
    )
    anyio.run(_fill, settings)
    return settings


async def _fill(settings: Settings) -> None:
    """Build the catalogues once: what still runs behind an answer ends with each test's container."""
    async with running(settings) as container:
        local = untyped(container).local
        for catalogue in (local.text(), local.xref(), local.terms()):
            await catalogue.build()


class TestWikiPathways(PathwaySourceContract):
    step = 100

    @pytest.fixture
    async def source(self, settings: Settings) -> AsyncGenerator[PathwaySource]:
        async with running(settings) as container:
            yield container.pathways()
