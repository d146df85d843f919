"""The contract of pathway sources on the upstreams that the environment names, through the real container."""

from collections.abc import AsyncGenerator

import anyio
import pytest

from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.ports.pathways import PathwaySource
from tests.contract.pathways import PathwaySourceContract
from tests.live.upstreams import Asked, reachable

pytestmark = pytest.mark.live

_UPSTREAMS = (
    Asked("BIOFACTS_WIKIPATHWAYS_URL", "/json/getCounts.json"),
    Asked("BIOFACTS_WIKIPATHWAYS_DATA_URL", "/current/gpml/"),
    Asked("BIOFACTS_ONTOLOGY_URL", "/pw.obo"),
)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    index, data, ontology = reachable(*_UPSTREAMS)
    settings = Settings(
        wikipathways_url=index,
        wikipathways_data_url=data,
        ontology_url=ontology,
        cache_dir=tmp_path_factory.mktemp("live"),
    )
    anyio.run(_fill, settings)
    return settings


async def _fill(settings: Settings) -> None:
    """Build the catalogues once: what still runs behind an answer ends with each test's container."""
    async with running(settings) as container:
        local = container
        for catalogue in (local.text(), local.xref(), local.pathway_terms()):
            await catalogue.build()


class TestWikiPathways(PathwaySourceContract):
    step = 100
    every = 10

    @pytest.fixture
    async def source(self, settings: Settings) -> AsyncGenerator[PathwaySource]:
        async with running(settings) as container:
            yield container.pathways()
