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

import anyio
import httpx
import msgspec

from biofacts.adapters.http.transport.body import Policy, copy, read_whole
from biofacts.ports.observing import CacheOutcome
from biofacts.ports.record_store import RecordStore, StoredRecord

_log = logging.getLogger(__name__)

_SKEW = timedelta(minutes=5)
CACHE_ONLY = "cache_only"
"""Request extension: only the cache may answer, and `NotStored` is raised if it cannot."""
_ANSWERS = (400, 404)  # statuses about the requested entity; any other failure is the upstream's own
_STATUS: dict[CacheOutcome, str] = {
    "hit": "biofacts; hit",
    "stale": "biofacts; hit; detail=stale",
    "miss": "biofacts; fwd=miss",
}

_encode, _decoder = msgspec.msgpack.encode, msgspec.msgpack.Decoder(tuple[int, bytes])
"""A response is stored as its status and its body."""

MaxAge = Callable[[httpx.Request, httpx.Response], int]
"""Returns for how many seconds a response may be cached; 0 for not at all."""


class NotStored(httpx.TransportError):
    """The cache has no response to this request, and the network may not be used."""


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

    `offline`: only the cache answers, with responses of any age.
    """

    def __init__(
        self, inner: httpx.AsyncBaseTransport, records: RecordStore, max_age: MaxAge, *, offline: bool = False
    ) -> None:
        super().__init__(inner)
        self._records = records
        self._max_age = max_age
        self._offline = offline

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        stored = await self._stored(request)
        if self._offline or request.extensions.get(CACHE_ONLY):
            if stored is None:
                raise NotStored(f"{request.url} is not in the cache", request=request)
            return _marked(stored, "hit")
        if stored is not None and self._is_fresh(request, stored):
            return _marked(stored, "hit")
        try:
            response = await read_whole(await self._inner.handle_async_request(request))
        except httpx.TransportError:
            if stored is None:
                raise
            return _marked(stored, "stale")
        if stored is not None and not response.is_success and response.status_code not in _ANSWERS:
            return _marked(stored, "stale")
        return await self._kept(request, response)

    async def _stored(self, request: httpx.Request) -> httpx.Response | None:
        if request.method != "GET" or (record := await self._records.get(str(request.url))) is None:
            return None
        try:
            code, body = _decoder.decode(record.body)
        except msgspec.DecodeError as error:
            _log.warning("the answer of %s cannot be read (%s) and is fetched again", request.url, error)
            return None
        return httpx.Response(code, headers={"date": _date(record.retrieved)}, content=body)

    def _is_fresh(self, request: httpx.Request, response: httpx.Response) -> bool:
        age = _now() - retrieved(response)
        # A date in the future: the clock was set back, so the age is unknown.
        return -_SKEW <= age < timedelta(seconds=self._max_age(request, response))

    async def _kept(self, request: httpx.Request, response: httpx.Response) -> httpx.Response:
        """Store a response if it may be cached, under the time of our clock, not of the upstream's."""
        now = _now()
        response.headers["date"] = _date(now)
        response.headers.pop("set-cookie", None)  # the client would send it with every later request
        if request.method == "GET" and self._max_age(request, response):
            body = _encode((response.status_code, response.content))
            record = StoredRecord(body=body, validator="", retrieved=now, checked=now)
            await self._records.put(str(request.url), record)
        return _marked(response, "miss")


def _marked(response: httpx.Response, outcome: CacheOutcome) -> httpx.Response:
    response.headers["cache-status"] = _STATUS[outcome]
    return response


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
        key = (
            str(request.url),
            request.headers.get("if-none-match"),
            request.headers.get("accept"),
            request.extensions.get(CACHE_ONLY),  # such a request fails where others go to the network
        )
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
