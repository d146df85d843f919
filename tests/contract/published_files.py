"""What every published file, source of drawings and archive promises, whatever stands behind it."""

from abc import ABC, abstractmethod
from datetime import UTC, datetime
from typing import ClassVar

import msgspec

from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.index_files import ListedPathway, MappedNode
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.published_files import (
    DrawingArchive,
    DrawingSource,
    Edition,
    FetchedFile,
    MappedDrawing,
    PublishedFile,
    Unchanged,
    Unreadable,
)

GLYCOLYSIS = PathwayId("534")


async def edition(file: PublishedFile[ListedPathway]) -> Edition[ListedPathway]:
    found = await file.fetch()
    assert isinstance(found, Edition)
    return found


class PublishedFileContract(ABC):
    """Subclasses give a file that lists WP534, and change what is published."""

    @abstractmethod
    def file(self) -> PublishedFile[ListedPathway]: ...

    @abstractmethod
    def change(self) -> None:
        """Have an edition without WP534 published."""

    async def test_the_newest_edition_has_rows_and_says_whence(self) -> None:
        file = self.file()
        found = await edition(file)

        assert "WP534" in [row.local_id for row in found.rows]
        assert all((file.service, file.name, found.release, found.validator, found.digest))
        assert found.retrieved.tzinfo is not None
        assert found.retrieved <= datetime.now(UTC)

    async def test_its_own_validator_is_answered_with_unchanged(self) -> None:
        file = self.file()
        validator = (await edition(file)).validator
        again = await file.fetch(validator=validator)

        assert isinstance(again, Unchanged)
        assert again.validator == validator

    async def test_a_foreign_validator_is_answered_with_the_edition(self) -> None:
        assert isinstance(await self.file().fetch(validator='"another"'), Edition)

    async def test_without_a_validator_nothing_is_unchanged(self) -> None:
        file = self.file()

        assert (await edition(file)).digest == (await edition(file)).digest

    async def test_another_edition_has_another_validator_and_digest(self) -> None:
        file = self.file()
        before = await edition(file)
        self.change()
        after = await file.fetch(validator=before.validator)

        assert isinstance(after, Edition)
        assert after.validator != before.validator
        assert after.digest != before.digest
        assert "WP534" not in [row.local_id for row in after.rows]


class NodeMappingsContract(ABC):
    """Subclasses give a release of mappings with those of WP534, and whoever publishes these singly."""

    @abstractmethod
    def mappings(self) -> PublishedFile[MappedDrawing]: ...

    @abstractmethod
    def drawings(self) -> DrawingSource: ...

    async def test_the_release_says_of_each_node_what_its_table_says(self) -> None:
        edition = await self.mappings().fetch()
        assert isinstance(edition, Edition)
        rows = {row.local_id: row.nodes for row in edition.rows}
        table = await self.drawings().mappings(GLYCOLYSIS)
        assert isinstance(table, FetchedFile)

        assert {_compared(node) for node in rows["WP534"]} == {_compared(node) for node in table.content}
        assert edition.release


def _compared(node: MappedNode) -> tuple[str, str, frozenset[tuple[str, str]]]:
    """A prefix before the identifier does not count."""
    return node.label, node.identifier.rpartition(":")[2], frozenset(node.references)


class DrawingSourceContract(ABC):
    """Subclasses give a source that has the drawing of WP534."""

    @abstractmethod
    def drawings(self) -> DrawingSource: ...

    async def test_a_drawing_is_that_of_its_pathway(self) -> None:
        found = await self.drawings().drawing(GLYCOLYSIS)

        assert isinstance(found, FetchedFile)
        assert (found.content.local_id, found.content.components.id) == ("WP534", "WP:WP534")
        assert found.retrieved.tzinfo is not None

    async def test_its_own_validator_is_answered_with_unchanged(self) -> None:
        drawings = self.drawings()
        found = await drawings.drawing(GLYCOLYSIS)
        assert isinstance(found, FetchedFile)
        again = await drawings.drawing(GLYCOLYSIS, validator=found.validator)

        assert isinstance(again, Unchanged)
        assert again.validator == found.validator

    async def test_what_there_is_none_of_is_none(self) -> None:
        assert await self.drawings().drawing(PathwayId("99999")) is None


class DrawingArchiveContract(ABC):
    """Subclasses give an archive that has the drawing of `pathway`, and whoever publishes it singly."""

    pathway: ClassVar[PathwayId] = GLYCOLYSIS

    @abstractmethod
    def archive(self) -> DrawingArchive: ...

    @abstractmethod
    def drawings(self) -> DrawingSource: ...

    async def test_the_archive_has_each_drawing_once_as_it_is_published_singly(self) -> None:
        archive = self.archive()
        listing = await archive.newest()
        parts = {name: await archive.part(name) for name in listing.parts}
        read = [one for name, part in parts.items() if part is not None for one in archive.read(name, part)]
        drawings = [one for one in read if not isinstance(one, Unreadable)]
        held = {pathway for part in parts.values() if part is not None for pathway in archive.held(part)}
        single = await self.drawings().drawing(self.pathway)

        assert drawings == read
        assert {one.local_id for one in drawings} == held
        assert len(held) == len(drawings) > 1
        assert isinstance(single, FetchedFile)
        assert stored(single.content) in map(stored, drawings)
        assert listing.release
        assert len(set(listing.parts)) == len(listing.parts) > 0


def stored(drawing: Drawing) -> bytes:
    return msgspec.msgpack.encode(drawing)
