"""The network of the built-in sample: which files it has, wherever they are asked for, and how old they are."""

import gzip
import io
import zipfile

import httpx
import pytest

from biofacts.adapters.sample.upstreams import published
from tests.sample import sample_http


async def get(address: str) -> httpx.Response:
    async with sample_http() as client:
        return await client.get(address)


async def test_a_file_is_found_by_its_name_in_any_folder() -> None:
    found = await get("tsv/tsv/hgnc_complete_set.txt")

    assert (found.status_code, found.content) == (200, published("hgnc_complete_set.txt"))
    assert found.headers["Last-Modified"] == "Fri, 20 Nov 2026 00:00:00 GMT"


async def test_a_file_that_the_upstream_packs_is_packed() -> None:
    packed = (await get("DATA/GENE_INFO/Mammalia/Mus_musculus.gene_info.gz")).content

    assert gzip.decompress(packed) == published("Mus_musculus.gene_info")
    assert packed == published("Mus_musculus.gene_info.gz")


async def test_the_archives_of_pathways_are_listed_and_packed() -> None:
    listed = (await get("current/gpml/")).text.split("\n")
    packed = [zipfile.ZipFile(io.BytesIO((await get(f"current/gpml/{name}")).content)).namelist() for name in listed]

    assert listed == ["wikipathways-20261120-gpml-sample.zip", "wikipathways-20261120-rdf-wp.zip"]
    assert [(len(names), names[0]) for names in packed] == [(14, "WP1254.gpml"), (14, "WP1254.ttl")]


@pytest.mark.parametrize("address", ["tsv/other.txt", "Rattus_norvegicus.gene_info.gz", "hgnc", "../network.py"])
async def test_another_file_is_not_there(address: str) -> None:
    assert (await get(address)).status_code == 404
