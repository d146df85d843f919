"""A network on which the upstreams publish the sample, so that their clients read it like the real thing."""

import gzip
import io
import zipfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import httpx

DAY = datetime(2026, 11, 20, tzinfo=UTC)
"""The date on which the facts were taken from the upstreams."""

RELEASE = "built-in sample"
"""The name of all its releases, so that each answer says where its facts are from."""

ADDRESS = "https://sample.invalid"
"""The address of all requests, which logs show: none of the web, since none is sent."""

ORGANISMS = ("Mus musculus",)
"""The organisms, besides human, of which the sample has genes."""

_GZIP = ".gz"
_ETAG = f'"{DAY:%Y-%m-%d}"'
_ARCHIVES = {f"wikipathways-{DAY:%Y%m%d}-gpml-sample.zip": ".gpml", f"wikipathways-{DAY:%Y%m%d}-rdf-wp.zip": ".ttl"}
"""WikiPathways' archives of the month, and the ending of the files in each."""


class SampleNetwork(httpx.AsyncBaseTransport):
    """Answers requests for the files of the sample, on any host; other files are not there."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if (body := published(request.url.path.rpartition("/")[2])) is None:
            return httpx.Response(404)
        if request.headers.get("If-None-Match") == _ETAG:
            return httpx.Response(304)
        headers = {"ETag": _ETAG, "Last-Modified": format_datetime(DAY, usegmt=True)}
        return httpx.Response(200, content=body, headers=headers)


def published(name: str) -> bytes | None:
    """Return a file of the sample by its name, or the page of any folder, whose name is ""; None for other names."""
    if not name:
        return "\n".join(_ARCHIVES).encode()
    if ending := _ARCHIVES.get(name):
        return _zipped(file for file in _files().values() if file.name.endswith(ending))
    if name.endswith(_GZIP):  # stored as text, so that changes can be read
        unpacked = published(name.removesuffix(_GZIP))
        return unpacked and gzip.compress(unpacked, mtime=0)
    file = _files().get(name)
    return file.read_bytes() if file else None


def _zipped(members: Iterable[Traversable]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in members:
            archive.writestr(zipfile.ZipInfo(file.name), file.read_bytes())  # without the time of this moment
    return packed.getvalue()


@cache
def _files() -> Mapping[str, Traversable]:
    """Return the files by name, from the folders of all upstreams."""
    folders = files("biofacts.adapters.sample").joinpath("files").iterdir()
    by_name = {file.name: file for folder in folders for file in folder.iterdir()}
    return dict(sorted(by_name.items()))
