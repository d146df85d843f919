"""The rules of the house for every request, as transports that wrap transports.

From the outside in: merge (identical requests in flight are one), break (a failing upstream is left alone), retry,
limit, network.
"""

import random
import ssl
import time
import zlib
from collections.abc import AsyncGenerator, Callable
from functools import cache
from urllib.request import getproxies, proxy_bypass

import anyio
import httpx
import stamina

from biofacts.ports.limiter import Limiter

RETRIED_STATUS = frozenset({429, 502, 503, 504, 524})  # 524: what stands before the upstream waited in vain
_ATTEMPTS = 4
_LONGEST_PAUSE = 10.0
_DAY = 86_400.0
_FIRST_BACKOFF = 0.5
_LARGEST_BODY = 256 * 1024 * 1024
_LONGEST_HEAD = 15.0
_SLOW_AFTER, _SLOWEST = 15.0, 4096
_LONGEST_QUEUE = 24.0  # just less than a call may take


class BodyTooLarge(httpx.TransportError):
    """A body that, decoded, is larger than anything our upstreams publish."""


class Undecodable(httpx.TransportError):
    """A body that is not packed as its headers say, or packed more than once."""


class TooSlow(httpx.ReadTimeout):
    """An answer that keeps coming, too slowly to be waited for."""


class Crowded(httpx.TransportError):
    """So many requests wait for the upstream's budget that this one's turn does not come in time."""


def retry_after(response: httpx.Response) -> float | None:
    """The seconds of a `Retry-After` header, a day at most; None without one (or with a date)."""
    value = response.headers.get("retry-after", "").strip()
    return min(float(value), _DAY) if value.isascii() and value.replace(".", "", 1).isdigit() else None


@cache
def _certificates() -> ssl.SSLContext:
    """The system's certificates, read once for all upstreams."""
    return httpx.create_ssl_context()


class NetworkTransport(httpx.AsyncBaseTransport):
    """The network, made ready by the first request: reading the system's certificates takes longer than an answer.

    A proxy of the environment (`HTTPS_PROXY`, `NO_PROXY`, ...) is used.
    """

    def __init__(self) -> None:
        self._transports: dict[str | None, httpx.AsyncBaseTransport] = {}

    def prepare(self, request: httpx.Request) -> httpx.AsyncBaseTransport:
        """The transport of a request, made when there is none yet."""
        proxy = None if proxy_bypass(request.url.host) else getproxies().get(request.url.scheme)
        if proxy not in self._transports:
            self._transports[proxy] = httpx.AsyncHTTPTransport(verify=_certificates(), proxy=proxy)
        return self._transports[proxy]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        try:
            with anyio.fail_after(_LONGEST_HEAD):  # httpx bounds each read, of which a trickle makes any number
                return await self.prepare(request).handle_async_request(request)
        except TimeoutError as error:
            raise TooSlow(f"no status within {_LONGEST_HEAD:g} seconds", request=request) from error

    async def aclose(self) -> None:
        for transport in self._transports.values():
            await transport.aclose()


class Line:
    """The requests to one upstream, let through one by one, each when the budget has room.

    `spacing`: the seconds that two requests leave apart at least, whatever the budget says: a process that was held up
    uses its slots late, and would use the next ones on time, right behind.
    """

    def __init__(self, limiter: Limiter, spacing: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.limiter = limiter
        self._spacing = spacing
        self._clock = clock
        self._last = -spacing
        self._lock = anyio.Lock()

    async def turn(self) -> None:
        """Wait for one's turn. Raises: Crowded."""
        try:
            with anyio.fail_after(_LONGEST_QUEUE):
                async with self._lock:
                    # The wait is known only now, with the lock in hand: whoever was before has moved it.
                    seconds = await self.limiter.reserve()
                    if (seconds := max(seconds, self._last + self._spacing - self._clock())) > 0:
                        await anyio.sleep(seconds)
                    self._last = self._clock()
        except TimeoutError as error:
            raise Crowded(f"no turn within {_LONGEST_QUEUE:g} seconds") from error


class LimitTransport(httpx.AsyncBaseTransport):
    """Sends a request when its turn has come.

    `prepare` is done before a turn is taken: what takes long afterwards would bunch the requests of several processes.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        line: Line,
        *,
        prepare: Callable[[httpx.Request], object] = lambda _: None,
    ) -> None:
        self._inner = inner
        self._line = line
        self._prepare = prepare

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._prepare(request)
        await self._line.turn()
        response = await self._inner.handle_async_request(request)
        if response.status_code in (429, 503) and (pause := retry_after(response)):
            await self._line.limiter.hold(min(pause, _LONGEST_PAUSE))
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _TryAgain(Exception):
    def __init__(self, response: httpx.Response) -> None:
        self.response = response


class _Patience:
    """What one request may still cost its caller, who waits half a minute at most."""

    def __init__(self) -> None:
        self._pauses = _LONGEST_PAUSE
        self._timeouts = 1

    def __call__(self, error: Exception) -> bool | float:
        """Whether to try again, and after how many seconds where the upstream says so."""
        if isinstance(error, _TryAgain):
            if (pause := retry_after(error.response)) is None:
                return True
            self._pauses -= pause
            return pause + random.uniform(0, 0.1) if self._pauses >= 0 else False
        if isinstance(error, BodyTooLarge | TooSlow | Crowded):
            return False
        if isinstance(error, httpx.TimeoutException):
            self._timeouts -= 1
            return self._timeouts >= 0
        return isinstance(error, httpx.TransportError)


class RetryTransport(httpx.AsyncBaseTransport):
    """Tries up to three times more on 429, 502, 503, 504, 524 and transport errors, but once more after a time-out.

    The body is read inside an attempt.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        attempts: int = _ATTEMPTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._attempts = attempts
        self._clock = clock

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        try:
            async for attempt in stamina.retry_context(
                on=_Patience(),
                attempts=self._attempts,
                timeout=None,
                wait_initial=_FIRST_BACKOFF,
                wait_jitter=_FIRST_BACKOFF,
            ):
                with attempt:
                    response = await whole(await self._inner.handle_async_request(request), self._clock)
                    if response.status_code in RETRIED_STATUS:
                        raise _TryAgain(response)
                    return response
        except _TryAgain as last:
            return last.response
        raise AssertionError("stamina ends by returning or raising")

    async def aclose(self) -> None:
        await self._inner.aclose()


class LeftAlone(httpx.TransportError):
    """The upstream failed moments ago, and is left alone for a while."""


class BreakTransport(httpx.AsyncBaseTransport):
    """Leaves an upstream alone for `pause` seconds after `failures` requests in a row have failed, retries and all."""

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        failures: int = 2,
        pause: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._failures = failures
        self._pause = pause
        self._clock = clock
        self._failed = 0
        self._until = 0.0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._clock() < self._until:
            raise LeftAlone(f"{request.url.host} failed moments ago", request=request)
        try:
            response = await self._inner.handle_async_request(request)
        except Crowded:  # our own doing
            raise
        except httpx.TransportError:
            self._count_failure()
            raise
        if response.status_code >= 500:
            self._count_failure()
        else:
            self._failed = 0
        return response

    def _count_failure(self) -> None:
        self._failed += 1
        if self._failed >= self._failures:
            self._until = self._clock() + self._pause
            self._failed = self._failures - 1  # afterwards one request tries, and decides

    async def aclose(self) -> None:
        await self._inner.aclose()


_ABOUT_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})


def _answer(status: int, headers: httpx.Headers, body: bytes) -> httpx.Response:
    kept = [(name, value) for name, value in headers.multi_items() if name.lower() not in _ABOUT_THE_WIRE]
    return httpx.Response(status, headers=kept, content=body)


class _Body:
    """A body on its way, unpacked as it comes: a small one cannot become a huge one, nor a part pass for the whole."""

    def __init__(self, response: httpx.Response) -> None:
        codings = response.headers.get_list("content-encoding", split_commas=True)
        if codings not in ([], ["identity"], ["gzip"]):
            raise Undecodable(f"it is packed as {', '.join(codings)}")
        self._unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if codings == ["gzip"] else None
        self._parts: list[bytes] = []
        self._is_empty = True  # a 304 may carry the headers of the body that it does not have
        self.size = 0

    def add(self, part: bytes) -> None:
        self._is_empty = self._is_empty and not part
        if self._unpacker is not None:
            try:
                part = self._unpacker.decompress(part, _LARGEST_BODY + 1 - self.size)
            except zlib.error as error:
                raise Undecodable(str(error)) from error
        self.size += len(part)
        if self.size > _LARGEST_BODY:
            raise BodyTooLarge(f"the body is larger than {_LARGEST_BODY} bytes")
        self._parts.append(part)

    def whole(self) -> bytes:
        if self._unpacker is not None and not self._unpacker.eof and not self._is_empty:
            raise Undecodable("it breaks off")
        return b"".join(self._parts)


async def whole(response: httpx.Response, clock: Callable[[], float] = time.monotonic) -> httpx.Response:
    """The same answer with its body read and unpacked. Raises: BodyTooLarge, TooSlow, Undecodable.

    The stream is read as it is: httpx would unpack without bounds, and take the beginning of a packed body for all.
    """
    if response.is_stream_consumed:
        return _answer(response.status_code, response.headers, response.content)
    assert isinstance(response.stream, httpx.AsyncByteStream)
    started = clock()
    parts = aiter(response.stream)
    try:
        body = _Body(response)
        async for part in parts:
            body.add(part)
            if (seconds := clock() - started) > _SLOW_AFTER and body.size < seconds * _SLOWEST:
                raise TooSlow(f"{body.size} bytes in {seconds:.0f} seconds")
        content = body.whole()
    finally:
        if isinstance(parts, AsyncGenerator):
            await parts.aclose()
        await response.aclose()
    return _answer(response.status_code, response.headers, content)


class _Flight:
    """A request on its way, and its outcome for everybody who asked for the same."""

    def __init__(self) -> None:
        self.lock = anyio.Lock()
        self.waiting = 0
        self.response: httpx.Response | None = None
        self.error: Exception | None = None


class MergeTransport(httpx.AsyncBaseTransport):
    """Makes identical GET requests in flight one. Whoever is first asks; when it is cancelled, the next one does."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner
        self._flights: dict[tuple[object, ...], _Flight] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method != "GET":
            return await self._inner.handle_async_request(request)
        key = (str(request.url), request.headers.get("if-none-match"), request.headers.get("accept"))
        flight = self._flights.setdefault(key, _Flight())
        flight.waiting += 1
        try:
            async with flight.lock:
                if flight.error is None and flight.response is None:
                    await self._ask(flight, request)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                self._flights.pop(key, None)
        if flight.error is not None:
            raise flight.error
        assert flight.response is not None
        return _answer(flight.response.status_code, flight.response.headers, flight.response.content)

    async def _ask(self, flight: _Flight, request: httpx.Request) -> None:
        try:
            flight.response = await whole(await self._inner.handle_async_request(request))
        except Exception as error:  # raised by everybody who waits for this answer
            flight.error = error

    async def aclose(self) -> None:
        await self._inner.aclose()
