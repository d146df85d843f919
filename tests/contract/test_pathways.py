"""The contract of pathway sources on the fake, and on WikiPathways' adapter over a replayed upstream."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Literal

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
    where: Literal["memory", "disk", "synchronised"] = "disk"

    @pytest.fixture
    async def source(self, tmp_path: Path) -> AsyncGenerator[PathwaySource]:
        upstream = Upstream(published(*PATHWAYS))
        async with wikipathways(upstream, None if self.where == "memory" else tmp_path) as parts:
            if self.where == "synchronised":
                await parts.sync.sync(unseen)
            await parts.ontology.build()
            yield parts.source


class TestWikiPathwaysOnDisk(FirstEmpty, _OverReplay):
    pass


class TestWikiPathwaysInMemory(FirstEmpty, _OverReplay):
    where = "memory"


class TestWikiPathwaysSynchronised(_OverReplay):
    where = "synchronised"
