"""The base of the transports that wrap another one, and the reading of bodies: bounded in size and time, and whole."""

import time
import zlib
from collections.abc import AsyncGenerator, Callable

import httpx

from biofacts.domain.limits import time_limits

LARGEST_BODY = 256 * 1024 * 1024

# These headers are no longer true of a copy with the decompressed body.
_ABOUT_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class WrappingTransport(httpx.AsyncBaseTransport):
    """A transport that wraps another one, and closes it when it is closed itself."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def aclose(self) -> None:
        await self._inner.aclose()


class BodyTooLarge(httpx.TransportError):
    """A body that is larger, after decompression, than anything our upstreams publish."""


class Undecodable(httpx.TransportError):
    """A body that is truncated, not compressed as its headers say, or compressed in an unsupported way."""


class TooSlow(httpx.ReadTimeout):
    """A response that arrives too slowly to wait for."""


class _Body:
    """A body that is decompressed as it arrives, so that a small download cannot grow without limit."""

    def __init__(self, response: httpx.Response) -> None:
        codings = response.headers.get_list("content-encoding", split_commas=True)
        if codings not in ([], ["identity"], ["gzip"]):
            raise Undecodable(f"it is packed as {', '.join(codings)}")
        self._unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if codings == ["gzip"] else None
        self._parts: list[bytes] = []
        self._is_empty = True  # a 304 may have the headers of the body that it omits
        self.size = 0

    def add(self, part: bytes) -> None:
        self._is_empty = self._is_empty and not part
        if self._unpacker is not None:
            try:
                # One byte above the limit is enough to notice that it is exceeded.
                part = self._unpacker.decompress(part, LARGEST_BODY + 1 - self.size)
            except zlib.error as error:
                raise Undecodable(str(error)) from error
        self.size += len(part)
        if self.size > LARGEST_BODY:
            raise BodyTooLarge(f"the body is larger than {LARGEST_BODY} bytes")
        self._parts.append(part)

    def whole(self) -> bytes:
        if self._unpacker is not None and not self._unpacker.eof and not self._is_empty:
            raise Undecodable("it breaks off")
        return b"".join(self._parts)


async def read_whole(response: httpx.Response, clock: Callable[[], float] = time.monotonic) -> httpx.Response:
    """Return a copy of a response with its decompressed body. Raises: BodyTooLarge, TooSlow, Undecodable.

    It reads the raw stream: httpx would decompress without a limit, and accept a truncated gzip body.
    """
    # An inner transport may have read the body already, as the one that finds out the true status of PubChem does.
    if response.is_stream_consumed:
        return copy(response)
    assert isinstance(response.stream, httpx.AsyncByteStream)
    started = clock()
    parts = aiter(response.stream)
    try:
        body = _Body(response)
        async for part in parts:
            body.add(part)
            if (seconds := clock() - started) > time_limits.BODY and body.size < seconds * time_limits.SLOWEST_BODY:
                raise TooSlow(f"{body.size} bytes in {seconds:.0f} seconds")
        content = body.whole()
    finally:
        # Otherwise the generators of a rejected body would be left to the garbage collector.
        if isinstance(parts, AsyncGenerator):
            await parts.aclose()
        await response.aclose()
    return _answer(response.status_code, response.headers, content)


def copy(response: httpx.Response) -> httpx.Response:
    """Copy a response for another caller. Its body must have been read."""
    return _answer(response.status_code, response.headers, response.content)


def _answer(status: int, headers: httpx.Headers, body: bytes) -> httpx.Response:
    header_pairs = [(name, value) for name, value in headers.multi_items() if name.lower() not in _ABOUT_THE_WIRE]
    return httpx.Response(status, headers=header_pairs, content=body)
