"""The contract of pathway sources on the fake, and on WikiPathways' adapter over a replayed upstream."""

from collections.abc import AsyncGenerator
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from biofacts.adapters.memory.pathways import MemoryPathways, SamplePathway
from biofacts.domain.pathway import DataNode, Revision
from biofacts.domain.provenance import Source
from biofacts.ports.pathways import PathwaySource
from tests.contract.pathways import PathwaySourceContract
from tests.support import PATHWAYS, Upstream, published, untold, wikipathways

NETWORK = SamplePathway(
    id="WP:WP1742",
    title="TP53 network",
    organism="Homo sapiens",
    revision=Revision(version="1"),
    genes=(DataNode(id="a", label="TP53", type="Gene", cross_references={"entrez": "7157"}),),
)
"""A pathway whose title names a gene: the sample has none."""


class TestMemoryPathways(PathwaySourceContract):
    whole_token = ("50", "WP:WP78", "WP:WP707")

    @pytest.fixture
    async def source(self) -> PathwaySource:
        written = files("biofacts.adapters.memory").joinpath("pathways.json").read_bytes()
        sample = msgspec.json.decode(written, type=list[SamplePathway])
        return MemoryPathways([*sample, NETWORK], Source(name="WikiPathways", release="sample", mode="snapshot"))


class _OverReplay(PathwaySourceContract):
    where: Literal["memory", "disk", "synchronised"] = "disk"

    @pytest.fixture
    async def source(self, tmp_path: Path) -> AsyncGenerator[PathwaySource]:
        upstream = Upstream(published(*PATHWAYS))
        async with wikipathways(upstream, None if self.where == "memory" else tmp_path) as parts:
            if self.where == "synchronised":
                await parts.archive.sync(untold)
            await parts.ontology.build()
            yield parts.client


class TestWikiPathwaysOnDisk(_OverReplay):
    pass


class TestWikiPathwaysInMemory(_OverReplay):
    where = "memory"


class TestWikiPathwaysSynchronised(_OverReplay):
    where = "synchronised"
