"""The local HTTP cache: RFC 9111 by hishel, with our own time to live, stale-if-error, and an offline mode.

Each answer says in its `Cache-Status` header (RFC 9211) where it comes from: `biofacts; hit`,
`biofacts; hit; detail=stale` or `biofacts; fwd=miss`.
"""

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import httpx

if TYPE_CHECKING:
    from hishel import AsyncBaseStorage

_log = logging.getLogger(__name__)

_KEPT_SECONDS = 90 * 86400.0
_LARGEST_FILE = 256 * 1024 * 1024
_BUSY_SECONDS = 5.0
_SKEW = timedelta(minutes=5)
_NETWORK = "network"
_ANSWERS = (400, 404)  # about what was asked for; any other failure is one of the upstream
_OUTDATED = ("pragma", "expires", "age", "vary", "set-cookie")


MaxAge = Callable[[httpx.Request, httpx.Response], int]
"""For how many seconds an answer to a request may be kept; 0 for not at all."""


class NotStored(httpx.TransportError):
    """Nothing in the cache answers this request, and the network may not be asked."""


def status(response: httpx.Response) -> str:
    """Where a response comes from: `hit`, `stale` or `miss`."""
    said = response.headers.get("cache-status", "")
    return "stale" if "stale" in said else "hit" if "hit" in said else "miss"


def retrieved(response: httpx.Response) -> datetime:
    """When the upstream gave this answer; now where nothing is noted."""
    noted = response.headers.get("date")
    return parsedate_to_datetime(noted) if noted else _now()


def _now() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC)  # the clock by which the cache's library counts


class _Network(httpx.AsyncBaseTransport):
    """The way to the upstream, which a request may be forbidden to take; says how long an answer stays fresh."""

    def __init__(self, inner: httpx.AsyncBaseTransport, max_age: MaxAge) -> None:
        self._inner = inner
        self._max_age = max_age

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.extensions.get(_NETWORK) is False:
            raise NotStored(f"{request.url} is not in the cache", request=request)
        response = await self._inner.handle_async_request(request)
        age = self._max_age(request, response)
        for name in _OUTDATED:
            response.headers.pop(name, None)
        response.headers["cache-control"] = f"max-age={age}" if age else "no-store"
        response.headers["date"] = format_datetime(_now(), usegmt=True)  # our clock, not the upstream's
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class CacheTransport(httpx.AsyncBaseTransport):
    """Answers from the cache while an answer is fresh; from an expired one when the upstream fails.

    `path` None: in memory. `offline`: the cache alone answers, however old. hishel is imported with the first request,
    which most runs never make.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        path: Path | None,
        max_age: MaxAge,
        *,
        offline: bool = False,
    ) -> None:
        self._inner = _Network(inner, max_age)
        self._path = path
        self._offline = offline
        self._cached: httpx.AsyncBaseTransport | None = None
        self._storage: AsyncBaseStorage | None = None
        self._opening = anyio.Lock()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        cached = await self._open()
        if self._offline:
            return await self._stored(cached, request)
        try:
            response = await _read(cached, request)
            if retrieved(response) > _now() + _SKEW:  # the clock went backwards: who knows how old it is
                headers = {**request.headers, "cache-control": "no-cache"}
                again = httpx.Request(request.method, request.url, headers=headers, extensions=request.extensions)
                response = await _read(cached, again)
        except httpx.TransportError as failure:
            try:
                return await self._stored(cached, request, stale=True)
            except NotStored:
                raise failure from None
        if not response.is_success and response.status_code not in _ANSWERS:
            try:
                return await self._stored(cached, request, stale=True)
            except NotStored:
                return response
        hit = response.extensions["caching"]["from_cache"]
        response.headers["cache-status"] = "biofacts; hit" if hit else "biofacts; fwd=miss"
        return response

    async def _stored(
        self, cached: httpx.AsyncBaseTransport, request: httpx.Request, *, stale: bool = False
    ) -> httpx.Response:
        """What the cache has, however old. Raises: NotStored."""
        from hishel import CacheOptions

        extensions = {
            **request.extensions,
            _NETWORK: False,
            "caching": {"rfc": CacheOptions(shared=False, allow_stale=True)},
        }
        probe = httpx.Request(request.method, request.url, headers=request.headers, extensions=extensions)
        response = await _read(cached, probe)
        response.headers["cache-status"] = "biofacts; hit; detail=stale" if stale else "biofacts; hit"
        return response

    async def _open(self) -> httpx.AsyncBaseTransport:
        if self._cached is None:
            async with self._opening:
                if self._cached is None:
                    self._cached = await self._built()
        return self._cached

    async def _built(self) -> httpx.AsyncBaseTransport:
        import anysqlite
        from hishel import AsyncSqliteStorage, CacheOptions
        from hishel.httpx import AsyncCacheTransport

        path = self._path and self._path.with_stem(f"{self._path.stem}-{_layout()}").absolute()
        if path is None or not await anyio.to_thread.run_sync(_is_usable, path):
            memory = await anysqlite.connect(":memory:")
            self._storage = AsyncSqliteStorage(connection=memory, default_ttl=_KEPT_SECONDS)
        else:
            self._storage = AsyncSqliteStorage(database_path=path, default_ttl=_KEPT_SECONDS, max_size=_LARGEST_FILE)
        return AsyncCacheTransport(self._inner, self._storage, rfc=CacheOptions(shared=False))

    async def aclose(self) -> None:
        if self._storage is not None:
            await self._storage.close()
        await self._inner.aclose()


def _layout() -> str:
    """What another version of hishel would write otherwise, and refuse to read."""
    return version("hishel").partition(".")[0]


def _is_usable(path: Path) -> bool:
    """Whether answers can be kept there. A damaged file is set aside: it would answer and keep nothing for ever."""
    try:
        with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" in str(error):  # another process is just making it ready
            return True
        _log.warning("%s cannot be used (%s): answers are kept in memory for this run", path, error)
        return False
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        _log.warning("%s is damaged (%s) and is set aside", path, found)
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{path}{ending}").replace(f"{path}{ending}.damaged")
    return True


async def _read(transport: httpx.AsyncBaseTransport, request: httpx.Request) -> httpx.Response:
    """The answer, read to its end: before that, the cache does not show it to anybody else."""
    response = await transport.handle_async_request(request)
    try:
        await response.aread()
    finally:
        await response.aclose()
    return response
