"""The contracts of publications on what upstreams publish, replayed, and in memory."""

import pytest

from biofacts.adapters.http.wikipathways.archive import WikiPathwaysArchive
from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.memory.sample_pathways import SamplePathways
from biofacts.domain.listed_pathway import ListedPathway
from biofacts.ports.publications import DrawingArchive, DrawingSource, PublishedFile
from tests.contract.publications import DrawingArchiveContract, DrawingSourceContract, PublishedFileContract
from tests.support import PATHWAYS, TEXT_PATH, Upstream, published, text_file


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
    def sample(self) -> None:
        self._file = SamplePathways().text

    def file(self) -> PublishedFile[ListedPathway]:
        return self._file

    def change(self) -> None:
        self._file.publish([], "another")


class TestReplayedDrawings(DrawingSourceContract, DrawingArchiveContract):
    def drawings(self) -> DrawingSource:
        return WikiPathwaysClient(Upstream(published(*PATHWAYS)).client())

    def archive(self) -> DrawingArchive:
        return WikiPathwaysArchive(Upstream(published(*PATHWAYS)).client())


class TestMemoryDrawings(DrawingSourceContract, DrawingArchiveContract):
    def drawings(self) -> DrawingSource:
        return SamplePathways().drawings

    def archive(self) -> DrawingArchive:
        return SamplePathways().drawings
