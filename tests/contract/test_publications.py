"""The contracts of publications on what upstreams publish, replayed, and in memory."""

import pytest

from biofacts.adapters.http.wikipathways.archive import WikiPathwaysArchive
from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.memory.sample_pathways import SamplePathways
from biofacts.domain.errors import UpstreamError
from biofacts.domain.listed_pathway import ListedPathway
from biofacts.ports.publications import DrawingArchive, DrawingSource, FetchedFile, PublishedFile, Unchanged
from tests.contract.publications import GLYCOLYSIS, DrawingArchiveContract, DrawingSourceContract, PublishedFileContract
from tests.support import PATHWAYS, TEXT_PATH, Upstream, drawing_path, published, text_file


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

    async def test_its_file_comes_as_it_is_published(self) -> None:
        files = published(*PATHWAYS)
        drawings = WikiPathwaysClient(Upstream(files).client())
        found = await drawings.file(GLYCOLYSIS)
        assert isinstance(found, FetchedFile)
        again = await drawings.file(GLYCOLYSIS, validator=found.validator)

        assert found.body == files[drawing_path("WP534")]
        assert isinstance(again, Unchanged)


class TestMemoryDrawings(DrawingSourceContract, DrawingArchiveContract):
    def drawings(self) -> DrawingSource:
        return SamplePathways().drawings

    def archive(self) -> DrawingArchive:
        return SamplePathways().drawings

    async def test_the_sample_says_that_it_has_no_files(self) -> None:
        with pytest.raises(UpstreamError, match="have no GPML") as caught:
            await self.drawings().file(GLYCOLYSIS)

        assert "again" not in caught.value.hint
