"""A Redis or Valkey server that all replicas share, and the rules for the time when it is away."""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Self
from urllib.parse import urlsplit

import sniffio
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut

_log = logging.getLogger(__name__)

_TIMEOUT = 1.0
"""Seconds for a connection or an answer: a nearby server takes milliseconds, and calls go on without it."""
ASKED_AGAIN = 2.0
"""Seconds until the next attempt to reach a server that is away."""


class Away(Exception):
    """The server cannot be reached now."""


class RedisServer:
    """A server at an address `redis[s]://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`.

    While it is away it is tried again from time to time. The log says once that it is away and once that it is back,
    and names only its host. Entering it on an event loop other than asyncio's raises RuntimeError.
    """

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        client: "Callable[[str], Redis] | None" = None,
    ) -> None:
        self._host = urlsplit(url).hostname or "localhost"
        self._client = (client or _client)(url)
        self._clock = clock
        self._asked_again_at = 0.0
        self.is_away = False
        self.name = secrets.token_hex(8)
        """A random name of this replica."""

    async def __aenter__(self) -> Self:
        if (loop := sniffio.current_async_library()) != "asyncio":
            raise RuntimeError(f"BIOFACTS_REDIS_URL needs the event loop of asyncio, and this is {loop}")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def ask(self, question: "Callable[[Redis], Awaitable[Any]]") -> Any:
        """Run a command on the server and return its answer. Raises: Away."""
        if self.is_away and self._clock() < self._asked_again_at:
            raise Away
        self._asked_again_at = self._clock() + ASKED_AGAIN  # others need not try at the same time
        try:
            answer = await self._answer(question)
        except (RedisError, OSError) as error:
            if not self.is_away:
                self.is_away = True
                _log.warning(
                    "Redis at %s is away (%s): this replica goes on by itself, with its share of each budget",
                    self._host, type(error.__cause__ or error.__context__ or error).__name__,
                )  # fmt: skip
            raise Away from None  # the library's message may contain user names
        if self.is_away:
            self.is_away = False
            _log.warning("Redis at %s is back", self._host)
        return answer

    async def _answer(self, question: "Callable[[Redis], Awaitable[Any]]") -> Any:
        """Run a command, and repeat it once before the server counts as away.

        This process may have been suspended, or the connection may date from before a restart of the server. A replica
        that goes on by itself while the others do not takes from their budgets.
        """
        try:
            return await question(self._client)
        except (TimedOut, NotConnected):
            if self.is_away:
                raise
            await self._client.connection_pool.disconnect(inuse_connections=False)  # any of them may be dead
            return await question(self._client)


def _client(url: str) -> Redis:
    # No retries by the library: `_answer` repeats a command once.
    return Redis.from_url(  # pyright: ignore[reportUnknownMemberType]  # its options are not typed
        url,
        socket_timeout=_TIMEOUT,
        socket_connect_timeout=_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
        retry_on_timeout=False,
        client_name="biofacts",
    )
