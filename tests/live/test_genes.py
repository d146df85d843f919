"""The contract of genes against the upstreams that the environment names."""

from collections.abc import AsyncGenerator

import pytest

from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.ports.genes import GeneSource
from tests.contract.genes import GeneSourceContract
from tests.live.upstreams import Asked, reachable

_HGNC = Asked("BIOFACTS_HGNC_URL", "/tsv/tsv/hgnc_complete_set.txt")
_NCBI_GENE = Asked("BIOFACTS_NCBI_GENE_URL", "/DATA/GENE_INFO/Mammalia/Mus_musculus.gene_info.gz")


@pytest.mark.live
class TestLiveGenes(GeneSourceContract):
    @pytest.fixture
    async def source(self, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[GeneSource]:
        hgnc, ncbi = reachable(_HGNC, _NCBI_GENE)
        folder = tmp_path_factory.getbasetemp() / "genes"  # one catalogue for the whole run
        settings = Settings(hgnc_url=hgnc, ncbi_gene_url=ncbi, cache_dir=folder)
        async with running(settings) as container:
            yield container.genes()
