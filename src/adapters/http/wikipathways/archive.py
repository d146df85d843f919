"""The monthly archive of WikiPathways: every drawing, one zip per organism.

Source: https://data.wikipathways.org/current/gpml (an HTML table of files).
"""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator

from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.wikipathways import gpml
from biofacts.domain.drawing import Drawing
from biofacts.domain.errors import UpstreamError
from biofacts.domain.pathway import PATHWAY
from biofacts.ports.publications import ArchiveListing, DrawingArchive

_INDEX = "current/gpml"
_FILE = re.compile(r"wikipathways-(\d{8})-gpml-[\w.-]+?\.zip")
_LARGEST_MEMBER = 32 * 1024 * 1024


class WikiPathwaysArchive(LifeSciencesClient, DrawingArchive):
    """All drawings of the newest month."""

    service = PATHWAY.service

    async def newest(self) -> ArchiveListing:
        page = await self.fetch(_INDEX, html=True)
        found = {match[0]: match[1] for match in _FILE.finditer(page.body.decode(errors="replace"))} if page else {}
        if not found:
            raise UpstreamError(self.service, f"its archive lists no files at {_INDEX}")
        newest = max(found.values())
        return ArchiveListing(
            release=f"{newest[:4]}-{newest[4:6]}-{newest[6:]}",
            parts=tuple(sorted(name for name, date in found.items() if date == newest)),
        )

    async def part(self, name: str) -> bytes:
        if (fetched := await self.fetch(f"{_INDEX}/{name}")) is None:
            raise UpstreamError(self.service, f"its archive lists {name} but does not have it")
        return fetched.body

    def read(self, parts: Iterable[bytes]) -> Iterable[Drawing]:
        return _unique(read_drawings(parts))


def _unique(drawings: Iterable[Drawing]) -> Iterator[Drawing]:
    """Each pathway once."""
    seen = set[str]()
    for drawing in drawings:
        if drawing.local_id not in seen:
            seen.add(drawing.local_id)
            yield drawing


def read_drawings(archives: Iterable[bytes]) -> Iterator[Drawing]:
    """Every drawing of the archive's zips. Raises: ValueError."""
    try:
        for archive in archives:
            with zipfile.ZipFile(io.BytesIO(archive)) as opened:
                for member in opened.infolist():
                    if member.filename.endswith(".gpml"):
                        yield gpml.read(_member(opened, member))
    # RuntimeError: an encrypted member, or a method that Python does not know; OSError: a damaged bzip2 stream.
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, OSError) as error:
        raise ValueError(f"no readable zip ({error})") from error


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """A member's bytes. Its size is told by the zip, and may be a lie: never more than told is unpacked."""
    if member.file_size > _LARGEST_MEMBER:
        raise ValueError(f"{member.filename} is larger than {_LARGEST_MEMBER} bytes")
    with archive.open(member) as file:
        return file.read(member.file_size)
