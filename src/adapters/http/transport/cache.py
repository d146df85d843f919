"""The local HTTP cache: responses as records, with our own time to live, stale-if-error, and an offline mode.

Each response says in its `Cache-Status` header (RFC 9211) where it comes from: `biofacts; hit`,
`biofacts; hit; detail=stale` or `biofacts; fwd=miss`. The upstream's caching headers do not count: PubChem calls every
answer private and expired, and sends neither `ETag` nor `Last-Modified`, so that an old one is fetched anew as a whole.
"""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from typing import NamedTuple

import anyio
import httpx
import msgspec

from biofacts.adapters.http.transport.body import Policy, copy, read_whole
from biofacts.ports.observing import CacheAnswered, CacheOutcome, Observer, unobserved
from biofacts.ports.record_store import RecordStore, StoredRecord

_log = logging.getLogger(__name__)

_SKEW = timedelta(minutes=5)
_ANSWERS = (400, 404)  # statuses about the requested entity; any other failure is the upstream's own
_STATUS: dict[CacheOutcome, str] = {
    "hit": "biofacts; hit",
    "stale": "biofacts; hit; detail=stale",
    "miss": "biofacts; fwd=miss",
}

_encode, _decoder = msgspec.msgpack.encode, msgspec.msgpack.Decoder(tuple[int, bytes])
"""A response is stored as its status and its body."""

MaxAge = Callable[[str, int], int]
"""Returns for how many seconds an answer of a path with a status may be cached; 0 for not at all."""


class NotStored(httpx.TransportError):
    """The cache has no answer to this question, and the network may not be used."""


class StoredAnswer(NamedTuple):
    """The answer of an upstream: its status, its body, and when it was sent."""

    status: int
    body: bytes
    retrieved: datetime


class StoredAnswers:
    """The answers of an upstream in a store of records, by URL. `offline`: they are used however old they are."""

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

    async def get(self, url: str) -> StoredAnswer | None:
        """Return the answer of a URL, however old it is."""
        if (record := await self._records.get(url)) is None:
            return None
        try:
            return StoredAnswer(*_decoder.decode(record.body), record.retrieved)
        except msgspec.DecodeError as error:
            _log.warning("the answer of %s cannot be read (%s) and is fetched again", url, error)
            return None

    async def instead_of_request(self, url: str, path: str, *, alone: bool = False) -> StoredAnswer | None:
        """Return the answer of a URL if it needs no request: building one takes ten times as long as this.

        `alone`: only the cache may answer, however old its answer is. Raises: NotStored if it cannot, then or offline.
        """
        stored = await self.get(url)
        alone = alone or self.offline
        if stored is None and alone:
            self.report("miss")
            raise NotStored(f"{url} is not in the cache")
        if stored is None or not (alone or self.is_fresh(path, stored)):
            return None  # the transport looks again, and reports what it finds
        self.report("hit")
        return stored

    def is_fresh(self, path: str, stored: StoredAnswer) -> bool:
        """Return True if an answer is not too old for its kind."""
        age = _now() - stored.retrieved
        # A date in the future: the clock was set back, so the age is unknown.
        return -_SKEW <= age < timedelta(seconds=self._max_age(path, stored.status))

    async def put(self, url: str, path: str, answer: StoredAnswer) -> None:
        """Store an answer if it may be cached."""
        if self._max_age(path, answer.status):
            body, now = _encode((answer.status, answer.body)), answer.retrieved
            await self._records.put(url, StoredRecord(body=body, validator="", retrieved=now, checked=now))

    def report(self, outcome: CacheOutcome) -> None:
        """Report the outcome of a lookup to the observer."""
        self._observer(CacheAnswered(self._service, outcome))


def status(response: httpx.Response) -> CacheOutcome:
    """Return where a response comes from: `hit`, `stale` or `miss`."""
    said = response.headers.get("cache-status", "")
    return "stale" if "stale" in said else "hit" if "hit" in said else "miss"


def retrieved(response: httpx.Response) -> datetime:
    """Return when the upstream sent a response; now if it has no date."""
    noted = response.headers.get("date")
    return parsedate_to_datetime(noted) if noted else _now()


def _now() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC)


class CacheTransport(Policy):
    """Answers GET from the cache while a response is fresh, and with an expired one if the upstream fails.

    Offline only the cache answers, with responses of any age.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, answers: StoredAnswers) -> None:
        super().__init__(inner)
        self._answers = answers

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        outcome: CacheOutcome = "miss"
        try:
            response = await self._answered(request)
            outcome = status(response)
        finally:
            self._answers.report(outcome)
        return response

    async def _answered(self, request: httpx.Request) -> httpx.Response:
        stored = await self._answers.get(str(request.url)) if request.method == "GET" else None
        if self._answers.offline:
            if stored is None:
                raise NotStored(f"{request.url} is not in the cache", request=request)
            return _response(stored, "hit")
        if stored is not None and self._answers.is_fresh(request.url.path, stored):
            return _response(stored, "hit")
        try:
            response = await read_whole(await self._inner.handle_async_request(request))
        except httpx.TransportError:
            if stored is None:
                raise
            return _response(stored, "stale")
        if stored is not None and not response.is_success and response.status_code not in _ANSWERS:
            return _response(stored, "stale")
        return await self._kept(request, response)

    async def _kept(self, request: httpx.Request, response: httpx.Response) -> httpx.Response:
        """Store a response if it may be cached, under the time of our clock, not of the upstream's."""
        now = _now()
        response.headers["date"] = _date(now)
        response.headers.pop("set-cookie", None)  # the client would send it with every later request
        if request.method == "GET":
            answer = StoredAnswer(response.status_code, response.content, now)
            await self._answers.put(str(request.url), request.url.path, answer)
        response.headers["cache-status"] = _STATUS["miss"]
        return response


def _response(stored: StoredAnswer, outcome: CacheOutcome) -> httpx.Response:
    headers = {"date": _date(stored.retrieved), "cache-status": _STATUS[outcome]}
    return httpx.Response(stored.status, headers=headers, content=stored.body)


def _date(moment: datetime) -> str:
    return format_datetime(moment, usegmt=True)


# Merging of identical requests in flight


class _Flight:
    """A request in flight, and its outcome for all callers that wait for it."""

    def __init__(self) -> None:
        self.lock = anyio.Lock()
        self.waiting = 0
        self.response: httpx.Response | None = None
        self.error: Exception | None = None


class CoalesceTransport(Policy):
    """Merges identical GET requests in flight. The first caller sends it; if that is cancelled, the next one does."""

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
