"""The contract of pathway sources on the fake, and on WikiPathways' adapter over a replayed upstream."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest

from biofacts.composition.container import Container
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.synchronisation import unseen
from tests.contract.joins import FirstEmpty
from tests.contract.pathways import PathwaySourceContract
from tests.local_pathways import wikipathways
from tests.replaying import Upstream
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import published


class TestSample(PathwaySourceContract):
    whole_token = ("50", "WP:WP78", "WP:WP707")
    gene_in_title = ("NFKB1", "WP:WP4562")
    compound = (("chebi", "CHEBI:15903"), frozenset({"WP534", "WP96"}))

    @pytest.fixture
    def source(self, sample: Container) -> PathwaySource:
        return sample.pathways()


class _OverReplay(PathwaySourceContract):
    inchikeys_compared = 0
    in_memory = False

    @pytest.fixture
    async def source(self, tmp_path: Path) -> AsyncGenerator[PathwaySource]:
        upstream = Upstream(published(*PATHWAYS))
        async with wikipathways(upstream, None if self.in_memory else tmp_path) as parts:
            await parts.ontology.build()
            yield parts.source


@pytest.fixture(scope="module")
def synchronised(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder to copy: to synchronise one for each test takes half of the module's time."""
    folder = tmp_path_factory.mktemp("synchronised")

    async def bring() -> None:
        async with wikipathways(Upstream(published(*PATHWAYS)), folder) as parts:
            await parts.sync.sync(unseen)
            await parts.ontology.build()

    anyio.run(bring)
    return folder


class TestWikiPathwaysOnDisk(FirstEmpty, _OverReplay):
    pass


class TestWikiPathwaysInMemory(FirstEmpty, _OverReplay):
    in_memory = True


class TestWikiPathwaysSynchronised(_OverReplay):
    @pytest.fixture
    async def source(self, synchronised: Path, tmp_path: Path) -> AsyncGenerator[PathwaySource]:
        shutil.copytree(synchronised, tmp_path, dirs_exist_ok=True)
        async with wikipathways(Upstream(published(*PATHWAYS)), tmp_path) as parts:
            yield parts.source
