"""A simulated network that serves the sample, so that the clients of upstreams read it like the real files."""

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
"""The date on which the data were taken from the upstreams."""

RELEASE = "built-in sample"
"""The release that all answers from the sample state, so that nobody takes them for complete data."""

ADDRESS = "https://sample.invalid"
"""The address of all requests, as logs show it: invalid, since no request leaves the process."""

ORGANISMS = ("Mus musculus",)
"""The organisms besides human whose genes are in the sample."""

_GZIP = ".gz"
_ETAG = f'"{DAY:%Y-%m-%d}"'
_ARCHIVES = {f"wikipathways-{DAY:%Y%m%d}-gpml-sample.zip": ".gpml", f"wikipathways-{DAY:%Y%m%d}-rdf-wp.zip": ".ttl"}
"""The monthly archives of WikiPathways, each with the suffix of the files in it."""


class SampleNetwork(httpx.AsyncBaseTransport):
    """An HTTP transport that serves the files of the sample by their names, on any host; other files are 404."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if (body := published(request.url.path.rpartition("/")[2])) is None:
            return httpx.Response(404)
        if request.headers.get("If-None-Match") == _ETAG:
            return httpx.Response(304)
        headers = {"ETag": _ETAG, "Last-Modified": format_datetime(DAY, usegmt=True)}
        return httpx.Response(200, content=body, headers=headers)


def published(name: str) -> bytes | None:
    """Return the content of a file of the sample; for the name "", a list of the archives; None for unknown names."""
    if not name:
        return "\n".join(_ARCHIVES).encode()
    if ending := _ARCHIVES.get(name):
        return _zipped(file for file in _files().values() if file.name.endswith(ending))
    if name.endswith(_GZIP):  # stored as text, so that diffs are readable
        unpacked = published(name.removesuffix(_GZIP))
        # Without the time, so that the same file always has the same bytes.
        return unpacked and gzip.compress(unpacked, mtime=0)
    file = _files().get(name)
    return file.read_bytes() if file else None


def _zipped(members: Iterable[Traversable]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in members:
            archive.writestr(zipfile.ZipInfo(file.name), file.read_bytes())  # without the current time
    return packed.getvalue()


@cache
def _files() -> Mapping[str, Traversable]:
    """Return the files of all upstreams by name."""
    folders = files("biofacts.adapters.sample").joinpath("files").iterdir()
    by_name = {file.name: file for folder in folders for file in folder.iterdir()}
    return dict(sorted(by_name.items()))
