"""A check of an upstream: how much it fetches, and what it measures."""

from collections.abc import AsyncIterator

import httpx
import pytest

from biofacts.adapters.http.base_client import ProbedFile
from biofacts.adapters.http.probe import HttpProbe, refused
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.queue import RequestQueue
from tests.wire import FakeLimiter


class Large(httpx.AsyncByteStream):
    """A file without an end, in parts of 64 kB."""

    def __init__(self) -> None:
        self.given = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            self.given += 1
            yield bytes(2**16)


class Mirror(NetworkTransport):
    """Answers every request with one body."""

    def __init__(self, body: httpx.AsyncByteStream) -> None:
        super().__init__()
        self._body = body

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=self._body)


class Clock:
    """Goes on by an eighth of a millisecond whenever somebody looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.000125
        return self.now


# httpx does not close its generators if a body is left unread. asyncio closes them; trio warns.
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_of_a_large_file_half_a_megabyte_is_fetched() -> None:
    body, sizes = Large(), list[int]()
    pieces = [ProbedFile("a/file", lambda beginning: sizes.append(len(beginning)))]
    check = await HttpProbe(
        "PubChem", "https://pubchem.test/", pieces, RequestQueue(FakeLimiter()), Mirror(body), setting="BIOFACTS_URL"
    )()

    assert (check.finding, sizes, body.given) == ("ok", [512 * 1024], 8)


async def test_the_seconds_of_an_upstream_are_those_of_its_files_in_milliseconds() -> None:
    pieces = [ProbedFile(f"file/{number}", len) for number in range(5)]
    check = await HttpProbe(
        "PubChem", "https://pubchem.test/", pieces, RequestQueue(FakeLimiter()), Mirror(httpx.ByteStream(b"rows")),
        setting="BIOFACTS_URL", clock=Clock(),
    )()  # fmt: skip

    assert (check.details, check.seconds) == ("pubchem.test: 5 files read, file/0 first", 0.001)


@pytest.mark.parametrize(
    ("status", "beginning"),
    [(428, "Something else"), (429, "It is limiting requests"), (430, "Something else"), (499, "Something else"),
     (500, "The problem is on the")],
)  # fmt: skip
def test_a_status_says_whose_problem_it_is(status: int, beginning: str) -> None:
    assert refused(status, "BIOFACTS_URL").startswith(beginning)
