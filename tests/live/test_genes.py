"""The contract of genes against the upstreams that the environment names."""

import os
from collections.abc import AsyncGenerator
from functools import cache

import httpx
import pytest

from biofacts.container import running
from biofacts.ports.genes import GeneSource
from biofacts.settings import Settings
from tests.contract.genes import GeneSourceContract


@cache
def _reachable(url: str) -> bool:
    try:
        return httpx.head(url, timeout=10).is_success
    except httpx.HTTPError:
        return False


@pytest.mark.live
class TestLiveGenes(GeneSourceContract):
    @pytest.fixture
    async def source(self, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[GeneSource]:
        hgnc, ncbi = (os.environ.get(name, "") for name in ("BIOFACTS_HGNC_URL", "BIOFACTS_NCBI_GENE_URL"))
        if not (hgnc and ncbi):
            pytest.skip("BIOFACTS_HGNC_URL or BIOFACTS_NCBI_GENE_URL is not set")
        if not _reachable(f"{hgnc.rstrip('/')}/tsv/tsv/hgnc_complete_set.txt"):
            pytest.skip(f"{hgnc} cannot be reached")
        folder = tmp_path_factory.getbasetemp() / "genes"  # one catalogue for the whole run
        settings = Settings(hgnc_url=hgnc, ncbi_gene_url=ncbi, cache_dir=folder)
        async with running(settings) as container:
            yield container.genes()
