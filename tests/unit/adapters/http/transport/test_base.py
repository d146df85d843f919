"""Bodies: read to their end within bounds, unpacked once, and never a part in the place of the whole."""

import gzip
from collections.abc import AsyncIterator
from contextlib import nullcontext

import httpx
import pytest

from biofacts.adapters.http.transport.base import BodyTooLarge, TooSlow, Undecodable, read_whole
from biofacts.adapters.http.transport.cache import CoalesceTransport
from biofacts.adapters.http.transport.retry import RetryTransport
from tests.wire import URL, Script, ask


class BrokenBody(httpx.AsyncByteStream):
    """Breaks off in the middle."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"half"
        raise httpx.ReadError("connection reset")


class Dripping(httpx.AsyncByteStream):
    """A body of single bytes, one a second on a clock of its own."""

    def __init__(self, size: int, of: bytes = b".") -> None:
        self.now = 0.0
        self.given = 0
        self._size = size
        self._part = of

    def clock(self) -> float:
        return self.now

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self._size):
            self.now += 1
            self.given += 1
            yield self._part


async def test_a_body_that_comes_in_drops_is_given_up_and_not_asked_for_again() -> None:
    body = Dripping(1000)
    script = Script(httpx.Response(200, stream=body))
    with pytest.raises(TooSlow):
        await ask(RetryTransport(script.transport, clock=body.clock))

    assert (len(script.asked), body.given) == (1, 16)


async def test_a_long_body_on_a_slow_line_is_waited_for() -> None:
    body = Dripping(100, of=b"." * 4096)
    response = await ask(RetryTransport(Script(httpx.Response(200, stream=body)).transport, clock=body.clock))

    assert len(response.content) == 409_600


@pytest.mark.parametrize(("size", "is_whole"), [(1, True), (3, False)])
async def test_a_connection_is_closed_behind_every_body(
    size: int, is_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise connections of refused bodies stay open until the garbage collector comes."""
    closed: list[str] = []

    class Observed(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            try:
                for _ in range(size):
                    yield b"."
            finally:
                closed.append("parts")

        async def aclose(self) -> None:
            closed.append("connection")

    monkeypatch.setattr("biofacts.adapters.http.transport.base.LARGEST_BODY", 2)
    with nullcontext() if is_whole else pytest.raises(BodyTooLarge):
        await read_whole(httpx.Response(200, stream=Observed()))

    assert closed == ["parts", "connection"]


async def test_a_body_that_breaks_in_the_middle_is_asked_for_again() -> None:
    script = Script(httpx.Response(200, stream=BrokenBody()), httpx.Response(200, content=b"whole"))
    response = await ask(RetryTransport(script.transport))

    assert (response.content, len(script.asked)) == (b"whole", 2)


def sent(body: bytes, coding: str) -> httpx.Response:
    packed = gzip.compress(body, mtime=0) if coding else body
    return httpx.Response(200, headers={"Content-Encoding": coding} if coding else {}, stream=httpx.ByteStream(packed))


@pytest.mark.parametrize("coding", ["", "gzip"])
async def test_a_body_that_is_too_large_is_refused_and_not_asked_for_again(
    coding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("biofacts.adapters.http.transport.base.LARGEST_BODY", 8)
    script = Script(sent(b"123456789", coding))
    with pytest.raises(BodyTooLarge, match="the body is larger than 8 bytes"):
        await ask(RetryTransport(script.transport))

    assert len(script.asked) == 1
    assert (await ask(RetryTransport(Script(sent(b"12345678", coding)).transport))).content == b"12345678"


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(b"ok", mtime=0)[:-9]),
        ("gzip", b"this is not packed at all"),
        ("gzip, gzip", gzip.compress(gzip.compress(b"ok", mtime=0), mtime=0)),
        ("br", b"ok"),
    ],
)
async def test_a_body_that_is_not_packed_as_it_says_is_no_answer(coding: str, body: bytes) -> None:
    packed = httpx.Response(200, headers={"Content-Encoding": coding}, stream=httpx.ByteStream(body))
    with pytest.raises(Undecodable):
        await ask(RetryTransport(Script(packed).transport))


async def test_no_body_is_none_whatever_its_headers_say() -> None:
    unchanged = httpx.Response(304, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(b""))
    response = await ask(RetryTransport(Script(unchanged).transport))

    assert (response.status_code, response.content) == (304, b"")


async def test_a_compressed_body_is_decoded_once() -> None:
    packed = httpx.Response(
        200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(gzip.compress(b"ok", mtime=0))
    )
    over = CoalesceTransport(RetryTransport(Script(packed).transport))
    async with httpx.AsyncClient(transport=over) as client:
        response = await client.get(URL)

    assert response.content == b"ok"
    assert "content-encoding" not in response.headers
