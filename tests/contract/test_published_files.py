"""The contracts of publications on what upstreams publish, replayed, and in memory."""

import zipfile
from collections.abc import Iterable
from typing import TypeVar

import pytest

from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.client import WikiPathwaysArchive, WikiPathwaysClient
from biofacts.adapters.http.wikipathways.index_files import read_listed
from biofacts.adapters.sample.upstreams import DAY
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.index_files import ListedPathway
from biofacts.ports.published_files import DrawingArchive, DrawingSource, MappedDrawing, PublishedFile
from tests.contract.published_files import (
    DrawingArchiveContract,
    DrawingSourceContract,
    NodeMappingsContract,
    PublishedFileContract,
)
from tests.memory_files import MemoryDrawings, MemoryFile, mapped
from tests.places import RECORDED
from tests.replaying import Upstream
from tests.sample import sample_http
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import ARCHIVE_PATH, TEXT_PATH, drawing_path, gpml_file, published, text_file

RowT = TypeVar("RowT")


class TestReplayedFile(PublishedFileContract):
    @pytest.fixture(autouse=True)
    def upstream(self) -> None:
        self._upstream = Upstream(published(*PATHWAYS))

    def file(self) -> PublishedFile[ListedPathway]:
        return WikiPathwaysClient(self._upstream.client()).text

    def change(self) -> None:
        self._upstream.files[TEXT_PATH] = text_file(*(one for one in PATHWAYS if one.local_id != "WP534"))


class TestMemoryFile(PublishedFileContract):
    @pytest.fixture(autouse=True)
    def rows(self) -> None:
        self._file = memory_file(read_listed(text_file(*PATHWAYS)))

    def file(self) -> PublishedFile[ListedPathway]:
        return self._file

    def change(self) -> None:
        self._file.publish([], "another")


class TestReplayedDrawings(DrawingSourceContract, DrawingArchiveContract, NodeMappingsContract):
    def drawings(self) -> DrawingSource:
        return WikiPathwaysClient(Upstream(published(*PATHWAYS)).client())

    def archive(self) -> DrawingArchive:
        return WikiPathwaysArchive(Upstream(published(*PATHWAYS)).client())

    def mappings(self) -> PublishedFile[MappedDrawing]:
        return WikiPathwaysArchive(Upstream(published(*PATHWAYS)).client()).mappings


class TestRecordedArchive(DrawingArchiveContract):
    """The genuine page of the archive of June 2026, with four of the 38 zips that it lists."""

    pathway = PathwayId("1577")

    @pytest.fixture(autouse=True)
    def upstream(self) -> None:
        zips = {ARCHIVE_PATH + path.name: path.read_bytes() for path in (RECORDED / "wikipathways").glob("*.zip")}
        with zipfile.ZipFile(RECORDED / "wikipathways/wikipathways-20260610-gpml-Sus_scrofa.zip") as pigs:
            (name,) = (name for name in pigs.namelist() if "WP1577" in name)
            drawing = {drawing_path("WP1577"): pigs.read(name)}
        page = {ARCHIVE_PATH: (RECORDED / "wikipathways/archive-index.html").read_bytes()}
        self._upstream = Upstream({**page, **zips, **drawing})

    def archive(self) -> DrawingArchive:
        return WikiPathwaysArchive(self._upstream.client())

    def drawings(self) -> DrawingSource:
        return WikiPathwaysClient(self._upstream.client())

    async def test_every_zip_of_the_page_is_a_part(self) -> None:
        listing = await self.archive().newest()

        assert (listing.release, len(listing.parts)) == ("2026-06-10", 38)
        assert listing.parts[0] == "wikipathways-20260610-gpml-Acetobacterium_woodii.zip"

    async def test_a_listed_part_that_is_gone_is_none(self) -> None:
        assert await self.archive().part("wikipathways-20260610-gpml-Homo_sapiens.zip") is None


class TestSampleDrawings(DrawingSourceContract, DrawingArchiveContract):
    def drawings(self) -> DrawingSource:
        return WikiPathwaysClient(sample_http())

    def archive(self) -> DrawingArchive:
        return WikiPathwaysArchive(sample_http())


class TestMemoryDrawings(DrawingSourceContract, DrawingArchiveContract, NodeMappingsContract):
    @pytest.fixture(autouse=True)
    def drawn(self) -> None:
        self._drawings = [gpml.read(gpml_file(one)) for one in PATHWAYS]

    def drawings(self) -> DrawingSource:
        return self.archive()

    def archive(self) -> MemoryDrawings:
        return MemoryDrawings(self._drawings, release="1", day=DAY)

    def mappings(self) -> PublishedFile[MappedDrawing]:
        return memory_file(MappedDrawing(one.local_id, mapped(one)) for one in self._drawings)


def memory_file(rows: Iterable[RowT]) -> MemoryFile[RowT]:
    return MemoryFile("WikiPathways", "rows", rows, release="1", day=DAY)
