"""The contract of pathway sources on the fake, and on WikiPathways' adapter over a replayed upstream."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from biofacts.composition.container import Container
from biofacts.ports.pathways import PathwaySource
from tests.contract.joins import FirstEmpty
from tests.contract.pathways import PathwaySourceContract
from tests.local_pathways import synchronised, synchronised_folder, wikipathways
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
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synchronised_folder(tmp_path_factory.mktemp("synchronised"), published(*PATHWAYS))


class TestWikiPathwaysOnDisk(FirstEmpty, _OverReplay):
    pass


class TestWikiPathwaysInMemory(FirstEmpty, _OverReplay):
    in_memory = True


class TestWikiPathwaysSynchronised(_OverReplay):
    @pytest.fixture
    async def source(self, folder: Path, tmp_path: Path) -> AsyncGenerator[PathwaySource]:
        async with synchronised(folder, published(*PATHWAYS), tmp_path) as parts:
            yield parts.source
