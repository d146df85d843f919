"""A network on which the upstreams publish the sample, so that their clients read it like the real thing."""

import gzip
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import httpx

DAY = datetime(2026, 11, 20, tzinfo=UTC)
"""The date on which the facts were taken from the upstreams."""

ORGANISMS = ("Mus musculus",)
"""The organisms, besides human, of which the sample has genes."""

_GZIP = ".gz"


class SampleNetwork(httpx.AsyncBaseTransport):
    """Answers requests for the files of the sample, on any host; other files are not there."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if (body := published(request.url.path.rpartition("/")[2])) is None:
            return httpx.Response(404)
        return httpx.Response(200, content=body, headers={"Last-Modified": format_datetime(DAY, usegmt=True)})


def published(name: str) -> bytes | None:
    """Return a file of the sample by its name; None if there is none."""
    if name.endswith(_GZIP):  # stored as text, so that changes can be read
        unpacked = published(name.removesuffix(_GZIP))
        return unpacked and gzip.compress(unpacked, mtime=0)
    file = _files().get(name)
    return file.read_bytes() if file else None


@cache
def _files() -> Mapping[str, Traversable]:
    """Return the files by name, from the folders of all upstreams."""
    folders = files("biofacts.adapters.sample").joinpath("files").iterdir()
    return {file.name: file for folder in folders for file in folder.iterdir()}
