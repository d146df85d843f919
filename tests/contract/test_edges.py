"""The contract of sources of interactions on the fake, and over a replayed upstream."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from biofacts.composition.container import Container
from biofacts.ports.pathways import PathwayEdges
from tests.contract.edges import PathwayEdgesContract
from tests.drawn_edges import MemoryEdges
from tests.local_pathways import synchronised, synchronised_folder
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import published

CATALYSED = [
    one._replace(lines=(*one.lines, ("PKM", "l1-anchor", "mim-catalysis"))) if one.local_id == "WP534" else one
    for one in PATHWAYS
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synchronised_folder(tmp_path_factory.mktemp("synchronised"), published(*CATALYSED))


class TestSample(PathwayEdgesContract):
    @pytest.fixture
    def source(self, sample: Container) -> PathwayEdges:
        return sample.edges()


class TestMemory(PathwayEdgesContract):
    @pytest.fixture
    async def source(self, sample: Container) -> PathwayEdges:
        every = [edge async for edges in sample.edges().every() for edge in edges]
        (product,) = await sample.edges().compounds([self.conversion[1]])
        (substrate,) = await sample.edges().compounds([self.conversion[0]])
        named = {self.conversion[0]: substrate, self.conversion[1]: product}
        return MemoryEdges(*every, named={**named, substrate: substrate, product: product})


class TestWikiPathways(PathwayEdgesContract):
    inhibition = ("NCBIGene:4193", "NCBIGene:7157", "WP:WP707")
    conversion = ("CHEBI:15903", "CHEBI:15361", "uniprot:P14618", "WP:WP534")

    @pytest.fixture
    async def source(self, folder: Path, tmp_path: Path) -> AsyncGenerator[PathwayEdges]:
        async with synchronised(folder, published(*CATALYSED), tmp_path) as parts:
            yield parts.edges
