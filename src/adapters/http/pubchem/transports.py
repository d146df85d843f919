"""Transports that handle PubChem's peculiarities, and cached queries to PubChem.

The transports from the outside in: throttling, corrected statuses, long identifiers sent as forms.
"""

import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import TypeVar
from urllib.parse import urlencode

import anyio
import httpx
import msgspec

from biofacts.adapters.http.base_client import refuse, translated
from biofacts.adapters.http.pubchem import response_formats
from biofacts.adapters.http.pubchem.response_formats import PICTURE, fault, is_answer
from biofacts.adapters.http.transport.base import WrappingTransport, read_whole
from biofacts.adapters.http.transport.cache import StoredAnswer, StoredAnswers, now
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.records import Provenance, iso
from biofacts.domain.limits import freshness
from biofacts.domain.text.patterns import late_pattern
from biofacts.ports.observing import CacheOutcome
from biofacts.ports.request_budgets import Limiter

_STATUS = {
    "BadRequest": 400, "NotFound": 404, "NotAllowed": 405, "Unimplemented": 501,
    # 502 instead of 500 for faults that pass, since 500 is not retried.
    "ServerBusy": 429, "Timeout": 504, "ServerError": 502, "Unknown": 502,
}  # fmt: skip
_WAITING, _NOT_MODIFIED, _NO_ANSWER = 202, 304, 502
UNREADABLE = "biofacts-unreadable"
"""A header that we add to responses whose body is not an answer of PubChem, whatever their status."""

_IDENTIFIERS = ("name", "smiles", "inchi")
# The load that PubChem allows: yellow from 50 %, red from 75 %, black for a blocked client.
_PAUSES = {"yellow": 0.5, "red": 5.0, "black": 10.0}
_COLOUR = late_pattern(r"status:\s*(yellow|red|black)\b", re.I)
# A refusal may leave all colours at green: `..., too many requests per second or blacklisted`.
_REFUSED = late_pattern(r"blacklisted|blocking time", re.I)


class ThrottleTransport(WrappingTransport):
    """Pauses requests as `X-Throttling-Control` demands: briefly at yellow, longer at red, longest after a refusal."""

    def __init__(self, inner: httpx.AsyncBaseTransport, limiter: Limiter) -> None:
        super().__init__(inner)
        self._limiter = limiter

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        control = response.headers.get("x-throttling-control", "")
        seen = [colour.lower() for colour in _COLOUR.findall(control)] + ["black"] * bool(_REFUSED.search(control))
        if seen:
            await self._limiter.pause_for(max(_PAUSES[colour] for colour in seen))
        return response


class StatusTransport(WrappingTransport):
    """Corrects the status of each response to match its content.

    PubChem sends transient faults with wrong statuses, web pages instead of faults, and truncated bodies with 200.
    `ServerBusy` becomes 429. A response whose body is not an answer becomes 502, with a header that keeps it out of the
    cache.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(inner)
        self._clock = clock

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await read_whole(await self._inner.handle_async_request(request), self._clock)
        # Only we may set the first; the client would send the other with every later request.
        for name in (UNREADABLE, "set-cookie"):
            response.headers.pop(name, None)
        if (status := _actual_status(request.url.path, response)) is None:
            response.headers[UNREADABLE] = "1"
        response.status_code = status or _NO_ANSWER
        return response


def _actual_status(path: str, response: httpx.Response) -> int | None:
    """Return the status that matches the content; None if the content is not an answer."""
    if reported := fault(response.content):
        return _STATUS.get(reported.kind, _NO_ANSWER if response.is_success else response.status_code)
    if response.status_code == _WAITING:  # the search still runs; a later request gets its result
        return _STATUS["Timeout"]
    if response.has_redirect_location or response.status_code == _NOT_MODIFIED:
        return None  # our requests are not conditional
    if response.is_success:
        return response.status_code if is_answer(path, response.content) else None
    # Only PubChem itself can report a missing compound; the page of a proxy in between cannot.
    return None if response.status_code in (400, 404) else response.status_code


class PostIdentifierTransport(WrappingTransport):
    """Sends an identifier in the query string as a POST form, whose length is not limited and whose answer is the same.

    Outer transports see a GET, so that such requests are merged and cached like all others.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        form = {name: request.url.params[name] for name in _IDENTIFIERS if name in request.url.params}
        if request.method == "GET" and form:
            headers = [(name, value) for name, value in request.headers.items() if name != "host"]
            url = request.url.copy_with(query=None)
            request = httpx.Request("POST", url, headers=headers, data=form, extensions=request.extensions)
        return await self._inner.handle_async_request(request)


def dialect(
    inner: httpx.AsyncBaseTransport, limiter: Limiter, clock: Callable[[], float] = time.monotonic
) -> httpx.AsyncBaseTransport:
    """Wrap a transport in the three transports for PubChem."""
    return ThrottleTransport(StatusTransport(PostIdentifierTransport(inner), clock), limiter)


# Freshness of PubChem's answers in the cache


def max_age(path: str, status: int) -> timedelta:
    """Return for how long an answer may be cached: records for a week, searches for a day, misses for hours."""
    if status == 404 or (status == 400 and not path.endswith(PICTURE)):
        return freshness.MISS
    if not 200 <= status < 300:
        return timedelta()
    if "/pug_view/" in path or path.endswith(PICTURE):  # large; the records made of them are stored instead
        return timedelta()
    return freshness.RECORD if "/compound/cid/" in path else freshness.SEARCH


# A single query to PubChem, and the provenance of its answer


PUG = "rest/pug/compound"
_BUSY_SECONDS = 30.0  # as in PubChem's own `Retry-After`
_ABOUT_THE_KEY = (400, 404)


class PubChemAnswer(msgspec.Struct, frozen=True):
    """An answer of PubChem. `body`: None if PubChem found nothing; `live`: True if the answer was fetched now."""

    body: bytes | None
    provenance: Provenance
    live: bool


class PubChem:
    """PubChem's answers to single queries, cached or fetched. `http`: a client that applies all policies."""

    def __init__(self, http: httpx.AsyncClient, answers: StoredAnswers) -> None:
        self._http = http
        self._answers = answers

    async def ask(
        self,
        path: str,
        params: Mapping[str, str] | None = None,
        *,
        within: float | None = None,
        cache_only: bool = False,
        form: str = response_formats.ANSWER,
    ) -> PubChemAnswer:
        """Query PubChem. The answer has no body if PubChem finds nothing.

        `within`: a time limit in seconds; `form`: a phrase for the expected form of the answer, for the error message.

        Raises: RateLimited, UpstreamError.
        """
        url = f"{self._http.base_url}{path}" + (f"?{urlencode(params)}" if params else "")

        async def send() -> StoredAnswer:
            with translated(COMPOUND.service):
                response = await self._http.get(path, params=params, timeout=within or self._http.timeout)
            if UNREADABLE in response.headers:
                raise UpstreamError.of(COMPOUND.service, f"its answer is not {form}")
            if response.status_code not in _ABOUT_THE_KEY:
                refuse(COMPOUND.service, response, _BUSY_SECONDS)
            return StoredAnswer(response.status_code, response.content, now())

        if (stored := await self._answers.ask(url, path, send, alone=cache_only)) is None:
            raise UpstreamError.offline(COMPOUND.service, "its answer to this")
        return _answer(path, *stored)


def _answer(path: str, sent: StoredAnswer, outcome: CacheOutcome) -> PubChemAnswer:
    body = sent.body if sent.status not in _ABOUT_THE_KEY else None
    # PubChem answers 400, not 404, for an identifier that cannot exist, such as a number that is too large.
    if sent.status == 400 and not response_formats.is_about_the_key(path, sent.body):
        raise UpstreamError.of(COMPOUND.service, f"it answers with status {sent.status}")
    live = outcome == "miss"
    provenance = Provenance(
        name=COMPOUND.service, retrieved=iso(sent.retrieved), mode="live" if live else "cache", stale=outcome == "stale"
    )
    return PubChemAnswer(body, provenance, live)


# Concurrent calls that may fail one by one


T = TypeVar("T")


async def gather(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T | BiofactsError]:
    """Run calls concurrently. Returns the result or the error of each call, in the order of the calls."""
    outcomes: dict[int, T | BiofactsError] = {}

    async def run(place: int, call: Callable[[], Awaitable[T]]) -> None:
        try:
            outcomes[place] = await call()
        except BiofactsError as error:
            outcomes[place] = error

    async with anyio.create_task_group() as tasks:
        for place, call in enumerate(calls):
            tasks.start_soon(run, place, call)
    return [outcomes[place] for place in range(len(calls))]


def unwrap(outcome: T | BiofactsError) -> T:
    """Return the result of a call from `gather`, or raise its error."""
    if isinstance(outcome, BiofactsError):
        raise outcome
    return outcome
