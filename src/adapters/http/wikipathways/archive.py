"""The monthly archive of WikiPathways: every drawing, in one zip per organism, and its RDF.

Source: https://data.wikipathways.org/current/gpml/ and .../current/rdf/ (HTML tables of files, on GitHub Pages).
"""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

import httpx

from biofacts.adapters.http.client import LifeSciencesClient, Piece
from biofacts.adapters.http.published_file import BulkFile, Head
from biofacts.adapters.http.wikipathways import gpml, rdf
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.pathways.drawing import Drawing
from biofacts.domain.pathways.pathway import PATHWAY
from biofacts.ports.publications import (
    ArchiveListing,
    DrawingArchive,
    Edition,
    MappedDrawing,
    PublishedFile,
    Unchanged,
    Unreadable,
)

# GitHub Pages redirects a folder without the slash, at the cost of one more request.
_DRAWINGS, _RDF = "current/gpml/", "current/rdf/"
_ZIP = re.compile(r"wikipathways-(\d{8})-gpml-[\w.-]+?\.zip")
_RDF_ZIP = re.compile(r"wikipathways-(\d{8})-rdf-wp\.zip")
_PATHWAY = re.compile(r"WP\d+")  # of `Hs_Title_WP534_20250227.gpml` the last match counts: titles name pathways, too
_LARGEST_MEMBER = 32 * 1024 * 1024


class WikiPathwaysArchive(LifeSciencesClient, DrawingArchive):
    """The drawings of the newest month. `mappings`: the identifiers to which their nodes are mapped."""

    service = PATHWAY.service

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.mappings = MappingsFile(self)
        self.pieces = (
            Piece(_DRAWINGS, partial(_files, folder=_DRAWINGS, file=_ZIP)),
            Piece(_RDF, partial(_files, folder=_RDF, file=_RDF_ZIP)),
        )

    async def newest(self) -> ArchiveListing:
        release, names = await self.listed(_DRAWINGS, _ZIP)
        return ArchiveListing(release=release, parts=names)

    async def listed(self, folder: str, file: re.Pattern[str]) -> tuple[str, tuple[str, ...]]:
        """Return the newest release in a folder's index page, as a day, and the names of its files.

        `file`: its first group is the release. Raises: RateLimited, UpstreamError.
        """
        page = await self.fetch(folder, html=True)
        found = _files(page.body if page else b"", folder, file)
        newest = max(found.values())
        names = sorted(name for name, release in found.items() if release == newest)
        return f"{newest[:4]}-{newest[4:6]}-{newest[6:]}", tuple(names)

    async def part(self, name: str) -> bytes | None:
        fetched = await self.fetch(_DRAWINGS + name)
        return fetched.body if fetched else None

    def held(self, part: bytes) -> Collection[str]:
        return {found[-1] for name, _ in _members(part, ".gpml") if (found := _PATHWAY.findall(name))}

    def read(self, name: str, part: bytes) -> Iterator[Drawing | Unreadable]:
        return read_drawings(name, part)


def _files(page: bytes, folder: str, file: re.Pattern[str]) -> Mapping[str, str]:
    """Return the files that a folder's index page names, and the release of each. Raises: UpstreamError."""
    if not (found := {match[0]: match[1] for match in file.finditer(page.decode(errors="replace"))}):
        raise UpstreamError.unreadable(
            PATHWAY.service, f"The list of files at {folder}", "it names none that is wanted"
        )
    return found


class MappingsFile(PublishedFile[MappedDrawing]):
    """The zip of RDF of the newest month. Its name has a date, so the index of its folder is fetched first."""

    def __init__(self, archive: WikiPathwaysArchive) -> None:
        self._archive = archive

    @property
    def service(self) -> str:
        return self._archive.service

    @property
    def name(self) -> str:
        return f"{_RDF}wikipathways-*-rdf-wp.zip"

    async def fetch(self, *, validator: str = "") -> Edition[MappedDrawing] | Unchanged | None:
        release, names = await self._archive.listed(_RDF, _RDF_ZIP)
        file = BulkFile(self._archive, _RDF + names[0], read_mappings, lambda _: Head(release=release))
        return await file.fetch(validator=validator)


def read_drawings(name: str, part: bytes) -> Iterator[Drawing | Unreadable]:
    """Read every drawing in a zip of the archive."""
    members = _members(part, ".gpml")
    while True:
        try:
            member, unpacked = next(members)  # an unreadable zip ends the loop, an unreadable drawing does not
        except StopIteration:
            return
        except ValueError as error:
            yield Unreadable(name, str(error))
            return
        try:
            yield gpml.read(unpacked())
        except ValueError as error:
            yield Unreadable(member, str(error))


def read_mappings(archive: bytes) -> Iterator[MappedDrawing]:
    """Read the mappings of every pathway in the zip of RDF. Files that cannot be read are skipped.

    Raises: ValueError if the zip cannot be read, or no file in it can.
    """
    number, failure = 0, "there is no Turtle file in it"
    for member, unpacked in _members(archive, ".ttl"):
        if pathway := _PATHWAY.findall(member):
            try:
                nodes = rdf.read(unpacked())
            except ValueError as error:
                failure = f"{member}: {error}"
                continue
            number += 1
            yield MappedDrawing(pathway[-1], nodes)
    if not number:
        raise ValueError(failure)


def _members(archive: bytes, ending: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each file with that ending, and a function that unpacks it. Both raise ValueError."""
    try:
        opened = zipfile.ZipFile(io.BytesIO(archive))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise ValueError(f"it is no readable zip ({error})") from error
    with opened:
        for member in opened.infolist():
            if member.filename.endswith(ending):
                yield member.filename, partial(_unpacked, opened, member)


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Unpack a member. Raises: ValueError."""
    # Checked before anything is unpacked: a zip bomb must not fill the memory.
    if member.file_size > _LARGEST_MEMBER:
        raise ValueError(f"it is larger than {_LARGEST_MEMBER} bytes")
    try:
        with archive.open(member) as file:
            return file.read(member.file_size)  # the stated size may be wrong: never unpack more
    # RuntimeError: an encrypted member, or a method that Python does not know; OSError: a damaged bzip2 stream.
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, OSError) as error:
        raise ValueError(f"it cannot be unpacked ({error})") from error
