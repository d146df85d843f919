"""The cache of an upstream's answers, with our own time to live, stale-if-error, and an offline mode.

The upstream's caching headers are ignored: PubChem marks every answer as private and expired, and sends neither `ETag`
nor `Last-Modified`, so that an expired answer must be fetched again in full.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import anyio
import httpx
import msgspec

from biofacts.adapters.http.transport.base import WrappingTransport, copy, read_whole
from biofacts.domain.answers.errors import BiofactsError
from biofacts.ports.observing import CacheAnswered, CacheOutcome, Observer, unobserved
from biofacts.ports.record_store import RecordStore, StoredRecord

_log = logging.getLogger(__name__)

_SKEW = timedelta(minutes=5)

_encode, _decoder = msgspec.msgpack.encode, msgspec.msgpack.Decoder(tuple[int, bytes])
"""Codec of stored responses: the status and the body."""

MaxAge = Callable[[str, int], timedelta]
"""A function that returns how long an answer may be cached, given its path and status; 0 for not at all."""


class StoredAnswer(NamedTuple):
    """The answer of an upstream: its status, its body, and the time when we received it."""

    status: int
    body: bytes
    retrieved: datetime


class StoredAnswers:
    """The cached answers of an upstream, by URL. `offline`: True to answer from the cache alone, at any age."""

    def __init__(
        self,
        records: RecordStore,
        max_age: MaxAge,
        *,
        offline: bool = False,
        service: str = "",
        observer: Observer = unobserved,
    ) -> None:
        self._records = records
        self._max_age = max_age
        self._service = service
        self._observer = observer
        self.offline = offline

    async def _get(self, url: str) -> StoredAnswer | None:
        """Return the stored answer for a URL, at any age."""
        if (record := await self._records.get(url)) is None:
            return None
        try:
            return StoredAnswer(*_decoder.decode(record.body), record.retrieved)
        except msgspec.DecodeError as error:
            _log.warning("the answer of %s cannot be read (%s) and is fetched again", url, error)
            return None

    async def ask(
        self, url: str, path: str, send: Callable[[], Awaitable[StoredAnswer]], *, alone: bool = False
    ) -> tuple[StoredAnswer, CacheOutcome] | None:
        """Return the answer for a URL: the stored answer while it is fresh, else the answer that `send` fetches.

        If `send` fails, an expired answer is returned instead. Offline or with `alone`, only the cache is used, at any
        age; returns None if it has no answer. Raises: the errors of `send`.
        """
        outcome: CacheOutcome = "miss"
        try:
            stored = await self._get(url)
            if self.offline or alone or (stored and self._is_fresh(path, stored)):
                outcome = "hit" if stored else "miss"
                return (stored, outcome) if stored else None
            try:
                answer = await send()
            except BiofactsError:
                if stored is None:
                    raise
                outcome = "stale"
                return stored, outcome
            await self._put(url, path, answer)
            return answer, outcome
        finally:
            self._observer(CacheAnswered(self._service, outcome))

    def _is_fresh(self, path: str, stored: StoredAnswer) -> bool:
        """Return True if a stored answer is younger than the maximum age for its path and status."""
        age = now() - stored.retrieved
        # A negative age: the clock was set back, so the true age is unknown.
        return -_SKEW <= age < self._max_age(path, stored.status)

    async def _put(self, url: str, path: str, answer: StoredAnswer) -> None:
        """Store an answer if it may be cached."""
        if self._max_age(path, answer.status):
            body, at = _encode((answer.status, answer.body)), answer.retrieved
            await self._records.put(url, StoredRecord(body=body, validator="", retrieved=at, checked=at))


def now() -> datetime:
    """Return the current time of our own clock, which dates all answers; the upstream's clock is ignored."""
    return datetime.fromtimestamp(time.time(), UTC)


# Merging of identical requests in flight


class _Flight:
    """A request in flight, and its outcome for all callers who wait for it."""

    def __init__(self) -> None:
        self.lock = anyio.Lock()
        self.waiting = 0
        self.response: httpx.Response | None = None
        self.error: Exception | None = None


class CoalesceTransport(WrappingTransport):
    """Merges identical GET requests in flight: the first caller sends it, or the next if the first is cancelled."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        super().__init__(inner)
        self._flights: dict[tuple[object, ...], _Flight] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method != "GET":
            return await self._inner.handle_async_request(request)
        key = str(request.url), request.headers.get("if-none-match"), request.headers.get("accept")
        flight = self._flights.setdefault(key, _Flight())
        flight.waiting += 1
        try:
            async with flight.lock:
                # A cancelled caller has set neither, so the next one to get the lock sends the request.
                if flight.error is None and flight.response is None:
                    await self._ask(flight, request)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                self._flights.pop(key, None)
        if flight.error is not None:
            raise flight.error
        assert flight.response is not None
        return copy(flight.response)

    async def _ask(self, flight: _Flight, request: httpx.Request) -> None:
        try:
            flight.response = await read_whole(await self._inner.handle_async_request(request))
        except Exception as error:  # raised again for every caller that waits
            flight.error = error
