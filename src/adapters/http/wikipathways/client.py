"""Clients of WikiPathways: its index files and drawings, and its monthly archive."""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

import httpx

from biofacts.adapters.http.base_client import BulkFile, FileHead, ProbedFile, UpstreamClient, whole_objects
from biofacts.adapters.http.wikipathways import gpml, index_files
from biofacts.adapters.http.wikipathways.index_files import (
    describe,
    read_cited,
    read_communities,
    read_listed,
    read_mapped,
    whole_communities,
)
from biofacts.adapters.http.wikipathways.rdf_mappings import read_turtle
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.pathway import Drawing
from biofacts.domain.text.patterns import late_pattern
from biofacts.ports.published_files import (
    ArchiveListing,
    DrawingArchive,
    DrawingSource,
    Edition,
    FetchedFile,
    MappedDrawing,
    MappedNodes,
    PublishedFile,
    Unchanged,
    Unreadable,
)

_PUBLISHED = PathwayId("534")
"""The pathway whose drawing `biofacts doctor` checks: it has been published since 2008."""


class WikiPathwaysClient(UpstreamClient, DrawingSource):
    """Client for WikiPathways' index files and drawings.

    The index files are `text` (titles, descriptions and labels), `xref` (mapped identifiers), `literature` (citations)
    and `communities` (the pathways in each community).
    """

    service = PATHWAY.service

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.text = BulkFile(self, "json/findPathwaysByText.json", read_listed, describe, cut=whole_objects)
        self.xref = BulkFile(self, "json/findPathwaysByXref.json", read_mapped, describe, cut=whole_objects)
        self.literature = BulkFile(self, "json/findPathwaysByLiterature.json", read_cited, describe, cut=whole_objects)
        self.communities = BulkFile(
            self, "json/listCommunities.json", read_communities, describe, cut=whole_communities
        )

        drawing = ProbedFile(_asset(_PUBLISHED, ".gpml"), gpml.read)
        self.pieces = (self.text.piece, self.xref.piece, self.literature.piece, self.communities.piece, drawing)

    async def drawing(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[Drawing] | Unchanged | None:
        download = await self.parsed(
            _asset(pathway, ".gpml"), gpml.read, validator=validator, what=f"The drawing of {pathway}"
        )
        if not isinstance(download, tuple):
            return download
        drawing, fetched = download
        # An upstream may serve the wrong file.
        if drawing.local_id != pathway.local:
            raise UpstreamError.of(self.service, f"the file of {pathway} has the drawing of '{drawing.local_id}'")
        return FetchedFile(content=drawing, validator=fetched.validator, retrieved=fetched.retrieved)

    async def mappings(self, pathway: PathwayId, *, validator: str = "") -> FetchedFile[MappedNodes] | Unchanged | None:
        what = f"The table of data nodes of {pathway}"
        path = _asset(pathway, "-datanodes.tsv")
        download = await self.parsed(path, index_files.read, validator=validator, what=what)
        if not isinstance(download, tuple):
            return download
        nodes, fetched = download
        return FetchedFile(content=nodes, validator=fetched.validator, retrieved=fetched.retrieved)


def _asset(pathway: PathwayId, ending: str) -> str:
    return f"wikipathways-assets/pathways/{pathway.local}/{pathway.local}{ending}"


# The monthly archive of WikiPathways: every drawing, in one zip per organism, and its RDF


# GitHub Pages redirects a folder without the slash, at the cost of one more request.
_DRAWINGS, _RDF = "current/gpml/", "current/rdf/"
_ZIP = late_pattern(r"wikipathways-(\d{8})-gpml-[\w.-]+?\.zip")
_RDF_ZIP = late_pattern(r"wikipathways-(\d{8})-rdf-wp\.zip")
_PATHWAY = late_pattern(r"WP\d+")  # of `Hs_Title_WP534_20250227.gpml` the last match counts: titles name pathways, too
_LARGEST_MEMBER = 32 * 1024 * 1024  # the largest drawing has 1.1 MB


class WikiPathwaysArchive(UpstreamClient, DrawingArchive):
    """Client for the newest monthly archive. `mappings`: the file that maps the nodes of drawings to identifiers."""

    service = PATHWAY.service

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.mappings = MappingsFile(self)
        self.pieces = (
            ProbedFile(_DRAWINGS, partial(_files, folder=_DRAWINGS, file=_ZIP)),
            ProbedFile(_RDF, partial(_files, folder=_RDF, file=_RDF_ZIP)),
        )

    async def newest(self) -> ArchiveListing:
        release, names = await self.newest_files(_DRAWINGS, _ZIP)
        return ArchiveListing(release=release, parts=names)

    async def newest_files(self, folder: str, file: re.Pattern[str]) -> tuple[str, tuple[str, ...]]:
        """Return the newest release in a folder's index page, as a day, and the names of its files.

        `file`: a pattern for file names, whose first group is the release. Raises: RateLimited, UpstreamError.
        """
        page = await self.fetch(folder, html=True)
        releases = _files(page.body if page else b"", folder, file)
        newest = max(releases.values())
        names = sorted(name for name, release in releases.items() if release == newest)
        return f"{newest[:4]}-{newest[4:6]}-{newest[6:]}", tuple(names)

    async def part(self, name: str) -> bytes | None:
        fetched = await self.fetch(_DRAWINGS + name)
        return fetched.body if fetched else None

    def held(self, part: bytes) -> Collection[str]:
        return {ids[-1] for name, _ in _members(part, ".gpml") if (ids := _PATHWAY.findall(name))}

    def read(self, name: str, part: bytes) -> Iterator[Drawing | Unreadable]:
        return read_drawings(name, part)


def _files(page: bytes, folder: str, file: re.Pattern[str]) -> Mapping[str, str]:
    """Return the release of each file that a folder's index page names, by file name. Raises: UpstreamError."""
    if not (releases := {match[0]: match[1] for match in file.finditer(page.decode(errors="replace"))}):
        raise UpstreamError.unreadable(PATHWAY.service, f"The list of files at {folder}", "it names no expected file")
    return releases


class MappingsFile(PublishedFile[MappedDrawing]):
    """The newest monthly zip of RDF files. Its name has a date, so the index of its folder is fetched first."""

    name = f"{_RDF}wikipathways-*-rdf-wp.zip"

    def __init__(self, archive: WikiPathwaysArchive) -> None:
        self.service = archive.service
        self._archive = archive

    async def fetch(self, *, validator: str = "") -> Edition[MappedDrawing] | Unchanged | None:
        release, names = await self._archive.newest_files(_RDF, _RDF_ZIP)
        file = BulkFile(self._archive, _RDF + names[0], read_mappings, lambda _: FileHead(release=release))
        return await file.fetch(validator=validator)


def read_drawings(name: str, part: bytes) -> Iterator[Drawing | Unreadable]:
    """Yield every drawing in a zip of the archive, or the reason why it is unreadable."""
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
    """Yield the mappings of every pathway in the zip of RDF files. Unreadable files are skipped.

    Raises: ValueError if the zip is unreadable, or has no readable file.
    """
    number, failure = 0, "there is no Turtle file in it"
    for member, unpacked in _members(archive, ".ttl"):
        if pathway := _PATHWAY.findall(member):
            try:
                nodes = read_turtle(unpacked())
            except ValueError as error:
                failure = f"{member}: {error}"
                continue
            number += 1
            yield MappedDrawing(pathway[-1], nodes)
    if not number:
        raise ValueError(failure)


def _members(archive: bytes, ending: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each file with that ending, and a function that unpacks it. Raises: ValueError, from both."""
    try:
        opened = zipfile.ZipFile(io.BytesIO(archive))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise ValueError(f"it is not a readable zip file ({error})") from error
    with opened:
        for member in opened.infolist():
            if member.filename.endswith(ending):
                yield member.filename, partial(_unpacked, opened, member)


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Unpack a member. Raises: ValueError."""
    # Checked before unpacking, so that a zip bomb cannot fill the memory.
    if member.file_size > _LARGEST_MEMBER:
        raise ValueError(f"it is larger than {_LARGEST_MEMBER} bytes")
    try:
        with archive.open(member) as file:
            return file.read(member.file_size)  # the stated size may be wrong: never unpack more
    # RuntimeError: an encrypted member, or a method that Python does not know; OSError: a damaged bzip2 stream.
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, OSError) as error:
        raise ValueError(f"it cannot be unpacked ({error})") from error
